package supply

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// rated is what a case expects of a finding.
type rated struct {
	Severity, Paper finding.Severity
	Intent          finding.Intent
	Confidence      finding.Confidence
}

// pasts runs a check over one package's past, with today on 2027-01-31.
func pasts(t *testing.T, c check.Check, h supplychain.History, direct bool) []rated {
	t.Helper()
	m := &extension.Manifest{}
	if direct {
		m.Dependencies = []extension.Pair{{Key: h.Package.Name}}
	}
	w := &supplychain.Answers{
		Today:     "2027-01-31",
		Histories: []supplychain.History{h},
		Services:  []supplychain.Service{{Name: "npm-registry", Module: finding.DependenciesModule, State: supplychain.Ran}},
	}
	return checktest.Rates[rated](t, c, check.Input{Manifest: m, Answers: w})
}

func TestAgesOfPackages(t *testing.T) {
	folder, resolved := supplychain.Package{
		Name:    "a",
		Version: "1.0.0",
		Basis:   supplychain.InFolder,
	}, supplychain.Package{
		Name:    "a",
		Version: "1.0.0",
		Basis:   supplychain.Resolved,
	}
	low := []rated{{finding.Low, finding.None, finding.Hygiene, finding.Confirmed}}
	guess := []rated{{finding.Low, finding.None, finding.Hygiene, finding.Heuristic}}
	for _, c := range []struct {
		name   string
		check  check.Check
		h      supplychain.History
		direct bool
		want   []rated
	}{
		{"a version of two days", dependencyYoung, supplychain.History{Package: folder, Published: "2027-01-29", First: "2020-01-01"}, false,
			low},
		{"a version of three days", dependencyYoung, supplychain.History{Package: folder, Published: "2027-01-28", First: "2020-01-01"}, false,
			nil},
		{"one that was resolved", dependencyYoung, supplychain.History{Package: resolved, Published: "2027-01-29", First: "2020-01-01"}, false,
			guess},
		{"one of tomorrow", dependencyYoung, supplychain.History{Package: folder, Published: "2027-02-01", First: "2020-01-01"}, false, nil},
		{"one of no day", dependencyYoung, supplychain.History{Package: folder, Maintainers: 1}, false, nil},
		{"a package of 29 days", dependencyYoung,
			supplychain.History{Package: folder, Published: "2027-01-20", First: "2027-01-02", Maintainers: 2}, false,
			[]rated{{finding.Medium, finding.None, finding.Hygiene, finding.Heuristic}}},
		{"one of 29 days and one person", dependencyYoung,
			supplychain.History{Package: folder, Published: "2027-01-20", First: "2027-01-02", Maintainers: 1}, false,
			[]rated{{finding.Medium, finding.None, finding.Malicious, finding.Heuristic}}},
		{"one of 29 days and nobody known", dependencyYoung, supplychain.History{Package: folder, Published: "2027-01-20", First: "2027-01-02"},
			false, []rated{{finding.Medium, finding.None, finding.Hygiene, finding.Heuristic}}},
		{"one of 30 days", dependencyYoung, supplychain.History{Package: folder, Published: "2027-01-20", First: "2027-01-01", Maintainers: 1},
			false, nil},

		{"deprecated", dependencyUnmaintained, supplychain.History{Package: folder, Deprecated: "use b"}, false, low},
		{"deprecated for its safety", dependencyUnmaintained, supplychain.History{Package: folder, Deprecated: "fixes CVE-2099-1"}, false,
			[]rated{{finding.Medium, finding.None, finding.Vulnerable, finding.Likely}}},
		{"the same, resolved", dependencyUnmaintained, supplychain.History{Package: resolved, Deprecated: "fixes CVE-2099-1"}, false,
			[]rated{{finding.Low, finding.None, finding.Vulnerable, finding.Heuristic}}},
		{"not deprecated", dependencyUnmaintained, supplychain.History{Package: folder, Newest: "2027-01-01"}, true, nil},
		{"731 days", dependencyUnmaintained, supplychain.History{Package: folder, Newest: "2025-01-30"}, true, low},
		{"730 days", dependencyUnmaintained, supplychain.History{Package: folder, Newest: "2025-01-31"}, true, nil},
		{"731 days, and another asks for it", dependencyUnmaintained, supplychain.History{Package: folder, Newest: "2025-01-30"}, false, nil},
		{"no day", dependencyUnmaintained, supplychain.History{Package: folder}, true, nil},
	} {
		if diff := cmp.Diff(c.want, pasts(t, c.check, c.h, c.direct)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// A check of the layer looked only when one of its own services did: that a
// tarball was compared says nothing of advisories.
func TestEachDependencyCheckWaitsForItsOwnServices(t *testing.T) {
	asks := map[string][]string{
		"dependency_vulnerable": {
			"npm-advisories",
			"osv",
		},
		"dependency_malicious":    {"npm-advisories", "osv"},
		"dependency_tampered":     {"npm-tarballs"},
		"dependency_young":        {"npm-registry"},
		"dependency_unmaintained": {"npm-registry"},
	}
	for _, service := range []string{"npm-advisories", "osv", "npm-tarballs", "npm-registry", "npm-lock"} {
		w := &supplychain.Answers{}
		for _, name := range []string{"npm-advisories", "osv", "npm-tarballs", "npm-registry", "npm-lock"} {
			s := supplychain.Service{Name: name, Module: finding.DependenciesModule, State: supplychain.Unavailable, Why: "down"}
			if name == service {
				s.State, s.Why = supplychain.Ran, ""
			}
			w.Services = append(w.Services, s)
		}
		for name, own := range asks {
			i := slices.IndexFunc(Checks(), func(c check.Check) bool { return c.Name == name })
			if i < 0 {
				t.Fatal(name)
			}
			c := Checks()[i]
			want := check.Unavailable
			for _, s := range own {
				if s == service {
					want = check.Nothing
				}
			}
			if r := checktest.Run(t, []check.Check{c}, check.Input{Manifest: &extension.Manifest{}, Answers: w})[0]; r.State != want {
				t.Errorf("%s with %s alone: %s, want %s", name, service, r.State, want)
			}
		}
	}
}
