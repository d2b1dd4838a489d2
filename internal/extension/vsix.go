package extension

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/archive"
)

// loadVSIX reads an archive the way VS Code installs it.
func loadVSIX(name string, limits Limits) (*Extension, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	e, err := openVSIX(file, limits)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return e, nil
}

func openVSIX(file *os.File, limits Limits) (*Extension, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return readVSIX(file, info.Size(), file, limits)
}

// FromArchive reads the bytes of a .vsix that need not be a file of this machine; name
// is for errors.
func FromArchive(name string, r io.ReaderAt, size int64, limits Limits) (*Extension, error) {
	if err := limits.check(); err != nil {
		return nil, err
	}
	e, err := readVSIX(r, size, io.NopCloser(nil), limits.withDefaults())
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	return e, nil
}

// readVSIX is loadVSIX for bytes that are anywhere.
func readVSIX(r io.ReaderAt, size int64, closer io.Closer, limits Limits) (*Extension, error) {
	a, err := archive.Open(r, size, archive.Limits{
		Entries: limits.MaxFiles, Total: limits.MaxTotal, Ratio: limits.MaxRatio, Path: limits.MaxPath, Depth: limits.MaxDepth,
	})
	if err != nil {
		return nil, err
	}
	s := &vsixStore{archive: a, entries: a.Entries(), closer: closer}
	e := &Extension{Source: VSIX, limits: limits, store: s}
	var vsixManifest File
	installed := map[string]string{}
	for i, entry := range s.entries {
		f := File{Path: entry.Name, Size: entry.Size, Executable: entry.Executable, TooLarge: entry.Size > limits.MaxFile, entry: i}
		if entry.Name == vsixManifestName {
			vsixManifest = f
			continue
		}
		// VS Code installs every entry that begins with "extension" and cuts
		// that off, so that "extensionmain.js" becomes main.js.
		rest, ok := strings.CutPrefix(entry.Name, "extension")
		if !ok {
			if !containerFile(entry.Name) {
				e.problem(entry.Name, OddEntry, "it lies outside extension/ and VS Code does not install it")
			}
			continue
		}
		f.Path = strings.TrimLeft(rest, "/")
		if !strings.HasPrefix(rest, "/") {
			e.problem(entry.Name, OddEntry, "it lies outside extension/ and VS Code installs it all the same, as %q", f.Path)
		}
		if f.Path == "" {
			return nil, &archive.EntryError{
				Name: entry.Name,
				Err:  fmt.Errorf("a file stands in the place of the extension's folder: %w", archive.ErrCollision),
			}
		}
		key := archive.Fold(f.Path)
		if other, twice := installed[key]; twice {
			return nil, &archive.EntryError{Name: entry.Name, Err: fmt.Errorf("it is installed in the place of %q: %w", other, archive.ErrCollision)}
		}
		installed[key] = entry.Name
		e.files = append(e.files, f)
		e.checkName(f)
	}
	if len(e.files) == 0 {
		return nil, fmt.Errorf("the archive has no extension/ folder: is it a .vsix of VS Code?")
	}
	if vsixManifest.Path == "" {
		e.problem(vsixManifestName, BadVSIXManifest, "the archive has none")
	}
	if err := e.finish(vsixManifest); err != nil {
		return nil, err
	}
	return e, nil
}

// containerFile names the entries of a .vsix that belong outside extension/.
func containerFile(name string) bool {
	switch name {
	case "[Content_Types].xml", ".signature.p7s", ".signature.manifest", ".signature.sigzip":
		return true
	}
	return strings.HasPrefix(name, "package/services/digital-signature/") || strings.HasPrefix(name, "_rels/")
}

type vsixStore struct {
	archive *archive.Archive
	entries []archive.Entry
	closer  io.Closer
}

func (s *vsixStore) open(f File) (io.ReadCloser, error) {
	return s.archive.Read(s.entries[f.entry]), nil
}

func (s *vsixStore) close() error { return s.closer.Close() }
