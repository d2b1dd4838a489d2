// Command new writes the files of a new check into the package around it: the
// code, the page, a fixture with a benign twin, and its line in all.go. What it
// writes is whole and fails the tests until somebody writes what the check
// looks for, so that a fresh check never passes for a finished one.
//
//	go run ./checks/new code_weak_hash
package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"
)

//go:embed templates
var templates embed.FS

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: make new check=NAME, for example check=code_weak_hash")
		os.Exit(2)
	}
	written, err := create("checks", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "new:", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(written, "\n"))
	fmt.Println("Write the fixture first and see it fail: go test ./checks -run /" + os.Args[1])
}

// kinds are the first words a check's name may have: its module, and what it
// needs.
var kinds = map[string]struct{ module, need string }{
	"binary":      {"ObfuscationModule", "NeedFiles"},
	"claim":       {"ManifestModule", "NeedClaims"},
	"code":        {"CodeModule", "NeedCode"},
	"flow":        {"CodeModule", "NeedCode"},
	"manifest":    {"ManifestModule", "NeedManifest"},
	"obfuscation": {"ObfuscationModule", "NeedScripts"},
	"secret":      {"SecretsModule", "NeedSecrets"},
	"trust":       {"ManifestModule", "NeedManifest"},
}

var (
	nameForm   = regexp.MustCompile(`^[a-z]+(_[a-z][a-z0-9]*)+$`)
	definition = regexp.MustCompile(`(?m)^var (\w+) = Check\{\n\s*Name:\s*"([^"]+)"`)
	listing    = regexp.MustCompile(`(?s)(return \[\]Check\{\n).*?(\t\}\n)`)
)

// create writes a check into the folder of package checks and gives the files
// it wrote or changed.
func create(dir, name string) ([]string, error) {
	kind, _, _ := strings.Cut(name, "_")
	k, ok := kinds[kind]
	switch {
	case !nameForm.MatchString(name) || len(name) > 80:
		return nil, fmt.Errorf("%q is no name: lower-case words joined by underscores, as in code_weak_hash", name)
	case !ok:
		return nil, fmt.Errorf("no checks begin with %q, but with %s", kind, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	data := map[string]string{
		"Name": name, "Var": camel(name), "Run": strings.ToUpper(name[:1]) + camel(name)[1:],
		"Module": k.module, "Need": k.need, "Dashed": strings.ReplaceAll(name, "_", "-"),
	}
	files := map[string]string{
		name + ".go": "check.go.tmpl",
		name + ".md": "page.md.tmpl",
	}
	for _, twin := range []string{"bad", "ok"} {
		for _, f := range []string{"package.json", "extension.js"} {
			files[filepath.Join("testdata", name, twin, f)] = twin + "." + f + ".tmpl"
		}
	}
	paths := slices.Sorted(maps.Keys(files))
	for _, p := range paths {
		if _, err := os.Lstat(filepath.Join(dir, p)); !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("%s is there already", p)
		}
	}
	t, err := template.ParseFS(templates, "templates/*")
	if err != nil {
		return nil, fmt.Errorf("reading the templates: %w", err)
	}
	var written []string
	for _, p := range paths {
		var b bytes.Buffer
		if err := t.ExecuteTemplate(&b, files[p], data); err != nil {
			return nil, fmt.Errorf("filling in %s: %w", files[p], err)
		}
		full := filepath.Join(dir, p)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return nil, fmt.Errorf("writing a check: %w", err)
		}
		if err := os.WriteFile(full, b.Bytes(), 0o644); err != nil {
			return nil, fmt.Errorf("writing a check: %w", err)
		}
		written = append(written, full)
	}
	if err := list(dir); err != nil {
		return nil, err
	}
	return append(written, filepath.Join(dir, "all.go")), nil
}

// list rewrites the list of all.go from the files that define a check.
func list(dir string) error {
	sources, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return fmt.Errorf("listing the checks: %w", err)
	}
	vars := map[string]string{}
	for _, f := range sources {
		text, err := os.ReadFile(f)
		if err != nil {
			return fmt.Errorf("listing the checks: %w", err)
		}
		for _, m := range definition.FindAllStringSubmatch(string(text), -1) {
			vars[m[2]] = m[1]
		}
	}
	all := filepath.Join(dir, "all.go")
	text, err := os.ReadFile(all)
	if err != nil {
		return fmt.Errorf("listing the checks: %w", err)
	}
	if !listing.Match(text) {
		return fmt.Errorf("%s has no list that could be found", all)
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		fmt.Fprintf(&b, "\t\t%s,\n", vars[name])
	}
	text = listing.ReplaceAll(text, []byte("${1}"+b.String()+"${2}"))
	if err := os.WriteFile(all, text, 0o644); err != nil {
		return fmt.Errorf("listing the checks: %w", err)
	}
	return nil
}

// camel writes code_weak_hash as codeWeakHash.
func camel(name string) string {
	var b strings.Builder
	for i, word := range strings.Split(name, "_") {
		if i > 0 {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		b.WriteString(word)
	}
	return b.String()
}
