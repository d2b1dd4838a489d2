// Package variants writes one extension in other ways: renamed, minified,
// bundled, split, with members and strings that are put together, behind helpers
// and aliases. What an extension does stays the same, so that what checks say of
// it has to stay the same as well.
//
// The changes of text are made for the small programs of test data, which are
// plain CommonJS; every result is parsed, so that a change which breaks one is
// noticed.
package variants

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// Variant is one way to write an extension.
type Variant struct {
	Name string
	// file changes one script; more are files it needs besides, by name.
	file func(path, source string) (changed string, more map[string]string, err error)
}

// All lists the variants.
func All() []Variant {
	return []Variant{
		{"renamed", transformed(api.TransformOptions{MinifyIdentifiers: true})},
		{"minified", transformed(api.TransformOptions{MinifyIdentifiers: true, MinifySyntax: true, MinifyWhitespace: true})},
		{"lowered", transformed(api.TransformOptions{Target: api.ES2015})},
		{"bundled", bundled(false)},
		{"bundled-minified", bundled(true)},
		{"interop", interop},
		{"split", split},
		{"computed", text(computed)},
		{"concatenated", text(concatenated)},
		{"aliased", text(aliased)},
		{"loader", text(loader)},
		{"closure", text(closure)},
		{"called", text(called)},
	}
}

// Write writes a variant of the extension in dir into another folder.
func (v Variant) Write(dir, to string) error {
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		return fmt.Errorf("copying: %w", err)
	}
	scripts, err := filepath.Glob(filepath.Join(to, "*.js"))
	if err != nil {
		return fmt.Errorf("listing: %w", err)
	}
	sort.Strings(scripts)
	for _, file := range scripts {
		source, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("reading: %w", err)
		}
		changed, more, err := v.file(file, string(source))
		if err != nil {
			return fmt.Errorf("%s of %s: %w", v.Name, filepath.Base(file), err)
		}
		if more == nil {
			more = map[string]string{}
		}
		more[filepath.Base(file)] = changed
		for name, content := range more {
			if err := parses(content); err != nil {
				return fmt.Errorf("%s of %s: %w", v.Name, name, err)
			}
			path := filepath.Join(to, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				return fmt.Errorf("writing: %w", err)
			}
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				return fmt.Errorf("writing: %w", err)
			}
		}
	}
	return nil
}

func parses(source string) error {
	return first(api.Transform(source, api.TransformOptions{}).Errors)
}

func first(errors []api.Message) error {
	if len(errors) > 0 {
		return fmt.Errorf("esbuild: %s", errors[0].Text)
	}
	return nil
}

func text(change func(string) string) func(string, string) (string, map[string]string, error) {
	return func(_, source string) (string, map[string]string, error) { return change(source), nil, nil }
}

func transformed(o api.TransformOptions) func(string, string) (string, map[string]string, error) {
	o.Format, o.Platform, o.Charset = api.FormatCommonJS, api.PlatformNode, api.CharsetUTF8
	return func(_, source string) (string, map[string]string, error) {
		r := api.Transform(source, o)
		return string(r.Code), nil, first(r.Errors)
	}
}

func bundled(minify bool) func(string, string) (string, map[string]string, error) {
	return func(path, _ string) (string, map[string]string, error) {
		r := api.Build(api.BuildOptions{
			EntryPoints: []string{
				path,
			},
			Bundle:            true,
			Write:             false,
			Platform:          api.PlatformNode,
			Format:            api.FormatCommonJS,
			Charset:           api.CharsetUTF8,
			External:          []string{"vscode", "*.node"},
			LogLevel:          api.LogLevelSilent,
			Target:            api.ES2022,
			MinifyIdentifiers: minify,
			MinifySyntax:      minify,
			MinifyWhitespace:  minify,
		})
		if err := first(r.Errors); err != nil {
			return "", nil, err
		}
		return string(r.OutputFiles[0].Contents), nil, nil
	}
}

var (
	requireWhole = regexp.MustCompile(`(?m)^(?:const|let|var) (\w+) = require\('([^']+)'\);$`)
	requireSome  = regexp.MustCompile(`(?m)^(?:const|let|var) \{ ([^}]+) \} = require\('([^']+)'\);$`)
	exported     = regexp.MustCompile(`(?m)^exports\.(\w+) = (\w+);$`)
)

// interop writes modules of the language and lets esbuild make CommonJS of them.
func interop(_, source string) (string, map[string]string, error) {
	source = requireWhole.ReplaceAllString(source, "import * as $1 from '$2';")
	source = requireSome.ReplaceAllStringFunc(source, func(s string) string {
		m := requireSome.FindStringSubmatch(s)
		return "import { " + strings.ReplaceAll(m[1], ": ", " as ") + " } from '" + m[2] + "';"
	})
	source = exported.ReplaceAllString(source, "export { $2 as $1 };")
	r := api.Transform(source, api.TransformOptions{Format: api.FormatCommonJS, Platform: api.PlatformNode, Charset: api.CharsetUTF8})
	return string(r.Code), nil, first(r.Errors)
}

// split puts the code into another file, and what it loads into a third.
func split(path, source string) (string, map[string]string, error) {
	var loads strings.Builder
	n := 0
	name := strings.TrimSuffix(filepath.Base(path), ".js")
	moved := regexp.MustCompile(`require\('([a-z][^'./]*)'\)`).ReplaceAllStringFunc(source, func(s string) string {
		n++
		fmt.Fprintf(&loads, "exports.m%d = %s;\n", n, s)
		return fmt.Sprintf("require('./%s-deps').m%d", name, n)
	})
	moved = strings.ReplaceAll(moved, "__dirname", "require('path').dirname(__dirname)")
	moved = regexp.MustCompile(`require\('\./([^']+)'\)`).ReplaceAllStringFunc(moved, func(s string) string {
		if strings.Contains(s, name+"-deps") {
			return s
		}
		return strings.Replace(s, "./", "../", 1)
	})
	return "module.exports = require('./parts/" + name + "-main');\n", map[string]string{
		"parts/" + name + "-main.js": moved,
		"parts/" + name + "-deps.js": loads.String(),
	}, nil
}

// loader loads modules through a function.
func loader(source string) string {
	changed := eachCode(source, func(code string) string {
		return regexp.MustCompile(`\brequire\(`).ReplaceAllString(code, "bring(")
	})
	return changed + "\nfunction bring(name) { return require(name); }\n"
}

// closure puts all of it into a function.
func closure(source string) string {
	return "(function (module, exports, require) {\n" + source + "\n})(module, exports, require);\n"
}

// aliased returns every module a way through an object and a second name.
func aliased(source string) string {
	n := 0
	return requireSome.ReplaceAllStringFunc(requireWhole.ReplaceAllStringFunc(source, func(s string) string {
		m := requireWhole.FindStringSubmatch(s)
		n++
		return fmt.Sprintf("const box%d = { held: [require('%s')] };\nconst %s = box%d.held[0];", n, m[2], m[1], n)
	}), func(s string) string {
		m := requireSome.FindStringSubmatch(s)
		n++
		return fmt.Sprintf("const box%d = { held: require('%s') };\nconst { %s } = box%d.held;", n, m[2], m[1], n)
	})
}

// called calls the functions of modules by call.
func called(source string) string {
	var names []string
	for _, m := range requireWhole.FindAllStringSubmatch(source, -1) {
		if m[2] != "vscode" {
			names = append(names, m[1])
		}
	}
	if len(names) == 0 {
		return source
	}
	re := regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\.(\w+)\(`)
	return eachCode(source, func(code string) string {
		at := 0
		var b strings.Builder
		for _, m := range re.FindAllStringSubmatchIndex(code, -1) {
			if m[0] > 0 && (code[m[0]-1] == '.' || strings.HasSuffix(code[:m[0]], "new ")) {
				continue
			}
			b.WriteString(code[at:m[0]])
			object, method := code[m[2]:m[3]], code[m[4]:m[5]]
			b.WriteString(object + "." + method + ".call(" + object)
			at = m[1]
			if rest := strings.TrimSpace(code[at:]); !strings.HasPrefix(rest, ")") {
				b.WriteString(", ")
			}
		}
		b.WriteString(code[at:])
		return b.String()
	})
}

var member = regexp.MustCompile(`([\w$)\]])\.([A-Za-z_$][\w$]{2,})`)

// computed reads members by strings that are put together.
func computed(source string) string {
	return eachCode(source, func(code string) string {
		return member.ReplaceAllStringFunc(code, func(s string) string {
			m := member.FindStringSubmatch(s)
			if strings.Trim(m[1], "0123456789") == "" {
				return s
			}
			half := len(m[2]) / 2
			return fmt.Sprintf("%s['%s' + '%s']", m[1], m[2][:half], m[2][half:])
		})
	})
}

// concatenated puts strings together of halves.
func concatenated(source string) string {
	return eachString(source, func(s string) string {
		inner := s[1 : len(s)-1]
		if len(inner) < 4 || strings.Contains(inner, `\`) || !ascii(inner) {
			return s
		}
		half := len(inner) / 2
		return "(" + s[:1] + inner[:half] + s[:1] + " + " + s[:1] + inner[half:] + s[:1] + ")"
	})
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r > 126 }) < 0
}
