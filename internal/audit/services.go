package audit

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

func (a *Services) check(offline bool) error {
	switch {
	case a.Online && offline:
		return exit.Usagef("--online and --offline contradict each other")
	case a.Upload && !a.Online:
		return exit.Usagef("--virustotal-upload needs --online")
	case a.Endpoints < 0:
		return exit.Usagef("--virustotal-endpoints must not be negative")
	case a.Names < 0:
		return exit.Usagef("--dns-names must not be negative")
	case a.Patience <= 0:
		return exit.Usagef("--services-timeout must be more than nothing")
	case !strings.Contains(" "+RegistryNames(" ")+" ", " "+a.Registry+" "):
		return exit.Usagef("unknown registry %s%s (%s)", escape.Quoted(a.Registry),
			didyoumean.Hint(a.Registry, strings.Fields(RegistryNames(" "))), RegistryNames(", "))
	}
	return nil
}

// RegistryNames lists the registries that --registry knows.
func RegistryNames(sep string) string {
	var out []string
	for _, r := range supplychain.Registries() {
		out = append(out, string(r))
	}
	return strings.Join(out, sep)
}
