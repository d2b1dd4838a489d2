package verdict

import (
	"strings"

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

func confirmedCritical(p Profile, in Input) (string, []int, bool) {
	is := pick(in, func(f finding.Finding) bool {
		return f.Intent == finding.Malicious && f.Confidence == finding.Confirmed && p.Severity(f) == finding.Critical
	})
	return "confirmed malicious: " + checksOf(in, is), is, len(is) > 0
}

// manyChains counts chains as independent when different checks found them:
// the same pattern in two files is one piece of evidence.
func manyChains(_ Profile, in Input) (string, []int, bool) {
	chains, signals := malicious(in, finding.Likely), malicious(in, finding.Heuristic)
	switch n := distinct(in, chains); {
	case n >= 2:
		return count(n, "independent chain") + " of behaviour that looks malicious: " + checksOf(in, chains), chains, true
	case n == 1 && len(signals) > 0:
		is := append(append([]int{}, chains...), signals...)
		return "a chain of behaviour that looks malicious and a further signal: " + checksOf(in, is), is, true
	}
	return "", nil, false
}

func oneChain(_ Profile, in Input) (string, []int, bool) {
	is := malicious(in, finding.Likely)
	return "one chain of behaviour that looks malicious, a person must judge it: " + checksOf(in, is), is, distinct(in, is) == 1
}

// highRisk holds for findings of high or critical severity; of those that are
// vulnerabilities, when only those are asked for.
func highRisk(onlyVulnerable bool) condition {
	return func(p Profile, in Input) (string, []int, bool) {
		is := pick(in, func(f finding.Finding) bool {
			return p.Severity(f) >= finding.High && (!onlyVulnerable || f.Intent == finding.Vulnerable)
		})
		return count(len(is), "finding") + " of high or critical severity: " + checksOf(in, is), is, len(is) > 0
	}
}

func privileged(_ Profile, in Input) (string, []int, bool) {
	return "the code uses privileged capabilities: " + strings.Join(in.Privileged, ", "), nil, len(in.Privileged) > 0
}

func incomplete(_ Profile, in Input) (string, []int, bool) {
	if len(in.Incomplete) == 0 {
		return "", nil, false
	}
	text := "the analysis is incomplete: " + in.Incomplete[0]
	if n := len(in.Incomplete) - 1; n > 0 {
		text += " (and " + count(n, "more place") + ")"
	}
	return finding.Printable(text, finding.MaxMessage), nil, true
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

func pick(in Input, keep func(finding.Finding) bool) []int {
	var is []int
	for i, f := range in.Findings {
		if keep(f) {
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
