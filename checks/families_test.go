package checks

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const modulePath = "github.com/ringfence-dev/ringfence/"

// nothing stands for every package that is imported: only what a family itself
// declares is looked at here.
type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) {
	p := types.NewPackage(path, filepath.Base(path))
	p.MarkComplete()
	return p, nil
}

// family is the code of one folder, as far as it can be resolved without what it
// imports.
type family struct {
	fset *token.FileSet
	pkg  *types.Package
	info *types.Info
	// checks are the files that define a check.
	checks  map[string]bool
	imports map[string][]string
}

func readFamily(t *testing.T, dir string) family {
	t.Helper()
	f := family{
		fset:    token.NewFileSet(),
		info:    &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
		checks:  map[string]bool{},
		imports: map[string][]string{},
	}
	list, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(list) == 0 {
		t.Fatalf("%s: %d files, %v", dir, len(list), err)
	}
	var files []*ast.File
	for _, name := range list {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		syntax, err := parser.ParseFile(f.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, syntax)
		f.checks[name] = strings.Contains(string(text), "= check.Check{\n\tName:")
		for _, i := range syntax.Imports {
			path, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			f.imports[name] = append(f.imports[name], path)
		}
	}
	conf := types.Config{Importer: nothing{}, Error: func(error) {}}
	f.pkg, _ = conf.Check(dir, f.fset, files, f.info) // what is imported is missing, and said so
	return f
}

// lent says what of a check's file another file uses: a check that does its work
// for others as well. The list of the family names each check, and nothing else.
func (f family) lent() []string {
	var out []string
	say := func(id *ast.Ident, o types.Object) {
		if o == nil || o.Pkg() != f.pkg {
			return
		}
		from, to := f.fset.Position(o.Pos()).Filename, f.fset.Position(id.Pos())
		if from == to.Filename || !f.checks[from] || filepath.Base(to.Filename) == "family.go" {
			return
		}
		out = append(out, to.String()+" uses "+o.Name()+" of "+filepath.Base(from))
	}
	for id, o := range f.info.Uses {
		say(id, o)
	}
	for s, o := range f.info.Selections {
		say(s.Sel, o.Obj())
	}
	return out
}

// strange says which imports of another family there are.
func (f family) strange(own string) []string {
	var out []string
	for name, list := range f.imports {
		for _, path := range list {
			rest, ours := strings.CutPrefix(path, modulePath+"checks")
			if ours && !strings.HasPrefix(rest, "/internal/") {
				out = append(out, name+" imports "+path+", which is not what families share, in "+own)
			}
		}
	}
	return out
}

// A check is alone: what two of a family need lies in a file that is no check's,
// and what two families need lies in internal.
func TestNoCheckWorksForAnother(t *testing.T) {
	for _, f := range Families() {
		code := readFamily(t, f.Name)
		for _, problem := range append(code.lent(), code.strange(f.Name)...) {
			t.Error(problem)
		}
		n := 0
		for _, is := range code.checks {
			if is {
				n++
			}
		}
		if n != len(f.Checks) {
			t.Errorf("%s: %d files define a check and %d are listed", f.Name, n, len(f.Checks))
		}
	}
}

// The mirror: a check that lends a function, a method or a field, and a family that
// asks another, are noticed.
func TestAHelpfulCheckIsNoticed(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"family.go": "package x\n\nfunc Checks() []any { return []any{one, two} }\n",
		"one.go": "package x\n\nimport \"" + modulePath +
			"checks/internal/check\"\n\nvar one = check.Check{\n\tName: \"one\",\n}\n\ntype part struct{ size int }\n\n" +
			"func (p part) half() int { return p.size / 2 }\n\nfunc helpful() part { return part{} }\n",
		"two.go": "package x\n\nimport (\n\t\"" + modulePath + "checks/code\"\n\t\"" + modulePath +
			"checks/internal/check\"\n)\n\nvar two = check.Check{\n\tName: \"two\",\n}\n\n" +
			"var _ = helpful().half() + helpful().size + len(code.Checks())\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	code := readFamily(t, dir)
	said := strings.Join(append(code.lent(), code.strange("x")...), "\n")
	for _, want := range []string{"uses helpful of one.go", "uses half of one.go", "uses size of one.go",
		"two.go imports " + modulePath + "checks/code"} {
		if !strings.Contains(said, want) {
			t.Errorf("nobody noticed that %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "family.go") || strings.Contains(said, "one.go uses") {
		t.Errorf("too much is noticed:\n%s", said)
	}
}
