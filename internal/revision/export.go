package revision

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Export writes the files below a folder of the tree into an empty folder of
// ours, which stays the only place that is written to: os.Root holds every path
// within it, and links come last, when nothing is written any more. Files are
// written as they were committed; what a filter would make of them is not. The
// sentences say what is not there.
func (t *Tree) Export(ctx context.Context, under, dir string) (skipped []string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("writing commit %s: %w", t.Commit, err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	o, err := t.repo.objects(ctx)
	if err != nil {
		return nil, err
	}
	defer o.close()
	left := t.limits.Total
	type link struct{ name, to string }
	var links []link
	for _, e := range t.entries {
		if !below(e.path, under) {
			continue
		}
		name := e.path
		if under != "" && under != "." {
			name = strings.TrimPrefix(name, under+"/")
		}
		isLink := e.mode&modeMask == modeLink
		most := min(t.limits.File, left)
		if isLink {
			most = 4 << 10
		}
		data, err := o.read(e.id, "blob", most)
		var large *TooLarge
		switch {
		case errors.As(err, &large) && large.Most < left:
			skipped = append(skipped, fmt.Sprintf("%s: it has %d bytes, at most %d are read", quoted(e.path), large.Size, large.Most))
			if err := large.skip(); err != nil {
				return nil, fmt.Errorf("reading %s: %w", quoted(e.path), err)
			}
			continue
		case err != nil:
			return nil, fmt.Errorf("reading %s: %w", quoted(e.path), err)
		case isLink:
			links = append(links, link{name, string(data)})
			continue
		}
		left -= int64(len(data))
		if err := write(root, name, data); err != nil {
			skipped = append(skipped, fmt.Sprintf("%s: %v", quoted(e.path), err))
		}
	}
	for _, l := range links {
		if err := place(root, l.name, l.to); err != nil {
			skipped = append(skipped, fmt.Sprintf("%s: %v", quoted(l.name), err))
		}
	}
	slices.Sort(skipped)
	return skipped, nil
}

// Digest names what Export of a folder writes: the names, kinds and contents of
// its files. Two trees of one digest give the same files.
func (t *Tree) Digest(under string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", under)
	for _, e := range t.entries {
		if below(e.path, under) {
			fmt.Fprintf(h, "%o %s %q\n", e.mode&modeMask, e.id, e.path)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// write makes one file and the folders above it. It takes nobody's place: two
// names that the file system holds for one are a mistake of the tree.
func write(root *os.Root, name string, data []byte) error {
	if err := folders(root, name); err != nil {
		return err
	}
	f, err := root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return bare(err)
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

func folders(root *os.Root, name string) error {
	dir := path.Dir(name)
	if dir == "." {
		return nil
	}
	if err := root.MkdirAll(filepath.FromSlash(dir), 0o755); err != nil {
		return bare(err)
	}
	return nil
}

// place makes a link that stays what it is: a text. Whoever reads the folder
// later decides whether to follow it; one that leads out of the folder is not
// made at all.
func place(root *os.Root, name, to string) error {
	if to == "" || strings.ContainsRune(to, 0) || filepath.IsAbs(to) || path.IsAbs(to) ||
		!filepath.IsLocal(filepath.FromSlash(path.Join(path.Dir(name), to))) {
		return errors.New("it links to a place outside")
	}
	if err := folders(root, name); err != nil {
		return err
	}
	if err := root.Symlink(filepath.FromSlash(to), filepath.FromSlash(name)); err != nil {
		return bare(err)
	}
	return nil
}

// bare takes the path out of an error: it is said beside it already, and ours is
// a temporary one.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
