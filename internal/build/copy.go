package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/listing"
)

// maxSource is how many bytes of sources are copied.
const maxSource = 8 << 30

// copier copies a repository, so that a build writes to a copy and what is
// analysed afterwards is what was checked out.
type copier struct {
	ctx      context.Context
	from, to *os.Root
	entries  int
	bytes    int64
}

// copyTree copies what a build needs of a repository: not .git, in which a
// program could leave hooks and settings that git runs, and not node_modules,
// which is installed anew. The source maps that a build before kept beside its
// archive are left out as well: vsce would package them.
func copyTree(ctx context.Context, from, to string) error {
	src, err := os.OpenRoot(from)
	if err != nil {
		return err
	}
	defer func() { _ = src.Close() }()
	dst, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer func() { _ = dst.Close() }()
	c := copier{ctx: ctx, from: src, to: dst}
	return c.folder(".", 0)
}

func (c *copier) folder(dir string, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("folders nest deeper than %d levels; name the extension's folder: ringfence build FOLDER", maxDepth)
	}
	f, err := c.from.Open(filepath.FromSlash(dir))
	if err != nil {
		return err
	}
	defer f.Close()
	for e, err := range listing.Entries(f) {
		if err == nil {
			err = c.entry(path.Join(dir, e.Name()), e, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) entry(name string, e fs.DirEntry, depth int) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if c.entries++; c.entries > maxEntries {
		return fmt.Errorf("there are more than %d files and folders; name the extension's folder: ringfence build FOLDER", maxEntries)
	}
	local := filepath.FromSlash(name)
	switch {
	case e.IsDir():
		if e.Name() == "node_modules" || e.Name() == ".git" {
			return nil
		}
		if err := c.to.Mkdir(local, 0o755); err != nil {
			return err
		}
		return c.folder(name, depth+1)
	case e.Type()&fs.ModeSymlink != 0:
		return c.link(name)
	case strings.HasSuffix(e.Name(), MapsSuffix):
		return nil
	case e.Type().IsRegular():
		return c.file(local)
	}
	return nil // a socket, a device: nothing a build reads
}

// link copies a link that stays inside the repository, wherever that lies.
func (c *copier) link(name string) error {
	target, err := c.from.Readlink(filepath.FromSlash(name))
	if err != nil {
		return err
	}
	slashed := filepath.ToSlash(target)
	if filepath.IsAbs(target) || path.IsAbs(slashed) || !fs.ValidPath(path.Join(path.Dir(name), slashed)) {
		return nil // out of the repository, where the copy would lead elsewhere
	}
	return c.to.Symlink(target, filepath.FromSlash(name))
}

func (c *copier) file(name string) error {
	in, err := c.from.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	out, err := c.to.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644|info.Mode().Perm()&0o111)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(in, maxSource-c.bytes+1))
	if c.bytes += n; err == nil && c.bytes > maxSource {
		err = fmt.Errorf("the sources are larger than %d bytes; name the extension's folder: ringfence build FOLDER", int64(maxSource))
	}
	return errors.Join(err, out.Close())
}
