package chain

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainCommandFetchesCode = check.Check{
	Name:       "chain_command_fetches_code",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{494, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainCommandFetchesCode,
}

// What makes such a line one that hides: a window nobody sees, text nobody can
// read, a host without a name or without TLS, a commit pinned so that no
// release has to be made.
var hides = []struct {
	pattern func() *regexp.Regexp
	word    string
}{
	{lazyregexp.Lazy(`(?i)\s[-/](w|win|windowstyle)\s+(hidden|1)\b|\bstart\s+/b\b`), "in a window nobody sees"},
	{lazyregexp.Lazy(`(?i)github:\S+#[0-9a-f]{7,40}\b|git\+\S+#[0-9a-f]{7,40}\b`), "from a commit that is no release"},
	{lazyregexp.Lazy(`(?i)\bhttps?://\d{1,3}(\.\d{1,3}){3}\b`), "from a host without a name"},
	{lazyregexp.Lazy(`(?i)\bhttp://[^\s"'/]*[a-z][^\s"'/]*`), "without TLS"},
}

// installers are programs that run what they install; archives are addresses of packages that no
// registry knows.
var (
	installers = lazyregexp.Lazy(`(?i)^\S*\b(npm|pnpm|yarn|npx|bunx?|pip3?|pipx|uvx)(\.cmd|\.exe)?(\s|$)`)
	archives   = lazyregexp.Lazy(`(?i)^(https?|git\+\w+)://\S+\.(tgz|tar\.gz|whl|zip|git)$`)
)

// takesProgram are commands that may be given a program as a text: what they are is not all known, or they are interpreters.
var takesProgram = lazyregexp.Lazy(
	`(?i)<unknown>|\$\{config:|^\S*\b(python[\d.]*|py|node|bun|deno|ruby|perl|php|osascript)(\.exe)?["']?(\s|$)`,
)

func runChainCommandFetchesCode(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	seen := map[finding.Location]bool{}
	for _, c := range commands(in) {
		if seen[c.use.Where] || c.typed {
			continue
		}
		links := []link{}
		for _, re := range fetchAndRun {
			if re().MatchString(c.line) {
				links = append(links, link{c.use.Where, "a command fetches code and runs it at once: " + wording.Quote(c.line)})
				break
			}
		}
		if len(links) == 0 && installers().MatchString(c.line) && c.use.Trigger != facts.ByCommand {
			// What it is given is put together elsewhere; the archive stands beside it.
			for _, s := range nearStrings(in, c.use.Where) {
				if archives().MatchString(s.Text) {
					links = append(links, link{s.Where, "an archive of packages stands beside the command that installs them: " + wording.Quote(s.Text)})
					break
				}
			}
		}
		if len(links) == 0 && c.use.Module == "child_process" && (c.use.Member == "fork" || takesProgram().MatchString(c.line)) {
			// A program for an interpreter is handed on by name, as a file that fork runs is: it stands beside the call.
			for _, s := range nearStrings(in, c.use.Where) {
				if m := programText(s.Text); m != "" {
					links = append(links, link{s.Where, "a program beside the call fetches code and runs it: " + wording.Quote(m)})
					break
				}
			}
		}
		if encoded().MatchString(c.line) {
			links = append(links, link{c.use.Where, "a command is written so that nobody can read it"})
		}
		if len(links) == 0 {
			continue
		}
		hidden := []string{}
		for _, h := range hides {
			if h.pattern().MatchString(c.line) && !strings.Contains(c.line, "//127.0.0.1") && !strings.Contains(c.line, "//localhost") {
				hidden = append(hidden, h.word)
			}
		}
		sure := finding.Likely
		switch {
		case len(hidden) > 0:
			sure = finding.Confirmed
			links = append(links, link{c.use.Where, "and does so " + strings.Join(hidden, ", ")})
		case c.silent:
			links = append(links, link{c.use.Where, "and nobody sees it run"})
		case c.shown:
			// The user sees it; whether they asked for it is not known.
			sure = finding.Heuristic
		default:
			links = append(links, link{c.use.Where, "in a process without a window, where nobody sees what it says"})
		}
		seen[c.use.Where] = true
		out = append(
			out,
			chain(in, sure, fmt.Sprintf("%s runs what it has just fetched: %s", uses.Symbol(c.use), wording.Quote(c.line)), links...),
		)
	}
	return append(append(out, defaultsThatFetch(in)...), manifestLines(in)...)
}

// defaultsThatFetch finds settings whose default, which the manifest gives, is a line that fetches code and runs it. Nobody typed
// it, and whoever reads the settings sees the one that the extension chose.
func defaultsThatFetch(in check.Input) []finding.Finding {
	if in.Manifest == nil {
		return nil
	}
	var out []finding.Finding
	for _, s := range in.Manifest.Contributes.Settings {
		for _, line := range linesOfJSON(s.Default) {
			m := firstOf(line, fetchAndRun...)
			if m == "" || !uses.ForeignURL(line) {
				continue
			}
			where := finding.Location{File: "package.json", Line: 1, Column: 1}
			if l, c, ok := in.Manifest.Position(s.Pointer + "/default"); ok {
				where.Line, where.Column = l, c
			}
			out = append(out, finding.Finding{
				Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
				Provenance: finding.FirstParty, Where: where,
				Message: "until somebody sets it, the setting " + wording.Quote(s.Key) + " is a line that fetches code and runs it: " +
					wording.Quote(m),
				Flow: []finding.Step{{Where: where, Message: "the whole line: " + wording.Quote(line)}},
			})
			break
		}
	}
	return out
}

// linesOfJSON are the lines that a value written as JSON may be: a text, a list as a program with its arguments, and what an
// object holds.
func linesOfJSON(text string) []string {
	var v any
	if text == "" || len(text) > maxProgram || json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	var out []string
	var walk func(v any, depth int)
	walk = func(v any, depth int) {
		if depth == 0 {
			return
		}
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			var words []string
			for _, x := range v {
				if word, ok := x.(string); ok {
					words = append(words, word)
				} else {
					walk(x, depth-1)
				}
			}
			out = append(out, strings.Join(words, " "))
		case map[string]any:
			for _, x := range v {
				walk(x, depth-1)
			}
		}
	}
	walk(v, 4)
	slices.Sort(out)
	return out
}

// manifestLines finds lines that do harm among the arguments that the manifest gives to commands and programs: those of a key, of a
// menu, of a link to a command, of a session of a debugger, of a default. VS Code hands them on as they are written, and the
// extension's code has no part in it.
func manifestLines(in check.Input) []finding.Finding {
	if in.Manifest == nil {
		return nil
	}
	var out []finding.Finding
	for _, point := range in.Manifest.Contributes.Points {
		raw := in.Manifest.Raw(point.Pointer)
		var v any
		// The defaults of settings are looked at by themselves.
		if point.Name == "configuration" || raw == "" || len(raw) > maxPoint || json.Unmarshal([]byte(raw), &v) != nil {
			continue
		}
		argumentTexts(v, point.Pointer, maxDepth, func(pointer, text string) {
			line, does := harmfulLine(text)
			if does == "" {
				return
			}
			where := finding.Location{File: "package.json", Line: 1, Column: 1}
			if l, c, ok := in.Manifest.Position(pointer); ok {
				where.Line, where.Column = l, c
			}
			out = append(out, finding.Finding{
				Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
				Provenance: finding.FirstParty, Where: where,
				Message: "what the manifest gives on in " + wording.Quote(point.Name) + " is a line that " + does + ": " + wording.Quote(line),
				Flow:    []finding.Step{{Where: where, Message: "the whole text: " + wording.Quote(text)}},
			})
		})
	}
	return out
}

// Bounds of what is read of a contribution point.
const (
	maxPoint = 1 << 20
	maxDepth = 12
)

// spoken are the members of contributions that people read: a text there may quote a line that they run themselves.
var spoken = map[string]bool{
	"title": true, "shortTitle": true, "category": true, "label": true, "name": true, "displayName": true, "fullName": true, "when": true,
	"description": true, "markdownDescription": true, "enumDescriptions": true, "markdownEnumDescriptions": true, "deprecationMessage": true,
	"markdownDeprecationMessage": true, "detail": true, "contents": true, "userDescription": true, "modelDescription": true, "pattern": true,
	"regexp": true, "match": true, "begin": true, "end": true,
}

// commandLink is a link to a command of the editor with its arguments.
var commandLink = lazyregexp.Lazy(`\bcommand:[\w.-]+\?([^\s)\]"'>]+)`)

// argumentTexts goes through the texts of a value of JSON that are given on; of those that people read only the arguments of links
// to commands are. A list of texts is a line as well.
func argumentTexts(v any, pointer string, depth int, each func(pointer, text string)) {
	if depth == 0 {
		return
	}
	switch v := v.(type) {
	case string:
		each(pointer, v)
	case []any:
		var words []string
		for i, x := range v {
			if word, ok := x.(string); ok {
				words = append(words, word)
			}
			argumentTexts(x, pointer+"/"+strconv.Itoa(i), depth-1, each)
		}
		if len(words) > 1 {
			each(pointer, strings.Join(words, " "))
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			at := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
			text, isText := v[key].(string)
			if !isText || !spoken[key] {
				argumentTexts(v[key], at, depth-1, each)
				continue
			}
			for _, m := range commandLink().FindAllStringSubmatch(text, maxLines) {
				if args, err := url.QueryUnescape(m[1]); err == nil {
					each(at, args)
				}
			}
		}
	}
}
