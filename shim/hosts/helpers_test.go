package hosts_test

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
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

// ownCall reports a call that the extension makes: with some the loader shows itself, and it asks
// for the names of all commands and for its own secret.
func ownCall(c string) bool {
	for _, p := range []string{"MainThreadStatusBar.", "MainThreadOutputService.", "MainThreadMessageService.", "MainThreadSecretState."} {
		if strings.HasPrefix(c, p) {
			return false
		}
	}
	// An error that does not happen is nothing that is lost.
	return c != "MainThreadExtensionService.$onExtensionRuntimeError" && c != "MainThreadCommands.$registerCommand" &&
		c != "MainThreadCommands.$getCommands"
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
