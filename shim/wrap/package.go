package wrap

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/extension/archive"
)

const (
	manifestName = "package.json"
	// inside is the folder of an archive that VS Code installs.
	inside = "extension/"
)

// pack is an extension with what its archive holds beside it.
type pack struct {
	ext *extension.Extension
	// outer are the archive's entries outside the extension's folder; archive is
	// nil for a folder.
	archive *archive.Archive
	outer   []archive.Entry
	file    *os.File
	// taken are the names of the extension's files, as a disk that forgets case
	// knows them, and of their folders.
	taken map[string]string
}

// openPackage reads an extension, and refuses one of which something would be
// lost by writing it anew.
func openPackage(ctx context.Context, path string) (*pack, error) {
	ext, err := extension.Load(ctx, path, extension.Limits{})
	if err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, &Refusal{err.Error()}
	}
	p, err := newPack(ext)
	if err == nil {
		err = p.unpack(path)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// newPack looks at an extension without what its archive holds beside it.
func newPack(ext *extension.Extension) (*pack, error) {
	p := &pack{ext: ext, taken: map[string]string{}}
	for _, problem := range ext.Problems() {
		switch problem.Kind {
		case extension.SymlinkLeaves, extension.SymlinkFolder, extension.BrokenSymlink, extension.NotAFile,
			extension.Unreadable, extension.TooLarge, extension.OddEntry:
			return p, refuse("%s would be lost: %s", quoted(problem.File), problem.Message)
		}
	}
	for _, f := range ext.Files() {
		p.taken[archive.Fold(f.Path)] = f.Path
	}
	return p, nil
}

// unpack finds what an archive holds beside the extension.
func (p *pack) unpack(path string) error {
	if p.ext.Source != extension.VSIX {
		return nil
	}
	limits := extension.DefaultLimits()
	var err error
	if p.file, err = os.Open(path); err != nil {
		return fmt.Errorf("opening the archive: %w", err)
	}
	info, err := p.file.Stat()
	if err != nil {
		return fmt.Errorf("opening the archive: %w", err)
	}
	p.archive, err = archive.Open(p.file, info.Size(), archive.Limits{
		Entries: limits.MaxFiles, Total: limits.MaxTotal, Ratio: limits.MaxRatio, Path: limits.MaxPath, Depth: limits.MaxDepth,
	})
	if err != nil {
		return &Refusal{err.Error()}
	}
	for _, e := range p.archive.Entries() {
		if !strings.HasPrefix(e.Name, inside) {
			p.outer = append(p.outer, e)
		}
	}
	return nil
}

func (p *pack) close() {
	_ = p.ext.Close()
	if p.file != nil {
		_ = p.file.Close()
	}
}

// vacant refuses a name that the extension has a file of.
func (p *pack) vacant(name string) error {
	if there, ok := p.taken[archive.Fold(name)]; ok {
		return refuse("it has a file %s, where ringfence would put one of its own", quoted(there))
	}
	return nil
}

// checkOut refuses to write over what is there, or into what is read.
func checkOut(p *pack, path, out string) error {
	if info, err := os.Stat(filepath.Dir(out)); err != nil || !info.IsDir() {
		return refuse("there is no folder %s to write into", quoted(filepath.Dir(out)))
	}
	if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = refuse("%s is there already", quoted(out))
		}
		return err
	}
	from, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	to, err := filepath.Abs(out)
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(rel) {
		return refuse("%s lies in the extension itself", quoted(out))
	}
	return nil
}

// changes are what is different in the copy.
type changes struct {
	added, replaced map[string][]byte
	removed         map[string]bool
	// digests are what the files must still be when they are copied.
	digests map[string]string
	// unsign leaves signatures out.
	unsign bool
}

// write copies the package with changes to out, whole or not at all, and gives
// the names of the signatures it left out.
func write(ctx context.Context, p *pack, out string, c changes) ([]string, error) {
	var dropped []string
	w, err := newWriter(out)
	if err != nil {
		return nil, err
	}
	defer w.abandon()
	type item struct {
		name       string
		executable bool
		open       func() ([]byte, error)
	}
	var items []item
	prefix := w.prefix()
	for _, f := range p.ext.Files() {
		if c.removed[f.Path] {
			continue
		}
		items = append(items, item{prefix + f.Path, f.Executable, func() ([]byte, error) {
			if data, ok := c.replaced[f.Path]; ok {
				return data, nil
			}
			data, err := p.ext.ReadFile(f.Path)
			if want, ok := c.digests[f.Path]; ok && err == nil && digest(data) != want {
				err = fmt.Errorf("%s was changed while it was read", quoted(f.Path))
			}
			return data, err
		}})
	}
	for name, data := range c.added {
		items = append(items, item{prefix + name, false, func() ([]byte, error) { return data, nil }})
	}
	if prefix != "" && p.archive == nil {
		var names []string
		for _, i := range items {
			names = append(names, i.name)
		}
		for name, data := range envelope(p.ext, names) {
			items = append(items, item{name, false, func() ([]byte, error) { return data, nil }})
		}
	}
	for _, e := range p.outer {
		switch {
		case c.unsign && isSignature(e.Name):
			dropped = append(dropped, e.Name)
		case prefix != "": // a folder has no place for them
			items = append(items, item{e.Name, e.Executable, func() ([]byte, error) { return readAll(p.archive.Read(e)) }})
		}
	}
	slices.SortFunc(items, func(a, b item) int { return strings.Compare(a.name, b.name) })
	for _, i := range items {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		data, err := i.open()
		if err == nil {
			err = w.add(i.name, i.executable, data)
		}
		if err != nil {
			return nil, fmt.Errorf("copying %s: %w", quoted(i.name), err)
		}
	}
	return dropped, w.finish()
}

// isSignature names the entries that sign an archive as it was.
func isSignature(name string) bool {
	switch name {
	case ".signature.p7s", ".signature.manifest", ".signature.sigzip":
		return true
	}
	return strings.HasPrefix(name, "package/services/digital-signature/") || strings.HasPrefix(name, "_rels/")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func quoted(s string) string { return `"` + escape.Printable(s, 200) + `"` }
