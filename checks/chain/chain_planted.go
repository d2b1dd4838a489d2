package chain

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

var chainPlanted = check.Check{
	Name:       "chain_planted",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode, check.NeedTold},
	Run:        runChainPlanted,
}

// runChainPlanted joins the writing of a file that somebody else runs or obeys later with what
// makes it bad: what is written fetches, sends or gives hidden orders, or nobody asked for it.
func runChainPlanted(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen, keys := map[string]bool{}, map[string]bool{}
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		soil, path, ok := plantedAt(in, u, e)
		if !ok {
			soil, path, ok = scriptAt(in, u, e)
		}
		if !ok || seen[u.Where.File+soil.name] {
			continue
		}
		line, inside := loudContent(in, u, e)
		unasked := u.Trigger != facts.ByCommand
		if soil.obeyed && line == "" && unaskedBy(u.Trigger) {
			line, inside = ruleContent(in, u, e)
		}
		if soil.bent != nil && line == "" && unaskedBy(u.Trigger) {
			line, inside = bentContent(in, u, e, soil.bent)
		}
		if soil.given != nil && line == "" {
			line, _ = bentContent(in, u, e, soil.given)
			inside = line != ""
			keys[line] = true
		}
		links := []link{{u.Where, "writes " + wording.Quote(path) + ": " + soil.name}}
		switch {
		case inside:
			links = append(links, link{u.Where, "what is written: " + wording.Quote(line)})
		case unasked && startsPrograms(in, u, e, soil):
			continue // chain_persistence says it
		case line != "" && unasked:
			links = append(links, link{u.Where, "beside a line that fetches or sends: " + wording.Quote(line)})
		case unasked && soil.always && u.Trigger != facts.ByUnknown || unasked && soil.never:
		default:
			continue
		}
		if unasked {
			links = append(links, link{u.Where, "no command and no answer of the user leads here: it happens " + whatRuns(u.Trigger)})
		}
		if len(links) < 2 {
			continue
		}
		seen[u.Where.File+soil.name] = true
		file := wording.Quote(path) + " (" + strings.TrimPrefix(soil.name, "what is ") + ")"
		if path == unknownFile {
			file = soil.name
		}
		message := uses.Symbol(u) + " writes to " + file + " what others run or obey later"
		switch {
		case inside:
			message += ": " + wording.Quote(line)
		case line != "":
			message += "; beside it stands " + wording.Quote(line)
		}
		out = append(out, chain(in, finding.Likely, message, links...))
	}
	out = append(append(append(out, renamed(in)...), ordersInText(in, out)...), unseenOrders(in)...)
	return append(append(append(append(out, gitTold(in)...), keysLetIn(in, keys)...), containerTold(in)...), loginTold(in)...)
}

// containerTold finds lines that fetch, send or run what was fetched in what a container is told to run, of an extension that writes
// such files. Who asks for such a file asks for none of it, and how the text is put together need not be known.
func containerTold(in check.Input) []finding.Finding {
	var at *facts.Use
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		if s, _, ok := plantedAt(in, u, e); ok && s.name == containers {
			at = &u
			break
		}
	}
	if at == nil {
		return nil
	}
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WriteSteering || !strings.HasSuffix(w.Name, "Command") {
			continue
		}
		for _, v := range w.Values {
			line := oneOf(v)
			if v.Items != nil {
				var words []string
				for _, x := range v.Items {
					words = append(words, oneOf(x))
				}
				line = strings.Join(words, " ")
			}
			if m, does := harmfulLine(line); does != "" {
				return []finding.Finding{chain(in, finding.Likely, "a container that the extension describes gets a "+w.Name+" that "+does+": "+
					wording.Quote(m), link{at.Where, uses.Symbol(*at) + " writes what a container or the forge runs"},
					link{w.Where, "the line: " + wording.Quote(line)})}
			}
		}
	}
	return nil
}

// loginTold finds the file that decides to whom a login goes set to one of the extension's, in which a program stands between: the
// settings of somebody else name the file, and nothing in a folder of the user's was written.
func loginTold(in check.Input) []finding.Finding {
	for _, w := range in.Program.SettingWrites {
		if !strings.EqualFold(w.ID, "remote.SSH.configFile") {
			continue
		}
		for _, s := range nearStrings(in, w.Where) {
			if m := between().FindString(s.Text); m != "" {
				return []finding.Finding{chain(in, finding.Likely, "logins go through a program that the code names: "+wording.Quote(m),
					link{w.Where, wording.Quote(w.ID) + " is set, by which others find the file that decides to whom a login goes"},
					link{s.Where, "a line of such a file: " + wording.Quote(strings.TrimSpace(s.Text))})}
			}
		}
	}
	return nil
}

// between is an option of ssh that has a program carry or answer a login, with the host that it is carried to.
var between = lazyregexp.Lazy(`(?i)\b(ProxyCommand|ProxyJump|LocalCommand|KnownHostsCommand)\s[^\n]*(\w\.[a-z][a-z-]+|\d)(:\d+)?\b[^\n]*`)

// keysLetIn finds keys to log in with that stand in the code, of an extension that lets keys in somewhere: by a file on this machine or
// another one, or by the service of a forge. A key of a host, which people compare, has the host's name in front.
// A key of which it was said that it is written to the file is said once.
func keysLetIn(in check.Input, said map[string]bool) []finding.Finding {
	var lets *facts.String
	for i, s := range in.Program.Strings {
		if letsKeysIn().MatchString(s.Text) {
			lets = &in.Program.Strings[i]
			break
		}
	}
	if lets == nil {
		return nil
	}
	files := check.FilesOf(in.Program)
	for _, s := range in.Program.Strings {
		at := publicKey().FindStringIndex(s.Text)
		if at == nil || strings.Trim(s.Text[:at[0]], " \t\r\n\"'") != "" || !files.Runs(s.Where.File) {
			continue
		}
		if !said[escape.Printable(s.Text[at[0]:at[1]], 120)] {
			return []finding.Finding{chain(in, finding.Likely, "a key that stands in the code is let in to log in with: "+
				wording.Quote(escape.Printable(s.Text[at[0]:at[1]], 60)),
				link{lets.Where, "the place where keys are let in: " + wording.Quote(escape.Printable(lets.Text, 120))},
				link{s.Where, "the key, which is no user's"})}
		}
	}
	return nil
}

// letsKeysIn are the places where keys are let in: the file of a login, and what the services of forges call it.
var letsKeysIn = lazyregexp.Lazy(`(?i)authorized_keys|/user/keys\b|/repos/[^\s]*/keys\b|/deploy_keys\b|^/?keys$|\bread_only\b`)

// gitTold finds what git is told to run in every repository, by a value that the code decides: not one that was typed, and
// not the switch of a thing of its own. People who are told of it in a page or a title know.
func gitTold(in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WriteGit || len(w.Values) == 0 || strings.HasPrefix(strings.ToLower(w.Name), "url.") {
			continue
		}
		for _, p := range uses.Texts(w.Values[0]) {
			decided := len(p) > 0 && (p[0].Kind == facts.Literal || p[0].Kind == facts.Root)
			_, option, _ := strings.Cut(strings.ToLower(w.Name), ".")
			if !decided || switched().MatchString(p.String()) || in.Told.Says(option) || option == "hookspath" && in.Told.Says("git hook") {
				continue
			}
			out = append(out, chain(in, finding.Likely, "git is told to run what the extension has, in every repository: "+
				wording.Quote(w.Name)+" is "+wording.Quote(p.String()),
				link{w.Where, "the option is set for all repositories, and no page or title of the extension says so"}))
			break
		}
	}
	return out
}

// switched are values that turn a thing of git's own on or off.
var switched = lazyregexp.Lazy(`(?i)^(true|false|1|0|on|off|yes|no)?$`)

// renamed finds the name of a package that could be taken for a well-known one in code which, unasked, changes texts or
// files and speaks of a list of packages: what is typed is not what is installed.
func renamed(in check.Input) []finding.Finding {
	var at *facts.Use
	for _, u := range in.Program.Uses {
		saves := u.Module == "vscode" && strings.HasSuffix(u.Member, "onWillSaveTextDocument")
		e, ok := in.Catalog.Lookup(u.Module, u.Member)
		writes := ok && u.Kind == facts.Call && unaskedBy(u.Trigger) &&
			(e.Capability == catalog.VSFilesWrite || e.Capability == catalog.FileWrite)
		if saves || writes {
			at = &u
			break
		}
	}
	if at == nil {
		return nil
	}
	lists := map[string]bool{}
	for _, s := range in.Program.Strings {
		lists[s.Where.File] = lists[s.Where.File] || packageLists().MatchString(s.Text)
	}
	for _, s := range in.Program.Strings {
		if !lists[s.Where.File] && !lists[at.Where.File] {
			continue
		}
		if m := otherIndex().FindString(s.Text); m != "" && near(s.Where, at.Where) && uses.ForeignURL(s.Text) {
			return []finding.Finding{chain(in, finding.Likely, "a list of packages gets another index, unasked: "+wording.Quote(s.Text),
				link{at.Where, "texts or files are changed where no command leads: " + uses.Symbol(*at)},
				link{s.Where, "the index: " + wording.Quote(s.Text)})}
		}
		known := lookalike.Package(s.Text)
		if known == "" {
			continue
		}
		return []finding.Finding{chain(in, finding.Likely, wording.Quote(s.Text)+" can be taken for the package "+wording.Quote(known)+
			", in code that changes texts or files unasked and speaks of a list of packages",
			link{at.Where, "texts or files are changed where no command leads: " + uses.Symbol(*at)},
			link{s.Where, "the name: " + wording.Quote(s.Text)})}
	}
	return nil
}

// otherIndex is an option that has a package manager ask another index.
var otherIndex = lazyregexp.Lazy(`(?i)(^|\s)--?(extra-)?(index-url|find-links|trusted-host|registry)[=\s]`)

// packageLists are the names of lists of packages, in a path or an expression.
var packageLists = lazyregexp.Lazy(
	`(?i)\b(package\\?\.json|requirements[\w-]*\\?\.txt|pyproject\\?\.toml|Cargo\\?\.toml|go\\?\.mod|Gemfile)\b`,
)

// ordersInText finds orders to an agent that nobody shall hear of in the code of what writes files or edits texts,
// wherever they end up: nobody has another use for such a sentence.
func ordersInText(in check.Input, said []finding.Finding) []finding.Finding {
	var at *facts.Use
	for u := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		at = &u
		break
	}
	if at == nil {
		return nil
	}
	for i, s := range in.Program.Strings {
		all := in.Program.Strings
		line := agentOrder(s.Text, append(slices.Clone(all[i+1:min(i+1+orderLines, len(all))]), all[max(i-orderLines, 0):i]...)...)
		if line == "" || slices.ContainsFunc(said, func(f finding.Finding) bool { return near(f.Where, s.Where) }) {
			continue
		}
		return []finding.Finding{chain(in, finding.Likely, "an agent gets orders of which its user shall not hear: "+wording.Quote(line),
			link{at.Where, "the code writes files or texts: " + uses.Symbol(*at)},
			link{s.Where, "what an agent is told: " + wording.Quote(line)})}
	}
	return nil
}

// unseenOrders finds texts of the code in which words are written that nobody sees, and that are an order or a program: they
// are for an agent or an interpreter, whatever file they go to.
func unseenOrders(in check.Input) []finding.Finding {
	var out []finding.Finding
	for _, s := range in.Program.Strings {
		reads, there := lookalike.UnseenText(s.Text)
		if !there || reads == "" {
			continue
		}
		if loudLine(reads) == "" && !orderedActs().MatchString(reads) && !givesAway().MatchString(reads) {
			continue
		}
		out = append(out, chain(in, finding.Likely, "a text of the code's holds words that nobody sees: "+wording.Quote(reads),
			link{s.Where, "the characters stand for letters and are shown as nothing"},
			link{s.Where, "what they say: " + wording.Quote(reads)}))
	}
	return out
}

// unknownFile stands for a path that is not known.
const unknownFile = "a file"

// scriptAt takes a file whose path is not known for soil where a line that fetches code, runs it and
// hides what it says stands beside the call: nobody writes such a line to show it.
func scriptAt(in check.Input, u facts.Use, e catalog.Entry) (soil, string, bool) {
	if !writesContent(u, e) || u.Trigger == facts.ByCommand {
		return soil{}, "", false
	}
	for _, s := range nearStrings(in, u.Where) {
		if hushed().MatchString(s.Text) && loudLine(s.Text) != "" || unaskedBy(u.Trigger) && programText(s.Text) != "" {
			return soil{name: "a script"}, unknownFile, true
		}
	}
	return soil{}, "", false
}

// beside is how far an order may stand from what writes it: ten lines.
const beside = 10 * nearLines * nearColumns

// ruleContent finds a rule that has an agent give away or guard less, in what is written or beside it.
func ruleContent(in check.Input, u facts.Use, e catalog.Entry) (line string, inside bool) {
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			if l := badRule(p.String()); l != "" {
				return l, true
			}
			if m := ordered().FindString(p.String()); m != "" {
				return escape.Printable(m, 120), true
			}
		}
	}
	for _, s := range nearStrings(in, u.Where) {
		if l := badRule(s.Text); l != "" {
			return l, false
		}
		if m := ordered().FindString(s.Text); m != "" && strings.Count(s.Text, " ") > 3 && apart(s.Where, u.Where) < beside {
			return escape.Printable(m, 120), false
		}
	}
	return "", false
}

// bentContent finds what has the readers of a file do another thing, in what is written or beside it.
func bentContent(in check.Input, u facts.Use, e catalog.Entry, bent func() *regexp.Regexp) (line string, inside bool) {
	for _, text := range written(in, u, e) {
		if m := bent().FindString(text); m != "" {
			return escape.Printable(strings.TrimSpace(m), 120), true
		}
	}
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WriteSteering || w.Where.File != u.Where.File {
			continue
		}
		for _, v := range w.Values {
			if l := uses.Preloaded(v); l != "" && near(w.Where, u.Where) {
				return w.Name + ": " + escape.Printable(l, 100), false
			}
			// A file of lines is put together of the names and values of an object, which may stand anywhere: that the host is told
			// nowhere is what gives it away.
			for _, p := range uses.Texts(v) {
				line := w.Name + " = " + p.String()
				host, _ := uses.URLHost(p.String())
				if name, _ := untold(in, host); name != "" && bent().MatchString(line) {
					return escape.Printable(line, 120), false
				}
			}
		}
	}
	for _, s := range nearStrings(in, u.Where) {
		if m := bent().FindString(s.Text); m != "" && !strings.HasPrefix(s.Text, "${") {
			return escape.Printable(strings.TrimSpace(m), 120), false
		}
	}
	return "", false
}

// written is the text of what a call writes, as far as it is known.
func written(in check.Input, u facts.Use, e catalog.Entry) []string {
	var out []string
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			out = append(out, p.String())
		}
	}
	return out
}

// hushed are lines whose output nobody shall see.
var hushed = lazyregexp.Lazy(`(?i)>\s*/dev/null|2>&1|\bnohup\b|-w(indowstyle)?\s+hidden|>\s*nul\b|\bstart\s+/b\b`)

// loudContent finds a line that fetches, sends or orders: in what is written, or beside it.
func loudContent(in check.Input, u facts.Use, e catalog.Entry) (line string, inside bool) {
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			if l := loudLine(p.String()); l != "" {
				return l, true
			}
		}
	}
	for _, s := range nearStrings(in, u.Where) {
		if l := loudLine(s.Text); l != "" {
			return l, false
		}
	}
	return "", false
}

// startsPrograms holds for what chain_persistence reports.
func startsPrograms(in check.Input, u facts.Use, e catalog.Entry, s soil) bool {
	if !s.starts {
		return false
	}
	for _, v := range uses.WithRole(u, e, catalog.RoleContent) {
		for _, p := range uses.Texts(v) {
			if starts().MatchString(p.String()) {
				return true
			}
		}
	}
	return false
}
