package wrap_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

const example = "testdata/lint-on-demand"

// TestTheWorkedExample of docs/guide/worked-example.md: what a workspace chooses reaches
// a shell without the loader, and not with it; the tool itself works in both.
func TestTheWorkedExample(t *testing.T) {
	inHost(t)
	page, err := os.ReadFile("../../docs/guide/worked-example.md")
	if err != nil {
		t.Fatal(err)
	}
	granted, _, err := static.Policy(t.Context(), example)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(example, policygen.Dir, policygen.OverrideFile))
	if err != nil {
		t.Fatal(err)
	}
	override, err := policy.ParseOverride(policygen.OverrideFile, data)
	if err != nil {
		t.Fatal(err)
	}
	folded, err := policygen.Fold(policygen.Inputs{Static: granted, Override: override})
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, folded.Policy
	fenced := filepath.Join(t.TempDir(), "fenced")
	mustWrap(t, example, fenced, o)

	// run gives the result, whether the workspace's own line ran, and whether the
	// tool did.
	run := func(dir, setting string) (r exthost.Result, owned, linted bool) {
		t.Helper()
		workspace, tools := t.TempDir(), t.TempDir()
		tool := "#!/bin/sh\ntouch \"" + filepath.Join(workspace, "linted") + "\"\necho '[]'\n"
		if err := os.WriteFile(filepath.Join(tools, "eslint"), []byte(tool), 0o755); err != nil {
			t.Fatal(err)
		}
		r, err := exthost.Run(t.Context(), exthost.Options{
			Extension:         dir,
			Workspace:         workspace,
			WorkspaceSettings: map[string]any{"lint.executable": setting},
			Env: map[string]string{
				"PATH": tools + ":/usr/bin:/bin",
			},
			Commands: [][]any{{"lint.run"}, {"workbench:wait", 300}, {"ringfence.permissions.acme.lint-on-demand"}},
		})
		if err != nil {
			t.Fatal(err)
		}
		_, noOwned := os.Stat(filepath.Join(workspace, "owned"))
		_, noLinted := os.Stat(filepath.Join(workspace, "linted"))
		return r, noOwned == nil, noLinted == nil
	}
	const exploit = "touch owned; eslint"
	if r, owned, _ := run(example, exploit); !owned {
		t.Errorf("without the loader the exploit does not work: %v", r.Steps)
	}
	r, owned, linted := run(fenced, exploit)
	if owned || linted {
		t.Errorf("with the loader the workspace's line ran")
	}
	for what, text := range map[string]string{
		"message": strings.Join(slices.DeleteFunc(r.Messages, func(m string) bool { return !strings.HasPrefix(m, "ringfence:") }), "\n"),
		"error":   r.Steps["command lint.run"],
		"denial":  after(r.Pages["ringfence.acme.lint-on-demand"], "denied in this session"),
	} {
		if text == "" || !strings.Contains(string(page), strings.TrimSpace(text)) {
			t.Errorf("docs/guide/worked-example.md does not have the %s: %s", what, text)
		}
	}
	for _, dir := range []string{example, fenced} {
		if r, _, linted := run(dir, "eslint"); !linted || r.Steps["command lint.run"] != "ok" {
			t.Errorf("%s: the tool itself does not run: %v", dir, r.Steps)
		}
	}
}

func after(text, head string) string {
	_, rest, ok := strings.Cut(text, head)
	if !ok {
		return ""
	}
	return head + rest
}
