package wrap

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
	"github.com/ringfence-dev/ringfence/internal/facts/sidecar"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The kinds of files in the table.
const (
	kindCJS   = "cjs"
	kindESM   = "esm"
	kindJSON  = "json"
	kindBlind = "blind" // code that could not be read, and is not run
)

// tableFile is what the loader knows of a file.
type tableFile struct {
	SHA256 string `json:"sha256"`
	Kind   string `json:"kind"`
	*sidecar.Source
	// Detected says that it is a module by its syntax alone.
	Detected bool `json:"detected,omitempty"`
	// CJS is a module's converted copy.
	CJS *tableCopy `json:"cjs,omitempty"`
	// Reason says why there is no copy, or why the file is blind.
	Reason string `json:"reason,omitempty"`
}

type tableCopy struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
	*sidecar.Source
	// Awaits says that it has an await outside functions, and runs in an async one. Imports are what
	// has to be loaded before; they are listed where some module of the package awaits.
	Awaits  bool     `json:"awaits,omitempty"`
	Imports []string `json:"imports,omitempty"`
}

// table is all that is worked out ahead of time.
type table struct {
	files              map[string]tableFile
	addons             map[string]string
	copies             map[string]string // by the name of the copy
	digests            map[string]string
	blind, unconverted []Note
}

// makeTable reads every file that the host, or a child that it starts, can load
// as code or as JSON.
func makeTable(ctx context.Context, ext *extension.Extension, p plan, o Options) (*table, error) {
	t := &table{files: map[string]tableFile{}, addons: map[string]string{}, copies: map[string]string{}, digests: map[string]string{}}
	read := reader(o)
	defer read.close()
	types := packageTypes{ext: ext, known: map[string]string{}}
	for _, f := range ext.Files() {
		if f.Path == manifestName {
			continue
		}
		suffix := path.Ext(f.Path)
		switch suffix {
		case ".js", ".cjs", ".mjs", ".json", ".node", "":
		default:
			continue
		}
		if o.Progress != nil {
			o.Progress(f.Path)
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			return nil, err
		}
		sum := digest(data)
		switch {
		case suffix == ".json":
			t.files[f.Path] = tableFile{SHA256: sum, Kind: kindJSON}
		case suffix == ".node":
			t.addons[f.Path] = sum
		case suffix == "" && !isNodeScript(data):
			continue
		default:
			wanted := sidecar.IfESM
			switch kind := types.of(f.Path); {
			case suffix == ".cjs", suffix != ".mjs" && kind == "commonjs":
				wanted = sidecar.Never
			case suffix == ".mjs", kind == "module":
				wanted = sidecar.Always
			case suffix == "":
				wanted = sidecar.Never
			}
			if err := t.code(ctx, read, f.Path, sidecar.Text(data), sum, wanted, f.Path == p.entry); err != nil {
				return nil, err
			}
		}
		t.digests[f.Path] = sum
	}
	t.forgetImports()
	if f := t.files[p.entry]; f.Kind == kindBlind {
		return nil, refuse("its main %s cannot be read: %s", quoted(p.entry), f.Reason)
	}
	return t, nil
}

// forgetImports drops what nobody asks for: where no module awaits, each is loaded as it is asked for.
func (t *table) forgetImports() {
	for _, f := range t.files {
		if f.CJS != nil && f.CJS.Awaits {
			return
		}
	}
	for _, f := range t.files {
		if f.CJS != nil {
			f.CJS.Imports = nil
		}
	}
}

// importsNode finds the import of a core module, which no page's script has.
var importsNode = lazyregexp.Lazy(
	`\b(?:from|import)\s*["'](?:node:[a-z_/]+|assert|child_process|crypto|events|fs|fs/promises|http|https|module|net|os|path|process|` +
		`stream|tty|url|util|worker_threads)["']`,
)

// code puts a file of JavaScript into the table. What is a module by its syntax
// alone is most often a page's script, many megabytes of which no host ever
// loads; it is converted only as the entry, and when it imports what pages have not.
func (t *table) code(ctx context.Context, read tableReader, name, text, sum string, wanted sidecar.Conversion, entry bool) error {
	conversion := wanted
	if wanted == sidecar.IfESM && !entry && !importsNode().MatchString(text) {
		conversion = sidecar.Never
	}
	got, err := read.table(ctx, name, text, conversion)
	var blind *worker.BlindSpot
	switch {
	case errors.As(err, &blind):
		reason := escape.Printable(blind.Reason, 200)
		t.files[name] = tableFile{SHA256: sum, Kind: kindBlind, Reason: reason}
		t.blind = append(t.blind, Note{name, reason})
		return nil
	case err != nil:
		return err
	}
	f := tableFile{SHA256: sum, Kind: kindCJS, Source: &got.Source}
	if wanted == sidecar.Always || wanted == sidecar.IfESM && got.ESM {
		f.Kind, f.Detected, f.Reason = kindESM, wanted == sidecar.IfESM, escape.Printable(got.Reason, 200)
		switch {
		case conversion == sidecar.Never:
			f.Reason = "a module by its syntax alone, not the entry, and imports nothing of Node"
		case got.CommonJS != "":
			copied := name + ".ringfence.cjs"
			t.copies[copied] = got.CommonJS
			f.CJS = &tableCopy{
				File: copied, SHA256: digest([]byte(got.CommonJS)), Source: &got.Converted, Awaits: got.Awaits, Imports: got.Imports,
			}
		default:
			t.unconverted = append(t.unconverted, Note{name, f.Reason})
		}
	}
	t.files[name] = f
	return nil
}

// tableReader reads the code of one file.
type tableReader struct {
	table func(ctx context.Context, name, text string, wanted sidecar.Conversion) (sidecar.File, error)
	close func()
}

// reader reads in a child process, or in this one when there is no command.
func reader(o Options) tableReader {
	if len(o.Worker) == 0 {
		return tableReader{func(_ context.Context, name, text string, wanted sidecar.Conversion) (sidecar.File, error) {
			f, err := worker.Table(name, text, wanted)
			if err != nil {
				err = &worker.BlindSpot{Reason: err.Error(), Offset: -1}
			}
			return f, err
		}, func() {}}
	}
	child := &worker.Child{Command: o.Worker, Patience: o.Patience, PatiencePerMB: o.PatiencePerMB}
	if child.Patience == 0 {
		child.Patience, child.PatiencePerMB = 20*time.Second, 5*time.Second
	}
	return tableReader{child.Table, child.Close}
}

// isNodeScript reports a program without an ending to its name.
func isNodeScript(data []byte) bool {
	line, _, _ := strings.Cut(string(data[:min(len(data), 200)]), "\n")
	return strings.HasPrefix(line, "#!") && strings.Contains(line, "node")
}

// packageTypes finds the "type" of the package that a file belongs to.
type packageTypes struct {
	ext   *extension.Extension
	known map[string]string
}

func (t packageTypes) of(file string) string { return t.in(path.Dir(file)) }

// in walks up as Node does, and stops where a folder of packages begins.
func (t packageTypes) in(dir string) string {
	if kind, ok := t.known[dir]; ok {
		return kind
	}
	kind := ""
	name := path.Join(dir, manifestName)
	if _, ok := t.ext.Stat(name); ok {
		if data, err := t.ext.ReadFile(name); err == nil {
			if doc, err := jsondoc.Parse(data, 100); err == nil {
				if v := doc.Find("/type"); v != nil && v.Kind == jsondoc.String {
					kind = v.Text
				}
			}
		}
	} else if dir != "." && path.Base(dir) != "node_modules" {
		kind = t.in(path.Dir(dir))
	}
	t.known[dir] = kind
	return kind
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
