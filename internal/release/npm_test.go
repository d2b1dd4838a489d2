package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// fakeRelease is a folder with all archives of a release, whose programs are a line.
func fakeRelease(t *testing.T, version string) string {
	t.Helper()
	dir := t.TempDir()
	var sums strings.Builder
	for _, program := range programs {
		for _, platform := range platforms {
			for _, packing := range packings {
				name := program + "_" + version + "_" + platform + packing
				binary := program
				if strings.HasPrefix(platform, "windows") {
					binary += ".exe"
				}
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				w := tar.NewWriter(z)
				text := "the program for " + platform
				if err := w.WriteHeader(&tar.Header{Name: binary, Mode: 0o755, Size: int64(len(text)), Typeflag: tar.TypeReg}); err != nil {
					t.Fatal(err)
				}
				_, _ = w.Write([]byte(text))
				_, _ = w.Close(), z.Close()
				write(t, filepath.Join(dir, name), b.String())
				sum := sha256.Sum256(b.Bytes())
				fmt.Fprintf(&sums, "%s  %s\n", hex.EncodeToString(sum[:]), name)
			}
		}
	}
	write(t, filepath.Join(dir, "checksums.txt"), sums.String())
	return dir
}

// A release becomes one package that people install and one for each platform, which npm
// chooses by os and cpu; all are of one version, and none has a script that npm would run.
// A release with an archive that is another than said becomes none.
func TestPackagesOfNPM(t *testing.T) {
	t.Chdir("../..") // where the licence is
	dist, out := fakeRelease(t, "1.2.3"), t.TempDir()
	if err := npmFromRelease(dist, out); err != nil {
		t.Fatal(err)
	}
	read := func(name string) (m npmManifest, raw map[string]any) {
		data, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name), "package.json"))
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		_ = json.Unmarshal(data, &raw)
		return m, raw
	}
	main, raw := read(npmMain)
	if len(main.Optional) != len(platforms) || raw["scripts"] != nil || main.Bin["ringfence"] != "bin/ringfence.cjs" {
		t.Errorf("%+v", main)
	}
	for name, version := range main.Optional {
		one, raw := read(name)
		if version != "1.2.3" || one.Version != "1.2.3" || raw["scripts"] != nil || name != npmMain+"-"+one.OS[0]+"-"+one.CPU[0] {
			t.Errorf("%s: %+v", name, one)
		}
	}
	data, err := os.ReadFile(filepath.Join(out, "@ringfence-dev", "cli-win32-arm64", "bin", "ringfence.exe"))
	if diff := cmp.Diff("the program for windows_arm64", string(data)); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}

	write(t, filepath.Join(dist, "ringfence_1.2.3_linux_arm64.tar.gz"), "another")
	other := t.TempDir()
	if err := npmFromRelease(dist, other); err == nil || !strings.Contains(err.Error(), "linux_arm64") {
		t.Errorf("another archive: %v", err)
	}
	if left, _ := os.ReadDir(other); len(left) > 0 {
		t.Errorf("it wrote %v", left)
	}
}

// verdaccio is a registry on this machine, with nothing behind it. It returns its address.
func verdaccio(t *testing.T) string {
	t.Helper()
	lock, err := os.ReadFile("testdata/verdaccio/package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(lock)
	dir, err := npm.Cached(t.Context(), "verdaccio-"+hex.EncodeToString(sum[:6]), func(ctx context.Context, dir string) error {
		for _, name := range []string{"package.json", "package-lock.json"} {
			data, err := os.ReadFile(filepath.Join("testdata/verdaccio", name))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				return err
			}
		}
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	_ = l.Close()
	home := t.TempDir()
	write(t, filepath.Join(home, "config.yaml"), `storage: ./storage
auth:
  htpasswd:
    file: ./htpasswd
uplinks: {}
packages:
  '@*/*':
    access: $all
    publish: $all
publish:
  allow_offline: true
max_body_size: 200mb
log: { type: stdout, format: json, level: warn }
`)
	node, err := npm.Node(t.Context(), "22") // what verdaccio asks for
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, filepath.Join(dir, "node_modules", "verdaccio", "bin", "verdaccio"),
		"--config", "config.yaml", "--listen", address)
	cmd.Dir = home
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	for range 600 {
		if c, err := net.Dial("tcp", address); err == nil {
			_ = c.Close()
			return "http://" + address + "/"
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("verdaccio does not listen: %s", said.String())
	return ""
}

// What a user does works from a registry: install, ask for the version, scan, with the
// program's own exit codes. Without the package of the platform it says which is missing.
// NPM_TRY is the program for this platform; the others are in the registry as
// names that npm passes over, by what they say of their system.
func TestFromARegistry(t *testing.T) {
	program := os.Getenv("NPM_TRY")
	if program == "" {
		t.Skip("make npm-try: the program, and verdaccio")
	}
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	registry, packages := verdaccio(t), t.TempDir()
	here := runtime.GOOS + "_" + runtime.GOARCH
	err = npmPackages("0.0.1", packages, []byte("a licence"), func(platform string) ([]byte, error) {
		if platform == here {
			return data, nil
		}
		return []byte("not for this machine"), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	host := strings.TrimPrefix(registry, "http:")
	work := t.TempDir()
	run := func(dir string, want int, name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "npm_config_registry="+registry, "npm_config_userconfig="+filepath.Join(work, ".npmrc"),
			"npm_config_cache="+filepath.Join(work, "cache"), "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false")
		out, err := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != want {
			t.Fatalf("%s %q: exit %d, %v\n%s", name, args, code, err, out)
		}
		return string(out)
	}
	write(t, filepath.Join(work, ".npmrc"), host+":_authToken=nobody\n") // npm publishes nothing without one
	folders, err := filepath.Glob(filepath.Join(packages, "@ringfence-dev", "*"))
	if err != nil || len(folders) != len(platforms)+1 {
		t.Fatalf("%v %q", err, folders)
	}
	for _, folder := range folders {
		run(folder, 0, "npm", "publish", "--access=public")
	}
	project := t.TempDir()
	write(t, filepath.Join(project, "package.json"),
		`{"name":"tool","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},"main":"./main.js","license":"MIT"}`)
	write(t, filepath.Join(project, "main.js"), "exports.activate = () => require('child_process').exec(process.env.X);\n")
	since := time.Now()
	run(project, 0, "npm", "install", "--save-dev", "@ringfence-dev/cli")
	if said := run(project, 0, "npx", "ringfence", "--version"); !strings.HasPrefix(said, "ringfence ") {
		t.Errorf("the version is %q", said)
	}
	if said := run(project, 0, "npx", "ringfence", "scan", ".", "--offline"); !strings.Contains(said, "acme.tool 1.0.0") {
		t.Errorf("the scan says %q", said)
	}
	t.Logf("from npm install to a first verdict: %s", time.Since(since).Round(100*time.Millisecond))
	run(project, 2, "npx", "ringfence", "scan", "nothing-there")
	installed, _ := filepath.Glob(filepath.Join(project, "node_modules", "@ringfence-dev", "*"))
	if len(installed) != 2 {
		t.Errorf("installed is %q", installed)
	}
	bare := t.TempDir()
	write(t, filepath.Join(bare, "package.json"), `{"private":true}`)
	run(bare, 0, "npm", "install", "--omit=optional", "@ringfence-dev/cli")
	if said := run(bare, 2, "npx", "ringfence", "--version"); !strings.Contains(said, "--include=optional") {
		t.Errorf("without the program it says %q", said)
	}
}
