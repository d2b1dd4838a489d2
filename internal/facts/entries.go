package facts

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

// starts are the files somebody else starts, as the manifest names them.
type starts struct {
	// hosted are started by an extension host, which calls activate.
	hosted []string
	// others are started by Node.
	others []string
}

func (s starts) files() map[string]bool {
	out := map[string]bool{}
	for _, f := range append(slices.Clone(s.hosted), s.others...) {
		out[f] = true
	}
	return out
}

// entries finds where others start running the code. What the manifest names
// and the extension does not hold is blind: whatever is there when it is run,
// nobody looked at it.
func entries(p *Program, ext *extension.Extension, where finder, parsed map[string]bool) starts {
	var out starts
	m := ext.Manifest
	add := func(kind EntryKind, file, via string) {
		p.Entries = append(p.Entries, Entry{File: file, Kind: kind, Via: via})
		if !parsed[file] {
			return // blind, and said so where it failed; it still starts there
		}
		switch kind {
		case EntryMain, EntryBrowser:
			out.hosted = append(out.hosted, file)
		case EntryWebview:
		default:
			out.others = append(out.others, file)
		}
	}
	const missing = `package.json names it as %q and the extension does not hold it; a repository may have to be built first`
	if m.Main != "" {
		for _, file := range where.entry(m.Main, true) {
			add(EntryMain, file, "main")
		}
		if len(p.Entries) == 0 {
			p.BlindSpots = append(p.BlindSpots, BlindSpot{File: path.Clean(m.Main), Reason: fmt.Sprintf(missing, "main")})
		}
	}
	if m.Browser != "" {
		files := where.entry(m.Browser, true)
		for _, file := range files {
			add(EntryBrowser, file, "browser")
		}
		if len(files) == 0 && m.Main == "" {
			p.BlindSpots = append(p.BlindSpots, BlindSpot{File: path.Clean(m.Browser), Reason: fmt.Sprintf(missing, "browser")})
		}
	}
	named := func(kind EntryKind, name, via string) {
		if name == "" {
			return
		}
		for _, file := range where.entry(name, false) {
			if isSource(file) {
				add(kind, file, via)
			}
		}
	}
	for _, d := range m.Contributes.Debuggers {
		named(EntryDebugger, d.Program, "contributes.debuggers")
	}
	for _, item := range m.Contributes.MarkdownPreviewScripts {
		named(EntryWebview, item.Value, "contributes.markdown.previewScripts")
	}
	for _, r := range m.Contributes.NotebookRenderers {
		named(EntryWebview, r.Entrypoint, "contributes.notebookRenderer")
	}
	for _, t := range m.Contributes.TypeScriptServerPlugins {
		// tsserver loads it by its name out of the extension's packages, and calls what it exports.
		named(EntryFork, packageMain(ext, "node_modules/"+t.Name), "contributes.typescriptServerPlugins")
	}
	if script, ok := m.UninstallScript(); ok {
		for _, word := range strings.Fields(script.Value) {
			named(EntryUninstall, strings.Trim(word, `"'`), "scripts.vscode:uninstall")
		}
	}
	return out
}

// packageMain is the file that whoever loads a package's folder gets.
func packageMain(ext *extension.Extension, folder string) string {
	var manifest struct {
		Main string `json:"main"`
	}
	text, err := ext.ReadFile(path.Join(folder, "package.json"))
	if err == nil && json.Unmarshal(text, &manifest) == nil && manifest.Main != "" {
		return path.Join(folder, manifest.Main)
	}
	return folder
}

// starters are the calls that start a file as a program of its own, with the
// argument that names it. asAbsolutePath is among them because a language
// client gets the path of its server that way and forks it out of our sight.
var starters = map[[2]string]struct {
	arg  int
	kind EntryKind
}{
	{"child_process", "fork"}:                                      {0, EntryFork},
	{"vscode", "ExtensionContext.asAbsolutePath"}:                  {0, EntryFork},
	{"worker_threads", "Worker"}:                                   {0, EntryWorker},
	{"globals", "Worker"}:                                          {0, EntryWorker},
	{"cluster", "setupPrimary"}:                                    {0, EntryFork},
	{"vscode", "DebugAdapterExecutable"}:                           {1, EntryDebugger},
	{"vscode", "Webview.asWebviewUri"}:                             {0, EntryWebview},
	{"vscode", "window.createWebviewPanel().webview.asWebviewUri"}: {0, EntryWebview},
}

// joins are the calls that put a path together. A script of the extension
// whose path is made is made to be started, often by another program that is
// told of it through the environment (git's askpass).
var joins = map[[2]string]bool{
	{"path", "join"}: true, {"path", "resolve"}: true, {"vscode", "Uri.joinPath"}: true,
}

// ownScripts finds files of the extension by what its code calls them.
type ownScripts struct {
	s       solver.View
	resolve func(from, specifier string) (string, bool)
	where   finder
	deep    map[string]bool // the files that are solved in depth
}

// forked finds the files of the extension that its own code starts.
func (o ownScripts) forked(p *Program, c *collector) {
	for _, u := range c.uses {
		st, ok := starters[[2]string{u.use.Module, u.use.Member}]
		if u.use.Module == "child_process" && strings.HasPrefix(u.use.Member, "spawn") ||
			u.use.Module == "child_process" && strings.HasPrefix(u.use.Member, "execFile") {
			st.arg, st.kind, ok = 1, EntryFork, true
		}
		if !ok || u.use.Kind == Reference || st.arg >= len(u.use.Args) {
			continue
		}
		via := o.s.Unit(u.at.Unit).Path + ": " + u.use.Module + "." + u.use.Member
		values := append([]Value{u.use.Args[st.arg]}, u.use.Args[st.arg].Items...)
		for _, v := range values {
			for _, pattern := range v.Alts {
				if file, ok := o.ownFile(pattern, o.s.Unit(u.at.Unit).Path); ok {
					p.Entries = append(p.Entries, Entry{File: file, Kind: st.kind, Via: via})
				}
			}
		}
	}
}

// named finds the scripts whose paths the code puts together.
func (o ownScripts) named(p *Program, c *collector) {
	started := map[string]bool{}
	for _, e := range p.Entries {
		started[e.File] = true
	}
	for _, f := range c.paths {
		if len(f.path) == 0 || f.path[0].Kind != Root {
			continue
		}
		from := o.s.Unit(f.at.Unit).Path
		if file, ok := o.ownFile(f.path, from); ok && !started[file] && file != from {
			kind := EntryFork
			if !o.deep[file] {
				kind = EntryWebview // what cannot reach Node is not for Node
			}
			p.Entries = append(p.Entries, Entry{File: file, Kind: kind, Via: from + ": its path is put together"})
		}
	}
}

// ownFile returns the source file of the extension a pattern names.
func (o ownScripts) ownFile(p Pattern, from string) (string, bool) {
	var text string
	if len(p) == 2 && p[0].Kind == Root && p[0].Text == "extension" && p[1].Kind == Literal {
		text = "./" + strings.TrimPrefix(path.Clean("/"+p[1].Text), "/")
		from = "package.json"
	} else if t, ok := p.Constant(); ok && len(t) < 512 && !strings.ContainsAny(t, ":\x00") {
		text = "./" + strings.TrimPrefix(t, "./")
	} else {
		return "", false
	}
	for _, base := range []string{from, "package.json"} {
		if file, ok := o.resolve(base, text); ok {
			if isSource(file) { // blind ones too
				return file, true
			}
		}
	}
	for _, base := range []string{o.whereRuns(from), "package.json"} {
		for _, file := range o.where.built(path.Join(path.Dir(base), text)) {
			return file, true
		}
	}
	return "", false
}

// whereRuns is where a file lies when it runs.
func (o ownScripts) whereRuns(file string) string {
	if u, ok := o.s.ByPath(file); ok {
		return u.Runs
	}
	return file
}

// reach marks the files that may run: those that a path of static loads leads
// to from an entry, and all of them when one of those loads a file by a name
// nobody knows.
func reach(p *Program, units, shallow []*solver.Unit, loads solver.Loads, loaded map[string][]string) {
	byPath := map[string]*solver.Unit{}
	for _, u := range units {
		byPath[u.Path] = u
	}
	reached := map[string]bool{}
	var queue []string
	push := func(file string) {
		if reached[file] {
			return
		}
		// A file that could not be parsed is reached all the same.
		reached[file] = true
		if byPath[file] != nil {
			queue = append(queue, file)
		}
	}
	for _, e := range p.Entries {
		push(e.File)
	}
	for len(queue) > 0 {
		u := byPath[queue[0]]
		queue = queue[1:]
		for _, file := range loads[u.Path] {
			push(file)
		}
		for _, file := range loaded[u.Path] {
			push(file)
		}
	}
	open := false
	for _, u := range p.Uses {
		if reached[u.Where.File] && u.Module == "module" && u.Member == "require" {
			open = true
		}
	}
	apart := map[string]bool{}
	for _, u := range shallow {
		apart[u.Path] = true
	}
	named := namedIn(units, reached)
	for i := range p.Modules {
		m := &p.Modules[i]
		// There are more ways to run a file than we know: one that was not seen
		// may run when code that runs has its name among its strings.
		if byPath[m.Path] == nil && named[stem(m.Path)] {
			reached[m.Path] = true
		}
		m.Reached = reached[m.Path] || open && !apart[m.Path]
		m.Perhaps = m.Reached && !reached[m.Path]
		m.Shallow = apart[m.Path]
	}
}

// namedIn returns the stems of all strings of the files that are reached.
func namedIn(units []*solver.Unit, reached map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, u := range units {
		if !reached[u.Path] {
			continue
		}
		for _, text := range u.Strings {
			if len(text) < 512 {
				out[stem(text)] = true
			}
		}
	}
	return out
}

// stem is a file's name without folders and extension.
func stem(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

// strings are the string constants that may name something, or hold what nobody sees.
func (c *collector) strings() {
	for i, u := range c.s.Units() {
		shown, copied := map[int32]bool{}, map[int32]bool{}
		for _, e := range u.Effects {
			if e.Kind != ir.Store {
				continue
			}
			shown[e.C] = shown[e.C] || boxTexts[u.Strings[e.B]]
			copied[e.C] = copied[e.C] || strings.EqualFold(u.Strings[e.B], "bcc")
		}
		for j := range u.Nodes {
			v := &u.Nodes[j]
			if v.Op == ir.OpRegExp && len(u.Strings[v.A]) < maxExpression {
				c.expressions = append(c.expressions, foundText{text: u.Strings[v.A], at: solver.Site{Unit: int32(i), Pos: v.Pos}})
			}
			if v.Op != ir.OpStr {
				continue
			}
			text := u.Strings[v.A]
			names := len(text) >= 4 && (strings.ContainsAny(text, `/\.:~`) || strings.HasPrefix(text, "--") ||
				strings.Contains(text, " AAAA") || lookalike.Package(text) != "" || plain[text] || IsWallet(text))
			if !names && len(text) >= lookalike.UnseenRun {
				_, names = lookalike.UnseenText(text)
			}
			if names {
				c.texts = append(c.texts, foundText{text, shown[int32(j)], copied[int32(j)], solver.Site{Unit: int32(i), Pos: v.Pos}})
			}
		}
	}
}

// plain are single words that say, by themselves, what a text beside them is for.
var plain = map[string]bool{"folderOpen": true, "iframe": true}

// IsWallet holds for a text that is the address of a wallet of the commonest coins and nothing else.
func IsWallet(text string) bool {
	return len(text) >= 30 && len(text) <= 106 && wallet().MatchString(text)
}

var wallet = lazyregexp.Lazy(
	`^(0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,60}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}(\d{11})?|8[1-9A-HJ-NP-Za-km-z]{94}|T[1-9A-HJ-NP-Za-km-z]{33})$`,
)

// maxExpression bounds the expressions that are kept: longer ones are tables of characters.
const maxExpression = 1 << 10

// boxTexts are the options of a box for typing by which it shows people something.
var boxTexts = map[string]bool{"placeHolder": true, "placeholder": true, "prompt": true}
