package enrich

import (
	"cmp"
	"context"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/clients/blocklist"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// blocklistsVariable names a folder that mirrors the lists.
const blocklistsVariable = "RINGFENCE_BLOCKLISTS_URL"

// listed is what the lists say of the extension and of those it installs along:
// each list fills its own part.
type listed struct{ malicious, removed []supplychain.Record }

// list asks one list.
func (s *session) list(l blocklist.List, into *listed) func(context.Context) error {
	return func(ctx context.Context) error {
		client := blocklist.Client{Web: s.web}
		if address, ok := s.machine.Getenv(blocklistsVariable); ok && address != "" {
			base, err := s.machine.address(l.Name, blocklistsVariable, "")
			if err != nil {
				return err
			}
			client.Mirror = base
		}
		entries, err := client.Fetch(ctx, l)
		if err != nil {
			return err
		}
		for _, who := range s.installedAlong() {
			for _, e := range entries {
				if !e.About(who.Extension) {
					continue
				}
				r := who
				r.ID, r.Title, r.Registry, r.Exact = l.Title, e.Reason, e.Registry, true
				if e.Malware {
					into.malicious = append(into.malicious, r)
				} else {
					into.removed = append(into.removed, r)
				}
			}
		}
		return nil
	}
}

// installedAlong names the extension and those its pack and its dependencies
// bring, with the places that name them.
func (s *session) installedAlong() []supplychain.Record {
	m := s.ext.Manifest
	var out []supplychain.Record
	if m.ID() != "" {
		out = append(out, supplychain.Record{Extension: m.ID()})
	}
	const most = 200
	for _, list := range [][]extension.Item{m.ExtensionPack, m.ExtensionDependencies} {
		for _, item := range list[:min(len(list), most)] {
			out = append(out, supplychain.Record{Extension: item.Value, Pointer: item.Pointer})
		}
	}
	return out
}

// joinLists returns what all lists say, each entry once.
func (s *session) joinLists(lists []listed) {
	order := func(x, y supplychain.Record) int {
		return cmp.Or(cmp.Compare(x.Pointer, y.Pointer), cmp.Compare(x.ID, y.ID), cmp.Compare(x.Title, y.Title))
	}
	for _, l := range lists {
		s.w.Records = append(s.w.Records, l.malicious...)
		s.w.Removed = append(s.w.Removed, l.removed...)
	}
	for _, records := range []*[]supplychain.Record{&s.w.Records, &s.w.Removed} {
		slices.SortStableFunc(*records, order)
		*records = slices.Compact(*records)
	}
}
