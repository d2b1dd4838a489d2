package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pointer is what a person can follow: a flag, a command to type, an input of the action, a
// variable, a page, a file.
var pointer = regexp.MustCompile(`--[a-z]|\b(ringfence|git|npm|actions)[ /][a-z]|\binputs? [a-z]|\b[A-Z]+_[A-Z_]+\b|` +
	`\.(md|json|yml|cjs|vsix)\b|\.ringfence|\bPATH\b|@COMMIT\b|\bpull_request\b|\b[Rr]un: %s`)

// leads reports that an error ends in a command or a place: its last clause holds one, or a
// name that the person gave, or the error inside does. What the system and the library of flags
// say inside is seen where it is printed, by TestMistakesLeadSomewhere of cmd/ringfence/cli.
func leads(text string, args []ast.Expr) bool {
	if strings.HasSuffix(strings.TrimRight(text, `")`), "%w") {
		return true
	}
	verbs := regexp.MustCompile(`%[a-z]`).FindAllStringIndex(text, -1)
	from := strings.LastIndex(text, "; ")
	if from < 0 {
		from = max(strings.LastIndex(text, ": "), strings.LastIndex(text, "? "), 0)
	}
	for i, at := range verbs {
		if at[0] >= from && i < len(args) && names(args[i]) {
			return true
		}
	}
	return strings.Contains(text[from:], "%q") || pointer.MatchString(text[from:])
}

// names reports that an argument of an error is a name, a hint or a command, by what it is
// called.
func names(arg ast.Expr) bool {
	switch arg := arg.(type) {
	case *ast.CallExpr:
		return names(arg.Fun)
	case *ast.SelectorExpr:
		return names(arg.Sel)
	case *ast.Ident:
		return slices.Contains([]string{
			"Quoted", "Printable", "Logged", "Hint", "UseLine", "Join", "below", "how", "hint", "OverrideFile", "remedies", "otherCommands",
		}, arg.Name)
	}
	return false
}

// fronts are the folders whose errors a person reads with no more around them; elsewhere only
// those count that are made for a person, by exit.Usagef.
var fronts = []string{
	"cmd/ringfence/cli", "internal/audit", "internal/build", "internal/documents", "internal/fence", "internal/fleet",
	"internal/generate", "internal/githubaction", "internal/project", "internal/review", "internal/scaffold",
}

// errorsOf are the errors that a file makes: their formats, and what is put into them.
func errorsOf(file *ast.File, front bool) map[string][]ast.Expr {
	out := map[string][]ast.Expr{}
	ast.Inspect(file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		f, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		of, _ := f.X.(*ast.Ident)
		switch {
		case f.Sel.Name == "Usagef":
		case front && f.Sel.Name == "Errorf":
		case front && f.Sel.Name == "New" && of != nil && of.Name == "errors":
		default:
			return true
		}
		if text := literal(call.Args[0]); text != "" {
			out[text] = call.Args[1:]
		}
		return true
	})
	return out
}

// literal is a string that is written out, in one piece or in several.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		if err != nil {
			return ""
		}
		return text
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}

// An error that a person can put right ends in a command or a place. Those that do not yet
// are in testdata/errors.txt, which only ever becomes shorter.
func TestErrorsLeadSomewhere(t *testing.T) {
	const list, most = "internal/house/testdata/errors.txt", 15
	var without []string
	seen := 0
	for _, name := range tracked(t) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains("/"+name, "/testdata/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for text, args := range errorsOf(file, slices.Contains(fronts, path.Dir(name))) {
			seen++
			if !leads(text, args) {
				without = append(without, path.Dir(name)+": "+text)
			}
		}
	}
	if seen < 250 {
		t.Errorf("%d errors were seen, and there are more", seen)
	}
	slices.Sort(without)
	without = slices.Compact(without)
	listed := readLines(t, list)
	for _, text := range without {
		if !slices.Contains(listed, text) {
			t.Errorf("this error ends in no command and no place: say what to type, or where to look:\n%s", text)
		}
	}
	for _, text := range listed {
		if !slices.Contains(without, text) {
			t.Errorf("this error leads somewhere, or is gone; take it out of %s:\n%s", list, text)
		}
	}
	if len(listed) > most {
		t.Errorf("%d errors lead nowhere, and there were %d: the list becomes shorter only", len(listed), most)
	}
}

// What leads somewhere is told from what does not.
func TestWhatLeadsSomewhere(t *testing.T) {
	for text, want := range map[string]bool{
		`exit.Usagef("where to? --out names a folder")`:                        true,
		`exit.Usagef("it is not committed; ringfence policy generate . does")`: true,
		`exit.Usagef("%s is no file", escape.Quoted(name))`:                    true,
		`exit.Usagef("reading %s: %w", x, err)`:                                true,
		`exit.Usagef("--jobs is wrong; so it is")`:                             false,
		`exit.Usagef("there are %d parts", n)`:                                 false,
		`exit.Usagef("%s is no file; sorry", escape.Quoted(name))`:             false,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nvar _ = "+text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for format, args := range errorsOf(file, false) {
			if got := leads(format, args); got != want {
				t.Errorf("%s leads somewhere: %t, want %t", text, got, want)
			}
		}
	}
}
