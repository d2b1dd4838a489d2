package checkout

import (
	"io"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/extension/archive"
	"github.com/ringfence-dev/ringfence/internal/sourcemap"
)

// maxMaps bounds the archive of maps, unpacked.
const maxMaps = 512 << 20

// Maps returns the source maps that "ringfence build" left beside a package, by their
// paths in it; nil: file is no package. The archive is a stranger's: one that is no
// archive, or is too large, is none.
func Maps(file string) func(string) ([]byte, bool) {
	stem, ok := strings.CutSuffix(file, ".vsix")
	if !ok {
		return nil
	}
	return func(name string) ([]byte, bool) {
		f, err := os.Open(stem + build.MapsSuffix)
		if err != nil {
			return nil, false
		}
		defer f.Close()
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil, false
		}
		a, err := archive.Open(f, info.Size(), archive.Limits{Entries: build.MaxMaps, Total: maxMaps, Ratio: 200, Path: 1024, Depth: 64})
		if err != nil {
			return nil, false
		}
		for _, e := range a.Entries() {
			if e.Name != name || e.Size > sourcemap.MaxMap {
				continue
			}
			r := a.Read(e)
			defer r.Close()
			data, err := io.ReadAll(io.LimitReader(r, sourcemap.MaxMap+1))
			return data, err == nil && len(data) <= sourcemap.MaxMap
		}
		return nil, false
	}
}
