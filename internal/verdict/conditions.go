package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// condition says whether a row holds, why in one sentence, and by which
// findings.
type condition func(Profile, Input) (text string, findings []int, holds bool)

// A malicious finding that is only likely is a chain: two links were seen
// together (credentials read and a request sent). One that is heuristic is a
// signal: it says nothing alone and counts only beside a chain.
func malicious(in Input, c finding.Confidence) []int {
	return pick(in, func(f finding.Finding) bool {
		return f.Intent == finding.Malicious && f.Confidence == c
	})
}

func confirmedMalice(_ Profile, in Input) (string, []int, bool) {
	is := malicious(in, finding.Confirmed)
	return "confirmed malicious: " + checksOf(in, is), is, len(is) > 0
}

// confirmedCritical reads the matrix: only its malware and network layers know
// malice, and of their rows only those it calls critical.
func confirmedCritical(p Profile, in Input) (string, []int, bool) {
	is := pick(in, func(f finding.Finding) bool {
		return f.Intent == finding.Malicious && f.Confidence == finding.Confirmed && p.Severity(f) == finding.Critical &&
			(f.Module == finding.MalwareModule || f.Module == finding.NetworkModule)
	})
	return "confirmed malicious: " + checksOf(in, is), is, len(is) > 0
}

// manyChains counts chains as independent when different checks found them:
// the same pattern in two files is one piece of evidence.
func manyChains(_ Profile, in Input) (string, []int, bool) {
	if in.RejectOn == OnConfirmed {
		return "", nil, false
	}
	return evidence(in)
}

func evidence(in Input) (string, []int, bool) {
	chains, signals := malicious(in, finding.Likely), malicious(in, finding.Heuristic)
	switch n := distinct(in, chains); {
	case n >= 2:
		return count(n, "chain") + " of behaviour that looks malicious: " + checksOf(in, chains), chains, true
	case n == 1 && len(signals) > 0:
		is := append(append([]int{}, chains...), signals...)
		return "a chain of behaviour that looks malicious and a further signal: " + checksOf(in, is), is, true
	}
	return "", nil, false
}

// someChain holds for one chain, and for more where only confirmed evidence
// rejects.
func someChain(_ Profile, in Input) (string, []int, bool) {
	if text, is, holds := evidence(in); holds {
		return text + "; a person must judge it", is, true
	}
	is := malicious(in, finding.Likely)
	return "one chain of behaviour that looks malicious, a person must judge it: " + checksOf(in, is), is, len(is) > 0
}

// criticalCode holds for what anybody who can reach it may use to take over the machine, or what
// takes its protection away: the code as it is, not what it is made of or who publishes it. Whether
// it is a mistake or meant, a person has to say.
func criticalCode(p Profile, in Input) (string, []int, bool) {
	is := pick(in, func(f finding.Finding) bool {
		return p.Severity(f) >= finding.Critical && f.Confidence != finding.Heuristic && f.Intent != finding.Hygiene &&
			!strings.HasPrefix(f.Check, "trust_setting_") && (f.Module == finding.CodeModule || f.Module == finding.ManifestModule)
	})
	return count(len(is), "critical finding") + " in the code, a person must judge it: " + checksOf(in, is), is, len(is) > 0
}

// secret holds for a secret that somebody can use: the layer rates those high.
func secret(p Profile, in Input) (string, []int, bool) {
	is := pick(in, func(f finding.Finding) bool {
		return f.Module == finding.SecretsModule && p.Severity(f) >= finding.High
	})
	return count(len(is), "secret") + " in the package: " + checksOf(in, is), is, len(is) > 0
}

// highRisk holds for findings of high or critical severity; in the calibrated
// profile, of those that are vulnerabilities, and never for what the publisher
// and the scorecard look like.
func highRisk(calibrated bool) condition {
	return func(p Profile, in Input) (string, []int, bool) {
		is := pick(in, func(f finding.Finding) bool {
			return p.Severity(f) >= finding.High && (!calibrated || f.Intent == finding.Vulnerable && !metadata(f.Module))
		})
		return count(len(is), "finding") + " of high or critical severity: " + checksOf(in, is), is, len(is) > 0
	}
}

// metadata layers say what surrounds an extension and not what it does.
func metadata(m finding.Module) bool {
	return m == finding.PublisherModule || m == finding.ScorecardModule
}

func privileged(_ Profile, in Input) (string, []int, bool) {
	const most = 5
	names, more := in.Privileged, ""
	if len(names) > most {
		names, more = names[:most], fmt.Sprintf(" and %d more", len(names)-most)
	}
	return "the code uses privileged capabilities: " + strings.Join(names, ", ") + more, nil, len(names) > 0
}

// missing returns the layers that are required and did not run as a whole.
func missing(in Input) []Layer {
	var out []Layer
	for _, m := range finding.Modules() {
		if !slices.Contains(in.Require, m) {
			continue
		}
		layer := Layer{Module: m, State: Skipped, Why: "this run has no such layer"}
		for _, l := range in.Layers {
			if l.Module == m {
				layer = l
			}
		}
		if layer.State != Ran {
			out = append(out, layer)
		}
	}
	return out
}

func requiredMissing(_ Profile, in Input) (string, []int, bool) {
	// The names first: the reasons may be cut.
	var names, words []string
	for _, l := range missing(in) {
		names = append(names, string(l.Module))
		words = append(words, l.Why)
	}
	text := "a required layer did not run: " + strings.Join(names, ", ") + " (" + strings.Join(words, "; ") + ")"
	return escape.Printable(text, finding.MaxMessage), nil, len(words) > 0
}

func incomplete(_ Profile, in Input) (string, []int, bool) {
	if len(in.Incomplete) == 0 {
		return "", nil, false
	}
	text := "the analysis is incomplete: " + in.Incomplete[0]
	if n := len(in.Incomplete) - 1; n > 0 {
		text += " (and " + count(n, "more place") + ")"
	}
	return escape.Printable(text, finding.MaxMessage), nil, true
}

func hasCode(p Profile, in Input) (string, []int, bool) {
	if p.Paper {
		return "there is code, and no finding of high or critical severity", nil, in.HasCode
	}
	return "there is code, and it uses no privileged capability", nil, in.HasCode
}

func always(Profile, Input) (string, []int, bool) {
	return "there is nothing in it that runs", nil, true
}

// pick returns the findings that decide: those nobody has answered.
func pick(in Input, keep func(finding.Finding) bool) []int {
	var is []int
	for i, f := range in.Findings {
		if f.Suppressed == nil && keep(f) {
			is = append(is, i)
		}
	}
	return is
}

// distinct counts the checks behind some findings.
func distinct(in Input, is []int) int {
	seen := map[string]bool{}
	for _, i := range is {
		seen[in.Findings[i].Check] = true
	}
	return len(seen)
}
