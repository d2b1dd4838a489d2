package wrap_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// TestADenialIsSeenInTheBrowser: the worked example, packed from its folder into
// a .vsix, is installed by code-server's own command and used in a page. CODE_SERVER
// is the folder of the npm package code-server of the current kit's version (with its
// dependencies and those of lib/vscode, without scripts), PLAYWRIGHT that of
// playwright-core. BROWSER_PICTURE keeps the screenshot.
func TestADenialIsSeenInTheBrowser(t *testing.T) {
	inHost(t)
	server, playwright := os.Getenv("CODE_SERVER"), os.Getenv("PLAYWRIGHT")
	if server == "" || playwright == "" {
		t.Skip("CODE_SERVER and PLAYWRIGHT name no npm packages (about 1 GB, not fetched by tests)")
	}
	chromium, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		t.Skip("no chromium-headless-shell: ", err)
	}
	kit, err := exthost.Current().Install(t.Context())
	if err != nil {
		t.Skip(err)
	}
	static, _, err := analysed(t.Context(), example)
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, policy.New(static.Extension, static.Grants...)
	scratch := t.TempDir()
	vsix, workspace := filepath.Join(scratch, "lint.vsix"), filepath.Join(scratch, "workspace")
	mustWrap(t, example, vsix, o)
	if err := os.MkdirAll(filepath.Join(workspace, ".vscode"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(workspace, ".vscode", "settings.json"), []byte(`{"lint.executable": "touch owned; eslint"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	command := func(args ...string) *exec.Cmd {
		base := []string{filepath.Join(server, "out", "node", "entry.js"), "--user-data-dir", filepath.Join(scratch, "data"), "--extensions-dir", filepath.Join(scratch, "extensions")}
		cmd := exec.CommandContext(ctx, kit.Node, append(base, args...)...)
		cmd.Dir, cmd.WaitDelay = server, 5*time.Second
		return cmd
	}
	if out, err := command("--install-extension", vsix).CombinedOutput(); err != nil || !strings.Contains(string(out), "was successfully installed") {
		t.Fatalf("installing the .vsix: %v %s", err, out)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	run := command("--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust", workspace)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = run.Process.Kill(); _ = run.Wait() }()
	for range 120 {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			_ = c.Close()
			break
		}
		time.Sleep(500 * time.Millisecond)
	}
	picture := os.Getenv("BROWSER_PICTURE")
	if picture == "" {
		picture = filepath.Join(scratch, "denied.png")
	}
	out, err := exec.CommandContext(ctx, kit.Node, "testdata/browser/look.js", playwright, chromium, fmt.Sprintf("http://%s/?folder=%s", address, workspace), "Lint: run", "ringfence:", picture).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var seen struct{ Said, Status string }
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !strings.Contains(seen.Said, "was denied running in a shell: touch owned; eslint") || !strings.Contains(seen.Status, "1 denied") {
		t.Errorf("the page shows %+v", seen)
	}
	if _, err := os.Stat(filepath.Join(workspace, "owned")); err == nil {
		t.Error("the workspace's line ran")
	}
	if info, err := os.Stat(picture); err != nil || info.Size() == 0 {
		t.Errorf("there is no picture: %v", err)
	}
}
