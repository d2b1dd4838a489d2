package review

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/releasediff"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A base is judged on every push to a pull request and rarely changes. What came
// of it is kept in the folder that --cache names, under a digest of all it is made
// of: the input, this program, the configuration and the flags. An entry that
// cannot be read is no entry. It is believed: whoever may write the folder decides
// what the base is taken for, so the workflow of init has none (docs/guide/github-action.md).

// Cache is a folder that keeps what came of bases.
type Cache struct {
	// Dir is the folder; empty: nothing is kept.
	Dir string
	// Key names what the caller's scans depend on besides the request: its flags. What
	// services and models answer is another thing tomorrow: a caller that asks them
	// names no folder.
	Key string
}

// The bounds of the folder.
const (
	maxEntryBytes = 256 << 20
	maxEntries    = 32
	entryEnding   = ".base.json"
)

// entry is what of a base counts for the change.
type entry struct {
	Report  string              `json:"report"`
	Needs   string              `json:"needs"`
	Started bool                `json:"started"`
	Basis   facts.Basis         `json:"basis"`
	Power   *checks.Power       `json:"power"`
	Release releasediff.Release `json:"release"`
	Skipped []string            `json:"skipped"`
}

// cached returns the base as it was judged before, or judges it by judge and keeps that.
// input hashes what is judged.
func (c *candidate) cached(request Request, input func(io.Writer) error, judge func() (side, error)) (side, error) {
	if c.options.Cache.Dir == "" {
		return judge()
	}
	key, err := c.cacheKey(request, input)
	if err != nil {
		return judge()
	}
	file := filepath.Join(c.machine.Path(c.options.Cache.Dir), key+entryEnding)
	if s, err := readEntry(file); err == nil {
		if c.machine.Now != nil {
			_ = os.Chtimes(file, c.machine.Now(), c.machine.Now()) // the least used goes first
		}
		return s, nil
	}
	s, err := judge()
	if err != nil || s.baseline.Power == nil {
		return s, err
	}
	if err := c.writeEntry(file, s); err != nil {
		c.machine.Warn(fmt.Sprintf("the base is not kept in %s: %v", escape.Quoted(c.options.Cache.Dir), err))
	}
	return s, nil
}

// cacheKey is a digest of everything a side is made of.
func (c *candidate) cacheKey(r Request, input func(io.Writer) error) (string, error) {
	h := sha256.New()
	if err := thisProgram(h, c.machine.Version); err != nil {
		return "", err
	}
	fmt.Fprintf(h, "base 3\n%q\n%q\n%q %q %t\n%s\n", r.Config.Text, c.options.Cache.Key, r.Subject, r.Source, r.FromSources, c.options.Today)
	err := input(h)
	return hex.EncodeToString(h.Sum(nil)), err
}

// readEntry reads an entry, as strictly as any file of a stranger's.
func readEntry(file string) (side, error) {
	var s side
	f, err := os.Open(file)
	if err != nil {
		return s, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxEntryBytes+1))
	if err != nil || len(data) > maxEntryBytes {
		return s, errors.Join(err, errors.New("it is too long"))
	}
	var e entry
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil || e.Power == nil {
		return s, errors.Join(err, errors.New("it is none"))
	}
	if s.report, err = report.Read(strings.NewReader(e.Report)); err != nil {
		return s, err
	}
	if s.needs, err = policy.Parse(file, []byte(e.Needs)); err != nil {
		return s, err
	}
	s.started, s.basis, s.skipped = e.Started, e.Basis, e.Skipped
	s.baseline = scan.Baseline{Release: e.Release, Basis: e.Basis, Power: e.Power}
	return s, nil
}

func (c *candidate) writeEntry(file string, s side) error {
	var r bytes.Buffer
	if err := report.Write(&r, s.report); err != nil {
		return err
	}
	data, err := json.Marshal(entry{
		Report: r.String(), Needs: string(s.needs.Bytes()), Started: s.started,
		Basis: s.basis, Power: s.baseline.Power, Release: s.baseline.Release, Skipped: s.skipped,
	})
	if err != nil || len(data) > maxEntryBytes {
		return errors.Join(err, fmt.Errorf("it takes %d bytes", len(data)))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if err := c.machine.Replace(file, data); err != nil {
		return err
	}
	return dropOldest(filepath.Dir(file))
}

// dropOldest removes the entries that were not used for longest.
func dropOldest(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	type aged struct {
		name string
		at   time.Time
	}
	var all []aged
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), entryEnding) {
			all = append(all, aged{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b aged) int { return b.at.Compare(a.at) })
	for _, old := range all[min(len(all), maxEntries):] {
		err = errors.Join(err, os.Remove(filepath.Join(dir, old.name)))
	}
	return err
}
