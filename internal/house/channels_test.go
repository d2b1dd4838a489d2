package house

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// channels is the file of the ways by which ringfence really reaches people. What is
// prepared and not published stands in no line of it.
const channels = "release/channels.json"

// channel is one way to install.
type channel struct {
	// Channel is how it is called; Text is its paragraph of README.
	Channel, Text string
	// Names are what pages may tell people to fetch and run by it.
	Names []string
	// Commands are lines for a shell, below the paragraph.
	Commands []string
}

func published(t *testing.T) []channel {
	t.Helper()
	data, err := os.ReadFile(channels)
	if err != nil {
		t.Fatal(err)
	}
	var out []channel
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		t.Fatal(err)
	}
	return out
}

// installSection is what README says of them.
func installSection(all []channel) string {
	var b strings.Builder
	for _, c := range all {
		b.WriteString(c.Text + "\n")
		if len(c.Commands) > 0 {
			b.WriteString("\n    " + strings.Join(c.Commands, "\n    ") + "\n")
		}
		b.WriteString("\n")
	}
	b.WriteString("There is no other way yet: no package of npm, Homebrew or winget called ringfence is ours, " +
		"and no image or archive is published. " +
		"`go install …@version` cannot make the program ([why](docs/internals/ARCHITECTURE.md#esbuilds-parser-and-the-nested-module)).\n")
	return b.String()
}

// between replaces what stands between two marks of a page, and says whether it was that
// already. UPDATE=1 writes it.
func between(t *testing.T, page, name, want string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	begin, end := "<!-- "+name+": begin -->\n", "<!-- "+name+": end -->\n"
	before, rest, ok := strings.Cut(string(text), begin)
	shown, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place %q", page, name)
	}
	switch {
	case shown == want:
	case os.Getenv("UPDATE") == "":
		t.Errorf("%s shows something else between the marks %q; make generate writes it (-want +shown):\n%s", page, name, cmp.Diff(want, shown))
	default:
		if err := os.WriteFile(page, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// README's section on installing is made of the channels that are published.
func TestReadmeInstalls(t *testing.T) {
	between(t, "README.md", "install", installSection(published(t)))
}

// fetches finds what fetches a program by its name and runs or installs it; the name is
// the last group.
var fetches = regexp.MustCompile(
	`\b(?:npx|npm (?:i|install|exec|x)|pnpm (?:dlx|add)|yarn (?:dlx|add|global add)|bunx|brew (?:install|tap)|winget install|scoop install|` +
		`choco install|pip install|pipx run|cargo install|go install|apt(?:-get)? install|docker (?:run|pull))` +
		`((?: +-[^ ]+(?:[= ]+"[^"]*")?| +\\\n| +(?:none|ALL|no-new-privileges|/tmp))*)` + ` +([^\s` + "`" + `"']*ringfence[^\s` + "`" + `"')]*)`)

// strangers are the names in a text that people are told to fetch and run, and that none
// of the channels has.
func strangers(text string, all []channel) []string {
	var out []string
	for _, m := range fetches.FindAllStringSubmatch(text, -1) {
		if !slices.ContainsFunc(all, func(c channel) bool { return slices.Contains(c.Names, m[2]) }) {
			out = append(out, m[2])
		}
	}
	return out
}

// No page tells anybody to run a name that is not ours.
func TestNoPageRunsANameThatIsNotOurs(t *testing.T) {
	all, read := published(t), 0
	for _, name := range tracked(t) {
		if !slices.Contains([]string{".md", ".yml", ".yaml", ".tmpl"}, path.Ext(name)) || strings.Contains("/"+name, "/testdata/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		read++
		for _, s := range strangers(string(text), all) {
			t.Errorf("%s tells people to run %s, which is in no line of %s: name what is published", name, s, channels)
		}
	}
	if read < 150 {
		t.Errorf("only %d pages were read: this test does not see them", read)
	}
}

// The search finds a name behind flags and in each program's words, and leaves alone what
// is ours.
func TestStrangersAreFound(t *testing.T) {
	ours := []channel{{Channel: "npm", Names: []string{"@acme/ringfence"}}}
	for text, want := range map[string][]string{
		"npx ringfence scan .":                    {"ringfence"},
		"npx --yes @acme/ringfence scan .":        nil,
		"`npm install -g ringfence`":              {"ringfence"},
		"brew install acme/tap/ringfence":         {"acme/tap/ringfence"},
		"go install example.com/ringfence@latest": {"example.com/ringfence@latest"},
		"npm install, and ringfence":              nil,
		"`docker pull x`, then `ringfence scan`":  nil,
		"docker run --rm --cap-drop ALL \\\n  --tmpfs /tmp --volume \"$PWD:/workspace:ro\" ghcr.io/acme/ringfence:1 scan": {
			"ghcr.io/acme/ringfence:1",
		},
	} {
		if diff := cmp.Diff(want, strangers(text, ours)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
