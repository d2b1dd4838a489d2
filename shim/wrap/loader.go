package wrap

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// configVersion is the version of what the loader is told.
const configVersion = 1

// config is what the loader is told. docs/wrap.md describes it.
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

// loaderFile writes the loader's file: the bundle, and one call with what it is
// told as a text, and the digest of that text.
func loaderFile(manifest []byte, p plan, t *table, o Options) ([]byte, error) {
	bundle := o.Bundle
	if !strings.HasSuffix(bundle, "\n") {
		bundle += "\n"
	}
	root, err := filepath.Rel(filepath.FromSlash(path.Dir(p.loader)), ".")
	if err != nil {
		return nil, fmt.Errorf("placing the loader: %w", err)
	}
	main, err := mainOf(manifest)
	if err != nil {
		return nil, err
	}
	canonical := policyFor(p, o).Bytes()
	var compact bytes.Buffer
	if err := json.Compact(&compact, canonical); err != nil {
		return nil, fmt.Errorf("writing the policy: %w", err)
	}
	c := config{
		Version: configVersion, Extension: p.id, ExtensionVersion: p.version, Mode: o.Mode, Level: o.Level, Consent: o.Consent,
		Root: filepath.ToSlash(root), Manifest: configManifest{digest(manifest), main},
		Loader: configLoader{p.loader, len(bundle), digest([]byte(bundle))},
		Policy: compact.Bytes(), PolicySHA256: digest(canonical),
		Entry: p.entry, Files: t.files, Addons: t.addons,
	}
	if o.Mode == Observe {
		c.ObserveDays = o.ObserveDays
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(c); err != nil {
		return nil, fmt.Errorf("writing what the loader is told: %w", err)
	}
	told := bytes.TrimSuffix(text.Bytes(), []byte("\n"))
	return fmt.Appendf([]byte(bundle), "start(module, require, '%s', '%s');\n", literal.Replace(string(told)), digest(told)), nil
}

// literal writes a text between single quotation marks.
var literal = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`)
