// Package observation reads what the loader wrote down while an extension ran,
// and makes of it what may be added to a policy and what a person has to decide.
//
// A log is not to be believed: whoever can write into the extension's storage can
// write it, and what an extension did once may have been an attack. So a line of
// a log by itself grants only what answers a question that the analysis of the
// code left open, and only where the code names it; the rest becomes proposals,
// which nothing enforces. Sizes and counts are bounded, a torn line is passed
// over, and everything that was passed over is counted.
package observation

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// The bounds of what is read.
const (
	// MaxLine bounds a line, MaxBytes all that is read of one log.
	MaxLine  = 64 << 10
	MaxBytes = 64 << 20
	// MaxUses bounds the uses that are kept apart.
	MaxUses = 20_000
)

// Use is one thing that was done. Which fields count depends on the section, as
// in policy.Grant.
type Use struct {
	Section policy.Section
	Name    string
	Text    string
	Path    string
	// Listed is the same path by the variable that lists its folder, "${env:PATH}/git"; empty where none does.
	Listed  string
	Program string
	Args    []string
	Address string
	SHA256  string
	// Cut says that there were more arguments.
	Cut bool
	// Untrusted says that nobody trusted the workspace: what is granted in trusted ones only did not let it through.
	Untrusted bool
}

// Log is what one or several files hold, each use once, in order.
type Log struct {
	// Extension is publisher.name, as the caller wants it.
	Extension string
	Uses      []Use
	// Others are lines about other extensions, Redacted those of which something
	// was left out, Denied and Failures what the loader says of itself, Unread
	// lines that are none of its, Full sessions that did more than a log holds, Torn
	// files that end in the middle of a line, Dropped uses past MaxUses.
	Others, Redacted, Denied, Failures, Unread, Torn, Full, Dropped int

	seen map[string]bool
}

// record is a line.
type record struct {
	Extension string              `json:"x"`
	Event     string              `json:"e"`
	Section   policy.Section      `json:"section"`
	Name      string              `json:"name"`
	Text      string              `json:"text"`
	Path      string              `json:"path"`
	Program   string              `json:"program"`
	Args      []string            `json:"args"`
	Address   string              `json:"address"`
	SHA256    string              `json:"sha256"`
	Cut       bool                `json:"cut"`
	Trusted   *bool               `json:"trusted"`
	Roots     map[string][]string `json:"roots"`
}

// maxArgs is how many arguments the loader writes down.
const maxArgs = 20

// Read adds a file to the log. Only reading itself can fail.
func (l *Log) Read(r io.Reader) error {
	in := bufio.NewReaderSize(&bounded{r: r, left: MaxBytes}, MaxLine)
	roots := roots{}
	for {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			l.Unread++
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = in.ReadSlice('\n')
			}
			if err == nil {
				continue
			}
			line = nil
		case err == nil:
			roots = l.line(line, roots)
			continue
		}
		if !errors.Is(err, io.EOF) {
			return fmt.Errorf("reading the log: %w", err)
		}
		if len(line) > 0 {
			// The host was killed while it wrote.
			l.Torn++
		}
		slices.SortFunc(l.Uses, compareUses)
		return nil
	}
}

// bounded fails where a file is too long to be one of the loader's.
type bounded struct {
	r    io.Reader
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("it has more than %d bytes", MaxBytes)
	}
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}

// line takes a line in, and gives the roots that hold after it.
func (l *Log) line(line []byte, at roots) roots {
	if len(strings.TrimSpace(string(line))) == 0 {
		return at
	}
	var r record
	if err := json.Unmarshal(line, &r); err != nil {
		l.Unread++
		return at
	}
	if !strings.EqualFold(r.Extension, l.Extension) {
		l.Others++
		return at
	}
	switch r.Event {
	case "roots":
		return newRoots(r.Roots)
	case "denied":
		l.Denied++
	case "failure":
		l.Failures++
	case "use":
		l.use(r, at)
	case "full":
		l.Full++
	case "observing", "torn":
	default:
		l.Unread++
	}
	return at
}

func (l *Log) use(r record, at roots) {
	if !slices.Contains(policy.Sections(), r.Section) {
		l.Unread++
		return
	}
	for _, s := range append([]string{r.Name, r.Text, r.Path, r.Program, r.Address, r.SHA256}, r.Args...) {
		if strings.Contains(s, "…") {
			l.Redacted++
			return
		}
	}
	u := Use{
		Section: r.Section, Name: r.Name, Text: r.Text, Path: at.relative(r.Path), Program: at.relative(r.Program),
		Address: r.Address, SHA256: r.SHA256, Cut: r.Cut || len(r.Args) >= maxArgs,
		Untrusted: r.Trusted != nil && !*r.Trusted,
	}
	if r.Section == policy.FilesRead {
		u.Listed = at.listed(r.Path)
	}
	for _, a := range r.Args {
		u.Args = append(u.Args, at.argument(a))
	}
	key, err := json.Marshal(u)
	if err != nil || l.seen[string(key)] {
		return
	}
	if len(l.Uses) >= MaxUses {
		l.Dropped++
		return
	}
	if l.seen == nil {
		l.seen = map[string]bool{}
	}
	l.seen[string(key)] = true
	l.Uses = append(l.Uses, u)
}

func compareUses(a, b Use) int {
	order := policy.Sections()
	return cmp.Or(
		cmp.Compare(slices.Index(order, a.Section), slices.Index(order, b.Section)),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Program, b.Program),
		slices.Compare(a.Args, b.Args), cmp.Compare(a.Address, b.Address), cmp.Compare(a.SHA256, b.SHA256),
		policy.CompareBools(a.Untrusted, b.Untrusted),
	)
}
