package chain

import (
	"context"
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

// runChainCodeChanged joins such a text with an edit of documents that every save, change or opening of one sets off.
func runChainCodeChanged(_ context.Context, in check.Input) []finding.Finding {
	var hooks, edits []facts.Use
	for _, u := range in.Program.Uses {
		if u.Module != "vscode" {
			continue
		}
		switch {
		case u.Kind == facts.Call && strings.HasPrefix(u.Member, "workspace.on") && strings.HasSuffix(u.Member, "TextDocument"):
			hooks = append(hooks, u)
		case u.Trigger == facts.ByCommand:
		case strings.HasPrefix(u.Member, "TextEdit") && !strings.Contains(u.Member, "Editor"), strings.HasPrefix(u.Member, "WorkspaceEdit"),
			u.Member == "workspace.applyEdit", strings.HasSuffix(u.Member, "TextEditor.edit"):
			edits = append(edits, u)
		}
	}
	for u := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		if u.Trigger == facts.ByEvent {
			edits = append(edits, u)
		}
	}
	for _, s := range in.Program.Strings {
		if !openers().MatchString(s.Text) {
			continue
		}
		hook, edit := nearestUse(hooks, s.Where), nearestUse(edits, s.Where)
		if hook == nil || edit == nil {
			continue
		}
		message := "documents are changed by " + wording.Quote(s.Text) + ", which lets others in, and nobody asked"
		return []finding.Finding{chain(in, finding.Likely, message,
			link{hook.Where, uses.Symbol(*hook) + " hears of documents, whatever the user does"},
			link{edit.Where, uses.Symbol(*edit) + " changes one"},
			link{s.Where, "the text that stands beside it: " + wording.Quote(s.Text)})}
	}
	return nil
}

// nearestUse is the use of some that is near a place and the nearest to it; nil when none is.
func nearestUse(list []facts.Use, where finding.Location) *facts.Use {
	var best *facts.Use
	for i, u := range list {
		if near(u.Where, where) && (best == nil || apart(u.Where, where) < apart(best.Where, where)) {
			best = &list[i]
		}
	}
	return best
}
