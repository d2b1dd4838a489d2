package html

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// answerView says in words what the picture answers first: which code starts programs,
// which, and from which entry.
type answerView struct {
	// Text is said where no code starts any; else it is empty.
	Text     string
	Starters []starterView
	// More counts the parts of the code that are not named.
	More int
}

// starterView is a part of the code that starts programs.
type starterView struct {
	Code, From string
	Programs   []string
	More       int
}

// What the answer names at most.
const (
	maxStarters = 4
	maxPrograms = 3
	mostProgram = 60
)

func answer(p *report.Permissions) answerView {
	programs := map[int][]string{}
	elsewhere := false
	for _, i := range linesOf(p, policy.Processes) {
		l := p.Lines[i]
		if l.State == report.Denied {
			continue
		}
		elsewhere = elsewhere || len(l.Needs) == 0
		for _, n := range l.Needs {
			text := fit(strings.TrimSuffix(show(l.Text), " ..."), mostProgram)
			if l.Mark != policy.Sure {
				text += " ?"
			}
			programs[n.Part] = append(programs[n.Part], text)
		}
	}
	var v answerView
	for _, i := range partOrder(p) {
		if i < 0 || programs[i] == nil {
			continue
		}
		if len(v.Starters) == maxStarters {
			v.More++
			continue
		}
		all := programs[i]
		s := starterView{Code: partName(p.Parts[i]), Programs: all[:min(len(all), maxPrograms)], More: max(len(all)-maxPrograms, 0)}
		// What starts itself needs no entry beside it.
		if from := fromOf(p.Parts[i]); from != s.Code {
			s.From = fit(from, mostProgram)
		}
		s.Code = fit(s.Code, mostProgram)
		v.Starters = append(v.Starters, s)
	}
	switch {
	case len(v.Starters) == 0 && elsewhere:
		v.Text = "No place in the code was seen to start a program; the documents of the repository allow some."
	case len(v.Starters) == 0:
		v.Text = "Nothing in it was seen to start a program."
	}
	return v
}

// strokeView is a stroke of the picture and what it means.
type strokeView struct{ Class, Means string }

// strokes are those that a picture has, so that nobody looks for the others.
func strokes(p *report.Permissions) []strokeView {
	has := map[string]bool{}
	for _, l := range p.Lines {
		for class := range strings.FieldsSeq(lineClass(l)) {
			has[class] = true
		}
	}
	for _, part := range p.Parts {
		has["l-unresolved"] = has["l-unresolved"] || !part.EntriesTold
	}
	var out []strokeView
	for _, s := range []strokeView{
		{"l-granted", "granted"}, {"l-unresolved", "unresolved (?): the code does it; to what, is not known"},
		{"l-imprecise", "imprecise (?): matched by name"}, {"l-widened", "NEW in this change"}, {"l-denied", "DENIED by an override"},
	} {
		if has[s.Class] {
			out = append(out, s)
		}
	}
	return out
}
