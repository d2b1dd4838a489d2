package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainUnaskedAct = check.Check{
	Name:       "chain_unasked_act",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode, check.NeedTold},
	Run:        runChainUnaskedAct,
}

// runChainUnaskedAct joins an act that only a person may want with who has it done: nobody.
func runChainUnaskedAct(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	add := func(u facts.Use, act, message string) {
		if seen[u.Where] {
			return
		}
		seen[u.Where] = true
		out = append(out, chain(in, finding.Likely, message+", "+whatRuns(u.Trigger), link{u.Where, act},
			link{u.Where, "no command and no answer of the user leads here: it happens " + whatRuns(u.Trigger)}))
	}
	for _, c := range commands(in) {
		if !unaskedBy(c.use.Trigger) || c.shown && !c.silent || c.typed {
			continue
		}
		for _, l := range unaskedLines {
			if m := l.line().FindString(c.line); m != "" {
				add(c.use, "runs "+wording.Quote(c.line), "a program "+l.word+": "+wording.Quote(strings.TrimSpace(m)))
			}
		}
		if _, id, ok := strings.Cut(c.line, "--install-extension "); ok && !c.shown {
			if id, _, _ = strings.Cut(strings.Trim(id, `"' `), " "); !belongs(in, id) {
				add(c.use, "runs "+wording.Quote(c.line), "another extension is installed: "+wording.Quote(id))
			}
		}
	}
	for u := range uses.Calls(in, catalog.VSCommand) {
		if !unaskedBy(u.Trigger) || !strings.HasSuffix(u.Member, "executeCommand") || len(u.Args) < 2 {
			continue
		}
		if names, _ := u.Args[0].Constants(); !slices.Contains(names, "workbench.extensions.installExtension") {
			continue
		}
		which := "decided at run time"
		if texts := uses.Texts(u.Args[1]); len(texts) == 1 {
			if belongs(in, texts[0].String()) {
				continue
			}
			which = wording.Quote(texts[0].String())
		}
		add(u, "has the editor install "+which, "another extension is installed: "+which)
	}
	for _, d := range in.Manifest.Contributes.Defaults {
		if unsafeDefault().MatchString(d.Key + "=" + d.Value) {
			at := packagejson.At(in.Manifest, d.Pointer)
			out = append(out, chain(in, finding.Likely,
				"a default of the manifest has the editor guard less, or go elsewhere: "+wording.Quote(d.Key),
				link{at, "the default: " + wording.Quote(d.Key) + " is " + wording.Quote(d.Value)},
				link{at, "it holds as soon as the extension is installed; no command and no answer of the user leads here"}))
		}
	}
	for _, f := range trails(in, facts.ToSend, facts.FromToken, facts.FromSecret) {
		if !unaskedBy(f.Trigger) || seen[f.Sink.Where] {
			continue
		}
		for _, u := range usesAt(in, f.Sink.Where) {
			if does := changesAccount(u); does != "" {
				seen[f.Sink.Where] = true
				out = append(out, chain(in, finding.Likely, "what is in the user's account is changed by "+wording.Quote(does)+", "+whatRuns(f.Trigger),
					append(stepsAsLinks(f), link{u.Where, "no command and no answer of the user leads here: it happens " + whatRuns(f.Trigger)})...))
				break
			}
		}
	}
	for _, w := range in.Program.Writes {
		if w.Kind == facts.WriteRemote && !seen[w.Where] && len(w.Values) > 0 {
			for _, p := range uses.Texts(w.Values[0]) {
				if m := keyedRemote().FindString(p.String()); m != "" {
					seen[w.Where] = true
					out = append(out, chain(in, finding.Likely, "what the workspace holds is pushed into an account whose key stands in the code",
						link{w.Where, "the repository is given the address " + wording.Quote(m)},
						link{w.Where, "who has the key of the code's author can read it"}))
					break
				}
			}
		}
		if w.Kind == facts.WriteTag && !seen[w.Where] && (in.Told == nil || !in.Told.Says("affiliate")) {
			seen[w.Where] = true
			out = append(out, chain(in, finding.Likely, "links to shops get a mark by which somebody is paid for them: "+
				wording.Quote(w.Name+"="+uses.Show(w.Values[0])), link{w.Where, "the mark stands in the code, which names shops"},
				link{w.Where, "no page of the extension speaks of affiliates"}))
		}
	}
	overwritten(in, add)
	inside(in, add)
	typedByLinks(in, add)
	found := map[int32]bool{}
	for _, u := range in.Program.Uses {
		if u.Module == "vscode" && u.Member == "workspace.findFiles" && u.Kind == facts.Call && len(u.Args) > 0 && findsAny(u.Args[0]) {
			found[u.Scope] = u.Scope > 0
		}
	}
	for u := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		last := u.Member[strings.LastIndexByte(u.Member, '.')+1:]
		if !unaskedBy(u.Trigger) || !deletesOne[last] || len(u.Args) == 0 || len(uses.Texts(u.Args[0])) > 0 && !u.Args[0].IsUnknown() {
			continue
		}
		if found[u.Scope] || slices.ContainsFunc(u.Callers, func(c int32) bool { return found[c] }) {
			add(u, uses.Symbol(u)+" deletes the files that a search of the workspace finds", "files of the workspace are deleted")
		}
	}
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		if !unaskedBy(u.Trigger) || !deletesAll(u) {
			continue
		}
		for _, v := range uses.WithRole(u, e, catalog.RolePath) {
			for _, p := range uses.Texts(v) {
				if precious().MatchString(strings.ReplaceAll(p.String(), `\`, "/")) {
					path := wording.Quote(p.String())
					add(u, uses.Symbol(u)+" deletes "+path+" and all below it", "what the user has is deleted: "+path)
				}
			}
		}
	}
	return out
}

// changesAccount is a request that changes what somebody has in an account of a forge or a registry; "" for others. What notes and
// settings are kept in, and what is only read or marked as read, is what such accounts are for.
func changesAccount(u facts.Use) string {
	if len(u.Args) < 2 {
		return ""
	}
	methods, _ := u.Args[1].Props["method"].Constants()
	for _, p := range uses.Texts(u.Args[0]) {
		to := p.String()
		for _, m := range methods {
			m = strings.ToUpper(m)
			changes := m == "DELETE" || m == "PATCH" && ofRepositories().MatchString(to) || m == "PUT" && ofPeople().MatchString(to)
			if changes && accountsAt().MatchString(to) && !keptThere().MatchString(to) {
				return m + " " + to
			}
		}
	}
	return ""
}

var (
	accountsAt     = lazyregexp.Lazy(`(?i)^https://(api\.github\.com|gitlab\.com/api|api\.bitbucket\.org|registry\.npmjs\.org)/`)
	ofRepositories = lazyregexp.Lazy(`(?i)/(repos|projects|repositories)/(<unknown>|[^/]+)(/(<unknown>|[^/]+))?$`)
	ofPeople       = lazyregexp.Lazy(`(?i)/user/(starred|following)/|/collaborators/|/-/package/[^/]+/(access|collaborators)`)
	keptThere      = lazyregexp.Lazy(`(?i)/gists/|/notifications|/contents/|/reactions|/subscription|/snippets`)
)

// unsafeDefault is a default of the manifest for a setting of the editor's that guards people, or decides whom it asks or what it
// loads first.
var unsafeDefault = lazyregexp.Lazy(
	`(?i)^(http\.proxy="[a-z]+://[^"]+"|http\.proxyStrictSSL=false|task\.allowAutomaticTasks="?(on|true)|` +
		`security\.workspace\.trust\.enabled=false|` +
		`extensions\.verifySignature=false|chat\.tools\.[\w.]*autoApprove=true|` +
		`terminal\.integrated\.env\.\w+=.*(LD_PRELOAD|DYLD_INSERT_LIBRARIES|NODE_OPTIONS|BASH_ENV|PROMPT_COMMAND|https?_proxy))`,
)

// keyedRemote is the address of a repository with the key of an account in it.
var keyedRemote = lazyregexp.Lazy(`(?i)^https?://[^\s/@:<]*:?[\w-]{12,}@[^\s/]+|^https?://[^\s/@:<]+:[^\s/@<]{3,}@[^\s/]+`)

// belongs holds for an extension of the same publisher, and for one that the manifest brings along.
func belongs(in check.Input, id string) bool {
	publisher, _, _ := strings.Cut(id, ".")
	if strings.EqualFold(publisher, in.Manifest.Publisher) {
		return true
	}
	for _, list := range [][]extension.Item{in.Manifest.ExtensionPack, in.Manifest.ExtensionDependencies} {
		if slices.ContainsFunc(list, func(o extension.Item) bool { return strings.EqualFold(o.Value, id) }) {
			return true
		}
	}
	return false
}

// deletesAll holds for calls that delete a folder with all that is in it.
func deletesAll(u facts.Use) bool {
	name := u.Member[strings.LastIndexByte(u.Member, '.')+1:]
	if name != "rm" && name != "rmSync" && name != "rmdir" && name != "rmdirSync" && name != "delete" &&
		name != "deleteFile" {
		return false
	}
	return len(u.Args) > 1 && uses.IsTrue(u.Args[1].Props["recursive"])
}

// deletesOne are the calls that delete a file, by their last name.
var deletesOne = map[string]bool{"deleteFile": true, "delete": true, "unlink": true, "unlinkSync": true, "rm": true, "rmSync": true}

// findsAny holds for a pattern of files that are the person's: of any name, or one that is decided at run time.
func findsAny(v facts.Value) bool {
	all := uses.Texts(v)
	return len(all) == 0 || slices.ContainsFunc(all, func(p facts.Pattern) bool {
		return p.String() == "<unknown>" || persons().MatchString(p.String())
	})
}

// persons is a pattern of all files, or of those of a language.
var persons = lazyregexp.Lazy(`(?i)^\*\*/\*(\.(\{[\w,]+\}|\*|[jt]sx?|py|go|rs|java|c|cpp|cs|rb|php|md))?$|^\*\*$`)

// precious are the user's folders as a whole, and what git keeps of their work.
var precious = lazyregexp.Lazy(`^\$\{(home|workspace)\}(/(<unknown>)?)?$|^(\$\{(home|workspace)\}|<unknown>)(/<unknown>)*/\.git(/.*)?$`)

// overwritten finds files that a walk of the user's folders finds, each written over with the same text. Who makes a file there names
// it, and who changes one writes what was in it.
func overwritten(in check.Input, add func(u facts.Use, act, message string)) {
	walked := map[int32]bool{}
	for _, u := range in.Program.Uses {
		if u.Kind == facts.Call && (u.Module == "fs" || u.Module == "vscode") && slices.Contains(walks, u.Member) {
			walked[u.Scope] = u.Scope > 0
		}
	}
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		if !unaskedBy(u.Trigger) || !walked[u.Scope] && !slices.ContainsFunc(u.Callers, func(c int32) bool { return walked[c] }) {
			continue
		}
		for _, content := range uses.WithRole(u, e, catalog.RoleContent) {
			if texts, all := content.Constants(); !all || len(texts) == 0 {
				continue
			}
			for _, v := range uses.WithRole(u, e, catalog.RolePath) {
				for _, p := range uses.Texts(v) {
					if anyFile().MatchString(strings.ReplaceAll(p.String(), `\`, "/")) {
						add(u, uses.Symbol(u)+" writes "+uses.Show(content)+" to "+wording.Quote(p.String()),
							"the files that a walk of the user's folders finds are written over with "+uses.Show(content))
					}
				}
			}
		}
	}
}

// anyFile is a file of any name in the user's folders.
var anyFile = lazyregexp.Lazy(`^\$\{(home|workspace)\}(/<unknown>)+$`)

// inside finds programs that are started by a part of Node's inside, past all that anybody looks at.
func inside(in check.Input, add func(u facts.Use, act, message string)) {
	for _, u := range in.Program.Uses {
		if u.Module != "process" || u.Member != "binding" || u.Kind != facts.Call || len(u.Args) == 0 || !unaskedBy(u.Trigger) {
			continue
		}
		names, _ := u.Args[0].Constants()
		for _, name := range names {
			if !startsInside[name] {
				continue
			}
			// Who tests programs wraps what they are started by, and starts none of its own there.
			for _, s := range nearStrings(in, u.Where) {
				if m := loudLine(s.Text); m != "" {
					add(u, uses.Symbol(u)+" hands out "+wording.Quote(name), "programs are started by "+wording.Quote(name)+
						", a part of Node's inside that nobody looks at; beside it stands "+wording.Quote(m))
					break
				}
			}
		}
	}
}

// startsInside are the parts of Node's inside that start programs.
var startsInside = map[string]bool{"spawn_sync": true, "process_wrap": true}

// typedByLinks finds lines that nothing of the code's own begins typed into a terminal and run, by code beside what answers links: any
// page may hold such a link.
func typedByLinks(in check.Input, add func(u facts.Use, act, message string)) {
	var links []facts.Use
	for _, u := range in.Program.Uses {
		if u.Module == "vscode" && u.Member == "window.registerUriHandler" && u.Kind == facts.Call {
			links = append(links, u)
		}
	}
	for u := range uses.Calls(in, catalog.VSCommand) {
		if u.Trigger == facts.ByCommand || !strings.HasSuffix(u.Member, "executeCommand") || len(u.Args) < 2 ||
			nearestUse(links, u.Where) == nil {
			continue
		}
		if names, _ := u.Args[0].Constants(); !slices.Contains(names, "workbench.action.terminal.sendSequence") {
			continue
		}
		for _, p := range uses.Texts(u.Args[1].Props["text"]) {
			if line := p.String(); strings.HasPrefix(line, "<unknown>") && strings.ContainsAny(line, "\r\n") {
				add(u, uses.Symbol(u)+" types a line that is not the code's into a terminal, and the key that runs it",
					"what comes from elsewhere is typed into a terminal and run, beside what answers links")
			}
		}
	}
}
