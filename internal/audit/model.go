//go:build !js

package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/clients/llm"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/triage"
)

// modelKey is the variable with the key for the model.
const modelKey = "RINGFENCE_LLM_KEY"

// Check refuses flags that are of no use without one another.
func (m *Model) Check(online bool) error {
	switch {
	case m.Address == "" && (m.Name != "" || m.SendCode || m.Record != ""):
		return exit.Usagef("--llm-model, --llm-send-code and --llm-record need --llm")
	case m.Address == "":
		return nil
	case !online:
		return exit.Usagef("--llm needs --online")
	case m.Name == "":
		return exit.Usagef("--llm needs --llm-model")
	case m.Budget < 1:
		return exit.Usagef("--llm-budget must be at least 1")
	}
	if _, err := web.Base(m.Address); err != nil {
		return exit.Usagef("--llm is of no use: %w", err)
	}
	return nil
}

// triageFindings asks the model about the findings of a scan and gives the state of
// its layer; nil: no model is to be asked. Nothing that goes wrong in it stops
// the scan.
func triageFindings(ctx context.Context, p *process.Process, ext *extension.Extension, keys *secrets.Result, results []checks.Result,
	o Settings) *supplychain.Service {
	if o.Model.Address == "" {
		return nil
	}
	s := supplychain.Service{
		Name:   llm.Service,
		Module: finding.ModelModule,
		State:  supplychain.Skipped,
		Why:    "nobody consented to sending code (--llm-send-code does)",
	}
	if !o.Model.SendCode {
		return &s
	}
	client, done, err := ModelClient(p, o)
	if err != nil {
		s.State, s.Why = supplychain.Failed, "it cannot be asked: "+err.Error()
		return &s
	}
	var fs []*finding.Finding
	for i := range results {
		for j := range results[i].Findings {
			fs = append(fs, &results[i].Findings[j])
		}
	}
	ctx, cancel := context.WithTimeout(ctx, o.Services.Patience)
	defer cancel()
	tally, err := triage.Judge(ctx, triage.Input{
		Asker: client, Model: o.Model.Name, Extension: ext, Secrets: keys, Findings: fs,
		Page: func(name string) string {
			if k, ok := checks.ByName(name); ok {
				return k.Summary()
			}
			return ""
		},
	})
	s.State, s.Why = web.Outcome(err)
	if err == nil {
		s.Why = tally.String()
	} else if tally.Asked > 0 {
		s.Why += "; before that, " + tally.String()
	}
	if err := done(); err != nil {
		s.State, s.Why = supplychain.Failed, "its answers could not be recorded: "+err.Error()
	}
	return &s
}

// ModelClient returns the client of the model; done writes the record.
func ModelClient(p *process.Process, o Settings) (client *llm.Client, done func() error, err error) {
	base, err := web.Base(o.Model.Address)
	if err != nil {
		return nil, nil, err
	}
	key, _ := p.Lookup(modelKey)
	patient := Web(p, o)
	// A model takes its time, as no other service does.
	patient.Timeout = 2 * time.Minute
	client = &llm.Client{Web: patient, Base: base, Key: key, Model: o.Model.Name, Budget: o.Model.Budget}
	client.Record, done = recorder(p, o)
	return client, done, client.Check()
}

// recorder appends exchanges to the file of --llm-record.
func recorder(p *process.Process, o Settings) (record func(llm.Exchange), done func() error) {
	if o.Model.Record == "" {
		return nil, func() error { return nil }
	}
	var mu sync.Mutex
	var lines strings.Builder
	record = func(e llm.Exchange) {
		mu.Lock()
		defer mu.Unlock()
		line, err := json.Marshal(e)
		if err == nil {
			lines.Write(line)
			lines.WriteByte('\n')
		}
	}
	return record, func() error {
		f, err := os.OpenFile(p.Path(o.Model.Record), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("opening the record: %w", err)
		}
		_, err = f.WriteString(lines.String())
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		return err
	}
}
