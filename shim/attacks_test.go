package shim

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
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
	Invariant, Round  int
	// Node is the major version that ran it; Host, that it ran inside the real
	// extension host.
	Node string
	Host bool
	// Part says that this Node ran every fourth attack of the class.
	Part bool
	// Without says that the goal is reached without the loader: the attack is valid.
	Without bool
	// Levels says at which levels the goal is reached under the loader.
	Levels map[string]bool
	Detail map[string]string
}

// escapes reports that a valid attack reaches its goal at a level, or that an
// ordinary operation does not work there.
func (a attack) escapes(level string) bool {
	if !a.Without {
		return false
	}
	return a.Levels[level] != (a.Class == "ordinary")
}

// runAttacks runs classes, or all of them, on a Node of a major version.
func runAttacks(t *testing.T, binary, major string, each int, classes ...string) []attack {
	t.Helper()
	args := append([]string{"attacks/run.js", bundleFile(t)}, classes...)
	cmd := exec.CommandContext(t.Context(), node(t), args...)
	cmd.Env = append(os.Environ(), "ATTACK_NODE="+binary, "ATTACK_MAJOR="+major, "ATTACK_EACH="+strconv.Itoa(each))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("running the attacks: %v", err)
	}
	all := parseAttacks(t, out)
	for i := range all {
		all[i].Node, all[i].Part = major, each > 1
	}
	return all
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

// majorOf asks a Node for its major version.
func majorOf(t *testing.T, binary string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), binary, "-p", "process.versions.node.split('.')[0]").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// Honest programs come first: a fence in which nothing works stops everything.
// The attacks of one class run beside them each time; all of them run in
// `make attacks`.
func TestOrdinaryOperationsWorkAndTheLoaderHolds(t *testing.T) {
	if testing.Short() {
		t.Skip("short: starts a few hundred processes")
	}
	for _, a := range runAttacks(t, node(t), majorOf(t, node(t)), 1, "ordinary", "loader") {
		if !a.Without {
			t.Errorf("%s %q does not reach its goal without the loader: %s", a.Class, a.Name, a.Detail["without"])
		}
		for _, level := range levels {
			if !a.escapes(level) {
				continue
			}
			if a.Class == "ordinary" {
				t.Errorf("%q does not work at level %s: %s", a.Name, level, a.Detail[level])
			} else {
				t.Errorf("%q escapes at level %s: %s", a.Name, level, a.Detail[level])
			}
		}
	}
}

// A part of every other class runs each time as well, and what escapes is in the
// table: `make attacks-check` runs all of them, which takes longer than people wait.
func TestAPartOfTheAttacksIsStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("short: starts a few hundred processes")
	}
	page, err := os.ReadFile("ATTACKS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range unlisted(runAttacks(t, node(t), majorOf(t, node(t)), usual, "children", "files", "native", "network", "races",
		"realm", "state", "strings", "views"), string(page)) {
		t.Error(a)
	}
}

// usual says how much of a class runs each time: every fifteenth.
const usual = 15

// unlisted says what escapes and is not in the page.
func unlisted(all []attack, page string) []string {
	var out []string
	for _, a := range all {
		for _, level := range levels {
			if a.escapes(level) && !strings.Contains(page, "- "+nameOf(a)+" ") {
				out = append(out, fmt.Sprintf("escapes at level %s and is not in the table: %s: %s", level, nameOf(a), a.Detail[level]))
			}
		}
	}
	return out
}

// The mirror of the two checks: one that escapes and is listed, and one that is not.
func TestAnEscapeThatIsNotListedIsSaid(t *testing.T) {
	both := map[string]bool{"shared": true, "host": false}
	listed := attack{Class: "files", Name: "known", Kind: "authority", Without: true, Levels: both}
	other := attack{Class: "files", Name: "new", Kind: "authority", Without: true, Levels: both}
	stopped := attack{Class: "files", Name: "held", Kind: "authority", Without: true, Levels: map[string]bool{}}
	got := unlisted([]attack{listed, other, stopped}, "- files, *known* (authority, invariant 7): shared on Node 20\n")
	want := []string{"escapes at level shared and is not in the table: files, *new*: "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

var levels = []string{"shared", "host"}

const begin, end = "<!-- make attacks: begin -->\n", "<!-- make attacks: end -->\n"

// The version of Node that runs every attack, and how many of each class the others
// run in `make attacks`: every fourth.
const (
	full = "20"
	part = 4
)

// ATTACKS=all runs every attack on one version of Node, every fourth on the others,
// and those of the real host on the newest; ATTACKS=hosts runs all of them on all
// three. Both write the table of ATTACKS.md, in one go. ATTACKS=check runs full width on the Node of the PATH and
// says what escapes and is not in the table; it writes nothing. With
// ATTACKS_CLASSES="files network" the other rows say that they were not run.
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
	switch what := os.Getenv("ATTACKS"); what {
	case "":
		// What a run would say costs minutes; that the table counts the attacks that
		// are there does not.
		for _, row := range expected(t, strings.Contains(table, "every fourth"), lastRound(t, table)) {
			if !strings.Contains(table, "| "+row.String()+" |") {
				t.Errorf("the table has no row of %s; run make attacks", row)
			}
		}
		return
	case "check":
		for _, a := range unlisted(runAttacks(t, node(t), majorOf(t, node(t)), 1), table) {
			t.Error(a)
		}
		return
	case "all", "hosts":
		all := runEverything(t, what == "hosts", strings.Fields(os.Getenv("ATTACKS_CLASSES")))
		page = []byte(head + begin + render(all, expected(t, what == "all", "")) + end + tail)
		if err := os.WriteFile("ATTACKS.md", page, 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Fatalf("ATTACKS=%s is nothing", what)
	}
}

// runEverything runs what the table is made of, each place beside the others: an
// attack waits more than it works.
func runEverything(t *testing.T, everywhere bool, classes []string) []attack {
	t.Helper()
	kits := exthost.Kits()
	runs := make([][]attack, 2*len(kits))
	t.Run("attacks", func(t *testing.T) {
		for i, kit := range kits {
			installed, err := kit.Install(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			major := majorOf(t, installed.Node)
			each := part
			if everywhere || major == full {
				each = 1
			}
			t.Run("Node "+major, func(t *testing.T) {
				t.Parallel()
				runs[i] = runAttacks(t, installed.Node, major, each, classes...)
			})
			if len(classes) == 0 && (i == 0 || everywhere) {
				t.Run("real host on Node "+major, func(t *testing.T) {
					t.Parallel()
					runs[len(kits)+i] = runHostAttacks(t, kit, major)
				})
			}
		}
	})
	if t.Failed() {
		t.Fatal("not every run ended; the table stays as it is")
	}
	return slices.Concat(runs...)
}

// count is a row that the table has to have.
type count struct {
	class, where string
	n            int
}

func (c count) String() string { return fmt.Sprintf("%s | %s | %d", c.class, c.where, c.n) }

// lastRound is the newest round that a table has. What was written after it waits for the next run, and the
// page says in words what was seen of it.
func lastRound(t *testing.T, table string) string {
	t.Helper()
	said := regexp.MustCompile(`(?m)^Rounds 0 to ([0-9]+)\.$`).FindStringSubmatch(table)
	if said == nil {
		t.Fatal("the table does not say which rounds it has; run make attacks")
	}
	return said[1]
}

// expected counts the attacks of each class, as they stand in the files, for each
// place where they run: those of rounds up to that one, or all.
func expected(t *testing.T, inPart bool, until string) []count {
	t.Helper()
	var all []count
	add := func(script, major string, each int, where string) {
		cmd := exec.CommandContext(t.Context(), node(t), script, "--count")
		cmd.Env = append(os.Environ(), "ATTACK_MAJOR="+major, "ATTACK_EACH="+strconv.Itoa(each), "ATTACK_UNTIL="+until)
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(out)) {
			class, number, _ := strings.Cut(strings.TrimSpace(line), " ")
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, count{class, where, n})
		}
	}
	for _, major := range []string{"20", "22", "24"} {
		a := attack{Node: major}
		each := 1
		if inPart && major != full {
			each, a.Part = part, true
		}
		add("attacks/run.js", major, each, whereOf(a))
		if major == "24" || !inPart {
			add("attacks/host/layout.js", major, 1, whereOf(attack{Node: major, Host: true}))
		}
	}
	return all
}
