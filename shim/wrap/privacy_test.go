package wrap_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// TestThePrivacyPageSaysTheBounds that the loader has.
func TestThePrivacyPageSaysTheBounds(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/privacy.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, line, said string }{
		{"log.js", `const MAX_FILE = 1 << 20`, "1 MB each"},
		{"log.js", `const MAX_DISTINCT = 5000`, "5000 different records a session"},
		{"log.js", `const MAX_TEXT = 300`, "300 characters a text"},
		{"log.js", `const MAX_LINE = 1000`, "1000 a line for a shell or an argument"},
		{"fence.js", `i < a.args.length && i < 20; i++) {`, "20 arguments"},
		{"decide.js", `const MAX_DECIDED = 500`, "500 lines each"},
		{"log.js", `['ghp_', 'gho_', 'ghs_', 'github_pat_', 'sk-', 'xox', 'AKIA', 'eyJ', 'glpat-', 'npm_']`, "knows ten beginnings and no more"},
		{"log.js", `mode: 0o600`, "(0600)"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "loader", "policy", c.file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), c.line) || !strings.Contains(string(page), c.said) {
			t.Errorf("docs/reference/privacy.md says %q, which was %q in %s", c.said, c.line, c.file)
		}
	}
}

// TestTheLoaderConnectsToNothing: the host that observes or denies asks the kernel for the
// same sockets as without the loader: the one that leads to the editor.
func TestTheLoaderConnectsToNothing(t *testing.T) {
	inHost(t)
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is not here")
	}
	allowed, _ := written(t, "text")
	_, outside := written(t, "secret")
	addresses := func(dir string) (out []string) {
		t.Helper()
		trace := filepath.Join(t.TempDir(), "trace")
		if _, err := exthost.Run(
			t.Context(),
			exthost.Options{Extension: dir, Trace: trace, Commands: [][]any{{"tool.read", outside}, {"workbench:wait", 1500}}},
		); err != nil {
			t.Fatal(err)
		}
		kit, err := exthost.Current().Install(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		calls, err := exthost.ReadTrace(trace, kit.Node)
		if err != nil {
			t.Fatal(err)
		}
		if len(calls) < 100 {
			t.Fatalf("strace saw %d calls", len(calls))
		}
		for _, c := range calls {
			if c.Kind == "connect" {
				out = append(out, regexp.MustCompile(`/exthost-\d+/`).ReplaceAllString(c.What, "/exthost/"))
			}
		}
		return out
	}
	plain, observed, enforced := filepath.Join(
		t.TempDir(),
		"plain",
	), filepath.Join(
		t.TempDir(),
		"observed",
	), filepath.Join(
		t.TempDir(),
		"enforced",
	)
	reader(t, "tool", allowed, observed, func(o *wrap.Options) { o.Mode, o.ObserveDays = wrap.Observe, 7 })
	reader(t, "tool", allowed, enforced, nil)
	if _, err := wrap.Unwrap(t.Context(), enforced, plain); err != nil {
		t.Fatal(err)
	}
	want := addresses(plain)
	for _, dir := range []string{observed, enforced} {
		if d := cmp.Diff(want, addresses(dir)); d != "" {
			t.Errorf("%s: %s", filepath.Base(dir), d)
		}
	}
	if len(want) != 1 || !strings.HasSuffix(want[0], "/host.sock") {
		t.Errorf("without the loader the host connects to %v", want)
	}
}
