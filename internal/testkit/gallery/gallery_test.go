package gallery

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
)

// pages is where they are, from here.
const pages = "../../../docs/gallery"

// groups are the parts of the index, in its order.
var groups = []string{"A scan", "Other forms of a scan", "A policy", "A change", "The loader", "Many repositories", "Help"}

// columns is how wide a line is that a person reads, at most.
const columns = 100

// machine are the shows whose form a program reads, or a forge, which folds it.
var machine = map[string]bool{"gate-comment": true, "scan-compact": true, "scan-github": true, "scan-junit": true}

// copied are lines that are copied as they stand: entries of an override, a diff, the value of
// an edit, and an error, which is one line wherever it is read.
var copied = regexp.MustCompile(`^ +\{"allow": |^[+-] |^ +package\.json: set |^ringfence: `)

func widest(text string) int {
	most := 0
	for line := range strings.Lines(text) {
		if !copied.MatchString(line) {
			most = max(most, len([]rune(strings.TrimSuffix(line, "\n"))))
		}
	}
	return most
}

// Lines that are copied may be wide, and others may not.
func TestWhatMayBeWide(t *testing.T) {
	long := strings.Repeat("word ", 21)
	for line, want := range map[string]bool{
		`   {"allow": {}} ` + long: true, "+ " + long: true, "      package.json: set /a to " + long: true, "ringfence: " + long: true,
		"   the entry: " + long: false, "    fix: " + long: false, "note: " + long: false, "  main.js:1:1: " + long: false,
	} {
		if got := widest("short\n"+line+"\n") <= columns; got != want {
			t.Errorf("%q may be wide: %t, want %t", line, got, want)
		}
	}
}

// Every page shows what the command prints today, every show has a page, and every page a
// show. UPDATE=1 writes them.
func TestGallery(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("elsewhere: there is no git, and a change is judged against a commit")
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d shows, %v", len(files), err)
	}
	want := map[string]string{}
	index := map[string]string{}
	for _, file := range files {
		s := readShow(t, file, strings.TrimSuffix(filepath.Base(file), ".txtar"))
		if !slices.Contains(groups, s.group) {
			t.Errorf("%s: there is no group %q", s.name, s.group)
		}
		want[s.name+".md"] = page(t, s)
		index[s.group] += fmt.Sprintf("- [%s](%s.md)\n", s.title, s.name)
	}
	want["README.md"] = "# What it prints\n\nReal runs over extensions of a few lines, each a page with the code that was read. " +
		"A test makes them.\n"
	for _, g := range groups {
		want["README.md"] += "\n## " + g + "\n\n" + index[g]
	}
	compare(t, want)
}

func compare(t *testing.T, want map[string]string) {
	t.Helper()
	if os.Getenv("UPDATE") != "" {
		if err := errors.Join(os.RemoveAll(pages), os.MkdirAll(pages, 0o755)); err != nil {
			t.Fatal(err)
		}
		for name, text := range want {
			if err := os.WriteFile(filepath.Join(pages, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	got := map[string]string{}
	there, err := os.ReadDir(pages)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range there {
		text, err := os.ReadFile(filepath.Join(pages, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/gallery shows something else; make generate writes it (-printed +shown):\n%s", diff)
	}
}

// page runs a show in a folder of its own and is what people read of it.
func page(t *testing.T, s show) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range s.files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	var b, last strings.Builder
	b.WriteString("# " + s.title + "\n\n" + s.about + "\n")
	code := 0
	for _, step := range s.steps {
		var out bytes.Buffer
		command, filter, filtered := strings.Cut(step[2:], " | grep ")
		code = run(t, dir, words(command), &out)
		printed := out.String()
		if filtered {
			printed = matching(printed, regexp.MustCompile(words(filter)[0]))
		}
		if hidden := strings.HasPrefix(step, "> "); hidden && code == exit.Fine {
			continue
		} else if hidden {
			t.Fatalf("%s: %s: exit code %d\n%s", s.name, step, code, out.String())
		}
		last.WriteString(step + "\n" + printed)
	}
	if strings.Contains(last.String(), filepath.ToSlash(dir)) || strings.Contains(last.String(), "\x1b") {
		t.Errorf("%s: what is printed names a folder of this machine, or colours it:\n%s", s.name, last.String())
	}
	if n := widest(last.String()); n > columns && !machine[s.name] {
		t.Errorf("%s: a line of %d columns, over %d", s.name, n, columns)
	} else if n <= columns && machine[s.name] {
		t.Errorf("%s is not wide any more: take it out of the list", s.name)
	}
	b.WriteString("\n" + fenced("console", last.String()))
	if code != exit.Fine {
		fmt.Fprintf(&b, "\nThe exit code is %d.\n", code)
	}
	for _, name := range s.shows {
		fmt.Fprintf(&b, "\n## %s\n\n%s", name, fenced(strings.TrimPrefix(filepath.Ext(name), "."), s.files[name]))
	}
	return b.String()
}

// matching are the lines that grep would print.
func matching(text string, want *regexp.Regexp) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if want.MatchString(line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

// fenced is a block of code, whatever fences are in it.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// run runs ringfence as it is here, git, or one of three words of our own: vsix packs a
// folder, cp copies a file, cat prints one. It gives the exit code; all that is printed goes to out.
func run(t *testing.T, dir string, args []string, out *bytes.Buffer) int {
	t.Helper()
	var err error
	switch args[0] {
	case "ringfence":
		day := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
		c := cli.Command{
			Stdin: &bytes.Buffer{}, Stdout: out, Stderr: out, Dir: dir,
			Env: []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"},
			Now: func() time.Time { return day },
		}
		return c.Main(t.Context(), args[1:])
	case "git":
		ann := []string{"-c", "user.name=Ann", "-c", "user.email=ann@example.com"}
		cmd := exec.CommandContext(t.Context(), "git", append(ann, args[1:]...)...)
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, out, out
		cmd.Env = []string{"HOME=" + dir, "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_DATE=2026-11-26T12:00:00Z",
			"GIT_COMMITTER_DATE=2026-11-26T12:00:00Z"}
		err = cmd.Run()
	case "vsix":
		err = vsix(filepath.Join(dir, args[1]), filepath.Join(dir, args[2]))
	case "cat":
		var data []byte
		data, err = os.ReadFile(filepath.Join(dir, args[1]))
		out.Write(data)
	case "cp":
		var data []byte
		if data, err = os.ReadFile(filepath.Join(dir, args[1])); err == nil {
			err = os.WriteFile(filepath.Join(dir, args[2]), data, 0o644)
		}
	default:
		err = fmt.Errorf("a show runs no %s", args[0])
	}
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out.String())
	}
	return exit.Fine
}

// vsix packs a folder as an extension's archive.
func vsix(file, folder string) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(folder, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		w, err := z.Create("extension/" + filepath.ToSlash(rel))
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	})
	if err := errors.Join(err, z.Close()); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o600)
}

// A show without what a page needs is refused, and words are a shell's.
func TestShows(t *testing.T) {
	for text, ok := range map[string]bool{
		"# A\n\nAbout.\ngroup A scan\n$ ringfence version\n":                            true,
		"# A\n\nAbout.\ngroup A scan\nshows a.js\n$ ringfence version\n-- a.js --\nx\n": true,
		"# A\n\nAbout.\ngroup A scan\nshows b.js\n$ ringfence version\n-- a.js --\nx\n": false,
		"# A\n\nAbout.\ngroup A scan\n":                                                 false,
		"About.\ngroup A scan\n$ ringfence version\n":                                   false,
	} {
		if _, err := parseShow("a", text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
	want := []string{"ringfence", "policy", "explain", ".", "processes: git"}
	if diff := cmp.Diff(want, words("ringfence policy explain . 'processes: git'")); diff != "" {
		t.Error(diff)
	}
}
