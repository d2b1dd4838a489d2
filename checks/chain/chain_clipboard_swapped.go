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

var chainClipboardSwapped = check.Check{
	Name:       "chain_clipboard_swapped",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainClipboardSwapped,
}

// runChainClipboardSwapped joins a clipboard that is read with one that is written beside it,
// where no command and no answer of the user leads to the writing.
func runChainClipboardSwapped(_ context.Context, in check.Input) []finding.Finding {
	var reads []facts.Use
	for _, u := range in.Program.Uses {
		if u.Kind == facts.Call && u.Module == "vscode" && u.Member == "env.clipboard.readText" {
			reads = append(reads, u)
		}
	}
	if f, ok := swappedByData(in, reads); ok {
		return []finding.Finding{f}
	}
	if f, ok := swappedForAll(in); ok {
		return []finding.Finding{f}
	}
	for _, w := range in.Program.Uses {
		if w.Kind != facts.Call || w.Module != "vscode" || w.Member != "env.clipboard.writeText" ||
			w.Trigger == facts.ByCommand || w.Trigger == facts.ByUnknown || clears(in, w) {
			continue
		}
		for _, r := range reads {
			if !r.Beside(w) && !(unaskedBy(w.Trigger) && near(r.Where, w.Where) && putsAnother(in, w)) {
				continue
			}
			return []finding.Finding{chain(in, finding.Likely, "the clipboard is read and written again, "+whatRuns(w.Trigger),
				link{r.Where, "reads what the user has copied"},
				link{w.Where, "and puts something else there; no command and no answer of the user leads here"})}
		}
	}
	return nil
}

// putsAnother holds for what puts something there that the code writes out, or that stands beside an expression which finds the
// addresses of wallets: what is read may come by ways that lead through a library.
func putsAnother(in check.Input, w facts.Use) bool {
	e, _ := in.Catalog.Lookup(w.Module, w.Member)
	for _, v := range uses.WithRole(w, e, catalog.RoleContent) {
		for _, p := range v.Alts {
			if text, ok := p.Constant(); ok && len(text) >= shortest && !strings.ContainsAny(text, " \t\n") && !blank().MatchString(text) {
				return true
			}
		}
	}
	return slices.ContainsFunc(in.Program.Expressions, func(s facts.String) bool {
		return near(s.Where, w.Where) && walletShape().MatchString(s.Text)
	})
}

// shortest is how long a text is at least that somebody may be paid by: the number of an account, the address of a wallet.
const shortest = 16

// clears holds for a clipboard that is emptied or masked: whatever is put there, it is written out and says nothing.
func clears(in check.Input, w facts.Use) bool {
	e, _ := in.Catalog.Lookup(w.Module, w.Member)
	put := uses.WithRole(w, e, catalog.RoleContent)
	for _, v := range put {
		if v.Open || len(v.Alts) == 0 {
			return false
		}
		for _, p := range v.Alts {
			if text, ok := p.Constant(); !ok || !blank().MatchString(text) {
				return false
			}
		}
	}
	return len(put) > 0
}

// blank is a text of nothing but blanks and the signs that stand for what is hidden.
var blank = lazyregexp.Lazy(`^[\s*•.…_-]*$`)

// swappedByData joins a clipboard that is read and written with a file of data, which the code names, that has the shape of
// the addresses of wallets and one such address: what the code puts there, however it gets it, is a matter of the data.
func swappedByData(in check.Input, reads []facts.Use) (finding.Finding, bool) {
	writes := slices.IndexFunc(in.Program.Uses, func(u facts.Use) bool {
		return u.Kind == facts.Call && u.Module == "vscode" && u.Member == "env.clipboard.writeText"
	})
	if len(reads) == 0 || writes < 0 {
		return finding.Finding{}, false
	}
	var shape, address *facts.String
	for _, s := range dataTexts(in) {
		switch {
		case shape == nil && walletShape().MatchString(s.Text):
			shape = &s
		case address == nil && shape != nil && shape.Where.File == s.Where.File && walletAddress().MatchString(s.Text):
			address = &s
		}
	}
	if address == nil {
		return finding.Finding{}, false
	}
	const message = "the clipboard is read and written, and a file of data has the shape of wallets' addresses and one to put there"
	return chain(in, finding.Likely, message,
		link{reads[0].Where, "reads what the user has copied"}, link{in.Program.Uses[writes].Where, "puts something there"},
		link{shape.Where, "the shape: " + wording.Quote(shape.Text)},
		link{address.Where, "an address: " + wording.Quote(address.Text)}), true
}

// swappedForAll joins a function that is replaced for all code of the process with an expression of the same file that finds
// the addresses of wallets: what others are answered or given holds another one.
func swappedForAll(in check.Input) (finding.Finding, bool) {
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WriteShared {
			continue
		}
		name := strings.TrimPrefix(w.Module+"."+w.Member, "globals.")
		for _, s := range in.Program.Expressions {
			if s.Where.File == w.Where.File && walletShape().MatchString(s.Text) {
				return chain(in, finding.Likely, name+" is replaced for all code of the process, in a file that finds the addresses of wallets",
					link{w.Where, "all code, of other extensions too, gets this function for " + name},
					link{s.Where, "what is looked for: " + wording.Quote(s.Text)}), true
			}
		}
	}
	return finding.Finding{}, false
}

// walletShape is an expression for the addresses of wallets, walletAddress one of these.
var (
	walletShape   = lazyregexp.Lazy(`A-HJ-NP-Z|\(?bc1\b?[|)\[]|0x\[[a-fA-F0-9-]{3,12}\]\{40\}`)
	walletAddress = lazyregexp.Lazy(`^(bc1[a-z0-9]{25,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34}|0x[0-9a-zA-Z]{40}|T[1-9A-HJ-NP-Za-km-z]{33})$`)
)
