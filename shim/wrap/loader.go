package wrap

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// configVersion is the version of what the loader is told.
const configVersion = 1

// config is what the loader is told. docs/guide/wrap.md describes it.
type config struct {
	Version          int                  `json:"version"`
	Extension        string               `json:"extension"`
	ExtensionVersion string               `json:"extensionVersion"`
	Mode             Mode                 `json:"mode"`
	ObserveDays      int                  `json:"observeDays,omitempty"`
	Level            Level                `json:"level"`
	Consent          bool                 `json:"consent,omitempty"`
	Root             string               `json:"root"`
	Manifest         configManifest       `json:"manifest"`
	Loader           configLoader         `json:"loader"`
	Policy           json.RawMessage      `json:"policy"`
	PolicySHA256     string               `json:"policySha256"`
	Entry            string               `json:"entry"`
	Files            map[string]tableFile `json:"files"`
	Addons           map[string]string    `json:"addons,omitempty"`
	// Browser says what became of the browser entry, which no loader stands before.
	Browser Browser `json:"browser,omitempty"`
}

// configManifest is package.json as it was.
type configManifest struct {
	SHA256 string `json:"sha256"`
	Main   string `json:"main"`
}

// configLoader is what the loader can know itself by: the beginning of its file.
type configLoader struct {
	File   string `json:"file"`
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// worked is all that is worked out of an extension before anything is written.
type worked struct {
	plan plan
	// original is its package.json.
	original []byte
	table    *table
	// bundle is the loader's text, told what it is told as JSON without blanks.
	bundle, told []byte
}

func work(ctx context.Context, p *pack, o Options) (worked, error) {
	w := worked{bundle: []byte(o.Bundle)}
	if !strings.HasSuffix(o.Bundle, "\n") {
		w.bundle = append(w.bundle, '\n')
	}
	var err error
	if w.plan, err = makePlan(p, o); err != nil {
		return w, err
	}
	if w.table, err = makeTable(ctx, p.ext, w.plan, o); err != nil {
		return w, err
	}
	for name := range w.table.copies {
		if err := p.vacant(name); err != nil {
			return w, err
		}
	}
	if w.original, err = p.ext.ReadFile(manifestName); err != nil {
		return w, err
	}
	return w, w.encodeConfig(o)
}

// encodeConfig writes down what the loader is told.
func (w *worked) encodeConfig(o Options) error {
	p, t := w.plan, w.table
	root, err := filepath.Rel(filepath.FromSlash(path.Dir(p.loader)), ".")
	if err != nil {
		return fmt.Errorf("placing the loader: %w", err)
	}
	main, err := mainOf(w.original)
	if err != nil {
		return err
	}
	canonical := policyFor(p, o).Bytes()
	var compact bytes.Buffer
	if err := json.Compact(&compact, canonical); err != nil {
		return fmt.Errorf("writing the policy: %w", err)
	}
	c := config{
		Version: configVersion, Extension: p.id, ExtensionVersion: p.version, Mode: o.Mode, Level: o.Level, Consent: o.Consent,
		Root: filepath.ToSlash(root), Manifest: configManifest{digest(w.original), main},
		Loader: configLoader{p.loader, len(w.bundle), digest(w.bundle)},
		Policy: compact.Bytes(), PolicySHA256: digest(canonical),
		Entry: p.entry, Files: t.files, Addons: t.addons, Browser: p.browser,
	}
	if o.Mode == Observe {
		c.ObserveDays = o.ObserveDays
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return fmt.Errorf("writing what the loader is told: %w", err)
	}
	w.told = bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	return nil
}

// loader is the loader's file: the bundle, and one call with what it is told as
// a text, and the digest of that text.
func (w worked) loader() []byte {
	return fmt.Appendf(bytes.Clone(w.bundle), "start(module, require, '%s', '%s');\n", literal.Replace(string(w.told)), digest(w.told))
}

// kept is the same in the two files of a repository.
func (w worked) kept() Kept { return Kept{w.bundle, lines(w.told)} }

// literal writes a text between single quotation marks.
var literal = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`)
