package main

import (
	"bytes"
	"crypto/sha256"
	"debug/elf"
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
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/update"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// A base is judged on every push to a pull request and rarely changes. What came
// of it is kept in the folder that --cache names, under a digest of all it is made
// of: the input, this program, the configuration and the flags. An entry that
// cannot be read is no entry. It is believed: whoever may write the folder decides
// what the base is taken for, so the workflow of init has none (docs/github-action.md).

// The bounds of the folder.
const (
	maxKeptBytes   = 256 << 20
	maxKeptEntries = 32
	keptEnding     = ".base.json"
)

// keptSide is an entry: what of a base counts for the change.
type keptSide struct {
	Report  string         `json:"report"`
	Needs   string         `json:"needs"`
	Started bool           `json:"started"`
	Basis   facts.Basis    `json:"basis"`
	Power   *checks.Power  `json:"power"`
	Release update.Release `json:"release"`
	Skipped []string       `json:"skipped"`
}

// cachedSide gives the base as it was judged before, or judges it by look and
// keeps that. input hashes what is judged.
func (c *Command) cachedSide(scan scanOptions, input func(io.Writer) error, look func() (side, error)) (side, error) {
	// What services and models answer is another thing tomorrow.
	if scan.cache == "" || scan.online {
		return look()
	}
	key, err := c.keyOf(scan, input)
	if err != nil {
		return look()
	}
	file := filepath.Join(c.path(scan.cache), key+keptEnding)
	if s, err := readSide(file); err == nil {
		if c.Now != nil {
			_ = os.Chtimes(file, c.Now(), c.Now()) // the least used goes first
		}
		return s, nil
	}
	s, err := look()
	if err != nil || s.seen.power == nil {
		return s, err
	}
	if err := c.keepSide(file, s); err != nil {
		_, _ = fmt.Fprintf(c.Stderr, "ringfence: the base is not kept in %s: %v\n", quoted(scan.cache), err)
	}
	return s, nil
}

// keyOf is a digest of everything a side is made of.
func (c *Command) keyOf(o scanOptions, input func(io.Writer) error) (string, error) {
	h := sha256.New()
	if err := thisProgram(h); err != nil {
		return "", err
	}
	given := []byte{}
	if o.given != nil {
		given = o.given.text
	}
	judging := o.judging
	judging.given = nil
	fmt.Fprintf(h, "base 2\n%q\n%+v\n%t %v %+v %q %q %t\n", given, judging, o.noSecrets, o.timeout, o.limits, o.subject, o.source, o.fromSources)
	fmt.Fprintf(h, "%s\n", c.day(o.today))
	err := input(h)
	return hex.EncodeToString(h.Sum(nil)), err
}

// thisProgram says which program this is: by the identity that Go's linker gives
// a program, a digest of all it was built of, where the system's form of programs
// has a section for it, and else by its bytes. Reading them all takes a tenth of
// what a small scan does.
func thisProgram(h io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if id := buildID(program); id != "" {
		_, err := fmt.Fprintf(h, "%s\n%s\n", toolVersion, id)
		return err
	}
	return hashFile(h, program)
}

// buildID is what the linker wrote into a program for Linux and its like; empty:
// there is none, or somebody asked for none.
func buildID(program string) string {
	f, err := elf.Open(program)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	s := f.Section(".note.go.buildid")
	if s == nil || s.Size > 4<<10 {
		return ""
	}
	data, err := s.Data()
	// Go writes four digests with slashes between them. An identity of another form
	// was given with -buildid and may be that of two programs.
	if err != nil || bytes.Count(data, []byte("/")) != 3 {
		return ""
	}
	return hex.EncodeToString(data)
}

func hashFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// readSide reads an entry, as strictly as any file of a stranger's.
func readSide(file string) (side, error) {
	var s side
	f, err := os.Open(file)
	if err != nil {
		return s, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxKeptBytes+1))
	if err != nil || len(data) > maxKeptBytes {
		return s, errors.Join(err, errors.New("it is too long"))
	}
	var k keptSide
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&k); err != nil || k.Power == nil {
		return s, errors.Join(err, errors.New("it is none"))
	}
	if s.report, err = report.Read(strings.NewReader(k.Report)); err != nil {
		return s, err
	}
	if s.needs, err = policy.Parse(file, []byte(k.Needs)); err != nil {
		return s, err
	}
	s.started, s.basis, s.skipped, s.seen = k.Started, k.Basis, k.Skipped, earlier{k.Release, k.Basis, k.Power}
	return s, nil
}

func (c *Command) keepSide(file string, s side) error {
	var r bytes.Buffer
	if err := report.Write(&r, s.report); err != nil {
		return err
	}
	data, err := json.Marshal(keptSide{
		Report: r.String(), Needs: string(s.needs.Bytes()), Started: s.started,
		Basis: s.basis, Power: s.seen.power, Release: s.seen.release, Skipped: s.skipped,
	})
	if err != nil || len(data) > maxKeptBytes {
		return errors.Join(err, fmt.Errorf("it takes %d bytes", len(data)))
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if err := c.replace(file, data); err != nil {
		return err
	}
	return forget(filepath.Dir(file))
}

// forget removes the entries that were not used for longest.
func forget(dir string) error {
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
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), keptEnding) {
			all = append(all, aged{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b aged) int { return b.at.Compare(a.at) })
	for _, old := range all[min(len(all), maxKeptEntries):] {
		err = errors.Join(err, os.Remove(filepath.Join(dir, old.name)))
	}
	return err
}
