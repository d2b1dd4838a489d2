// Package precision measures the checks against people: findings on real,
// benign extensions, sampled by a fixed rule, each read in the code by a person
// who says whether it is true. Labels are committed; findings are made afresh,
// so that a label that no longer means a finding is noticed, and a high finding
// nobody has read as well.
//
// What is missed is another question (package recall, and the fixtures of each
// check): here it is only asked whether what is said is so.
//
// Nothing of the product imports this package; it is tests and their tools.
package precision

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Verdict is what a person says of a finding.
type Verdict string

// The verdicts.
const (
	// True: the code does what the message says, and the page's reason to
	// mind holds here.
	True Verdict = "true"
	// False: the code does not do it, or what the page fears cannot happen.
	False Verdict = "false"
	// Question: the code does it; whether anybody is harmed is decided by
	// what the code does not show.
	Question Verdict = "question"
)

// Label is one finding as a person read it.
type Label struct {
	Extension string `json:"extension"`
	Version   string `json:"version"`
	Check     string `json:"check"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	// Message is the hash of the finding's message (see Hash): a finding that
	// says something else has to be read again.
	Message string  `json:"message"`
	Verdict Verdict `json:"verdict"`
	// Why is the reader's reason, one sentence.
	Why string `json:"why"`
}

// Found is a finding and the extension it is of.
type Found struct {
	Extension, Version string
	finding.Finding
}

// Hash is the short hash of a message.
func Hash(message string) string {
	sum := sha256.Sum256([]byte(message))
	return hex.EncodeToString(sum[:6])
}

// Label returns the label of a finding, with nothing said yet.
func (f Found) Label() Label {
	return Label{
		Extension: f.Extension, Version: f.Version, Check: f.Check,
		File: f.Where.File, Line: f.Where.Line, Column: f.Where.Column, Message: Hash(f.Message),
	}
}

// key is what of a label names its finding.
func (l Label) key() Label {
	l.Verdict, l.Why = "", ""
	return l
}

func (l Label) String() string {
	return l.Extension + " " + l.Version + " " + l.Check + " " + l.File + ":" + strconv.Itoa(l.Line) + ":" + strconv.Itoa(l.Column)
}

// Read reads labels and refuses what is no label.
func Read(r io.Reader) ([]Label, error) {
	var out []Label
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("reading labels: %w", err)
	}
	seen := map[Label]bool{}
	for _, l := range out {
		_, known := checks.ByName(l.Check)
		switch {
		case l.Why == "" || !slices.Contains([]Verdict{True, False, Question}, l.Verdict):
			return nil, fmt.Errorf("reading labels: %s: no verdict, or no reason", l)
		case !known:
			return nil, fmt.Errorf("reading labels: %s: there is no such check", l)
		case seen[l.key()]:
			return nil, fmt.Errorf("reading labels: %s is there twice", l)
		}
		seen[l.key()] = true
	}
	return out, nil
}

// Match pairs findings with what people said of them. Stale are labels that
// mean no finding.
func Match(found []Found, labels []Label) (read map[Label]Label, stale []Label) {
	there := map[Label]bool{}
	for _, f := range found {
		there[f.Label()] = true
	}
	read = map[Label]Label{}
	for _, l := range labels {
		if !there[l.key()] {
			stale = append(stale, l)
			continue
		}
		read[l.key()] = l
	}
	return read, stale
}

// Sample orders findings as they are to be read: the worst first; among equals
// one of each check in turn, in the order of a hash, so that nobody chooses.
// Findings of one check with one message in one extension stand for each other:
// only the first is in the sample.
func Sample(found []Found) []Found {
	type group struct{ extension, check, message string }
	said := map[group]bool{}
	order := func(f Found) string {
		l := f.Label()
		return Hash(l.String() + l.Message)
	}
	sorted := slices.Clone(found)
	slices.SortFunc(sorted, func(a, b Found) int { return cmp.Compare(order(a), order(b)) })
	turn := map[string]int{}
	type ranked struct {
		Found
		turn int
	}
	var out []ranked
	for _, f := range sorted {
		g := group{f.Extension, f.Check, f.Message}
		if said[g] && f.Severity < finding.High {
			continue
		}
		said[g] = true
		k := f.Check + " " + f.Severity.String()
		turn[k]++
		out = append(out, ranked{f, turn[k]})
	}
	slices.SortStableFunc(out, func(a, b ranked) int {
		return cmp.Or(-cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.turn, b.turn), cmp.Compare(a.Check, b.Check))
	})
	fs := make([]Found, len(out))
	for i, r := range out {
		fs[i] = r.Found
	}
	return fs
}

// Wanted is how many of the findings of high and above are to be true, in
// percent.
const Wanted = 80

// Tally counts verdicts.
type Tally struct{ True, False, Question int }

// Read is how many findings were read.
func (t Tally) Read() int { return t.True + t.False + t.Question }

// Percent is how many of those read are true, in percent, rounded down; a
// question is not true.
func (t Tally) Percent() int {
	if t.Read() == 0 {
		return 0
	}
	return 100 * t.True / t.Read()
}

// Count adds up what was said of the findings that keep keeps.
func Count(found []Found, read map[Label]Label, keep func(Found) bool) Tally {
	var t Tally
	for _, f := range found {
		l, ok := read[f.Label()]
		if !ok || !keep(f) {
			continue
		}
		switch l.Verdict {
		case True:
			t.True++
		case False:
			t.False++
		case Question:
			t.Question++
		}
	}
	return t
}

// AtLeast keeps findings of a severity and above.
func AtLeast(s finding.Severity) func(Found) bool {
	return func(f Found) bool { return f.Severity >= s }
}
