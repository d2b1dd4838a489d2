package shim

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"
)

//go:embed loader/*.js loader/*/*.js loader/*/*/*.js loader/policy/table.json loader/vscode/types.json pattern/*.js
var modules embed.FS

// entry is the module whose start function begins a wrapped extension.
const entry = "loader/start.js"

// Bundle is the loader as one text. It ends in a declaration of start; a wrapped
// extension's file is Bundle and one call: start(module, require, config).
func Bundle() (string, error) {
	names, err := sources()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("'use strict';\nconst start = (() => {\nconst files = {\n__proto__: null,\n")
	for _, name := range names {
		text, err := modules.ReadFile(name)
		if err != nil {
			return "", fmt.Errorf("reading the loader: %w", err)
		}
		key, err := json.Marshal(name)
		if err != nil {
			return "", fmt.Errorf("naming a module of the loader: %w", err)
		}
		if path.Ext(name) == ".json" {
			if text, err = lazyTable(text); err != nil {
				return "", err
			}
			text = linked(name, text)
		} else {
			text = linked(name, uncommented(text))
		}
		// None stands in parentheses, which have the engine compile a function at once: a start is a tenth
		// shorter where each is compiled when it is run, in the editor too, which runs nearly all.
		fmt.Fprintf(&b, "%s: function (module, require) {\n%s},\n", key, text)
	}
	plain := ascii(b.String())
	b.Reset()
	b.WriteString(plain)
	sum := sha256.Sum256([]byte(plain))
	fmt.Fprintf(&b, "};\n%s}\n"+joining+"})();\n", linker, hex.EncodeToString(sum[:]), entry)
	return b.String(), nil
}

// lazyTable writes a table of JSON as a program that reads each of its modules when
// it is first asked for: most extensions ask for a few. The rest is read at once.
func lazyTable(text []byte) ([]byte, error) {
	var table map[string]json.RawMessage
	if err := json.Unmarshal(text, &table); err != nil {
		return nil, fmt.Errorf("reading the loader's table: %w", err)
	}
	if table["modules"] == nil {
		var compact bytes.Buffer
		if err := json.Compact(&compact, text); err != nil {
			return nil, fmt.Errorf("reading a table of the loader: %w", err)
		}
		return fmt.Appendf(nil, "const { jsonParse } = require('../kernel/primordials.js')\nmodule.exports = jsonParse('%s')\n",
			inQuotes.Replace(compact.String())), nil
	}
	var modules map[string]json.RawMessage
	if err := json.Unmarshal(table["modules"], &modules); err != nil {
		return nil, fmt.Errorf("reading the modules of the loader's table: %w", err)
	}
	delete(table, "modules")
	var b bytes.Buffer
	var err error
	text1 := func(raw json.RawMessage) string {
		var compact bytes.Buffer
		err = errors.Join(err, json.Compact(&compact, raw))
		return inQuotes.Replace(compact.String())
	}
	b.WriteString("const { jsonParse, defineProperty } = require('../kernel/primordials.js')\nconst modules = {}\n" +
		"const lazy = (name, text) => defineProperty(modules, name, { __proto__: null, enumerable: true, configurable: true, get: () => {\n" +
		"  const value = jsonParse(text)\n  defineProperty(modules, name, { __proto__: null, enumerable: true, value })\n  return value\n} })\n")
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		fmt.Fprintf(&b, "lazy('%s', '%s')\n", name, text1(modules[name]))
	}
	b.WriteString("module.exports = { modules")
	for _, name := range slices.Sorted(maps.Keys(table)) {
		fmt.Fprintf(&b, ", %s: jsonParse('%s')", name, text1(table[name]))
	}
	b.WriteString(" }\n")
	return b.Bytes(), err
}

// uncommented leaves away lines that are only a comment, comments for tsc that begin a line
// and end one, and what lines are indented by: a sixth of the text, which every start would
// read.
func uncommented(text []byte) []byte {
	var out []byte
	inside := false
	for line := range bytes.Lines(text) {
		line = bytes.TrimLeft(line, " ")
		bare := bytes.TrimSpace(line)
		switch {
		case inside:
			inside = !bytes.HasSuffix(bare, []byte("*/"))
		case len(bare) == 0 || bytes.HasPrefix(bare, []byte("//")):
		case bytes.HasPrefix(bare, []byte("/**")) && !bytes.Contains(bare, []byte("*/")):
			inside = true
		case bytes.HasPrefix(bare, []byte("/**")) && bytes.HasSuffix(bare, []byte("*/")):
		default:
			out = append(out, line...)
		}
	}
	return out
}

// ascii escapes what is none: one letter beyond Latin makes the engine keep, and read,
// the whole text in twice the bytes.
func ascii(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r < 0x80 {
			b.WriteByte(byte(r))
			continue
		}
		for _, u := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, "\\u%04x", u)
		}
	}
	return b.String()
}

// inQuotes writes a text between single quotation marks.
var inQuotes = strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\u2028", `\u2028`, "\u2029", `\u2029`)

// joining lets a second extension with the same loader use the first one's, which
// took what it uses of the realm before any extension ran.
const joining = `const digest = %q;
const host = globalThis.__ringfence__;
if (host !== undefined && host.starts[digest] !== undefined) return host.starts[digest];
const own = load(%q).start;
return (module, require, config, sum) => {
  const out = own(module, require, config, sum);
  const host = globalThis.__ringfence__;
  if (host !== undefined && host.starts[digest] === undefined) host.starts[digest] = own;
  return out;
};
`

// relative is a require of one of the loader's own modules.
var relative = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\brequire\('(\.[^']*)'\)`) })

// linked names the modules that a module requires as the bundle does: found out here, it
// costs no start.
func linked(name string, text []byte) []byte {
	return relative().ReplaceAllFunc(text, func(call []byte) []byte {
		to := relative().FindSubmatch(call)[1]
		return []byte("require('" + path.Join(path.Dir(name), string(to)) + "')")
	})
}

// linker returns the loader its own modules; anything else is Node's. Some modules are
// loaded when an extension has run already: no method of a text is called.
const linker = `const loaded = { __proto__: null };
const find = name => files[name] === undefined ? require(name) : load(name);
function load(name) {
  if (loaded[name] !== undefined) return loaded[name].exports;
  const module = { exports: {} };
  loaded[name] = module;
  files[name](module, find);
  return module.exports;
`

// sources lists the modules that are part of the loader, sorted.
func sources() ([]string, error) {
	var out []string
	err := fs.WalkDir(modules, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasSuffix(name, ".test.js") {
			out = append(out, name)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("listing the loader: %w", err)
	}
	slices.Sort(out)
	return out, nil
}
