// Command new writes the files of a new check into its family's folder: the code,
// the page, a fixture with a benign twin, and its line in the family's list. What it
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

	"github.com/ringfence-dev/ringfence/internal/finding"
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
	fmt.Println("Write the fixture first and see it fail:", command(os.Args[1]))
}

// command runs the tests of one check.
func command(name string) string {
	word, _, _ := strings.Cut(name, "_")
	return "go test ./checks/" + kinds[word].family + " -run 'TestChecks/" + name + "$'"
}

// kind is what a new check with a first word begins as.
type kind struct {
	family string
	// module is the constant that names the layer, of value.
	module string
	value  finding.Module
	needs  []string
	// service is one of the layer, which the fixtures say was asked.
	service string
	// base is set for checks that compare with the release before.
	base bool
}

// kinds are the first words a check's name may have.
var kinds = map[string]kind{
	"binary": {family: "content", module: "ObfuscationModule", needs: []string{"NeedFiles"}},
	"chain":  {family: "chain", module: "CodeModule", needs: []string{"NeedCode"}},
	"claim":  {family: "manifest", module: "ManifestModule", needs: []string{"NeedClaims"}},
	"code":   {family: "code", module: "CodeModule", needs: []string{"NeedCode"}},
	"dependency": {
		family:  "supply",
		module:  "DependenciesModule",
		value:   finding.DependenciesModule,
		needs:   []string{"NeedManifest", "NeedServices"},
		service: "npm-registry",
	},
	"endpoint": {family: "network", module: "NetworkModule", needs: []string{"NeedCode"}},
	"extension": {
		family:  "supply",
		module:  "MalwareModule",
		value:   finding.MalwareModule,
		needs:   []string{"NeedManifest", "NeedServices"},
		service: "marketplace",
	},
	"flow":        {family: "flow", module: "CodeModule", needs: []string{"NeedCode"}},
	"manifest":    {family: "manifest", module: "ManifestModule", needs: []string{"NeedManifest"}},
	"obfuscation": {family: "content", module: "ObfuscationModule", needs: []string{"NeedScripts"}},
	"publisher": {
		family:  "supply",
		module:  "PublisherModule",
		value:   finding.PublisherModule,
		needs:   []string{"NeedManifest", "NeedServices"},
		service: "marketplace",
	},
	"reputation": {
		family:  "supply",
		module:  "MalwareModule",
		value:   finding.MalwareModule,
		needs:   []string{"NeedManifest", "NeedServices"},
		service: "virustotal",
	},
	"scorecard": {
		family:  "supply",
		module:  "ScorecardModule",
		value:   finding.ScorecardModule,
		needs:   []string{"NeedManifest", "NeedServices"},
		service: "scorecard",
	},
	"secret": {family: "content", module: "SecretsModule", needs: []string{"NeedSecrets"}},
	"trust":  {family: "trust", module: "ManifestModule", needs: []string{"NeedManifest"}},
	"update": {family: "update", module: "PublisherModule", needs: []string{"NeedManifest", "NeedBase"}, base: true},
}

var (
	nameForm   = regexp.MustCompile(`^[a-z]+(_[a-z][a-z0-9]*)+$`)
	definition = regexp.MustCompile(`(?m)^var (\w+) = check\.Check\{\n\s*Name:\s*"([^"]+)"`)
	listing    = regexp.MustCompile(`(?s)(return check\.WithPages\(pages,\n).*?(\t\)\n)`)
)

// create writes a check into its family below a folder, and gives the files that it
// wrote or changed.
func create(checks, name string) ([]string, error) {
	word, _, _ := strings.Cut(name, "_")
	k, ok := kinds[word]
	switch {
	case !nameForm.MatchString(name) || len(name) > 80:
		return nil, fmt.Errorf("%q is no name: lower-case words joined by underscores, as in code_weak_hash", name)
	case !ok:
		return nil, fmt.Errorf("no checks begin with %q, but with %s", word, strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	}
	dir := filepath.Join(checks, k.family)
	var needs []string
	for _, n := range k.needs {
		needs = append(needs, "check."+n)
	}
	data := map[string]string{
		"Family":  k.family,
		"Name":    name,
		"Var":     camel(name),
		"Run":     strings.ToUpper(name[:1]) + camel(name)[1:],
		"Module":  k.module,
		"Layer":   string(k.value),
		"Needs":   strings.Join(needs, ", "),
		"Service": k.service,
		"Dashed":  strings.ReplaceAll(name, "_", "-"),
	}
	files := map[string]string{
		name + ".go": "check.go.tmpl",
		name + ".md": "page.md.tmpl",
	}
	for _, twin := range []string{"bad", "ok"} {
		at := filepath.Join("testdata", name, twin)
		for _, f := range []string{"package.json", "extension.js"} {
			files[filepath.Join(at, f)] = twin + "." + f + ".tmpl"
		}
		if k.service != "" {
			files[filepath.Join(at, "services.json")] = "services.json.tmpl"
		}
	}
	if k.base {
		for _, f := range []string{"package.json", "extension.js"} {
			files[filepath.Join("testdata", "releases", name, f)] = "ok." + f + ".tmpl"
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
	return append(written, filepath.Join(dir, listFile)), nil
}

// listFile is where a family lists its checks.
const listFile = "family.go"

// list rewrites a family's list from the files that define a check.
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
	all := filepath.Join(dir, listFile)
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

// initialisms are words that the linter wants in capitals (staticcheck, ST1003).
var initialisms = []string{"api", "css", "dns", "html", "http", "https", "id", "ip", "json", "sql", "ssh", "tcp", "tls", "udp", "ui", "uri",
	"url", "uuid", "vm", "xml"}

// camel writes code_weak_hash as codeWeakHash, and code_tls_off as codeTLSOff.
func camel(name string) string {
	var b strings.Builder
	for i, word := range strings.Split(name, "_") {
		switch {
		case i > 0 && slices.Contains(initialisms, word):
			word = strings.ToUpper(word)
		case i > 0:
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		b.WriteString(word)
	}
	return b.String()
}
