package audit

import (
	"context"
	"time"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// What a browser's program does without: it asks nobody, and says of each service that
// it was not asked, as the command does with --offline.

func askServices(_ context.Context, p *process.Process, _ string, _ *extension.Extension, _ *facts.Program,
	packages *supplychain.Inventory, o Settings) (*supplychain.Answers, error) {
	registry := supplychain.Registry(o.Services.Registry)
	out := &supplychain.Answers{Registry: registry, Today: o.Judging.Today, Services: unasked(registry, packages.Unlocked)}
	if out.Today == "" && p.Now != nil {
		out.Today = p.Now().UTC().Format(time.DateOnly)
	}
	return out, nil
}

func fetchOrganisation(context.Context, *process.Process, org.Source) ([]byte, error) {
	return nil, exit.Usagef("a browser's program fetches no organisation's file: use ringfence scan --org")
}

// Check refuses every model.
func (m *Model) Check(bool) error {
	if m.Address != "" {
		return exit.Usagef("a browser's program asks no model: use ringfence scan --llm")
	}
	return nil
}

func triageFindings(context.Context, *process.Process, *extension.Extension, *secrets.Result, []checks.Result,
	Settings) *supplychain.Service {
	return nil
}
