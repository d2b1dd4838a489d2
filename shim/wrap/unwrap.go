package wrap

import (
	"context"
	"path"
	"slices"
	"strings"
)

// Unwrapped is what taking the loader out did.
type Unwrapped struct {
	ID, Version string
	// Removed are the files that wrapping had added, sorted.
	Removed []string
	// Missing are those of them that were not there any more.
	Missing []string
	// Same says that package.json is the original, byte for byte. It is not when
	// somebody changed it after wrapping, as VS Code does on installation.
	Same bool
}

// Unwrap reads the wrapped extension at path and writes the original to out,
// under Wrap's rules: the same files with the same bytes. An archive has the
// same entries, and not the same compression, order or times.
func Unwrap(ctx context.Context, from, out string) (Unwrapped, error) {
	p, err := openPackage(ctx, from)
	if err != nil {
		return Unwrapped{}, err
	}
	defer p.close()
	if err := checkOut(p, from, out); err != nil {
		return Unwrapped{}, err
	}
	manifest, err := p.ext.ReadFile(manifestName)
	if err != nil {
		return Unwrapped{}, err
	}
	w, err := wrappingOf(manifest)
	if err != nil {
		return Unwrapped{}, err
	}
	original, err := originalManifest(manifest)
	if err != nil {
		return Unwrapped{}, err
	}
	u := Unwrapped{ID: p.ext.ID(), Version: p.ext.Manifest.Version, Same: digest(original) == w.Original}
	removed := map[string]bool{}
	for _, name := range w.Added {
		if !ours(name) {
			return Unwrapped{}, refuse("its package.json lists %s as added by ringfence, which adds no file of such a name", quoted(name))
		}
		if _, ok := p.ext.Stat(name); !ok {
			u.Missing = append(u.Missing, name)
			continue
		}
		removed[name] = true
	}
	u.Removed = sortedKeys(removed)
	slices.Sort(u.Missing)
	_, err = write(ctx, p, out, changes{replaced: map[string][]byte{manifestName: original}, removed: removed})
	return u, err
}

// ours are the names of files that wrapping adds.
func ours(name string) bool {
	base := path.Base(name)
	return strings.HasSuffix(base, ".cjs") && (strings.HasPrefix(base, "ringfence.") || strings.HasSuffix(base, ".ringfence.cjs"))
}
