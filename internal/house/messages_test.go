package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const messagesPage = "docs/guide/troubleshooting.md"

var (
	// verb is a place of a format; several in a row read like one.
	verb    = regexp.MustCompile(`%[-+# 0-9.\[\]]*[a-zA-Z]`)
	dotted  = regexp.MustCompile(`…+`)
	jsText  = regexp.MustCompile(`'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"`)
	message = regexp.MustCompile("^### `(.*)`$")
)

// said is a text of the program as a person may meet it: … stands where a value goes.
func said(text string) string {
	return dotted.ReplaceAllString(verb.ReplaceAllString(text, "…"), "…")
}

// joined is a text that is put together of several: … stands where one is not written out.
// What is no text gives nothing but that.
func joined(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if text := literal(e); e.Kind == token.STRING {
			return text
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return joined(e.X) + joined(e.Y)
		}
	}
	return "…"
}

// texts are what a program may say: each string of a Go file, those put together of several
// as one, and all strings of a file of the loader, which puts its sentences together itself.
type texts struct {
	goTexts []string
	loader  [][]string
}

func textsOf(t *testing.T) texts {
	t.Helper()
	var out texts
	for _, name := range tracked(t) {
		switch {
		case strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".test.js") || strings.Contains("/"+name, "/testdata/") ||
			inWorkshop(path.Dir(name)):
		case path.Ext(name) == ".go":
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				e, ok := n.(ast.Expr)
				if !ok {
					return true
				}
				text := joined(e)
				if strings.Trim(text, "…") == "" {
					return true
				}
				out.goTexts = append(out.goTexts, said(text))
				return false
			})
		case strings.HasPrefix(name, "shim/loader/") && path.Ext(name) == ".js":
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, m := range jsText.FindAllStringSubmatch(string(text), -1) {
				all = append(all, strings.ReplaceAll(m[1]+m[2], `\'`, "'"))
			}
			out.loader = append(out.loader, all)
		}
	}
	return out
}

// code is the end of a message of the loader, which one function puts there.
var code = regexp.MustCompile(` \[RF_[A-Z_]+\]$`)

// has reports that the program says a message: a text of Go has its parts in this order, or
// the strings of one file of the loader have each of them.
func (x texts) has(quoted string) bool {
	var parts []string
	for p := range strings.SplitSeq(code.ReplaceAllString(quoted, ""), "…") {
		if p = strings.TrimSpace(p); len(p) > 1 {
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return false
	}
	return slices.ContainsFunc(x.goTexts, func(s string) bool { return inOrder(s, parts) }) ||
		slices.ContainsFunc(x.loader, func(file []string) bool {
			return !slices.ContainsFunc(parts, func(p string) bool {
				return !slices.ContainsFunc(file, func(s string) bool { return strings.Contains(s, p) })
			})
		})
}

// inOrder reports that a text has all parts, one behind the other.
func inOrder(text string, parts []string) bool {
	for _, p := range parts {
		_, rest, ok := strings.Cut(text, p)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// begins are the programs that a reader is told to type.
var begins = regexp.MustCompile(`^    (ringfence|git|npm|gh) [a-z-]`)

// Each message that the page of messages quotes is one that the program says, and below each
// stands one command; the codes it names have pages.
func TestQuotedMessagesAreTheProgramsOwn(t *testing.T) {
	page, err := os.ReadFile(messagesPage)
	if err != nil {
		t.Fatal(err)
	}
	all := textsOf(t)
	if len(all.goTexts) < 5000 || len(all.loader) < 100 {
		t.Fatalf("%d texts, %d files of the loader: this test does not see them", len(all.goTexts), len(all.loader))
	}
	codes, err := os.ReadFile("docs/reference/loader-errors.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range regexp.MustCompile(`RF_[A-Z]+(?:_[A-Z]+)*`).FindAllString(string(page), -1) {
		if !strings.Contains(string(codes), "\n## "+c+"\n") {
			t.Errorf("%s names %s, which has no page", messagesPage, c)
		}
	}
	seen := map[string]bool{}
	for section := range strings.SplitSeq(string(page), "\n### ") {
		heading, rest, _ := strings.Cut("### "+section, "\n")
		m := message.FindStringSubmatch(heading)
		if m == nil {
			continue
		}
		if seen[m[1]] {
			t.Errorf("%s has this message twice: %s", messagesPage, m[1])
		}
		seen[m[1]] = true
		if !all.has(m[1]) {
			t.Errorf("%s quotes what the program does not say: %s", messagesPage, m[1])
		}
		rest, _, _ = strings.Cut(rest, "\n## ")
		commands := 0
		for line := range strings.Lines(rest) {
			if begins.MatchString(line) {
				commands++
			}
		}
		if commands != 1 {
			t.Errorf("%s: below %q stand %d commands, and one helps", messagesPage, m[1], commands)
		}
	}
	if len(seen) < 60 {
		t.Errorf("only %d messages were seen", len(seen))
	}
}

// What is said is told from what is not.
func TestWhatTheProgramSays(t *testing.T) {
	loader := [][]string{{"ringfence: ", " was denied ", ". Its policy does not allow it."}, {"x"}}
	x := texts{[]string{said(`%s is no VS Code extension: %s%s`)}, loader}
	for quoted, want := range map[string]bool{
		"… is no VS Code extension: …": true, "is no VS Code extension": true, "… is no extension": false,
		"… was denied …. Its policy does not allow it.": true, "… was denied …. Its policy allows it.": false, "…": false,
		"… was denied … [RF_DENIED_CALL]": true,
	} {
		if got := x.has(quoted); got != want {
			t.Errorf("%s: %t, want %t", quoted, got, want)
		}
	}
}
