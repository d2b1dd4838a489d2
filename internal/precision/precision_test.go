package precision

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

const (
	labelsFile = "testdata/labels.json"
	pageFile   = "../../docs/measurements/precision.md"
)

const (
	enough = 60 // findings read
	atMost = 3  // findings of high and above in one extension
	// percent is how many of high and above have to be true. It is what is
	// reached, below Wanted, and goes up with what is reached.
	percent = 80
)

// TestPrecision makes the findings of the corpus afresh and holds the labels
// against them: each label means a finding, each finding of high and above has a
// label, most of those are true, and docs/measurements/precision.md says what was measured.
// UPDATE=1 writes the page; SAMPLE=1 writes down, to the log, what to read next.
func TestPrecision(t *testing.T) {
	if testing.Short() {
		t.Skip("short: scans the whole corpus")
	}
	dir, err := corpus.Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	names, err := Names(dir)
	if err != nil {
		t.Fatal(err)
	}
	var found []Found
	for _, name := range names {
		fs, err := Scan(t.Context(), dir, name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, fs...)
	}
	read, stale := Match(found, readLabels(t))
	for _, l := range stale {
		t.Errorf("a label means no finding, or one that says something else now; read it again: %s", l)
	}
	for _, f := range found {
		if _, ok := read[f.Label()]; !ok && f.Severity >= finding.High {
			t.Errorf("nobody has read %s %s: %s", f.Severity, f.Label(), f.Message)
		}
	}
	if os.Getenv("SAMPLE") != "" {
		logSample(t, Sample(found), read)
	}
	if n := Count(found, read, func(Found) bool { return true }).Read(); n < enough {
		t.Errorf("%d findings were read, want %d", n, enough)
	}
	if high := Count(found, read, AtLeast(finding.High)); high.Percent() < percent && high.Read() > 0 {
		t.Errorf("of high and above %d %% are true: %+v", high.Percent(), high)
	}
	if median, most := spread(names, found); median > 0 || most > atMost {
		t.Errorf("extensions have %d findings of high and above at the median, and %d at most; want 0 and %d", median, most, atMost)
	}
	var b bytes.Buffer
	if err := WritePage(&b, names, found, read); err != nil {
		t.Fatal(err)
	}
	golden(t, pageFile, b.Bytes())
}

func readLabels(t *testing.T) []Label {
	t.Helper()
	f, err := os.Open(filepath.FromSlash(labelsFile))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	labels, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return labels
}

// logSample writes labels without a verdict, in the order to be read.
func logSample(t *testing.T, sample []Found, read map[Label]Label) {
	t.Helper()
	for _, f := range sample {
		if _, ok := read[f.Label()]; ok {
			continue
		}
		line, err := json.Marshal(f.Label())
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s %s\t%s", f.Severity, f.Message, line)
	}
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.FromSlash(file)
	if os.Getenv("UPDATE") == "1" {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what is measured; UPDATE=1 writes it (-want +got):\n%s", file, diff)
	}
}

func some(check string, s finding.Severity, line int, message string) Found {
	return Found{Extension: "a.b", Version: "1.0.0", Finding: finding.Finding{
		Check: check, Severity: s, Message: message, Where: finding.Location{File: "a.js", Line: line, Column: 1},
	}}
}

func TestALabelMeansOneFinding(t *testing.T) {
	f := some("code_weak_hash", finding.High, 1, "says this")
	label := f.Label()
	label.Verdict, label.Why = True, "it does"
	for name, c := range map[string]struct {
		found Found
		stale bool
	}{
		"the same":         {f, false},
		"another line":     {some("code_weak_hash", finding.High, 2, "says this"), true},
		"another message":  {some("code_weak_hash", finding.High, 1, "says that"), true},
		"another check":    {some("code_weak_cipher", finding.High, 1, "says this"), true},
		"another severity": {some("code_weak_hash", finding.Low, 1, "says this"), false},
	} {
		read, stale := Match([]Found{c.found}, []Label{label})
		if (len(stale) == 1) != c.stale || (len(read) == 0) != c.stale {
			t.Errorf("%s: read %v, stale %v", name, read, stale)
		}
	}
}

func TestSharesCountQuestionsAsNotTrue(t *testing.T) {
	var found []Found
	read := map[Label]Label{}
	for i, v := range []Verdict{True, True, True, False, Question} {
		f := some("code_weak_hash", finding.High, i+1, "says this")
		found = append(found, f, some("code_weak_hash", finding.Low, i+100, "is not read"))
		l := f.Label()
		l.Verdict = v
		read[f.Label()] = l
	}
	got := Count(found, read, AtLeast(finding.High))
	if got != (Tally{3, 1, 1}) || got.Percent() != 60 || got.Read() != 5 {
		t.Errorf("counted %+v, %d %%", got, got.Percent())
	}
	if got := Count(found, read, AtLeast(finding.Critical)); got.Read() != 0 || got.Percent() != 0 {
		t.Errorf("nothing that bad was found, and %+v was counted", got)
	}
}

// The order does not depend on that of the findings, takes the worst first and
// each check in turn, and reads what says the same only once.
func TestTheSampleIsNobodysChoice(t *testing.T) {
	found := []Found{
		some("code_weak_hash", finding.Low, 1, "one"), some("code_weak_hash", finding.Low, 2, "one"),
		some("code_weak_hash", finding.Low, 3, "two"), some("code_weak_cipher", finding.Low, 4, "three"),
		some("code_weak_cipher", finding.High, 5, "four"), some("code_weak_cipher", finding.High, 6, "four"),
	}
	sample := Sample(found)
	if len(sample) != 5 {
		t.Fatalf("%d are in the sample, want both high ones, and of the low ones one a message", len(sample))
	}
	if sample[0].Severity != finding.High || sample[1].Severity != finding.High ||
		sample[2].Check != "code_weak_cipher" || sample[3].Check != "code_weak_hash" {
		t.Errorf("the order is %v", sample)
	}
	backwards := []Found{}
	for _, f := range found {
		backwards = append([]Found{f}, backwards...)
	}
	if diff := cmp.Diff(sample, Sample(backwards)); diff != "" {
		t.Errorf("backwards (-want +got):\n%s", diff)
	}
}

func TestWhatIsNoLabelIsRefused(t *testing.T) {
	const good = `{"extension": "a.b", "version": "1", "check": "code_weak_hash", "file": "a.js", "line": 1, "column": 1, "message": ` +
		`"ab", "verdict": "true", "why": "it does"}`
	for text, want := range map[string]string{
		"[" + good + "]":                                                      "",
		"[" + good + "," + good + "]":                                         "twice",
		strings.Replace("["+good+"]", `"true"`, `"maybe"`, 1):                 "no verdict",
		strings.Replace("["+good+"]", `"it does"`, `""`, 1):                   "no reason",
		strings.Replace("["+good+"]", "code_weak_hash", "code_of_conduct", 1): "no such check",
		strings.Replace("["+good+"]", `"why"`, `"because"`, 1):                "unknown field",
		"[": "reading labels",
	} {
		_, err := Read(strings.NewReader(text))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
