package endtoend

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/build/vsce"
	"github.com/ringfence-dev/ringfence/internal/scaffold"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// walk follows a section of README.md or docs/guide/walks.md to the letter: its commands are run in a
// clone of a repository on a stand-in for GitHub, the files it shows are written,
// and what it shows must be what is said. What is pushed starts the workflows that
// lie in the repository then (flow).
type walk struct {
	*flow
	// page is the file; name is the heading; section is what is left of the text below it.
	page, name, section string
	dir                 string
	env                 []string
	// printed is the section as it would be right.
	printed string
}

// fenceBlock is a block of the section, with the words behind its fence.
var fenceBlock = regexp.MustCompile("(?ms)^```([a-z]+)(?: ([^\n]+))?\n(.*?)^```\n")

// readme and others are the pages with walks.
func readme(t *testing.T) string { return filepath.Join(docs(t), "..", "README.md") }
func others(t *testing.T) string { return filepath.Join(docs(t), "guide", "walks.md") }

// author is the heading of README's walk.
const author = "A first pull request"

// section returns a page and the text below one of its headings.
func section(t *testing.T, page, name string) (whole, text string) {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, text, ok := strings.Cut(string(data), "\n## "+name+"\n")
	if !ok {
		t.Fatalf("%s has no section %q", filepath.Base(page), name)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return string(data), text
}

func newWalk(t *testing.T, page, name string) *walk {
	t.Helper()
	for _, program := range []string{"git", "bash", "sha256sum", "node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			fetched(t, err)
		}
	}
	_, text := section(t, page, name)
	h := github.New(t, "acme/tool", map[string]string{
		"package.json": strings.Replace(
			manifest,
			`"main"`,
			`"activationEvents": ["onStartupFinished"], "main"`,
			1,
		),
		"main.js":       mainJS,
		"README.md":     "# Tool\n",
		"LICENSE":       "MIT\n",
		".vscodeignore": ".github\n.ringfence\n",
		"package-lock.json": `{"name": "tool", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "tool", "version": ` +
			`"1.0.0"}}}` + "\n",
	})
	h.Permit("ann", "write")
	h.Permit("bea", "write")
	h.Pushed("acme")
	home, mine := t.TempDir(), os.Getenv("HOME")
	w := &walk{
		flow:    &flow{t: t, hub: h, built: t.TempDir()},
		page:    page,
		name:    name,
		section: text,
		printed: text,
		dir:     filepath.Join(home, "tool"),
		// Building takes vsce, from where this machine gets packages.
		env: append(
			os.Environ(),
			"npm_config_userconfig="+filepath.Join(mine, ".npmrc"),
			"npm_config_cache="+filepath.Join(mine, ".npm"),
			"HOME="+home,
			"GIT_CONFIG_NOSYSTEM=1",
			"GIT_CONFIG_GLOBAL="+filepath.Join(home, "gitconfig"),
			"RINGFENCE_BLOCKLISTS_URL="+closed(t),
		),
	}
	if err := os.WriteFile(
		filepath.Join(home, "gitconfig"),
		[]byte("[user]\nname = ann\nemail = ann@users.example\n[init]\ndefaultBranch = main\n"),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	w.shell(home, "git clone -q file://"+h.Dir+" tool")
	return w
}

// shell runs a line and gives what it printed; it may change the folder.
func (w *walk) shell(dir, line string) string {
	w.t.Helper()
	where := filepath.Join(w.built, "pwd")
	cmd := exec.CommandContext(w.t.Context(), "sh", "-c", line+"\ncode=$?; pwd > \"$WHERE\"; exit $code")
	cmd.Dir, cmd.Env = dir, append(w.env[:len(w.env):len(w.env)], "WHERE="+where)
	var out, talk bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &talk
	if err := cmd.Run(); err != nil {
		w.t.Fatalf("%s: %v\n%s%s", line, err, out.String(), talk.String())
	}
	if now, err := os.ReadFile(where); err == nil && dir == w.dir {
		w.dir = strings.TrimSpace(string(now))
	}
	return out.String()
}

// next follows the section's next blocks up to the first that pushes, or to its
// end, and gives the branches that moved.
func (w *walk) next() []string {
	w.t.Helper()
	for {
		at := fenceBlock.FindStringSubmatchIndex(w.section)
		if at == nil {
			return nil
		}
		whole, kind, text := w.section[at[0]:at[1]], w.section[at[2]:at[3]], w.section[at[6]:at[7]]
		w.section = w.section[at[1]:]
		name, _, _ := strings.Cut(strings.TrimPrefix(whole, "```yaml "), "\n")
		switch kind {
		case "yaml":
			file := filepath.Join(w.dir, filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o600)); err != nil {
				w.t.Fatalf("%q: %v", name, err)
			}
		case "text":
			// Lines of what the last run said; … stands for a part of one.
			for line := range strings.Lines(text) {
				parts := strings.Split(strings.TrimSuffix(line, "\n"), "…")
				for i, p := range parts {
					parts[i] = regexp.QuoteMeta(p)
				}
				if !regexp.MustCompile(`(?m)^` + strings.Join(parts, ".*") + `$`).MatchString(w.log["analyze"]) {
					w.t.Errorf("%s shows a line that the run did not say: %s%s", filepath.Base(w.page), line, w.log["analyze"])
				}
			}
		case "console":
			var b strings.Builder
			b.WriteString("```console\n")
			// What is printed may name commands as well.
			pushes := false
			for line := range strings.Lines(text) {
				if command, ok := strings.CutPrefix(line, "$ "); ok {
					pushes = pushes || strings.Contains(command, "git push")
					b.WriteString(line + w.shell(w.dir, strings.TrimSuffix(command, "\n")))
				}
			}
			w.printed = strings.Replace(w.printed, whole, b.String()+"```\n", 1)
			if pushes {
				return w.hub.Pushed("ann")
			}
		default:
			w.t.Fatalf("a block that this test does not know: %s", whole)
		}
	}
}

// done compares what was shown with what was printed; UPDATE=1 writes it.
func (w *walk) done() {
	w.t.Helper()
	if left := w.next(); left != nil || fenceBlock.MatchString(w.section) {
		w.t.Errorf("the section goes on: %v\n%s", left, w.section)
	}
	page, shown := section(w.t, w.page, w.name)
	switch {
	case shown == w.printed:
	case os.Getenv("UPDATE") == "":
		w.t.Errorf("%s shows something else; UPDATE=1 rewrites it (-shown +printed):\n%s", filepath.Base(w.page), cmp.Diff(shown, w.printed))
	default:
		if err := os.WriteFile(w.page, []byte(strings.Replace(page, shown, w.printed, 1)), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
}

// pull opens a pull request from a branch and runs what that starts.
func (w *walk) pull(branch string, results map[string]string) {
	w.t.Helper()
	w.event = github.Event{Name: "pull_request", Action: "opened", Actor: "ann", Pull: w.hub.Open(branch, "ann", "A change")}
	w.run(scaffold.Workflow)
	w.wants(results)
}

// comments are what is said below the pull request of the event.
func (w *walk) comments() []string {
	var out []string
	for _, k := range w.hub.Comments() {
		if k.Pull == w.event.Pull {
			out = append(out, k.Body)
		}
	}
	return out
}

func (w *walk) moved(want string) {
	w.t.Helper()
	if got := strings.Join(w.next(), " "); got != want {
		w.t.Fatalf("%q was pushed, want %q", got, want)
	}
}

// stopped is what becomes of the jobs of a pull request that a gate stops.
func stopped() map[string]string {
	return map[string]string{"build": "success", "analyze": "failure", "commit": "skipped"}
}

// let is what becomes of those of one that passes.
func let() map[string]string {
	return map[string]string{"build": "success", "analyze": "success", "commit": "skipped"}
}

// An author begins, and a change that needs more is stopped until somebody agrees.
func TestTheWalkOfAnAuthor(t *testing.T) {
	if testing.Short() {
		t.Skip("short: follows a walk of the documentation; the transcripts stay")
	}
	w := newWalk(t, readme(t), author)
	before := w.hub.Head("main")
	w.moved("ringfence")
	w.pull("ringfence", let())
	if k := w.comments(); len(k) != 1 || strings.Contains(k[0], "**fails**") {
		t.Errorf("the pull request that begins: %+v", k)
	}
	w.moved("main")
	w.event = github.Event{Name: "push", Actor: "ann", Before: before}
	w.run(scaffold.Workflow)
	w.wants(map[string]string{"build": "success", "analyze": "success", "commit": "success"})
	graph := w.hub.Graph()

	w.moved("docker")
	w.pull("docker", stopped())
	if k := w.comments(); len(k) != 1 || !strings.Contains(k[0], "| widening | **fails** |") {
		t.Errorf("%+v", k)
	}
	label := regexp.MustCompile(`ringfence:accept-[a-z]+`).FindString(w.printed)
	w.hub.Label(w.event.Pull, label, "bea")
	w.event.Action, w.event.Label, w.event.Actor = "labeled", label, "bea"
	w.run(scaffold.Workflow)
	w.wants(let())
	if k := w.comments(); len(k) != 1 || !strings.Contains(k[0], "bea") {
		t.Errorf("%+v", k)
	}
	w.done()
	if !strings.HasSuffix(w.hub.Graph(), graph[strings.Index(graph, "main"):]) {
		t.Errorf("the run changed main:\n%s", w.hub.Graph())
	}
}

// An organisation's ceiling stops a change that everybody in the repository agrees
// to.
func TestTheWalkOfAnOrganisation(t *testing.T) {
	if testing.Short() {
		t.Skip("short: follows a walk of the documentation; the transcripts stay")
	}
	w := newWalk(t, others(t), "An organisation")
	w.shell(filepath.Dir(w.dir), "git clone -q file://"+w.hub.BesideDir("acme/central")+" central")
	w.moved("")
	w.moved("main")
	w.moved("log")
	w.pull("log", stopped())
	w.hub.Review(w.event.Pull, "bea", "APPROVED")
	w.event.Action = "synchronize"
	w.run(scaffold.Workflow)
	w.wants(stopped())
	if said := w.log["analyze"]; !strings.Contains(said, "accepted by bea") || strings.Count(said, "\n  fails ") != 1 {
		t.Errorf("not the ceiling alone stands in the way:\n%s", said)
	}
	w.done()
}

// A release gets its package, wrapped, with what belongs to it.
func TestTheWalkOfARelease(t *testing.T) {
	if testing.Short() {
		t.Skip("short: follows a walk of the documentation; the transcripts stay")
	}
	w := newWalk(t, others(t), "A release")
	_, begun := section(t, readme(t), author)
	begun, _, _ = strings.Cut(begun, "From here on")
	for _, block := range fenceBlock.FindAllString(begun, -1) {
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				w.shell(w.dir, command)
			}
		}
	}
	w.hub.Pushed("ann")
	w.moved("main")
	w.hub.Release("v1.0.0", false)
	w.event = github.Event{Name: "release", Action: "published", Actor: "ann", Tag: "v1.0.0"}
	w.run(scaffold.Release)
	w.wants(map[string]string{"build": "success", "attach": "success"})
	for name, data := range w.hub.Assets("v1.0.0") {
		file := filepath.Join(w.dir, "assets", name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(data), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	w.done()
}

// scripted is a walk of the page of npm scripts, with vsce on the PATH as a development
// dependency is for what npm runs.
func scripted(t *testing.T, name string) *walk {
	t.Helper()
	w := newWalk(t, filepath.Join(docs(t), "guide", "scripts.md"), name)
	tools, err := npm.Cached(t.Context(), "vsce-"+vsce.Version+"-locked", func(ctx context.Context, dir string) error {
		return vsce.Install(ctx, "npm", os.Environ(), dir)
	})
	fetched(t, err)
	bin := t.TempDir()
	if err := os.Symlink(vsce.Script(tools), filepath.Join(bin, "vsce")); err != nil {
		t.Skipf("elsewhere: this system makes no links: %v", err)
	}
	w.env = append(w.env, "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
	w.shell(w.dir, "npm pkg set repository=https://github.com/acme/tool && git commit -qam repository")
	return w
}

// What vsce wrote is read by the script after it, and a change is judged by a script.
func TestTheWalkOfScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("short: follows a walk of the documentation; the transcripts stay")
	}
	const first, second = "After vsce package", "A policy, and a change to it"
	w := scripted(t, first)
	if left := w.next(); left != nil {
		t.Errorf("pushed %v", left)
	}
	w.done()
	_, text := section(t, w.page, second)
	w.name, w.section, w.printed = second, text, text
	w.moved("main")
	w.done()
	if !strings.Contains(w.printed, "docker run alpine") {
		t.Errorf("the change is not seen:\n%s", w.printed)
	}
}
