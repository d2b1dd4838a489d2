package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainCodeChanged = check.Check{
	Name:       "chain_code_changed",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{295, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainCodeChanged,
}

// openers are texts that, put into somebody's code, let others in: a check of certificates or of tokens that is none, a script
// of another host. They are no more than that, so that what talks about them is not meant.
var openers = lazyregexp.Lazy(
	`(?i)^[\s,{(]*["']?(rejectUnauthorized|strictSSL|verify_?ssl|ssl_?verify|verify_?peer)["']?\s*[:=]\s*(false|!1|0)[\s,;)}]*$|` +
		`^[\s,{(]*InsecureSkipVerify:\s*true[\s,;)}]*$|^[\s,{(]*algorithms?["']?\s*[:=]\s*\[[^\]]*["']none["'][^\]]*\][\s,;)}]*$|` +
		`^\s*<script[^>]*\ssrc=["']?https?://[^"'>\s]+["']?[^>]*>\s*</script>\s*(</(head|body)>)?\s*$|` +
		`^\s*(process\.env\.)?NODE_TLS_REJECT_UNAUTHORIZED["'\]]*\s*=\s*["']?0["']?;?\s*$`,
)

// backdoors are texts that, put into somebody's code, run what others ask for.
var backdoors = lazyregexp.Lazy(
	`(?i)\b(app|router|server|fastify)\.(get|use|post|all|route)\([^\n]*\b(eval|exec|execSync|spawn|Function)\(|` +
		`\b(eval|exec|system|passthru|shell_exec|assert)\s*\(\s*\$_(GET|POST|REQUEST|COOKIE)|` +
		`\b(eval|exec|execSync)\(\s*(req|request|ctx|params|query)\.|\b(eval|exec)\(\s*request\.(args|form|values)`,
)

// isBackdoor holds for such a text. Each of its forms calls something by one of these names: most texts have none, and
// the expression is dear.
func isBackdoor(text string) bool {
	if len(text) > maxBegun || !strings.Contains(text, "(") {
		return false
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc([]string{"eval", "exec", "spawn", "function", "system", "passthru", "assert"}, func(name string) bool {
		return strings.Contains(lower, name)
	}) && backdoors().MatchString(text)
}

// otherWallet holds for the address of a wallet beside an expression that finds such addresses.
func otherWallet(in check.Input, s facts.String) bool {
	return facts.IsWallet(s.Text) && strings.Trim(s.Text, "0x") != "" &&
		slices.ContainsFunc(in.Program.Expressions, func(e facts.String) bool {
			return near(e.Where, s.Where) && findsWallets().MatchString(e.Text)
		})
}

// findsWallets is an expression that finds addresses of wallets.
var findsWallets = lazyregexp.Lazy(`0x\[[^\]]*\]\{(40|39,)|bc1|\[13\]\[|\[a-km-zA-HJ-NP-Z1-9\]|\[1-9A-HJ-NP-Za-km-z\]`)

// runChainCodeChanged joins such a text with an edit of documents that every save, change or opening of one sets off, or with what it
// takes the place of.
func runChainCodeChanged(_ context.Context, in check.Input) []finding.Finding {
	var hooks, edits []facts.Use
	var out []finding.Finding
	changes := false
	for _, u := range in.Program.Uses {
		if u.Module != "vscode" {
			continue
		}
		changes = changes || editsTexts(u)
		switch {
		case u.Kind == facts.Call && strings.HasPrefix(u.Member, "workspace.on") && strings.HasSuffix(u.Member, "TextDocument"):
			hooks = append(hooks, u)
		case u.Trigger == facts.ByCommand:
		case editsTexts(u):
			edits = append(edits, u)
		}
	}
	for u := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		changes = true
		if u.Trigger == facts.ByEvent {
			edits = append(edits, u)
		}
	}
	var ruled bool
	hooked := map[string]bool{}
	both := len(hooks) > 0 && len(edits) > 0
	for _, s := range in.Program.Strings {
		if !openers().MatchString(s.Text) && !(both && isBackdoor(s.Text)) && !otherWallet(in, s) {
			continue
		}
		hook, edit, of := nearestUse(hooks, s.Where), nearestUse(edits, s.Where), replaced(in, s)
		switch {
		case hook != nil && edit != nil && !hooked[s.Where.File]:
			hooked[s.Where.File] = true
			message := "documents are changed by " + wording.Quote(s.Text) + ", which lets others in, and nobody asked"
			if facts.IsWallet(s.Text) {
				message = "the addresses of wallets in documents are replaced by " + wording.Quote(s.Text) + ", and nobody asked"
			}
			out = append(out, chain(in, finding.Likely, message,
				link{hook.Where, uses.Symbol(*hook) + " hears of documents, whatever the user does"},
				link{edit.Where, uses.Symbol(*edit) + " changes one"},
				link{s.Where, "the text that stands beside it: " + wording.Quote(s.Text)}))
		case (hook == nil || edit == nil) && of != nil && changes && !ruled:
			ruled = true
			out = append(out, chain(in, finding.Likely, "what guards in somebody's code is replaced by what lets others in: "+
				wording.Quote(of.Text)+" by "+wording.Quote(s.Text),
				link{of.Where, "what is looked for: " + wording.Quote(of.Text)},
				link{s.Where, "what takes its place: " + wording.Quote(s.Text)}))
		}
	}
	return out
}

// editsTexts holds for what changes a document.
func editsTexts(u facts.Use) bool {
	return strings.HasPrefix(u.Member, "TextEdit") && !strings.Contains(u.Member, "Editor") || strings.HasPrefix(u.Member, "WorkspaceEdit") ||
		u.Member == "workspace.applyEdit" || strings.HasSuffix(u.Member, "TextEditor.edit")
}

// replaced is the expression or text, right before one that lets others in, that names the same option and lets nobody in: the two
// are a rule by which code is changed, and nobody who asks for tidier code asks for that. The other way round it is a repair.
func replaced(in check.Input, opens facts.String) *facts.String {
	option := strings.ToLower(optionName().FindString(opens.Text))
	if option == "" {
		return nil
	}
	for _, list := range [][]facts.String{in.Program.Expressions, in.Program.Strings} {
		for i, s := range list {
			lines, columns := opens.Where.Line-s.Where.Line, opens.Where.Column-s.Where.Column
			if s.Where.File != opens.Where.File || lines != 1 && (lines != 0 || columns <= 0 || columns > ruleColumns) {
				continue
			}
			text := strings.NewReplacer(`\s*`, " ", `\s+`, " ", `\`, "").Replace(s.Text)
			if len(text) < maxProgram && strings.Contains(strings.ToLower(text), option) && !openers().MatchString(text) &&
				closed().MatchString(text) {
				return &list[i]
			}
		}
	}
	return nil
}

// ruleColumns is how far what a rule looks for may stand from what it puts there, on a line or on the next.
const ruleColumns = 200

var (
	// optionName is the option of a text of openers.
	optionName = lazyregexp.Lazy(
		`(?i)rejectUnauthorized|strictSSL|verify_?ssl|ssl_?verify|verify_?peer|InsecureSkipVerify|algorithms?|NODE_TLS_REJECT_UNAUTHORIZED`,
	)
	// closed are the values by which such an option lets nobody in.
	closed = lazyregexp.Lazy(`(?i)[:=]\s*(true|!0|1|["']1["'])|InsecureSkipVerify:?\s*false|["'](RS|ES|HS|PS)\d{3}["']`)
)
