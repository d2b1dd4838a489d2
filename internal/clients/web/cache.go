package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The bounds of a Cache.
const (
	DefaultMaxAge   = 12 * time.Hour
	DefaultMaxTotal = 128 << 20
)

// Cache keeps answers in a folder: one file a request, named by the digest of
// the request, with the digest of the answer inside. Whatever is not as it was
// written is no answer; nothing that goes wrong in it stops a scan. It keeps no
// errors.
type Cache struct {
	// Dir is the folder; it is made when it is needed.
	Dir string
	// MaxAge is how long an answer counts, MaxTotal how many bytes are kept. Zero
	// takes the defaults.
	MaxAge   time.Duration
	MaxTotal int64
}

const magic = "ringfence-answer-1"

func digest(b []byte) [32]byte { return sha256.Sum256(b) }

// get returns an answer that is young enough. Without a clock there is none.
func (c *Cache) get(key string, now func() time.Time) ([]byte, bool) {
	if c == nil || now == nil {
		return nil, false
	}
	f, err := os.Open(c.file(key))
	if err != nil {
		return nil, false
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	data, err := io.ReadAll(io.LimitReader(f, c.maxTotal()))
	if err != nil {
		return nil, false
	}
	head, body, ok := bytes.Cut(data, []byte("\n"))
	words := strings.Split(string(head), " ")
	if !ok || len(words) != 4 || words[0] != magic || words[1] != key {
		return nil, false
	}
	stored, err := strconv.ParseInt(words[2], 10, 64)
	sum := digest(body)
	if err != nil || words[3] != hex.EncodeToString(sum[:]) {
		return nil, false
	}
	age := now().Sub(time.Unix(stored, 0))
	return body, age >= 0 && age < positive(c.MaxAge, DefaultMaxAge)
}

// put keeps an answer: written beside its place, then moved there, so that
// nobody reads half of it.
func (c *Cache) put(key string, body []byte, now func() time.Time) {
	if c == nil || now == nil || int64(len(body)) > c.maxTotal()/8 {
		return
	}
	file := c.file(key)
	if os.MkdirAll(filepath.Dir(file), 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return
	}
	sum := digest(body)
	_, err = fmt.Fprintf(f, "%s %s %d %s\n", magic, key, now().Unix(), hex.EncodeToString(sum[:]))
	if err == nil {
		_, err = f.Write(body)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return
	}
	c.shrink()
}

func (c *Cache) file(key string) string { return filepath.Join(c.Dir, key[:2], key) }

func (c *Cache) maxTotal() int64 {
	if c.MaxTotal <= 0 {
		return DefaultMaxTotal
	}
	return c.MaxTotal
}

// shrink removes the oldest files until the rest is within the bound. It
// touches nothing but files of a cache's form of name.
func (c *Cache) shrink() {
	type entry struct {
		path string
		size int64
		at   time.Time
	}
	var all []entry
	var total int64
	paths, _ := filepath.Glob(filepath.Join(glob(c.Dir), "[0-9a-f][0-9a-f]", "*"))
	for _, p := range paths {
		name := filepath.Base(p)
		isAnswer := len(name) == 64 && strings.Trim(name, "0123456789abcdef") == ""
		info, err := os.Lstat(p)
		if err != nil || !info.Mode().IsRegular() || !isAnswer && !strings.HasPrefix(name, ".new-") {
			continue
		}
		all = append(all, entry{p, info.Size(), info.ModTime()})
		total += info.Size()
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.path, b.path)) })
	for _, e := range all {
		if total <= c.maxTotal() {
			return
		}
		if os.Remove(e.path) == nil {
			total -= e.size
		}
	}
}

// glob writes a path as a pattern that means it.
func glob(dir string) string {
	if filepath.Separator == '\\' {
		return dir // patterns have no escape there
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
