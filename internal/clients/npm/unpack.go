package npm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/extension/archive"
	"github.com/ringfence-dev/ringfence/internal/extension/tarball"
)

// unpack unpacks a tarball into dest, which must not be there yet. only names
// the single file to unpack; empty: all.
func unpack(file, dest, only string, limits extension.Limits) error {
	if err := os.Mkdir(dest, 0o700); err != nil {
		return err
	}
	found := false
	var pick tarball.Pick
	if only != "" {
		pick = func(name string) (string, bool) {
			found = found || name == only
			return name, name == only
		}
	}
	l := withDefaults(limits)
	err := tarball.Unpack(file, dest, pick, archive.Limits{
		Entries: l.MaxFiles, Total: l.MaxTotal, Ratio: l.MaxRatio, Path: l.MaxPath, Depth: l.MaxDepth,
	})
	var disk *fs.PathError
	switch {
	case err == nil && only != "" && !found:
		return &WrongSpec{fmt.Sprintf("the package has no file %q", only)}
	case err != nil && !errors.As(err, &disk):
		// What is wrong is the tarball, and not where it is unpacked to.
		return &WrongSpec{err.Error()}
	}
	return err
}

func withDefaults(l extension.Limits) extension.Limits {
	d := extension.DefaultLimits()
	for _, p := range []struct{ got, def *int64 }{{&l.MaxTotal, &d.MaxTotal}, {&l.MaxRatio, &d.MaxRatio}} {
		if *p.got <= 0 {
			*p.got = *p.def
		}
	}
	for _, p := range []struct{ got, def *int }{{&l.MaxFiles, &d.MaxFiles}, {&l.MaxDepth, &d.MaxDepth}, {&l.MaxPath, &d.MaxPath}} {
		if *p.got <= 0 {
			*p.got = *p.def
		}
	}
	return l
}
