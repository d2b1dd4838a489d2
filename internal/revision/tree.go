package revision

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// Limits bound what a commit may cost.
type Limits struct {
	// Files is how many files it may have, Total the sum of their sizes, File the
	// size of one, Depth how deep folders nest.
	Files int
	Total int64
	File  int64
	Depth int
}

// DefaultLimits are enough for repositories of several hundred megabytes.
func DefaultLimits() Limits {
	return Limits{Files: 200_000, Total: 2 << 30, File: 256 << 20, Depth: 100}
}

// The kinds of entries, as git writes their modes.
const (
	modeFolder    = 0o040000
	modeLink      = 0o120000
	modeSubmodule = 0o160000
	modeFile      = 0o100000
	modeMask      = 0o170000
)

// entry is a file of a tree.
type entry struct {
	path, id string
	mode     uint32
}

// Tree is the content of one commit.
type Tree struct {
	// Commit names it, Parents those before it.
	Commit  string
	Parents []string
	// Skipped says of entries that are not read why not, each once, sorted by path.
	Skipped []string

	repo    *Repository
	limits  Limits
	entries []entry
	index   map[string]int
	// unread are the entries that are skipped: another commit may hold another one.
	unread []entry
	// kept answers for File between Keep and its end; nil: each call starts a git.
	kept *objects
}

// Keep starts one git that answers all calls of File until done is called. A review
// reads a dozen files of its base, and starting git for each is a tenth of the time that a
// small extension takes. Meanwhile File is for one goroutine. Where git does not start,
// each call says so itself.
func (t *Tree) Keep(ctx context.Context) (done func()) {
	o, err := t.repo.objects(ctx)
	if err != nil {
		return func() {}
	}
	t.kept = o
	return t.drop
}

// drop ends the git that was kept.
func (t *Tree) drop() {
	if t.kept != nil {
		t.kept.close()
		t.kept = nil
	}
}

// Tree reads the names of all files of a commit, given by its full name.
func (r *Repository) Tree(ctx context.Context, commit string, l Limits) (*Tree, error) {
	o, err := r.objects(ctx)
	if err != nil {
		return nil, err
	}
	defer o.close()
	t := &Tree{Commit: commit, repo: r, limits: l, index: map[string]int{}}
	root, parents, err := o.commit(commit)
	if err != nil {
		return nil, fmt.Errorf("reading commit %s: %w", commit, err)
	}
	t.Parents = parents
	if err := t.walk(o, root, "", 0); err != nil {
		return nil, fmt.Errorf("reading commit %s: %w", commit, err)
	}
	return t, nil
}

// walk lists a folder's tree and those below it.
func (t *Tree) walk(o *objects, id, dir string, depth int) error {
	if depth > t.limits.Depth {
		return fmt.Errorf("folders nest deeper than %d", t.limits.Depth)
	}
	data, err := o.read(id, "tree", maxMeta)
	if err != nil {
		return err
	}
	raw := len(id) / 2
	seen := map[string]bool{}
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		modeText, name, named := strings.Cut(string(head), " ")
		mode, err := strconv.ParseUint(modeText, 8, 32)
		if !ok || !named || err != nil || len(rest) < raw {
			return fmt.Errorf("tree %s is torn", id)
		}
		child := hex.EncodeToString(rest[:raw])
		data = rest[raw:]
		// Git writes no such tree; what would be read of it is anybody's guess.
		if seen[name] {
			return fmt.Errorf("tree %s names %s twice", id, quoted(name))
		}
		seen[name] = true
		full := path.Join(dir, name)
		if why := badName(name); why != "" {
			t.unread = append(t.unread, entry{full, child, uint32(mode)})
			t.Skipped = append(t.Skipped, quoted(full)+": "+why)
			continue
		}
		switch uint32(mode) & modeMask {
		case modeFolder:
			if err := t.walk(o, child, full, depth+1); err != nil {
				return err
			}
		case modeFile, modeLink:
			if len(t.entries) == t.limits.Files {
				return fmt.Errorf("it has more than %d files", t.limits.Files)
			}
			t.index[full] = len(t.entries)
			t.entries = append(t.entries, entry{full, child, uint32(mode)})
		case modeSubmodule:
			t.unread = append(t.unread, entry{full, child, uint32(mode)})
			t.Skipped = append(t.Skipped, quoted(full)+": it is a submodule")
		default:
			t.unread = append(t.unread, entry{full, child, uint32(mode)})
			t.Skipped = append(t.Skipped, quoted(full)+": it is neither file, link nor folder")
		}
	}
	return nil
}

// badName says why an entry is not read; empty: it is. The rules are those of
// the most careful system, so that every machine reads the same.
func badName(name string) string {
	switch {
	case name == "" || name == "." || name == "..":
		return "it has no name of a file"
	case strings.ContainsAny(name, "/\\\x00"):
		return "its name holds a separator"
	case strings.EqualFold(name, ".git") || strings.EqualFold(name, "git~1"):
		return "it would be a repository's own folder"
	case !utf8.ValidString(name):
		return "its name is not UTF-8"
	case len(name) > 255:
		return "its name is too long"
	}
	return ""
}

func quoted(s string) string { return `"` + escape.Printable(s, 200) + `"` }

// ErrLink is the error of a file that is a link: it is not followed.
var ErrLink = errors.New("it is a link, and links are not followed here")

// File returns the content of one file, at most so many bytes. One that is not
// there is fs.ErrNotExist; so is a folder.
func (t *Tree) File(ctx context.Context, name string, most int64) ([]byte, error) {
	// A folder on the way that is a link would lead elsewhere.
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if _, ok := t.index[dir]; ok {
			return nil, fmt.Errorf("%s: %w", quoted(dir), ErrLink)
		}
	}
	i, ok := t.index[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", quoted(name), fs.ErrNotExist)
	}
	if t.entries[i].mode&modeMask != modeFile {
		return nil, fmt.Errorf("%s: %w", quoted(name), ErrLink)
	}
	o := t.kept
	if o == nil {
		var err error
		if o, err = t.repo.objects(ctx); err != nil {
			return nil, err
		}
		defer o.close()
	}
	data, err := o.read(t.entries[i].id, "blob", most)
	if err != nil {
		// What is left of an answer would be taken for the next one.
		t.drop()
		return nil, fmt.Errorf("reading %s: %w", quoted(name), err)
	}
	return data, nil
}

// Has reports that there is a file or a link of the name.
func (t *Tree) Has(name string) bool {
	_, ok := t.index[name]
	return ok
}

// Names lists the files and links below a folder, "" or "." being all, by full
// path in git's order.
func (t *Tree) Names(under string) []string {
	var out []string
	for _, e := range t.entries {
		if below(e.path, under) {
			out = append(out, e.path)
		}
	}
	return out
}

// Change is an entry that differs between two commits.
type Change struct {
	// Name is its full path.
	Name string
	// Plain says that what is there afterwards is an ordinary file, or nothing.
	Plain bool
}

// Changed lists what another commit has otherwise, sorted by path: content, mode,
// and what is not read as well, such as submodules.
func (t *Tree) Changed(to *Tree) []Change {
	was := map[string]entry{}
	for _, e := range slices.Concat(t.entries, t.unread) {
		was[e.path] = e
	}
	var out []Change
	for _, e := range slices.Concat(to.entries, to.unread) {
		if was[e.path] != e {
			out = append(out, Change{e.path, e.mode == modeFile|0o644})
		}
		delete(was, e.path)
	}
	for name := range was {
		out = append(out, Change{name, true})
	}
	slices.SortFunc(out, func(a, b Change) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func below(name, under string) bool {
	return under == "" || under == "." || strings.HasPrefix(name, under+"/")
}
