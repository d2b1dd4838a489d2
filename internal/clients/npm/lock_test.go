package npm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func standIn(t *testing.T, script string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	file := filepath.Join(t.TempDir(), "npm")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// npm gets no token and no setting of the caller's, and stands in a folder that
// holds the manifest alone.
func TestLockHandsNoSecretOn(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	command := standIn(t, "{ env; ls -a; printf '%s\\n' \"$@\"; cat package.json; } > "+log+"\necho '{}' > package-lock.json\n")
	env := []string{
		"PATH=" + os.Getenv(
			"PATH",
		),
		"HOME=/home/canary",
		"NPM_TOKEN=canary",
		"NODE_AUTH_TOKEN=canary",
		"GITHUB_TOKEN=canary",
		"npm_config_//registry/:_authToken=canary",
		"NODE_OPTIONS=--require=/canary.js",
		"npm_config_registry=http://canary",
		"HTTPS_PROXY=http://" + "user:canary@proxy:1",
		"HTTP_PROXY=user:canary@proxy:1",
		"no_proxy=plain.example",
		"NODE_EXTRA_CA_CERTS=/etc/ca.pem",
		"GIT_SSH_COMMAND=canary",
		"SSH_AUTH_SOCK=/canary",
	}
	got, err := Client{Command: command, Env: env}.Lock(t.Context(), []byte(`{"private":true}`), "http://127.0.0.1:1", t.TempDir())
	if err != nil || string(got) != "{}\n" {
		t.Fatalf("%q, %v", got, err)
	}
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	said := string(data)
	if strings.Contains(said, "canary") {
		t.Errorf("npm was handed\n%s", said)
	}
	for _, want := range []string{"--ignore-scripts\n", "--package-lock-only\n", "--registry=http://127.0.0.1:1\n", "no_proxy=plain.example\n",
		"NODE_EXTRA_CA_CERTS=/etc/ca.pem\n", "\n.\n..\npackage.json\n"} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}

func TestLockThatFails(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"an error", "echo 'npm error code E404' >&2; echo 'npm error 404 http://secret canary' >&2; exit 1\n",
			"npm does not resolve the dependencies: it ends with E404"},
		{"an error that says nothing", "echo canary >&2; exit 1\n", "npm does not resolve the dependencies"},
		{"no lock file", "exit 0\n", "npm made no lock file"},
		{"a lock file without end", "dd if=/dev/zero of=package-lock.json bs=1048576 count=65 2>/dev/null\n",
			"npm made a lock file of over 67108864 bytes"},
		{"no end", "exec sleep 30\n", "npm did not resolve the dependencies in time"},
	} {
		client := Client{Command: standIn(t, c.script), Env: os.Environ()}
		if c.name == "no end" {
			client.Timeout = 200 * time.Millisecond
		}
		got, err := client.Lock(t.Context(), []byte("{}"), "http://127.0.0.1:1", t.TempDir())
		if got != nil || err == nil || err.Error() != c.want {
			t.Errorf("%s: %d bytes, %v, want %s", c.name, len(got), err, c.want)
		}
	}
}

// The real npm resolves at a registry of ours. What a package there depends on
// from elsewhere is neither fetched nor cloned, and no script runs.
func TestLockByNPM(t *testing.T) {
	command, err := exec.LookPath("npm")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no npm")
	}
	ran := filepath.Join(t.TempDir(), "ran")
	var mu sync.Mutex
	var strays []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		strays = append(strays, r.URL.Path)
		http.NotFound(w, r)
	}))
	defer elsewhere.Close()
	needs := map[string]map[string]string{
		"plain": {
			"inner": "^1.0.0",
		},
		"inner":     {},
		"asks-git":  {"x": "git+" + elsewhere.URL + "/x.git"},
		"asks-web":  {"x": elsewhere.URL + "/x.tgz"},
		"asks-file": {"x": "file:../x"},
	}
	registry := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		deps, ok := needs[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		version := map[string]any{
			"name":             name,
			"version":          "1.2.0",
			"dependencies":     deps,
			"hasInstallScript": true,
			"scripts":          map[string]string{"install": "touch " + ran},
			"dist":             map[string]any{"tarball": "http://" + r.Host + "/" + name + ".tgz", "integrity": "sha512-x"},
		}
		_ = json.NewEncoder(
			w,
		).Encode(
			map[string]any{"name": name, "dist-tags": map[string]string{"latest": "1.2.0"}, "versions": map[string]any{"1.2.0": version}},
		)
	}))
	defer registry.Close()
	lock := func(name string) ([]string, error) {
		manifest := fmt.Sprintf(`{"private":true,"dependencies":{%q:"^1.0.0"}}`, name)
		data, err := Client{Command: command, Env: os.Environ()}.Lock(t.Context(), []byte(manifest), registry.URL, t.TempDir())
		if err != nil {
			return nil, err
		}
		var l struct {
			LockfileVersion int
			Packages        map[string]struct{ Version string }
		}
		if err := json.Unmarshal(data, &l); err != nil || l.LockfileVersion < 2 {
			t.Fatalf("%s: %v", data, err)
		}
		var out []string
		for at, p := range l.Packages {
			if at != "" {
				out = append(out, at+" "+p.Version)
			}
		}
		slices.Sort(out)
		return out, nil
	}
	got, err := lock("plain")
	if diff := cmp.Diff([]string{"node_modules/inner 1.2.0", "node_modules/plain 1.2.0"}, got); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
	for _, name := range []string{"asks-git", "asks-web", "missing"} {
		if got, err := lock(name); err == nil {
			t.Errorf("%s was resolved to %v", name, got)
		} else if strings.Contains(err.Error(), "127.0.0.1") {
			t.Errorf("%s: the error names an address: %v", name, err)
		}
	}
	if got, err := lock("asks-file"); err == nil && len(got) > 1 && !slices.Contains(got, "node_modules/asks-file 1.2.0") {
		t.Errorf("asks-file was resolved to %v", got)
	}
	if len(strays) > 0 {
		t.Errorf("npm went elsewhere: %v", strays)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("a script ran")
	}
}
