package advisory

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

// published are the versions of the packages of a made-up registry, and what its
// advisories say of them.
var (
	published = map[string][]string{
		"left":    {"1.0.0", "1.5.0"},
		"right":   {"2.0.0-rc.1", "2.0.0"},
		"@s/deep": {"3.1.4"},
		"fine":    {"1.0.0"},
		"edge":    {"1.2.3"},
		"both":    {"1.0.0"},
	}
	entries = map[string][]map[string]any{
		"left":    {advise(1, "GHSA-aaaa-aaaa-aaa1", "high", "<1.5.0"), advise(2, "GHSA-aaaa-aaaa-aaa2", "low", ">=1.5.0")},
		"right":   {advise(3, "GHSA-aaaa-aaaa-aaa3", "critical", "<2.0.0")},
		"@s/deep": {advise(4, "GHSA-aaaa-aaaa-aaa4", "moderate", "<=3.1.4 || >=4.0.0 <4.0.2")},
		"edge":    {advise(5, "GHSA-aaaa-aaaa-aaa5", "info", "=1.2.3"), advise(6, "GHSA-aaaa-aaaa-aaa6", "high", ">1.2.3")},
		"both":    {advise(7, "GHSA-aaaa-aaaa-aaa7", "high", "*")},
	}
)

func advise(id int, name, level, versions string) map[string]any {
	return map[string]any{
		"id": id, "url": "https://github.com/advisories/" + name, "title": "Weakness " + name, "severity": level, "vulnerable_versions": versions,
		"cwe": []string{"CWE-79"}, "cvss": map[string]any{"score": 5, "vectorString": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N"},
	}
}

// registry serves the advisories to whoever asks, compressed or not, and the
// packages' documents, which npm's audit reads as well.
func registry(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/advisories/bulk") {
			body, _ := io.ReadAll(r.Body)
			if gz, err := gzip.NewReader(bytes.NewReader(body)); err == nil {
				body, _ = io.ReadAll(gz)
			}
			var asked map[string][]string
			if err := json.Unmarshal(body, &asked); err != nil {
				t.Errorf("asked with %q", body)
			}
			answer := map[string]any{}
			for name := range asked {
				if e, ok := entries[name]; ok {
					answer[name] = e
				}
			}
			_ = json.NewEncoder(w).Encode(answer)
			return
		}
		name := strings.ReplaceAll(strings.TrimPrefix(r.URL.Path, "/"), "%2f", "/")
		versions, ok := published[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		doc := map[string]any{}
		for _, v := range versions {
			doc[v] = map[string]any{"name": name, "version": v, "dist": map[string]any{"tarball": "http://127.0.0.1:1/x.tgz"}}
		}
		_ = json.NewEncoder(
			w,
		).Encode(
			map[string]any{"name": name, "dist-tags": map[string]string{"latest": versions[len(versions)-1]}, "versions": doc},
		)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// The npm client's own audit and ours say the same of the same lock file, asked
// at the same registry.
func TestTheSameAsNPMsAudit(t *testing.T) {
	npm, err := exec.LookPath("npm")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("no npm")
	}
	dir := t.TempDir()
	packages, direct := map[string]any{}, map[string]string{}
	for _, at := range []string{"left@1.0.0", "right@2.0.0-rc.1", "@s/deep@3.1.4", "fine@1.0.0", "edge@1.2.3", "both@1.0.0"} {
		i := strings.LastIndex(at, "@")
		packages["node_modules/"+at[:i]] = map[string]any{"version": at[i+1:]}
		direct[at[:i]] = at[i+1:]
	}
	packages["node_modules/fine/node_modules/left"] = map[string]any{"version": "1.5.0"}
	packages["node_modules/fine"] = map[string]any{"version": "1.0.0", "dependencies": map[string]string{"left": "1.5.0"}}
	packages[""] = map[string]any{"name": "toy", "version": "1.0.0", "dependencies": direct}
	write := func(name string, v any) {
		text, err := json.Marshal(v)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	write(
		"package.json",
		map[string]any{
			"name":         "toy",
			"publisher":    "acme",
			"version":      "1.0.0",
			"main":         "./main.js",
			"engines":      map[string]string{"vscode": "*"},
			"dependencies": direct,
		},
	)
	write("package-lock.json", map[string]any{"name": "toy", "version": "1.0.0", "lockfileVersion": 3, "packages": packages})
	write("main.js", 1)
	base := registry(t)

	cmd := exec.CommandContext(t.Context(), npm, "audit", "--json", "--package-lock-only", "--registry", base, "--cache", t.TempDir())
	cmd.Dir = dir
	out, err := cmd.Output()
	var code *exec.ExitError
	if err != nil && !(errors.As(err, &code) && code.ExitCode() == 1) {
		t.Fatalf("npm audit: %v\n%s", err, out)
	}
	var audit struct {
		Vulnerabilities map[string]struct {
			Via   []json.RawMessage
			Nodes []string
		}
	}
	if err := json.Unmarshal(out, &audit); err != nil {
		t.Fatalf("npm audit says %s", out)
	}
	theirs := map[string]bool{}
	for _, v := range audit.Vulnerabilities {
		for _, raw := range v.Via {
			var via struct{ Name, Title, URL, Severity string }
			if json.Unmarshal(raw, &via) == nil && via.URL != "" { // the others name another package
				theirs[fmt.Sprint(via.Name, " ", name(via.URL), " ", via.Severity, " ", via.Title)] = true
			}
		}
	}

	ext, err := extension.LoadAs(t.Context(), dir, extension.Repository, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	got, err := Client{Web: service.Web(), Base: base}.Query(t.Context(), supplychain.Packages(ext).Packages)
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]bool{}
	for _, a := range got {
		ours[fmt.Sprint(a.Package.Name, " ", a.ID, " ", a.Level, " ", a.Title)] = true
	}
	if len(theirs) < 5 {
		t.Errorf("npm's audit found only %v in %s", theirs, out)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(theirs)), slices.Sorted(maps.Keys(ours))); diff != "" {
		t.Errorf("npm's audit and ours differ (-npm +ours):\n%s", diff)
	}
}
