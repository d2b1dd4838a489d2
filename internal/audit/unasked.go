package audit

import (
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// unasked is what became of the services where there is no network to ask them: the
// list of internal/enrich, whose clients a browser's program does without. A test
// compares the two. unlocked says that no lock file tells which packages are bundled.
func unasked(registry supplychain.Registry, unlocked bool) []supplychain.Service {
	var out []supplychain.Service
	type service struct {
		name   string
		module finding.Module
	}
	all := []service{
		{"npm-advisories", finding.DependenciesModule},
		{"osv", finding.DependenciesModule},
		{"npm-tarballs", finding.DependenciesModule},
		{"npm-registry", finding.DependenciesModule},
		{"osv", finding.MalwareModule},
		{"virustotal", finding.MalwareModule},
		{"virustotal", finding.NetworkModule},
		{"dns", finding.NetworkModule},
		{"scorecard", finding.ScorecardModule},
		{"scorecard-dependencies", finding.ScorecardModule},
		{"marketplace-known", finding.PublisherModule},
		{string(registry), finding.PublisherModule},
		{"vscode-control", finding.MalwareModule},
		{"open-vsx-control", finding.MalwareModule},
		{"marketplace-removed", finding.MalwareModule},
		{"vsxsentry", finding.MalwareModule},
	}
	if unlocked {
		all = append(all, service{"npm-lock", finding.DependenciesModule})
	}
	for _, s := range all {
		out = append(out, supplychain.Service{Name: s.name, Module: s.module, State: supplychain.Skipped, Why: supplychain.NotAsked})
	}
	return out
}
