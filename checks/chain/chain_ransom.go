package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainRansom = check.Check{
	Name:       "chain_ransom",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainRansom,
}

var (
	destroys = []string{
		"unlink",
		"unlinkSync",
		"promises.unlink",
		"rm",
		"rmSync",
		"promises.rm",
		"truncate",
		"truncateSync",
		"rename",
		"renameSync",
		"promises.rename",
		"workspace.fs.delete",
	}
)

func runChainRansom(_ context.Context, in check.Input) []finding.Finding {
	for _, f := range trails(in, facts.ToFile, facts.FromCipher) {
		walk, destroy := first(in, f.Sink.Where, walks), first(in, f.Sink.Where, destroys)
		if over, ok := inPlace(in, f); ok && walk != nil && near(walk.Where, over.Where) {
			return []finding.Finding{chain(in, finding.Likely, "files of the workspace are encrypted where they stand, "+whatRuns(over.Trigger),
				append(append([]link{{walk.Where, "folders are walked"}}, stepsAsLinks(f)...),
					link{over.Where, uses.Symbol(over) + " writes over a file that was found; no command and no answer of the user leads here"})...)}
		}
		if walk == nil || destroy == nil {
			continue
		}
		links := append([]link{{walk.Where, "folders are walked"}}, stepsAsLinks(f)...)
		links = append(links, link{destroy.Where, uses.Symbol(*destroy) + " takes the original away"})
		sure := finding.Likely
		if destroy.Where.File == f.Sink.Where.File && walk.Where.File == f.Sink.Where.File {
			sure = finding.Confirmed
		}
		return []finding.Finding{chain(in, sure, "files are found, encrypted, and their originals taken away", links...)}
	}
	return nil
}

// first finds a call of one of some members of fs or vscode, in the file of a
// place before others.
func first(in check.Input, near finding.Location, members []string) *facts.Use {
	var found *facts.Use
	for i, u := range in.Program.Uses {
		if u.Kind != facts.Call || u.Module != "fs" && u.Module != "vscode" || !slices.Contains(members, u.Member) {
			continue
		}
		if u.Where.File == near.File {
			return &in.Program.Uses[i]
		}
		if found == nil {
			found = &in.Program.Uses[i]
		}
	}
	return found
}

// inPlace finds what writes encrypted bytes unasked to a path of which the code says nothing, as that of a file that was
// found is: whoever makes a copy names it.
func inPlace(in check.Input, f facts.Flow) (facts.Use, bool) {
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		if u.Where != f.Sink.Where || !unaskedBy(u.Trigger) {
			continue
		}
		for _, v := range uses.WithRole(u, e, catalog.RolePath) {
			for _, p := range uses.Texts(v) {
				if strings.Trim(p.String(), "/") == "<unknown>" {
					return u, true
				}
			}
		}
	}
	return facts.Use{}, false
}
