package npm

import (
	"fmt"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/extension/archive"
	"github.com/ringfence-dev/ringfence/internal/extension/tarball"
)

// limits are wide: the largest tarballs we use, Node's binaries, unpack to 300 MB.
// A checksum has said before that they are the ones we mean.
var limits = archive.Limits{Entries: 200_000, Total: 1 << 30, Ratio: 1000, Path: 1024, Depth: 64}

// Untar unpacks an npm tarball below dest. pick gets each file's
// slash-separated name without the leading "package/" and answers where it goes,
// relative to dest, or false to leave it out; a nil pick takes everything as it
// is.
func Untar(file, dest string, pick func(name string) (string, bool)) error {
	if err := tarball.Unpack(file, dest, pick, limits); err != nil {
		return fmt.Errorf("unpacking %s: %w", filepath.Base(file), err)
	}
	return nil
}
