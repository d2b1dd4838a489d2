package shim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// bundleFile writes the loader where a Node program finds it; BUNDLE_OUT names a
// place that stays.
func bundleFile(t testing.TB) string {
	t.Helper()
	text, err := Bundle()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bundle.js")
	if out := os.Getenv("BUNDLE_OUT"); out != "" {
		file = out
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// attack is one line of shim/attacks/run.js.
type attack struct {
	Class, Name, Kind string
	Invariant         int
	// Without says that the goal is reached without the loader: the attack is valid.
	Without bool
	// Levels says at which levels the goal is reached under the loader.
	Levels map[string]bool
	Detail map[string]string
}

func runAttacks(t *testing.T, classes ...string) []attack {
	t.Helper()
	args := append([]string{"attacks/run.js", bundleFile(t)}, classes...)
	cmd := exec.CommandContext(t.Context(), node(t), args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("running the attacks: %v", err)
	}
	return parseAttacks(t, out)
}

func parseAttacks(t *testing.T, out []byte) []attack {
	t.Helper()
	var all []attack
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a attack
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	if len(all) == 0 {
		t.Fatal("no attack ran")
	}
	return all
}

// Honest programs come first: a fence in which nothing works stops everything.
// The attacks of one class run beside them each time; all of them run in
// `make attacks`.
func TestOrdinaryOperationsWorkAndTheLoaderHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a few hundred processes")
	}
	for _, a := range runAttacks(t, "ordinary", "loader") {
		for _, level := range []string{"shared", "host"} {
			switch {
			case !a.Without:
				t.Errorf("%s %q does not reach its goal without the loader: %s", a.Class, a.Name, a.Detail["without"])
			case a.Class == "ordinary" && !a.Levels[level]:
				t.Errorf("%q does not work at level %s: %s", a.Name, level, a.Detail[level])
			case a.Class != "ordinary" && a.Levels[level]:
				t.Errorf("%q escapes at level %s: %s", a.Name, level, a.Detail[level])
			}
		}
	}
}

const begin, end = "<!-- make attacks: begin -->\n", "<!-- make attacks: end -->\n"

// ATTACKS=all runs every attack and writes the table of ATTACKS.md; it takes minutes.
func TestAttacksTable(t *testing.T) {
	page, err := os.ReadFile("ATTACKS.md")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), begin)
	table, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatal("ATTACKS.md has lost the marks of its table")
	}
	if os.Getenv("ATTACKS") == "" {
		// What a run would say costs minutes; that the table counts the attacks that
		// are there does not.
		for _, c := range counts(t) {
			class, n := c[0], c[1]
			if !strings.Contains(table, fmt.Sprintf("| %s | %s |", class, n)) {
				t.Errorf("the table does not count %s attacks of %s; run make attacks", n, class)
			}
		}
		return
	}
	var all []attack
	if file := os.Getenv("ATTACKS"); file != "all" {
		// The lines of a run that somebody kept.
		lines, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = parseAttacks(t, lines)
	} else {
		all = runAttacks(t)
	}
	page = []byte(head + begin + render(all, counts(t)) + end + tail)
	if err := os.WriteFile("ATTACKS.md", page, 0o644); err != nil {
		t.Fatal(err)
	}
}

// counts gives each class with the number of its attacks, as they stand in the files.
func counts(t *testing.T) [][2]string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), node(t), "attacks/run.js", "--count").Output()
	if err != nil {
		t.Fatal(err)
	}
	var all [][2]string
	for line := range strings.Lines(string(out)) {
		class, n, _ := strings.Cut(strings.TrimSpace(line), " ")
		all = append(all, [2]string{class, n})
	}
	return all
}

func render(all []attack, classes [][2]string) string {
	var b strings.Builder
	b.WriteString("| class | tried | valid | shared: stopped | shared: escaped (authority) | shared: escaped (interference) | host: stopped | host: escaped (authority) | host: escaped (interference) |\n")
	b.WriteString("|---|---|---|---|---|---|---|---|---|\n")
	var left []string
	for _, c := range classes {
		class := c[0]
		if n := strconv.Itoa(len(slices.DeleteFunc(slices.Clone(all), func(a attack) bool { return a.Class != class }))); n != c[1] {
			fmt.Fprintf(&b, "| %s | %s | not run | | | | | | |\n", class, c[1])
			continue
		}
		tried, valid := 0, 0
		counts := map[string]int{}
		for _, a := range all {
			if a.Class != class {
				continue
			}
			tried++
			if !a.Without {
				left = append(left, fmt.Sprintf("- not valid (does not reach its goal without the loader here): %s, *%s*", class, a.Name))
				continue
			}
			valid++
			for _, level := range []string{"shared", "host"} {
				if a.Levels[level] {
					counts[level+" "+a.Kind]++
				} else {
					counts[level]++
				}
			}
			if class != "ordinary" && (a.Levels["shared"] || a.Levels["host"]) {
				left = append(left, fmt.Sprintf("- escapes (%s; invariant %d): %s, *%s*", escaped(a), a.Invariant, class, a.Name))
			}
			if class == "ordinary" && (!a.Levels["shared"] || !a.Levels["host"]) {
				left = append(left, fmt.Sprintf("- ordinary operation that does not work under the loader (works at: %s): *%s*", escaped(a), a.Name))
			}
		}
		if class == "ordinary" {
			fmt.Fprintf(&b, "| %s | %d | %d | works: %d | | | works: %d | | |\n", class, tried, valid, counts["shared authority"], counts["host authority"])
			continue
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d | %d |\n", class, tried, valid,
			counts["shared"], counts["shared authority"], counts["shared interference"], counts["host"], counts["host authority"], counts["host interference"])
	}
	b.WriteString("\n")
	if len(left) == 0 {
		left = append(left, "- nothing escapes, and every attack is valid.")
	}
	return b.String() + strings.Join(left, "\n") + "\n"
}

func escaped(a attack) string {
	var out []string
	for _, level := range []string{"shared", "host"} {
		if a.Levels[level] {
			out = append(out, level)
		}
	}
	return a.Kind + ": " + strings.Join(out, ", ")
}
