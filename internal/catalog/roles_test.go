package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// unreadRoles are the roles of arguments that are written down in the data and
// that no code of the program looks at: neither ours nor the loader, which gets
// them in its table. Each has its reason, and leaves the list when somebody reads it.
var unreadRoles = map[Role]string{
	RoleTLS:     "no check looks whether certificates are still verified; it belongs to the work on detection",
	RoleEval:    "what a worker is given counts as a path and as code, whichever the option says",
	RoleSalt:    "no check looks for a salt that is constant",
	RoleCwd:     "no grant and no check goes by the folder that a program starts in",
	RolePID:     "signals are granted as a whole: which process gets one is known only when it runs",
	RoleSignal:  "signals are granted as a whole, whichever it is",
	RoleScopes:  "a grant of a session names its provider, and VS Code asks the user about the scopes",
	RoleScripts: "which views run scripts is read off the option's name, for it stands in objects that are no argument",
	RoleTarget:  "a grant of a setting names the setting, wherever its value is kept",
}

// rooms that are no part of the program.
var workshop = []string{
	"internal/testkit",
	"internal/recall",
	"internal/precision",
	"internal/bench",
	"internal/hostile",
	"internal/release",
	"internal/catalog",
	"checks/internal/checktest",
}

// readInGo returns the names of the constants that the program's Go code mentions.
// The catalogue itself reads two, to parse its data and to tell what is harmless.
func readInGo(t *testing.T, root string) map[string]bool {
	t.Helper()
	out := map[string]bool{"RoleOptions": true, "RoleCode": true}
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if slices.Contains(workshop, rel) || d.Name() == "testdata" || d.Name() == "node_modules" ||
				rel != "." && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files++
		syntax, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(syntax, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "catalog" {
					out[s.Sel.Name] = true
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 300 {
		t.Fatalf("only %d files were read: this test does not see the repository", files)
	}
	return out
}

var (
	// readsRoles holds for the loader's modules that read the arguments of its table.
	readsRoles = regexp.MustCompile(`\.a\[`)
	quotedText = regexp.MustCompile(`'([^'\\\n]+)'`)
)

// readInLoader returns the texts of the loader's modules that read roles. All roles
// of paths are read by what they begin with.
func readInLoader(t *testing.T, root string) map[Role]bool {
	t.Helper()
	out := map[Role]bool{RolePath: true, RolePathSource: true, RolePathDest: true}
	modules := 0
	err := filepath.WalkDir(filepath.Join(root, "shim", "loader"), func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".test.js") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil || !readsRoles.Match(text) {
			return err
		}
		modules++
		for _, m := range quotedText.FindAllSubmatch(text, -1) {
			out[Role(m[1])] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if modules < 2 {
		t.Fatalf("only %d modules of the loader read roles: the table is read otherwise now", modules)
	}
	return out
}

// constants returns the names of the roles' constants by their values.
func constants(t *testing.T) map[Role]string {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), "vocabulary.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	out := map[Role]string{}
	ast.Inspect(syntax, func(n ast.Node) bool {
		s, ok := n.(*ast.ValueSpec)
		if !ok || len(s.Names) != 1 || len(s.Values) != 1 || !strings.HasPrefix(s.Names[0].Name, "Role") {
			return true
		}
		if lit, ok := s.Values[0].(*ast.BasicLit); ok {
			value, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			out[Role(value)] = s.Names[0].Name
		}
		return true
	})
	return out
}

// What the data says and nobody reads promises what the program does not do. So
// each such role is listed with a reason, and none is listed that is read.
func TestRolesAreReadOrListed(t *testing.T) {
	root := filepath.Join("..", "..")
	names, inGo, inLoader := constants(t), readInGo(t, root), readInLoader(t, root)
	unread := map[Role]bool{}
	for _, r := range Roles() {
		if names[r] == "" {
			t.Fatalf("the role %q has no constant", r)
		}
		if !inGo[names[r]] && !inLoader[r] {
			unread[r] = true
		}
	}
	listed := map[Role]bool{}
	for r, why := range unreadRoles {
		listed[r] = len(strings.Fields(why)) > 4
	}
	if diff := cmp.Diff(unread, listed); diff != "" {
		t.Errorf("roles that nobody reads against the list (-unread +listed, true with a reason):\n%s", diff)
	}
	// And the data uses each role, or it is a word of nobody's.
	used := map[Role]bool{RoleOptions: true}
	for _, e := range Default().Symbols() {
		for _, a := range e.Args {
			used[a.Role] = true
		}
	}
	for _, r := range Roles() {
		if !used[r] {
			t.Errorf("no symbol has an argument with the role %q", r)
		}
	}
}
