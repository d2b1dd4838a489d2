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
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
	"github.com/ringfence-dev/ringfence/internal/testkit/playwright"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// The browser and what drives it, by exact version.
var (
	chromium = npm.Package{
		Name:      "@sparticuz/chromium",
		Version:   "147.0.0",
		Integrity: "sha512-4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ==",
	}
)

// fetched unpacks a package into the cache; then comes what is to be made of it.
func fetched(t *testing.T, p npm.Package, then func(ctx context.Context, dir string) error) string {
	t.Helper()
	name := "pack-" + strings.ReplaceAll(p.String(), "/", "-")
	dir, err := npm.Cached(t.Context(), name, func(ctx context.Context, dir string) error {
		scratch := t.TempDir()
		tarball, err := npm.Pack(ctx, scratch, p)
		if err != nil {
			return err
		}
		if err := npm.Untar(tarball, dir, nil); err != nil {
			return err
		}
		return then(ctx, dir)
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestADenialIsSeenInTheBrowser: the worked example, packed from its folder into
// a .vsix, is installed by code-server's own command and used in a page of a
// Chromium. BROWSER is the file the screenshot is kept in; everything is fetched from
// the npm registry, about 1 GB.
func TestADenialIsSeenInTheBrowser(t *testing.T) {
	picture := os.Getenv("BROWSER")
	if picture == "" {
		t.Skip("make browser: code-server and a browser, about 1 GB")
	}
	inHost(t)
	kit, err := exthost.Current().Install(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	server, err := exthost.Current().Server(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	driver := fetched(t, playwright.Core, func(context.Context, string) error { return nil })
	browser := fetched(t, chromium, func(ctx context.Context, dir string) error {
		out, err := exec.CommandContext(ctx, kit.Node, "testdata/browser/unpack.js", dir, dir).CombinedOutput()
		if err != nil {
			return fmt.Errorf("unpacking the browser: %w: %s", err, out)
		}
		return nil
	})
	granted, _, err := static.Policy(t.Context(), example)
	if err != nil {
		t.Fatal(err)
	}
	o := withLoader(t)
	o.Mode, o.Policy = wrap.Enforce, policy.New(granted.Extension, granted.Grants...)
	scratch := t.TempDir()
	vsix, workspace := filepath.Join(scratch, "lint.vsix"), filepath.Join(scratch, "workspace")
	mustWrap(t, example, vsix, o)
	if err := os.MkdirAll(filepath.Join(workspace, ".vscode"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(
		filepath.Join(workspace, ".vscode", "settings.json"),
		[]byte(`{"lint.executable": "touch owned; eslint"}`),
		0o600,
	); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	command := func(args ...string) *exec.Cmd {
		base := []string{
			filepath.Join(server, "out", "node", "entry.js"),
			"--user-data-dir",
			filepath.Join(scratch, "data"),
			"--extensions-dir",
			filepath.Join(scratch, "extensions"),
		}
		cmd := exec.CommandContext(ctx, kit.Node, append(base, args...)...)
		cmd.Dir, cmd.WaitDelay = server, 5*time.Second
		return cmd
	}
	if out, err := command(
		"--install-extension",
		vsix,
	).CombinedOutput(); err != nil ||
		!strings.Contains(string(out), "was successfully installed") {
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
	run := command(
		"--auth",
		"none",
		"--bind-addr",
		address,
		"--disable-telemetry",
		"--disable-update-check",
		"--disable-workspace-trust",
		workspace,
	)
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
	look := exec.CommandContext(
		ctx,
		kit.Node,
		"testdata/browser/look.js",
		driver,
		filepath.Join(browser, "chromium"),
		fmt.Sprintf("http://%s/?folder=%s", address, workspace),
		"Lint: run",
		"ringfence:",
		picture,
	)
	look.Env = append(os.Environ(), "LD_LIBRARY_PATH="+filepath.Join(browser, "lib")+":"+browser)
	out, err := look.CombinedOutput()
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
