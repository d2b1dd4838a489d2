package enrich

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/clients/packument"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// maxHistories is how many packages the registry is asked about the past of.
const maxHistories = 200

// askHistories asks the registry for the past of the packages that ship, those that
// package.json names first.
func (s *session) askHistories(ctx context.Context) error {
	if err := s.nothingNamed(packument.Service); err != nil || len(s.inventory.Packages) == 0 {
		return err
	}
	base, err := s.npm(ctx)
	if err != nil {
		return &web.Error{Service: packument.Service, State: web.Unavailable, Reason: "nobody says which registry npm is set up for"}
	}
	list := slices.Clone(s.inventory.Packages)
	later := func(p supplychain.Package) int {
		if _, direct := s.ext.Manifest.Asked(p.Name); direct {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(p, q supplychain.Package) int { return later(p) - later(q) })
	all := len(list)
	list = list[:min(all, maxHistories)]
	client := packument.Client{Web: s.web, Base: base}
	got, errs := make([]*supplychain.History, len(list)), make([]error, len(list))
	parallel(len(list), func(i int) {
		h, known, err := client.History(ctx, list[i])
		if errs[i] = err; err == nil && known {
			got[i] = &h
		}
	})
	var first error
	for i := range list {
		if got[i] != nil {
			s.histories = append(s.histories, *got[i])
		}
		if first == nil {
			first = errs[i]
		}
	}
	slices.SortFunc(s.histories, func(p, q supplychain.History) int {
		return strings.Compare(p.Package.Name+" "+p.Package.Version, q.Package.Name+" "+q.Package.Version)
	})
	if n := len(s.histories); n < all && (n > 0 || first == nil) {
		return partial(fmt.Sprintf("it knows the past of %d of %d packages", n, all))
	}
	return first
}

// aside runs something for each of so many, a few side by side.
func parallel(n int, run func(i int)) {
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			run(i)
		})
	}
	wg.Wait()
}
