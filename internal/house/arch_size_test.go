package house

import (
	"go/ast"
	"slices"
	"testing"
)

// rooms are what the product is made of between its values and its command line. They
// stay so small that one person can hold one in their head.
var rooms = []string{
	"internal/scan",
	"internal/enrich",
	"internal/checkout",
	"internal/baseline",
	"internal/review",
	"internal/review/result",
	"internal/githubaction",
	"internal/audit",
	"internal/documents",
	"internal/generate",
	"internal/project",
	"internal/scaffold",
	"internal/doctor",
	"internal/fleet",
	"internal/fence",
	"internal/output",
	"internal/format",
	"internal/process",
	"internal/exit",
	"internal/memory",
	"cmd/ringfence/cli",
}

// TestRoomsStaySmall bounds a room's lines, a type's methods and the fields of what it is
// asked by.
func TestRoomsStaySmall(t *testing.T) {
	const mostLines, mostMethods, mostFields = 2500, 25, 12
	options := []string{"Options", "Settings", "Machine", "Program", "Request"}
	lines, methods := map[string]int{}, map[string]int{}
	for _, f := range goFiles(t) {
		if f.test || !slices.Contains(rooms, f.dir) {
			continue
		}
		lines[f.dir] += f.fset.File(f.syntax.Pos()).LineCount() - 1
		ast.Inspect(f.syntax, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					methods[f.dir+"."+receiver(n)]++
				}
			case *ast.TypeSpec:
				fields, ok := n.Type.(*ast.StructType)
				if ok && slices.Contains(options, n.Name.Name) {
					count := 0
					for _, field := range fields.Fields.List {
						count += max(len(field.Names), 1)
						if len(field.Names) == 0 {
							t.Errorf("%s: %s embeds another type", f.name, n.Name.Name)
						}
					}
					if count > mostFields {
						t.Errorf("%s: %s has %d fields", f.name, n.Name.Name, count)
					}
				}
			}
			return true
		})
	}
	for _, room := range rooms {
		if n := lines[room]; n == 0 || n > mostLines {
			t.Errorf("%s has %d lines", room, n)
		}
	}
	for name, n := range methods {
		if n > mostMethods {
			t.Errorf("%s has %d methods", name, n)
		}
	}
}

// TestVerbsAreShort: the command line has flags, help and a file a verb. What a verb does
// is in a package that a test can call without it.
func TestVerbsAreShort(t *testing.T) {
	const mostLines, mostMethods = 150, 3
	methods, verbs := 0, 0
	for _, f := range goFiles(t) {
		if f.test || f.dir != "cmd/ringfence/cli" {
			continue
		}
		verbs++
		if n := f.fset.File(f.syntax.Pos()).LineCount() - 1; n > mostLines {
			t.Errorf("%s has %d lines, over %d", f.name, n, mostLines)
		}
		for _, d := range f.syntax.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && receiver(fn) == "Command" {
				methods++
			}
		}
	}
	if verbs < 20 || methods > mostMethods {
		t.Errorf("%d files of verbs, and %d methods on Command, over %d", verbs, methods, mostMethods)
	}
}

// receiver names the type of a method.
func receiver(f *ast.FuncDecl) string {
	expr := f.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if id, ok := expr.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
