package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/scan"
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

// keptSide is an entry.
type keptSide struct {
	Report  string         `json:"report"`
	Needs   string         `json:"needs"`
	Started bool           `json:"started"`
	Program *facts.Program `json:"program"`
}

// cachedSide gives the base as it was judged before, or judges it by look and
// keeps that.
func (c *Command) cachedSide(ctx context.Context, source string, scan scanOptions, look func() (side, error)) (side, error) {
	// What services and models answer is another thing tomorrow.
	if scan.cache == "" || scan.online {
		return look()
	}
	key, err := c.keyOf(ctx, source, scan)
	if err != nil {
		return look()
	}
	file := filepath.Join(c.path(scan.cache), key+keptEnding)
	if s, err := readSide(ctx, file, source, scan); err == nil {
		if c.Now != nil {
			_ = os.Chtimes(file, c.Now(), c.Now()) // the least used goes first
		}
		return s, nil
	}
	s, err := look()
	if err != nil || s.seen.program == nil {
		return s, err
	}
	if err := c.keepSide(file, s); err != nil {
		_, _ = fmt.Fprintf(c.Stderr, "ringfence: the base is not kept in %s: %v\n", quoted(scan.cache), err)
	}
	return s, nil
}

// keyOf is a digest of everything a side is made of.
func (c *Command) keyOf(ctx context.Context, source string, o scanOptions) (string, error) {
	h := sha256.New()
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	if err := hashFile(h, program); err != nil {
		return "", err
	}
	given := []byte{}
	if o.given != nil {
		given = o.given.text
	}
	judging := o.judging
	judging.given = nil
	fmt.Fprintf(h, "base 1\n%q\n%+v\n%t %v %+v %q %q %t\n", given, judging, o.noSecrets, o.timeout, o.limits, o.subject, o.source, o.fromSources)
	fmt.Fprintf(h, "%s\n", c.day(o.today))
	info, err := os.Stat(source)
	if err != nil {
		return "", err
	}
	if !info.IsDir() {
		err = hashFile(h, source)
		return hex.EncodeToString(h.Sum(nil)), err
	}
	err = fs.WalkDir(os.DirFS(source), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		fmt.Fprintf(h, "%q %s\n", name, d.Type())
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%s %d\n", info.Mode(), info.Size())
		return hashFile(h, filepath.Join(source, filepath.FromSlash(name)))
	})
	return hex.EncodeToString(h.Sum(nil)), err
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
func readSide(ctx context.Context, file, source string, o scanOptions) (side, error) {
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
	if err := d.Decode(&k); err != nil || k.Program == nil {
		return s, errors.Join(err, errors.New("it is none"))
	}
	if s.report, err = report.Read(strings.NewReader(k.Report)); err != nil {
		return s, err
	}
	if s.needs, err = policy.Parse(file, []byte(k.Needs)); err != nil {
		return s, err
	}
	ext, err := extension.LoadAs(ctx, source, o.source, o.limits)
	if err != nil {
		return s, err
	}
	defer ext.Close()
	s.started, s.basis, s.seen = k.Started, k.Program.Basis, earlier{scan.Judged(ext, k.Program), k.Program}
	return s, nil
}

func (c *Command) keepSide(file string, s side) error {
	var r bytes.Buffer
	if err := report.Write(&r, s.report); err != nil {
		return err
	}
	data, err := json.Marshal(keptSide{Report: r.String(), Needs: string(s.needs.Bytes()), Started: s.started, Program: s.seen.program})
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
