package hosts_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/loaderlog"
	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/policygen/synth"
	"github.com/ringfence-dev/ringfence/shim"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// withLoader returns how an extension is wrapped here: with the real loader, observed for a week.
func withLoader(t *testing.T) wrap.Options {
	t.Helper()
	text, err := shim.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	return wrap.Options{Mode: wrap.Observe, Level: wrap.Shared, ObserveDays: 7, Bundle: text, Browser: wrap.BrowserUnfenced}
}

func inHost(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("short: an extension host takes seconds")
	}
	if err := exthost.Supported(); err != nil {
		t.Skip(err)
	}
}

// own leaves out the commands of the host and of the loader.
func own(commands []string) []string {
	return slices.DeleteFunc(slices.Clone(commands), func(c string) bool {
		return strings.HasPrefix(c, "__vsc") || strings.HasPrefix(c, "_vsc") || strings.HasPrefix(c, "ringfence.")
	})
}

// ownCall reports a call that the extension makes: with some the loader shows itself, and it asks
// for the names of all commands and for its own secret.
func ownCall(c string) bool {
	for _, p := range []string{"MainThreadStatusBar.", "MainThreadOutputService.", "MainThreadMessageService.", "MainThreadSecretState."} {
		if strings.HasPrefix(c, p) {
			return false
		}
	}
	return c != "MainThreadCommands.$registerCommand" && c != "MainThreadCommands.$getCommands"
}

// analysed returns the policy of the code, and what the code names.
func analysed(ctx context.Context, source string) (policy.Policy, observation.Names, error) {
	ext, err := extension.Load(ctx, source, extension.Limits{})
	if err != nil {
		return policy.Policy{}, nil, err
	}
	defer ext.Close()
	program, err := facts.Analyze(ctx, ext, facts.Options{})
	if err != nil {
		return policy.Policy{}, nil, err
	}
	var code observation.Code
	for _, f := range ext.Files() {
		if f.TooLarge || !slices.Contains([]string{".js", ".cjs", ".mjs"}, filepath.Ext(f.Path)) {
			continue
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			return policy.Policy{}, nil, err
		}
		code.Add(string(data))
	}
	return synth.Synthesize(synth.Input{Extension: ext, Program: program, Catalog: catalog.Default()}).Policy, code.Names, nil
}

// waiting lists what waits for a person, and why.
func waiting(decision observation.Decision) []string {
	var out []string
	for _, e := range decision.Proposals.Entries {
		pattern := e.Grant.Pattern
		if path := strings.TrimPrefix(pattern, "unix:"); filepath.IsAbs(path) {
			pattern = loaderlog.Random.ReplaceAllString(loaderlog.Place(path), "*")
		}
		grant := strings.Join([]string{string(e.Grant.Section), e.Grant.Name, pattern}, " ")
		out = append(out, strings.Join(strings.Fields(grant), " ")+": "+e.Reason)
	}
	slices.Sort(out)
	return out
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
