// Package supplychain holds what an extension brings along and what the world says
// of it: the npm packages that ship, the advisories and blocklists that name
// them or the extension, and how marketplaces list it.
//
// The package reads the extension and asks nobody. Clients fill its types, which
// keeps them apart from the checks that judge them; everything from
// internal/facts up may import it.
package supplychain

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

// State is what became of a question to a service.
type State string

// The states. A service that was not asked, one that did not answer and one
// that answered what nobody can read are three things, and none of them is a
// service that knows of nothing.
const (
	Ran         State = "ran"
	Skipped     State = "skipped"
	Unavailable State = "unavailable"
	Failed      State = "failed"
)

// States lists the states, fullest first.
func States() []State { return []State{Ran, Skipped, Unavailable, Failed} }

// Service is what became of one source of knowledge in a run.
type Service struct {
	// Name is a word of the documentation ("osv").
	Name string `json:"name"`
	// Module is the scoring layer that needs it.
	Module finding.Module `json:"module"`
	State  State          `json:"state"`
	// Why says in a sentence why it did not run, or what it does not know; else
	// empty.
	Why string `json:"why"`
}

// Answers is what services said of one extension. The zero value: nobody was
// asked.
type Answers struct {
	Services []Service `json:"services"`
	// Advisories are about the npm packages that ship, Records about extensions.
	Advisories []Advisory `json:"advisories"`
	Records    []Record   `json:"records"`
	// Reputations are about the archive and the hosts its code names.
	Reputations []Reputation `json:"reputations,omitempty"`
	// Resolutions are where names lead that the code connects to.
	Resolutions []Resolution `json:"resolutions,omitempty"`
	// Scorecards are of the extension's repository and its dependencies'.
	Scorecards []Scorecard `json:"scorecards,omitempty"`
	// Comparisons are the shipped packages that were held against the registry's
	// tarballs.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Bundled are the packages in bundles whose texts in source maps were held
	// against the registry's tarballs.
	Bundled []Bundled `json:"bundled,omitempty"`
	// Histories are the pasts of packages that ship.
	Histories []History `json:"histories,omitempty"`
	// Removed are names that were taken down for other reasons than malware; ID is
	// the list, Title its reason.
	Removed []Record `json:"removed,omitempty"`
	// Registry is where the extension is said to be from; empty: nobody said.
	Registry Registry `json:"registry"`
	// Known are the best-known extensions of the day, besides those that
	// internal/lookalike ships; nil: nobody was asked.
	Known []lookalike.Name `json:"known,omitempty"`
	// Listing is how a marketplace lists the extension; nil: nobody knows.
	Listing *Listing `json:"listing"`
	// Today is the day of the run, as 2027-01-31; empty: not known.
	Today string `json:"today"`
}

// NotAsked is why a service did not run that nobody asked for.
const NotAsked = "not asked (--online asks it)"

// Of says what became of the services of a layer as one: it ran when any did,
// else it is as bad as the worst. With names, only the services of those names
// count.
func (w *Answers) Of(layer finding.Module, names ...string) (State, string) {
	state, why := Skipped, NotAsked
	seen := false
	if w == nil {
		return state, why
	}
	for _, s := range w.Services {
		switch {
		case s.Module != layer || len(names) > 0 && !slices.Contains(names, s.Name):
		case s.State == Ran:
			return Ran, ""
		case !seen || slices.Index(States(), s.State) > slices.Index(States(), state):
			state, why, seen = s.State, s.Name+": "+s.Why, true
		}
	}
	return state, why
}

// Advisory is a published weakness of one version of an npm package.
type Advisory struct {
	Package Package `json:"package"`
	// ID is the advisory's name ("GHSA-…", "MAL-…"), Aliases are its others.
	ID      string   `json:"id"`
	Aliases []string `json:"aliases,omitempty"`
	// Source is the service that named it first.
	Source string `json:"source"`
	Title  string `json:"title"`
	// Level is the severity as it is published: info, low, moderate, high or
	// critical; empty when nobody rated it.
	Level string `json:"level"`
	// Malicious is set when the package is reported as malware.
	Malicious bool `json:"malicious,omitempty"`
}

// Levels lists the published severities, rising.
func Levels() []string { return []string{"info", "low", "moderate", "high", "critical"} }

// Record is an entry of a blocklist about an extension.
type Record struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Registry is where the extension the entry is about is published; empty: the
	// list does not say.
	Registry Registry `json:"registry"`
	// Extension is its name; Pointer is where the manifest names it, "" for the
	// extension itself.
	Extension string `json:"extension"`
	Pointer   string `json:"pointer"`
	// Exact is set when the entry is about the version that would run: the one
	// that was scanned, or all there are.
	Exact bool `json:"exact"`
}

// Registry is a marketplace of extensions.
type Registry string

// The registries.
const (
	Marketplace Registry = "marketplace"
	OpenVSX     Registry = "open-vsx"
)

// Registries lists the registries.
func Registries() []Registry { return []Registry{Marketplace, OpenVSX} }

// Listing is what a marketplace says of an extension. What it does not say is
// nil or empty, and nothing is made of that.
type Listing struct {
	Registry Registry `json:"registry"`
	// Published is false when the marketplace knows no such extension.
	Published bool   `json:"published"`
	Installs  *int64 `json:"installs"`
	Ratings   *int64 `json:"ratings"`
	// Verified says whether the publisher proved who they are.
	Verified *bool `json:"verified"`
	// Updated is the day of the newest version, as 2027-01-31.
	Updated string `json:"updated"`
	// Releases are its versions, the newest first and each once, whatever platform
	// it is for; nil: not known.
	Releases []Release `json:"releases,omitempty"`
}

// Release is one version of a published extension.
type Release struct {
	Version string `json:"version"`
	// Day is when it was published, as 2027-01-31; empty: not known.
	Day string `json:"day"`
}

// maxReleases is how many releases of an extension are looked at.
const maxReleases = 2000

// Sorted puts releases in order, the newest first, each version once and with its
// first day: those for several platforms are published one after the other.
func Sorted(list []Release) []Release {
	first := map[string]string{}
	for _, r := range list[:min(len(list), maxReleases)] {
		if day, seen := first[r.Version]; !seen || r.Day != "" && (day == "" || r.Day < day) {
			first[r.Version] = r.Day
		}
	}
	var out []Release
	for version, day := range first {
		out = append(out, Release{version, day})
	}
	slices.SortFunc(out, func(a, b Release) int {
		return cmp.Or(cmp.Compare(b.Day, a.Day), cmp.Compare(b.Version, a.Version))
	})
	return out
}

// Merge joins advisories of several services: the first that names one stays,
// and one is the same under its other names. They come sorted.
func Merge(lists ...[]Advisory) []Advisory {
	var out []Advisory
	for _, list := range lists {
		for _, a := range list {
			if i := slices.IndexFunc(out, a.same); i >= 0 {
				out[i].Malicious = out[i].Malicious || a.Malicious
				out[i].Level = cmp.Or(out[i].Level, a.Level)
				continue
			}
			out = append(out, a)
		}
	}
	slices.SortFunc(out, func(a, b Advisory) int {
		return cmp.Or(a.Package.compare(b.Package), cmp.Compare(a.ID, b.ID))
	})
	return out
}

func (a Advisory) same(b Advisory) bool {
	names := func(x Advisory) []string { return append([]string{x.ID}, x.Aliases...) }
	return a.Package == b.Package && slices.ContainsFunc(names(a), func(n string) bool { return slices.Contains(names(b), n) })
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
