package endtoend

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"maps"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/testkit/github"
)

// packed writes an extension's archive.
func packed(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.Create("extension/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "tool.vsix")
	if err := os.WriteFile(name, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// A release gets the wrapped package and what belongs to it, once the gates hold.
func TestAReleaseIsWrappedAndAttached(t *testing.T) {
	files := extensionFiles(t, usesGit)
	hub := github.New(t, "acme/tool", files)
	head := hub.Head("main")
	id := hub.Release("v1.0.0", false)
	vsix := packed(t, map[string]string{"package.json": manifest, "main.js": usesGit})
	payload := map[string]any{"action": "published", "release": map[string]any{"id": id, "tag_name": "v1.0.0"}}
	inputs := map[string]string{"mode": "release", "sarif": "false", "package": vsix}
	s := newStage(t, hub, hub.Token("github-actions[bot]", everything))
	s.env["GITHUB_RUN_ID"], s.env["GITHUB_RUN_ATTEMPT"] = "7", "1"
	got := s.run("release", "refs/tags/v1.0.0", head, payload, inputs)
	if got.code != exit.Fine {
		t.Fatalf("exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	assets := hub.Assets("v1.0.0")
	want := []string{
		"SHA256SUMS", "acme.tool-1.0.0.evidence.json", "acme.tool-1.0.0.policy.json", "acme.tool-1.0.0.report.json",
		"acme.tool-1.0.0.ringfence.vsix", "provenance.intoto.json", "results.sarif",
	}
	if names := slices.Sorted(maps.Keys(assets)); !slices.Equal(names, want) {
		t.Fatalf("assets %q\n%s", names, got.log)
	}
	s.has("outputs", got.outputs, filepath.Join("release", "acme.tool-1.0.0.ringfence.vsix"))
	// The sums are those of the assets, and the statement's too.
	var statement struct {
		Subject []struct {
			Name   string
			Digest map[string]string
		}
		Predicate struct {
			BuildDefinition struct {
				ResolvedDependencies []struct{ Digest map[string]string }
			}
		}
	}
	if err := json.Unmarshal([]byte(assets["provenance.intoto.json"]), &statement); err != nil {
		t.Fatal(err)
	}
	digests := map[string]string{}
	for _, sub := range statement.Subject {
		digests[sub.Name] = sub.Digest["sha256"]
	}
	for name, data := range assets {
		sum := sha256.Sum256([]byte(data))
		hex := hex.EncodeToString(sum[:])
		if name != "SHA256SUMS" && !strings.Contains(assets["SHA256SUMS"], hex+"  "+name+"\n") {
			t.Errorf("%s is not in the sums:\n%s", name, assets["SHA256SUMS"])
		}
		if name != "SHA256SUMS" && name != "provenance.intoto.json" && digests[name] != hex {
			t.Errorf("%s is not in the statement: %v", name, digests)
		}
	}
	if d := statement.Predicate.BuildDefinition.ResolvedDependencies; len(d) != 2 || d[0].Digest["gitCommit"] != head {
		t.Errorf("made from %+v", d)
	}
	if assets["acme.tool-1.0.0.policy.json"] != files[".ringfence/policy.json"] {
		t.Errorf("the policy is another:\n%s", assets["acme.tool-1.0.0.policy.json"])
	}
	// The wrapped package is one, and gives the original back.
	wrapped := filepath.Join(got.directory, "release", "acme.tool-1.0.0.ringfence.vsix")
	var out, errs bytes.Buffer
	c := cli.Command{Stdin: &bytes.Buffer{}, Stdout: &out, Stderr: &errs, Dir: t.TempDir()}
	if code := c.Main(t.Context(), []string{"unwrap", wrapped, "-o", filepath.Join(t.TempDir(), "back.vsix")}); code != exit.Fine {
		t.Errorf("unwrapping: %d %s", code, errs.String())
	}

	// A second run does not replace what is there, unless it is told to.
	got = s.run("release", "refs/tags/v1.0.0", head, payload, inputs)
	if got.code != exit.Fine || len(hub.Assets("v1.0.0")) != len(want) {
		t.Errorf("again: exit code %d\n%s", got.code, got.log)
	}
	s.has("log", got.log, "the release has a file SHA256SUMS already")

	// Code that needs more than the committed policy is not released.
	hub.Release("v2.0.0", false)
	inputs["package"], inputs["tag"] = packed(t, map[string]string{"package.json": manifest, "main.js": usesMore}), "v2.0.0"
	got = s.run("release", "refs/tags/v2.0.0", head, payload, inputs)
	if got.code != exit.No || len(hub.Assets("v2.0.0")) > 0 {
		t.Errorf("a release whose gates fail: exit code %d, %q\n%s", got.code, slices.Sorted(maps.Keys(hub.Assets("v2.0.0"))), got.log)
	}
	// A token that only reads costs the attachments and nothing else.
	inputs["package"] = vsix
	reader := newStage(t, hub, hub.Token("github-actions[bot]", map[string]string{"contents": "read", "metadata": "read"}))
	got = reader.run("release", "refs/tags/v2.0.0", head, payload, inputs)
	if got.code != exit.Fine || len(hub.Assets("v2.0.0")) > 0 {
		t.Errorf("a reading token: exit code %d\n%s\n%s", got.code, got.log, got.errs)
	}
	reader.has("log", got.log, "is not attached to the release")
}
