package chain

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// throughPage finds what is private that a webview's page is told unasked, where a script of a page
// asks a host that the code names.
func throughPage(in check.Input) []finding.Finding {
	asks, host := pageFile(in)
	inline := false
	if asks == nil {
		if asks, host = pageText(in); asks == nil {
			return nil
		}
		inline = true
	}
	from := []facts.SourceKind{facts.FromText, facts.FromClipboard, facts.FromSecret, facts.FromToken, facts.FromEnvironment}
	for _, f := range trails(in, facts.ToPage, from...) {
		told := f.Sink.Member != "Webview.html"
		if f.Source.Kind == facts.FromText && f.Source.What != facts.EnvFiles && (!inline || !told) && !unaskedBy(f.Trigger) {
			continue
		}
		links := append(stepsAsLinks(f), link{f.Sink.Where, "this happens " + whatRuns(f.Trigger)}, *asks)
		return []finding.Finding{
			chain(in, finding.Likely, "what is private goes to a page, whose script asks "+wording.Quote(host)+", "+whatRuns(f.Trigger), links...),
		}
	}
	return nil
}

// pageFile finds a script of a page that asks a host, or begins an address of one and goes on with something else.
func pageFile(in check.Input) (*link, string) {
	pages := map[string]bool{}
	for _, m := range in.Program.Modules {
		pages[m.Path] = m.Shallow
	}
	for u := range uses.Calls(in, catalog.NetConnect) {
		if to, ok := foreign(uses.AddressesOf(in, u)); ok && pages[u.Where.File] {
			return &link{u.Where, "a script of a page asks " + wording.Quote(to.Host)}, to.Host
		}
	}
	for _, s := range in.Program.Strings {
		if !pages[s.Where.File] || len(s.Text) > maxBegun || !goesOn().MatchString(s.Text) {
			continue
		}
		if a, ok := endpoint.Parse(s.Text); ok && !a.Private() {
			return &link{s.Where, "a script of a page puts something into an address of " + wording.Quote(a.Host)}, a.Host
		}
	}
	return nil, ""
}

// goesOn are addresses that stop where a value comes next, and maxBegun is how long one may be.
var goesOn = lazyregexp.Lazy(`^(https?|wss?)://[^/\s"'<>]+/[^\s"'<>#]*\?([^\s"'<>]*[&=])?[\w.-]*=?$`)

const maxBegun = 300

// putOn is an address that goes on with a value.
const putOn = "(?:[\"'](https?://[^\"'\\s]+)[\"']\\s*\\+|`(https?://[^`\\s$]+)\\$\\{)"

// tellsOn are scripts of a page, written out in the code, that send on what the page is told.
var tellsOn = []func() *regexp.Regexp{
	lazyregexp.Lazy(
		"(?s)\\b(?:sendBeacon|fetch|EventSource)\\(\\s*[\"'`](https?://[^\"'`\\s]+)[\"'`]\\s*,[^;]*\\b(?:e|ev|evt|event|m|msg|message)\\.data\\b",
	),
	lazyregexp.Lazy("(?s)\\b(?:sendBeacon|fetch)\\(\\s*[\"'`](https?://[^\"'`\\s$]+)[\"'`]\\s*,\\s*" +
		"(?:\\{[^}]*\\bbody\\b|[\\w.]+\\s*\\)|JSON\\.)"),
	lazyregexp.Lazy("\\b(?:sendBeacon|fetch|EventSource|import)\\(\\s*" + putOn),
	lazyregexp.Lazy("(?:\\.(?:src|href|action)|\\blocation)\\s*=\\s*" + putOn),
	lazyregexp.Lazy("\\bsetAttribute\\(\\s*[\"']\\w+[\"']\\s*,\\s*" + putOn),
	lazyregexp.Lazy("(?s)\\bnew WebSocket\\(\\s*[\"'`](wss?://[^\"'`\\s]+)[\"'`].*\\.send\\("),
	lazyregexp.Lazy("(?s)\\.open\\(\\s*[\"']\\w+[\"']\\s*,\\s*[\"'`](https?://[^\"'`\\s$]+).*\\.send\\(\\s*[^)\\s]"),
	lazyregexp.Lazy("(?s)<form\\b[^>]*\\baction=\\\\?[\"']?(https?://[^\"'`\\s>\\\\]+).*\\.submit\\("),
	lazyregexp.Lazy("(?s)<iframe\\b[^>]*\\bsrc=\\\\?[\"']?(https?://[^\"'`\\s>\\\\]+).*\\bcontentWindow\\b.{0,40}\\.postMessage\\("),
}

// maxPageText bounds the texts that are taken for a page.
const maxPageText = 64 << 10

// pageText finds such a script, and the host it sends to.
func pageText(in check.Input) (*link, string) {
	for _, s := range pageTexts(in) {
		if len(s.Text) > maxPageText || len(s.Text) < len("fetch('https://")+2 || !strings.Contains(s.Text, "://") {
			continue
		}
		for _, re := range tellsOn {
			for _, to := range re().FindStringSubmatch(s.Text) {
				if a, ok := endpoint.Parse(to); ok && a.Scheme != "" && !a.Private() {
					return &link{s.Where, "a script of a page, written out here, sends what it is told to " + wording.Quote(a.Host)}, a.Host
				}
			}
		}
	}
	return nil, ""
}

// pageTexts are the texts that the code writes out, and the pages that it puts together of them.
func pageTexts(in check.Input) []facts.String {
	out := slices.Clone(in.Program.Strings)
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WritePage || len(w.Values) == 0 {
			continue
		}
		for _, p := range w.Values[0].Alts {
			var b strings.Builder
			for _, part := range p {
				if part.Kind == facts.Literal {
					b.WriteString(part.Text)
				} else {
					b.WriteByte('?')
				}
			}
			out = append(out, facts.String{Text: b.String(), Where: w.Where})
		}
	}
	return out
}

// passwordAsked: a page in the code has a field for a password and speaks of signing in to somebody whom many have an
// account with, and the code of that file asks a host of which nobody is told.
func passwordAsked(in check.Input, a ask) (string, []link) {
	if !a.called() && !whole().MatchString(a.text) {
		return "", nil
	}
	for _, s := range in.Program.Strings {
		if s.Where.File != a.where.File || !a.called() && !near(s.Where, a.where) || len(s.Text) > maxProgram ||
			!passwordField().MatchString(s.Text) {
			continue
		}
		name := signsIn().FindString(s.Text)
		if name == "" && asksIn().MatchString(s.Text) {
			name = accounts().FindString(s.Text)
		}
		if name == "" {
			continue
		}
		what := "a page in the code asks for a password (" + wording.Quote(name) + "), and the code sends to"
		return what, []link{{s.Where, "the page: " + wording.Quote(name)}}
	}
	return "", nil
}

// The two may stand apart on such a page: a heading, and below it what the account opens.
var (
	asksIn   = lazyregexp.Lazy(`(?i)\b(sign|log)\s?-?in\b`)
	accounts = lazyregexp.Lazy(
		`\b(GitHub|GitLab|Bitbucket|Microsoft( Azure| 365| account)?|Azure|Google( Cloud)?|Apple ID|AWS|` +
			`Amazon Web Services|npm|OpenAI|Anthropic|Docker Hub)\b`,
	)
)

var passwordField = lazyregexp.Lazy(`(?i)<input\b[^>]*\btype\s*=\s*\\?["']?password\b`)

// signsIn are the words of such a page. The services are those whose accounts open other things.
var signsIn = lazyregexp.Lazy(
	`(?i)\b(sign|log)\s?-?(in|on)\s+(to|with)\s+(your\s+)?` +
		`(GitHub|GitLab|Bitbucket|Microsoft|Azure|Google|Apple|AWS|Amazon|npm|OpenAI|ChatGPT|Anthropic|Claude|Copilot|Docker|Slack|Discord)\b|` +
		`\b(GitHub|GitLab|Bitbucket|Microsoft|Google|Apple|AWS|npm) (account|password|login|credentials)\b`,
)

// askedInside: code that the manifest has another program load, as the server of TypeScript does, asks it. What is opened there is the
// person's, and such code has no one to ask for it.
func askedInside(in check.Input, a ask) (string, []link) {
	if !a.called() {
		return "", nil
	}
	for _, e := range in.Program.Entries {
		folder := path.Dir(e.File)
		if e.Via != "contributes.typescriptServerPlugins" || a.where.File != e.File && !strings.HasPrefix(a.where.File, folder+"/") {
			continue
		}
		return "code that the server of TypeScript loads asks",
			[]link{{a.where, "it runs in that server, beside every text that is opened there, and no policy of the editor's reaches it"}}
	}
	return "", nil
}

// openedUnasked: the editor is told to open a page of it in the browser, and nobody asked for anything.
func openedUnasked(in check.Input) func(check.Input, ask) (string, []link) {
	type opening struct {
		by facts.Use
		of facts.Value
	}
	var opened []opening
	for u, e := range uses.Calls(in, catalog.VSOpen) {
		if !unaskedBy(u.Trigger) || u.Asked || askedNear(in, u) {
			continue
		}
		for _, v := range uses.WithRole(u, e, catalog.RoleURL) {
			opened = append(opened, opening{u, v})
		}
	}
	return func(_ check.Input, a ask) (string, []link) {
		for _, o := range opened {
			if a.text != "" && holdsText(o.of, a.host, 1) {
				return "a page is opened in the browser, " + whatRuns(o.by.Trigger) + ", of", []link{{o.by.Where, uses.Symbol(o.by) + " opens it"}}
			}
		}
		return "", nil
	}
}

// mailed: data of the person's is sent by something whose address is written nowhere, by code that has an address of mail.
func mailed(in check.Input, a ask) (string, []link) {
	if !a.mail || !slices.ContainsFunc(in.Program.Strings, func(s facts.String) bool { return speaksMail().MatchString(s.Text) }) {
		return "", nil
	}
	// Whom a letter is for that the code hands over itself is known, whichever server takes it.
	handed := speaksMail().MatchString(a.text)
	for _, t := range in.Program.Trails {
		if t.Sink.Kind == facts.ToSend && private[t.Source.Kind] != "" && (handed || t.To == "" && uses.HostOf(in, t) == "") {
			return fmt.Sprintf("%s (%s) is sent, %s, by code that has the address of mail %s, on", private[t.Source.Kind],
				wording.Quote(t.Source.What), whatRuns(t.Trigger), wording.Quote(a.text)), stepsAsLinks(t)
		}
	}
	return "", nil
}

// speaksMail are words of the protocol by which mail is handed over.
var speaksMail = lazyregexp.Lazy(`^(MAIL FROM:|RCPT TO:)|\bsmtps?:`)

// pageTells: a script of a page puts something into an address of it, or sends it something that the script does not write out.
func pageTells(in check.Input, a ask) (string, []link) {
	if !check.FilesOf(in.Program).ByPath[a.where.File].Shallow {
		return "", nil
	}
	if a.text != "" && goesOn().MatchString(a.text) || a.use.Module != "" && len(a.use.Args) > 1 &&
		decidedLater(a.use.Args[1].Props["body"], 2) {
		return "a script of a page tells something", []link{{a.where, "the page is shown by the editor, and what it shows is the person's"}}
	}
	return "", nil
}

// askedNear holds for what stands right behind a message: of activate nobody knows which of its lines the answer decides.
func askedNear(in check.Input, u facts.Use) bool {
	return slices.ContainsFunc(in.Program.Uses, func(o facts.Use) bool {
		asks := o.Module == "vscode" && strings.HasPrefix(o.Member, "window.show") && strings.HasSuffix(o.Member, "Message")
		lines, columns := u.Where.Line-o.Where.Line, u.Where.Column-o.Where.Column
		return asks && u.Where.File == o.Where.File && (lines == 0 && columns > 0 && columns < longLine || lines > 0 && lines < nearSteps)
	})
}

// page is the address of something to read.
var page = lazyregexp.Lazy(`(?i)\.(html?|md|pdf|png|svg)\b|/(docs?|documentation|wiki|blog|help|guide|issues|reference|learn)\b|://[^/]+/$`)

// insteadOf is the option of git that has it ask one address wherever it is told another.
var insteadOf = lazyregexp.Lazy(`(?i)^url\.[a-z]+://\S+\.(push)?insteadOf$`)

// decidedLater holds for a value that is, or holds, something decided at run time.
func decidedLater(v facts.Value, depth int) bool {
	if v.Func {
		return false
	}
	for _, p := range uses.Texts(v) {
		if _, constant := p.Constant(); !constant {
			return true
		}
	}
	within := func(x facts.Value) bool { return depth > 0 && decidedLater(x, depth-1) }
	return slices.ContainsFunc(v.Items, within) || slices.ContainsFunc(slices.Collect(maps.Values(v.Props)), within)
}

// markupLoads: markup that the code writes out has something loaded from it.
func markupLoads(in check.Input, a ask) (string, []link) {
	switch {
	case a.text == "":
	case loads().MatchString(a.text):
		return "markup in the code loads from", []link{{a.where, "the markup: " + wording.Quote(a.text)}}
	case whole().MatchString(a.text):
		for _, s := range in.Program.Strings {
			if s.Text == "iframe" && near(s.Where, a.where) {
				return "a frame is made beside the address of", []link{{s.Where, "a frame of another page is made by its name"}}
			}
		}
	}
	return "", nil
}

var loads = lazyregexp.Lazy(
	`(?i)<(img|script|iframe|form|video|audio|object|embed)\b[^>]*(://|\bsrc\s*=\s*\\?["']?//)|!\[[^\]]*\]\(https?://|` +
		// A piece of markup: what is put in before it stands in the same tag.
		`^[^<>=]*["']\s+(src|srcset|poster|action|data)\s*=\s*\\?["']?https?://|` +
		// A script of a page makes an element that loads.
		`\bcreateElement\(\\?["'\x60](iframe|img|script|embed|object|video)\\?["'\x60]\)` +
		`[\s\S]{0,600}\.(src|data)\s*=\s*\\?["'\x60](https?:)?//|` +
		// Its script imports one.
		`<script\b[^>]*>[\s\S]{0,600}?\b(import|from)\s*\(?\s*\\?["'\x60]https?://`,
)
