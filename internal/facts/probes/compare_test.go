package probes

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// canonical returns a symbol the catalogue's spelling, so that a probe may write
// "fs/promises.readFile" and the engine "fs" "promises.readFile".
func canonical(module, member string, kind facts.UseKind) symbol {
	module, member = catalog.Default().Canonical(module, member)
	return symbol{module, member, kind}
}

// loading are the symbols that only load a module. Loading is not a use: what
// is done with the module is, and Program.Imports lists the loads.
var loading = map[symbol]bool{
	{"module", "createRequire", ""}:       true,
	{"module", "createRequire()", ""}:     true,
	{"module", "require", ""}:             true,
	{"module", "_load", ""}:               true,
	{"process", "getBuiltinModule", ""}:   true,
	{"process", "mainModule", ""}:         true,
	{"process", "mainModule.require", ""}: true,
}

// powerful reports whether a found use counts: the catalogue gives the symbol a
// power other than loading, or has never heard of it.
func powerful(u facts.Use) bool {
	if loading[canonical(u.Module, u.Member, "")] {
		return false
	}
	e, ok := catalog.Default().Classify(catalog.Default().Canonical(u.Module, u.Member))
	return !ok || !e.Harmless()
}

// compare says, one line a disagreement, what a probe announces and was not
// found, and what was found and is neither announced nor in own, the uses of
// the bundler's own runtime.
func compare(p probe, got *facts.Program, own map[symbol]bool) (missing, extra []string) {
	found := map[symbol][]facts.Use{}
	for _, u := range got.Uses {
		s := canonical(u.Module, u.Member, u.Kind)
		found[s] = append(found[s], u)
	}
	for _, w := range p.want {
		if !slices.ContainsFunc(found[w.symbol], func(u facts.Use) bool { return matchArgs(u.Args, w.args) }) {
			missing = append(missing, w.String()+closest(found[w.symbol]))
		}
	}
	var settings []string
	for _, s := range got.Settings {
		settings = append(settings, s.ID)
	}
	for _, id := range p.settings {
		if !slices.Contains(settings, id) {
			missing = append(missing, fmt.Sprintf("setting %s (found: %s)", id, strings.Join(settings, " ")))
		}
	}
	for s, uses := range found {
		if !own[s] && !announced(p, s) && powerful(uses[0]) {
			extra = append(extra, fmt.Sprintf("%s at %s:%d%s", s, uses[0].Where.File, uses[0].Where.Line, unknown(s)))
		}
	}
	slices.Sort(missing)
	slices.Sort(extra)
	return missing, extra
}

// announced reports whether a probe lists a use. A function that is called is
// read too, and so is what it is a member of; where a module is used, a read of
// a member that nobody can name is one too.
func announced(p probe, s symbol) bool {
	return slices.ContainsFunc(slices.Concat(p.want, p.may), func(w use) bool {
		if w.symbol == s {
			return true
		}
		if s.kind != facts.Reference || w.symbol.module != s.module {
			return false
		}
		if s.member == "?" {
			return true
		}
		rest, ok := strings.CutPrefix(w.symbol.member, s.member)
		return ok && (rest == "" || rest[0] == '.' || rest[0] == '(')
	})
}

// unknown marks a symbol that does not exist: the engine took something else
// for the module.
func unknown(s symbol) string {
	if _, ok := catalog.Default().Classify(s.module, s.member); ok || s.member == "" || s.member == "?" {
		return ""
	}
	return " (not in the catalogue)"
}

// matchArgs reports whether the folded arguments begin with the wanted ones.
func matchArgs(got []facts.Value, want []any) bool {
	if len(got) < len(want) {
		return false
	}
	for i, w := range want {
		if list, ok := w.([]any); ok {
			if !matchArgs(got[i].Items, list) {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(got[i].Alts, func(p facts.Pattern) bool { return p.String() == fmt.Sprint(w) }) {
			return false
		}
	}
	return true
}

// closest helps to read a failure: it shows the arguments that were found.
func closest(uses []facts.Use) string {
	if len(uses) == 0 {
		return ""
	}
	text, _ := json.Marshal(uses[0].Args)
	return fmt.Sprintf(" (found with other arguments: %.300s)", text)
}

func TestCompareNamesWhatIsMissingAndWhatIsExtra(t *testing.T) {
	text := func(s string) facts.Value {
		return facts.Value{Alts: []facts.Pattern{{{Kind: facts.Literal, Text: s}}}}
	}
	spawn := facts.Use{Module: "child_process", Member: "spawn", Kind: facts.Call,
		Args: []facts.Value{text("git"), {Items: []facts.Value{text("status")}}}}
	read := facts.Use{Module: "fs", Member: "promises.readFile", Kind: facts.Call}
	tests := []struct {
		name, head     string
		uses           []facts.Use
		own            map[symbol]bool
		missing, extra int
	}{
		{name: "all found", head: `// want: child_process.spawn call "git" ["status"]`, uses: []facts.Use{spawn}},
		{name: "not found", head: `// want: child_process.spawn call`, missing: 1},
		{name: "other kind", head: `// want: child_process.spawn new`, uses: []facts.Use{spawn}, missing: 1, extra: 1},
		{name: "other argument", head: `// want: child_process.spawn call "hg"`, uses: []facts.Use{spawn}, missing: 1},
		{name: "other item", head: `// want: child_process.spawn call "git" ["log"]`, uses: []facts.Use{spawn}, missing: 1},
		{name: "too many arguments", head: `// want: child_process.spawn call "git" ["status"] "x"`, uses: []facts.Use{spawn}, missing: 1},
		{name: "one too many", head: `// none`, uses: []facts.Use{spawn}, extra: 1},
		{name: "may be found", head: `// may: child_process.spawn call`, uses: []facts.Use{spawn}},
		{name: "may be absent", head: `// may: child_process.spawn call`},
		{
			name: "the bundler's own",
			head: `// none`,
			uses: []facts.Use{spawn},
			own:  map[symbol]bool{{"child_process", "spawn", facts.Call}: true},
		},
		{name: "two spellings", head: `// want: fs/promises.readFile call`, uses: []facts.Use{read}},
		{
			name: "read and called",
			head: `// want: fs.promises.readFile call`,
			uses: []facts.Use{
				read,
				{Module: "fs", Member: "promises", Kind: facts.Reference},
				{Module: "fs", Member: "promises.readFile", Kind: facts.Reference},
			},
		},
		{name: "another is read", head: `// want: fs.promises.readFile call`,
			uses: []facts.Use{read, {Module: "fs", Member: "promises.rm", Kind: facts.Reference}}, extra: 1},
		{
			name: "a name that only begins alike",
			head: `// want: fs.readFileSync call`,
			uses: []facts.Use{
				{Module: "fs", Member: "readFileSync", Kind: facts.Call},
				{Module: "fs", Member: "readFile", Kind: facts.Reference},
			},
			extra: 1,
		},
		{name: "harmless", head: `// none`, uses: []facts.Use{{Module: "path", Member: "join", Kind: facts.Call}}},
		{name: "never heard of", head: `// none`, uses: []facts.Use{{Module: "fs", Member: "noSuchThing", Kind: facts.Call}}, extra: 1},
		{name: "module escapes", head: `// none`, uses: []facts.Use{{Module: "fs", Kind: facts.Escape}}, extra: 1},
		{name: "loading a module", head: `// none`, uses: []facts.Use{{Module: "module", Member: "createRequire", Kind: facts.Call}}},
		{name: "a computed read of a used module", head: `// want: fs.promises.readFile call`,
			uses: []facts.Use{read, {Module: "fs", Member: "?", Kind: facts.Reference}}},
		{name: "a computed read of another module", head: `// want: fs.promises.readFile call`,
			uses: []facts.Use{read, {Module: "vm", Member: "?", Kind: facts.Reference}}, extra: 1},
		{name: "a computed call", head: `// want: fs.promises.readFile call`,
			uses: []facts.Use{read, {Module: "fs", Member: "?", Kind: facts.Call}}, extra: 1},
		{name: "setting", head: `// setting: a.b`, missing: 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := parseProbe("x/y.js", test.head+"\n")
			if err != nil {
				t.Fatal(err)
			}
			missing, extra := compare(p, &facts.Program{Uses: test.uses}, test.own)
			if diff := cmp.Diff([]int{test.missing, test.extra}, []int{len(missing), len(extra)}); diff != "" {
				t.Errorf("missing %q, extra %q (-want +got):\n%s", missing, extra, diff)
			}
		})
	}
}
