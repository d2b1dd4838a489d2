package enrich

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/tarballs"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// The bounds of a comparison: how many packages, and how many at once.
const (
	maxCompared = 400
	atOnce      = 4
)

// compare holds shipped packages against the registry's tarballs.
func (s *session) compare(ctx context.Context) error {
	folders := slices.DeleteFunc(
		slices.Clone(s.inventory.Packages),
		func(p supplychain.Package) bool { return p.Basis != supplychain.InFolder },
	)
	if len(folders) == 0 {
		return s.compareBundled(ctx)
	}
	base, err := s.npm(ctx)
	if err != nil {
		return &web.Error{Service: tarballs.Service, State: web.Unavailable, Reason: "nobody says which registry npm is set up for"}
	}
	// The packages nearest to the extension first.
	slices.SortStableFunc(folders, func(p, q supplychain.Package) int {
		return strings.Count(p.File, "/node_modules/") - strings.Count(q.File, "/node_modules/")
	})
	all := len(folders)
	folders = folders[:min(all, maxCompared)]
	locked := supplychain.Locked(s.ext, folders)
	client := tarballs.Client{Web: s.web, Base: base}
	got, errs := make([]*supplychain.Comparison, len(folders)), make([]error, len(folders))
	parallel(len(folders), func(i int) {
		p := folders[i]
		files, integrity, known, err := client.Files(ctx, p)
		if errs[i] = err; err != nil || !known {
			return
		}
		c := supplychain.Compare(s.ext, p, files, locked[path.Dir(p.File)], integrity)
		got[i] = &c
	})
	var first error
	for i := range folders {
		if got[i] != nil {
			s.compared = append(s.compared, *got[i])
		}
		if first == nil {
			first = errs[i]
		}
	}
	if n := len(s.compared); n < all && (n > 0 || first == nil) {
		return partial(fmt.Sprintf("%d of %d shipped packages were compared", n, all))
	}
	return first
}
