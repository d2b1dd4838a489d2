package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/adjudicate"
	"github.com/ringfence-dev/ringfence/internal/clients/llm"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/secrets"
	"github.com/ringfence-dev/ringfence/internal/supply"
	"github.com/spf13/pflag"
)

// modelKey is the variable with the key for the model.
const modelKey = "RINGFENCE_LLM_KEY"

// modelOptions are the flags of the language model, which nobody asks without.
type modelOptions struct {
	base, name, record string
	sendCode           bool
	budget             int
}

func (m *modelOptions) flags(fs *pflag.FlagSet) { m.flagsAbout(fs, "about findings that are guesses") }

// flagsAbout says in the help what the model is asked.
func (m *modelOptions) flagsAbout(fs *pflag.FlagSet, about string) {
	fs.StringVar(&m.base, "llm", "", "ask a language model "+about+": the address of an OpenAI-compatible service")
	fs.StringVar(&m.name, "llm-model", "", "which model")
	fs.BoolVar(&m.sendCode, "llm-send-code", false, "consent to sending code around the places to it, secrets starred out; without it nothing is sent")
	fs.IntVar(&m.budget, "llm-budget", 20, "how many questions it may be asked")
	fs.StringVar(&m.record, "llm-record", "", "a file to write every question and answer to, one JSON object a line")
}

func (m *modelOptions) check(online bool) error {
	switch {
	case m.base == "" && (m.name != "" || m.sendCode || m.record != ""):
		return exit.Usagef("--llm-model, --llm-send-code and --llm-record need --llm")
	case m.base == "":
		return nil
	case !online:
		return exit.Usagef("--llm needs --online")
	case m.name == "":
		return exit.Usagef("--llm needs --llm-model")
	case m.budget < 1:
		return exit.Usagef("--llm-budget must be at least 1")
	}
	if _, err := web.Base(m.base); err != nil {
		return exit.Usagef("--llm is of no use: %w", err)
	}
	return nil
}

// opinions asks the model about the findings of a scan and gives the state of
// its layer; nil: no model is to be asked. Nothing that goes wrong in it stops
// the scan.
func (c *Command) opinions(ctx context.Context, ext *extension.Extension, keys *secrets.Result, results []checks.Result, o scanOptions) *supply.Service {
	if o.base == "" {
		return nil
	}
	s := supply.Service{Name: llm.Service, Module: finding.ModelModule, State: supply.Skipped, Why: "nobody consented to sending code (--llm-send-code does)"}
	if !o.sendCode {
		return &s
	}
	client, done, err := c.modelClient(o)
	if err != nil {
		s.State, s.Why = supply.Failed, "it cannot be asked: "+err.Error()
		return &s
	}
	var fs []*finding.Finding
	for i := range results {
		for j := range results[i].Findings {
			fs = append(fs, &results[i].Findings[j])
		}
	}
	ctx, cancel := context.WithTimeout(ctx, o.patience)
	defer cancel()
	tally, err := adjudicate.Judge(ctx, adjudicate.Input{
		Asker: client, Model: o.name, Extension: ext, Secrets: keys, Findings: fs,
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
		s.State, s.Why = supply.Failed, "its answers could not be recorded: "+err.Error()
	}
	return &s
}

// modelClient is the way to the model; done writes the record.
func (c *Command) modelClient(o scanOptions) (client *llm.Client, done func() error, err error) {
	base, err := web.Base(o.base)
	if err != nil {
		return nil, nil, err
	}
	key, _ := c.getenv(modelKey)
	way := c.way(o)
	// A model takes its time, as no other service does.
	way.Timeout = 2 * time.Minute
	client = &llm.Client{Web: way, Base: base, Key: key, Model: o.name, Budget: o.budget}
	client.Record, done = c.recorder(o)
	return client, done, client.Check()
}

// recorder appends exchanges to the file of --llm-record.
func (c *Command) recorder(o scanOptions) (record func(llm.Exchange), done func() error) {
	if o.record == "" {
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
		f, err := os.OpenFile(c.path(o.record), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
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
