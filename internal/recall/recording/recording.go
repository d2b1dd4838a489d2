// Package recording holds what real extensions called of Node's core modules
// while they ran in a real extension host, and makes such recordings anew.
//
// The recordings are committed (data), so that what is measured on them needs
// no extension host. A new recording never equals the old one to the letter:
// which of a command's branches is taken depends on timing.
package recording

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// Recording is what one extension of the corpus did, as committed.
type Recording struct {
	// Extension is the corpus directory's name.
	Extension string `json:"extension"`
	Version   string `json:"version"`
	// Host is the VS Code and Node it ran on.
	Host string `json:"host"`
	// Error says why it did not activate; empty when it did.
	Error string `json:"error,omitempty"`
	// Workbench names the calls of the vscode API that reached the workbench,
	// in VS Code's own words, sorted.
	Workbench []string `json:"workbench"`
	// Calls are sorted; Extension is left empty, being always the same.
	Calls []Call `json:"calls"`
}

// Call is a recorded call with a way to write its place.
type Call struct{ exthost.Recorded }

// Place is "file:line:column".
func (c Call) Place() string {
	return c.File + ":" + strconv.Itoa(c.Line) + ":" + strconv.Itoa(c.Column)
}

// MarshalJSON writes nothing but the call.
func (c Call) MarshalJSON() ([]byte, error) { return json.Marshal(c.Recorded) }

// Write stores a recording in dir with one call a line, so that the diff of a
// new recording can be read.
func (r Recording) Write(dir string) error {
	head := r
	head.Calls = nil
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(text, []byte("null}")))
	b.WriteString("[")
	for i, c := range r.Calls {
		line, err := json.Marshal(c)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(line)
	}
	b.WriteString("\n]}\n")
	return os.WriteFile(filepath.Join(dir, r.Extension+".json"), b.Bytes(), 0o644)
}

//go:embed data
var data embed.FS

// All returns the committed recordings, sorted by extension, and the aliases
// that hold for them.
func All() ([]Recording, Aliases, error) {
	var aliases Aliases
	if err := read("data/aliases.json", &aliases); err != nil {
		return nil, nil, err
	}
	files, err := fs.Glob(data, "data/calls/*.json")
	if err != nil {
		return nil, nil, err
	}
	out := make([]Recording, len(files))
	for i, file := range files {
		if err := read(file, &out[i]); err != nil {
			return nil, nil, err
		}
	}
	return out, aliases, nil
}

func read(file string, into any) error {
	text, err := data.ReadFile(file)
	if err != nil {
		return fmt.Errorf("reading recordings: %w", err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("reading recording %s: %w", file, err)
	}
	return nil
}

// Aliases maps the recorder's name of a function to its other names: in Node,
// path.posix.join is path.join on Linux, and no recorder can tell which was
// written.
type Aliases map[string][]string

// Names are all symbols, in the catalogue's spelling, under which the code may
// have named a recorded function.
func (a Aliases) Names(c *catalog.Catalog, module, member string) []catalog.Symbol {
	all := []string{module + "." + member}
	all = append(all, a[all[0]]...)
	var out []catalog.Symbol
	for _, name := range all {
		mod, mem, _ := strings.Cut(name, ".")
		mod, mem = c.Canonical(mod, mem)
		if s := (catalog.Symbol{Module: mod, Member: mem}); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
