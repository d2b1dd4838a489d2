package enrich

import (
	"context"
	"os"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/clients/advisory"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// The variables that name a mirror of a service.
const (
	osvVariable         = "RINGFENCE_OSV_URL"
	npmVariable         = "RINGFENCE_NPM_URL"
	marketplaceVariable = "RINGFENCE_MARKETPLACE_URL"
	openVSXVariable     = "RINGFENCE_OPEN_VSX_URL"
	virusTotalVariable  = "RINGFENCE_VIRUSTOTAL_URL"
	scorecardVariable   = "RINGFENCE_SCORECARD_URL"
	// dnsVariable names a resolver by its number and port.
	dnsVariable = "RINGFENCE_DNS"
)

// virusTotalKey is the variable with the key for VirusTotal. Keys come from the
// environment alone: an argument is seen by every process of the machine.
const virusTotalKey = "RINGFENCE_VIRUSTOTAL_KEY"

// session is one round of questions about one extension. Its methods may run side
// by side: each fills fields of its own.
type session struct {
	options     Options
	machine     Machine
	web         *web.Client
	archiveFile string
	ext         *extension.Extension
	program     *facts.Program
	inventory   *supplychain.Inventory
	w           *supplychain.Answers
	// npm is the registry npm is set up for, asked once.
	npm func(context.Context) (string, error)

	fromNPM, fromOSV   []supplychain.Advisory
	ofArchive, ofHosts []supplychain.Reputation
	resolutions        []supplychain.Resolution
	own, theirs        []supplychain.Scorecard
	compared           []supplychain.Comparison
	bundled            []supplychain.Bundled
	histories          []supplychain.History
}

func newSession(subject Subject, o Options, m Machine, w *supplychain.Answers) *session {
	s := &session{
		options: o, machine: m, web: m.Web, archiveFile: subject.Archive,
		ext: subject.Extension, program: subject.Program, inventory: subject.Inventory, w: w,
	}
	s.npm = once(m.npmRegistry)
	return s
}

// once asks a question when it is first asked, for all who ask it.
func once(ask func(context.Context) (string, error)) func(context.Context) (string, error) {
	var first sync.Once
	var answer string
	var err error
	return func(ctx context.Context) (string, error) {
		first.Do(func() { answer, err = ask(ctx) })
		return answer, err
	}
}

// address is where a service is: at its mirror, if the environment names one.
func (m Machine) address(service, variable, otherwise string) (string, error) {
	address, ok := m.Getenv(variable)
	if !ok || address == "" {
		address = otherwise
	}
	base, err := web.Base(address)
	if err != nil {
		return "", &web.Error{Service: service, State: web.Failed, Reason: variable + " is of no use: " + err.Error()}
	}
	return base, nil
}

// npmRegistry is the registry npm is set up for, so that names of packages go where
// npm sends them anyway.
func (m Machine) npmRegistry(ctx context.Context) (string, error) {
	if address, ok := m.Getenv(npmVariable); ok && address != "" {
		return m.address(advisory.Service, npmVariable, "")
	}
	lost := func(reason string) error {
		return &web.Error{Service: advisory.Service, State: web.Unavailable, Reason: reason + " (" + npmVariable + " names one)"}
	}
	command, ok := m.LookPath("npm")
	if !ok {
		return "", lost("npm is not on the PATH to say which registry it is set up for")
	}
	dir, err := os.MkdirTemp("", "ringfence-")
	if err != nil {
		return "", lost("there is no place for a temporary folder")
	}
	defer func() { _ = os.RemoveAll(dir) }()
	address, err := npm.Client{Command: command, Env: m.Env}.Registry(ctx, dir)
	if err != nil {
		return "", lost("npm does not say which registry it is set up for")
	}
	base, err := web.Base(address)
	if err != nil {
		return "", lost("the registry npm is set up for cannot be asked: " + err.Error())
	}
	return base, nil
}
