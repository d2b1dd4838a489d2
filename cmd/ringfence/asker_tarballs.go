package main

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/tarballs"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supply"
)

// The bounds of a comparison: how many packages, and how many at once.
const (
	maxCompared   = 400
	comparedAside = 4
)

// compare holds shipped packages against the registry's tarballs.
func (a *asker) compare(ctx context.Context) error {
	folders := slices.DeleteFunc(slices.Clone(a.inventory.Packages), func(p supply.Package) bool { return p.Basis != supply.InFolder })
	if len(folders) == 0 {
		return a.compareBundled(ctx)
	}
	base, err := a.npm(ctx)
	if err != nil {
		return &web.Error{Service: tarballs.Service, State: web.Unavailable, Reason: "nobody says which registry npm is set up for"}
	}
	// The packages nearest to the extension first.
	slices.SortStableFunc(folders, func(p, q supply.Package) int {
		return strings.Count(p.File, "/node_modules/") - strings.Count(q.File, "/node_modules/")
	})
	all := len(folders)
	folders = folders[:min(all, maxCompared)]
	locked := supply.Locked(a.ext, folders)
	client := tarballs.Client{Web: a.web, Base: base}
	got, errs := make([]*supply.Comparison, len(folders)), make([]error, len(folders))
	aside(len(folders), func(i int) {
		p := folders[i]
		files, integrity, known, err := client.Files(ctx, p)
		if errs[i] = err; err != nil || !known {
			return
		}
		c := supply.Compare(a.ext, p, files, locked[path.Dir(p.File)], integrity)
		got[i] = &c
	})
	var first error
	for i := range folders {
		if got[i] != nil {
			a.compared = append(a.compared, *got[i])
		}
		if first == nil {
			first = errs[i]
		}
	}
	if n := len(a.compared); n < all && (n > 0 || first == nil) {
		return noted(fmt.Sprintf("%d of %d shipped packages were compared", n, all))
	}
	return first
}
