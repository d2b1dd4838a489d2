package contributing

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// elsewhere are the packages with tests that write what is generated and are not run
// by `make generate`, and why.
var elsewhere = map[string]string{
	"cmd/ringfence/endtoend":    "make docs: whole runs of the program, minutes of them",
	"internal/catalog":          "the names of three Node binaries and of packages, which are fetched and change with their versions",
	"internal/extension":        "what vsce lists, which is fetched and changes with its version",
	"internal/recall":           "make recall: measured with recordings",
	"internal/recall/tightness": "measured with recordings, as make recall is",
}

// writers returns the tests of a package that write something when UPDATE is set: those
// that ask for it, and those that call what asks.
func writers(t *testing.T, files []string) []string {
	t.Helper()
	asks, calls := map[string]bool{}, map[string]map[string]bool{}
	for _, name := range files {
		syntax, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(name)), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Body == nil {
				continue
			}
			own := fn.Name.Name
			calls[own] = map[string]bool{}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				c, ok := n.(*ast.CallExpr)
				if !ok {
					return true
				}
				switch f := c.Fun.(type) {
				case *ast.Ident:
					calls[own][f.Name] = true
				case *ast.SelectorExpr:
					calls[own][f.Sel.Name] = true
					if lit, ok := first(c.Args).(*ast.BasicLit); ok && f.Sel.Name == "Getenv" && lit.Value == `"UPDATE"` {
						asks[own] = true
					}
				}
				return true
			})
		}
	}
	for more := true; more; {
		more = false
		for own, list := range calls {
			for f := range list {
				if asks[f] && !asks[own] {
					asks[own], more = true, true
				}
			}
		}
	}
	var out []string
	for own := range asks {
		if strings.HasPrefix(own, "Test") {
			out = append(out, own)
		}
	}
	return out
}

func first(args []ast.Expr) ast.Expr {
	if len(args) == 0 {
		return nil
	}
	return args[0]
}

// variable returns the value of a variable of the Makefile.
func variable(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^` + name + `\s*:= (.*)$`).FindSubmatch(text)
	if m == nil {
		t.Fatalf("the Makefile has no %s", name)
	}
	return string(m[1])
}

// `make generate` writes all that is generated, but for what takes minutes: a page
// that nobody's target writes goes stale until a test of CI says so.
func TestGenerateWritesWhatIsGenerated(t *testing.T) {
	list := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard", "*_test.go")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("listing the tests: %v", err)
		}
		t.Skipf("not a clone, or no git: %v", err)
	}
	byPackage := map[string][]string{}
	for _, name := range strings.Fields(string(out)) {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(name))); err == nil {
			byPackage[path.Dir(name)] = append(byPackage[path.Dir(name)], name)
		}
	}
	tests, packages, left := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for pkg, files := range byPackage {
		found := writers(t, files)
		switch {
		case len(found) == 0:
		case elsewhere[pkg] != "":
			left[pkg] = true
		default:
			packages[pkg] = true
			for _, f := range found {
				tests[f] = true
			}
		}
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(tests)), sorted(strings.Split(variable(t, "GENERATED"), "|"))); diff != "" {
		t.Errorf("tests that write what is generated (-there are +make generate runs):\n%s", diff)
	}
	var runs []string
	for _, p := range strings.Fields(variable(t, "GENERATED_IN")) {
		runs = append(runs, path.Clean(p))
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(packages)), sorted(runs)); diff != "" {
		t.Errorf("their packages (-there are +make generate runs):\n%s", diff)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(elsewhere)), slices.Sorted(maps.Keys(left))); diff != "" {
		t.Errorf("packages that are left to other targets (-listed +there are):\n%s", diff)
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
