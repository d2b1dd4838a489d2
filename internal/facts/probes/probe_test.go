package probes

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

// probe is a small program and what is announced of it.
type probe struct {
	name  string
	files map[string]string
	main  string
	// want must be found, may may be; settings are the ids of settings read.
	want, may []use
	settings  []string
	// none is the explicit claim that nothing is used.
	none bool
	// entries are started by somebody else.
	entries []string
	// optional says why what is wanted is not required; empty: it is.
	optional string
	// mixed says why too much is found, which is then logged; empty: it is a
	// failure. Nothing excuses what is not found.
	mixed string
	norun string
	// not gives, by bundler, why the probe is not bundled.
	not map[string]string
}

// use is what a probe announces: a symbol in the catalogue's spelling, what is
// done with it and the first arguments, each a string, a number or a list.
type use struct {
	symbol symbol
	args   []any
}

type symbol struct {
	module, member string
	kind           facts.UseKind
}

func (s symbol) String() string { return fmt.Sprintf("%s.%s %s", s.module, s.member, s.kind) }

func (u use) String() string {
	s := u.symbol.String()
	for _, a := range u.args {
		text, _ := json.Marshal(a)
		s += " " + string(text)
	}
	return s
}

// readProbes reads every probe below testdata, in path order.
func readProbes(t *testing.T) []probe {
	t.Helper()
	var out []probe
	err := filepath.WalkDir("testdata", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		p, err := parseProbe(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"), string(text))
		if err != nil {
			return fmt.Errorf("reading %s: %w", file, err)
		}
		out = append(out, p)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func parseProbe(file, text string) (probe, error) {
	ext := path.Ext(file)
	p := probe{name: strings.TrimSuffix(file, ext), main: "main" + ext, files: map[string]string{}, not: map[string]string{}}
	head := text
	switch ext {
	case ".txtar":
		head, p.main = splitArchive(text, p.files)
	case ".js", ".mjs", ".ts", ".tsx":
		p.files[p.main] = text
	default:
		return p, fmt.Errorf("%q is no ending of a probe", ext)
	}
	for line := range strings.Lines(head) {
		note, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "// ")
		if !ok {
			continue
		}
		key, value, _ := strings.Cut(note, ": ")
		if err := p.directive(key, value); err != nil {
			return p, err
		}
	}
	if p.none != (len(p.want)+len(p.may)+len(p.settings) == 0) {
		return p, fmt.Errorf("it must announce a use or say %q, not both", "// none")
	}
	return p, nil
}

func (p *probe) directive(key, value string) error {
	switch key {
	case "want", "may":
		u, err := parseUse(value)
		if err != nil {
			return fmt.Errorf("%s: %q: %w", key, value, err)
		}
		if key == "want" {
			p.want = append(p.want, u)
		} else {
			p.may = append(p.may, u)
		}
	case "none":
		p.none = true
	case "setting":
		p.settings = append(p.settings, value)
	case "entry":
		p.entries = append(p.entries, value)
	case "optional":
		p.optional = value
	case "mixed":
		p.mixed = value
	case "norun":
		p.norun = value
	case "not":
		names, why, _ := strings.Cut(value, ": ")
		for _, name := range strings.Split(names, ", ") {
			if !slices.Contains(bundlers, name) || why == "" {
				return fmt.Errorf("not: %q: want a bundler of %v and a reason", value, bundlers)
			}
			p.not[name] = why
		}
	}
	return nil
}

// parseUse reads `fs.readFile call "a" ["b"]`.
func parseUse(text string) (use, error) {
	name, rest, _ := strings.Cut(text, " ")
	kind, args, _ := strings.Cut(rest, " ")
	module, member, _ := strings.Cut(name, ".")
	u := use{symbol: canonical(module, member, facts.UseKind(kind))}
	switch u.symbol.kind {
	case facts.Call, facts.New, facts.Reference, facts.Escape:
	default:
		return u, fmt.Errorf("%q is no kind of use", kind)
	}
	for d := json.NewDecoder(strings.NewReader(args)); d.More(); {
		var a any
		if err := d.Decode(&a); err != nil {
			return u, fmt.Errorf("reading the arguments: %w", err)
		}
		u.args = append(u.args, a)
	}
	return u, nil
}

// splitArchive reads the txtar format: a comment, then files that each begin
// with a line "-- name --". It returns the comment and the first name.
func splitArchive(text string, files map[string]string) (comment, first string) {
	name := ""
	for line := range strings.Lines(text) {
		if n, ok := strings.CutPrefix(line, "-- "); ok && strings.HasSuffix(n, " --\n") {
			name = strings.TrimSuffix(n, " --\n")
			if first == "" {
				first = name
			}
			files[name] = ""
			continue
		}
		if name == "" {
			comment += line
		} else {
			files[name] += line
		}
	}
	return comment, first
}
