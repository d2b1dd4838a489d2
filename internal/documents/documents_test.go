package documents

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
)

const (
	override = `{"schemaVersion": 1, "extension": "acme.tool", "overrides": [
  {"allow": {"processes": {"command": "docker", "args": ["ps"]}}, "reason": "r"}]}`
	proposals = `{"schemaVersion": 1, "extension": "acme.tool", "proposals": [
  {"grant": {"processes": {"command": "git", "args": ["status"]}}, "origin": "observed", "reason": "it ran"},
  {"grant": {"files.read": {"path": "${home}/.ssh/id_rsa"}}, "origin": "observed", "reason": "it read"}]}`
)

// here is a folder with files, and a process in it.
func here(t *testing.T, files map[string]string) (*process.Process, *bytes.Buffer) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said bytes.Buffer
	return &process.Process{Dir: dir, Stdout: &said, Stderr: &said}, &said
}

// A repository's own documents count, an archive's never: who is under test does not
// judge.
func TestWhoseDocumentsCount(t *testing.T) {
	p, _ := here(t, map[string]string{"repo/.ringfence/policy.override.json": override})
	for _, x := range []struct {
		name string
		kind extension.Source
		from From
		want int
	}{
		{"a repository", extension.Repository, From{Target: "repo"}, 1},
		{"an archive", extension.VSIX, From{Target: "repo"}, 0},
		{"the package of a repository", extension.VSIX, From{Target: "x.vsix", Home: "repo"}, 1},
		{"a folder that was named", extension.VSIX, From{Target: "x.vsix", Documents: "repo/.ringfence"}, 1},
	} {
		in, err := Inputs(p, &extension.Extension{Source: x.kind}, x.from)
		if got := len(in.Override.Rulings); err != nil || got != x.want {
			t.Errorf("%s: %d rulings, %v", x.name, got, err)
		}
	}
}

// A link could lead to the base's documents, and is not followed, whichever it is.
func TestDocumentsAreNotReadThroughLinks(t *testing.T) {
	for _, link := range []string{"repo/.ringfence", "repo/.ringfence/policy.override.json"} {
		p, _ := here(t, map[string]string{"base/.ringfence/policy.override.json": override, "repo/package.json": "{}"})
		at := filepath.Join(p.Dir, filepath.FromSlash(link))
		if err := os.MkdirAll(filepath.Dir(at), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(filepath.Join(p.Dir, "base", strings.TrimPrefix(link, "repo/")), at); err != nil {
			t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
		}
		_, err := Inputs(p, &extension.Extension{Source: extension.Repository}, From{Target: "repo"})
		if exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), "is a link") {
			t.Errorf("%s: %v", link, err)
		}
	}
}

// What is accepted moves from one document into the other, and what opens a sensitive
// place does not: that is an override's to say.
func TestAccept(t *testing.T) {
	p, said := here(t, map[string]string{".ringfence/proposals.json": proposals})
	if err := Accept(p, ".", nil, ""); err != nil || strings.Count(said.String(), "\n") != 4 {
		t.Fatalf("%v\n%s", err, said)
	}
	for words, want := range map[string]string{"3": "there are 2", "x": "there is no proposal", "1": "opens the sensitive place"} {
		if err := Accept(p, ".", []string{words}, ""); exit.Code(err) != exit.Usage || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", words, err)
		}
	}
	if _, err := os.Stat(filepath.Join(p.Dir, ".ringfence", "accepted.json")); err == nil {
		t.Error("what was refused wrote a file")
	}
	if err := Accept(p, ".", []string{"2"}, "we need it"); err != nil {
		t.Fatal(err)
	}
	in, err := Inputs(p, &extension.Extension{Source: extension.Repository}, From{Target: "."})
	if err != nil || len(in.Accepted.Entries) != 1 || in.Accepted.Entries[0].Reason != "we need it" {
		t.Errorf("%+v, %v", in.Accepted, err)
	}
	left, err := os.ReadFile(filepath.Join(p.Dir, ".ringfence", "proposals.json"))
	if err != nil || strings.Contains(string(left), "git") || !strings.Contains(string(left), "id_rsa") {
		t.Errorf("%s, %v", left, err)
	}
}

// A policy is the same whatever the order of what it is made of.
func TestMerge(t *testing.T) {
	one := `{"schemaVersion": 1, "extension": "acme.tool", "files.read": [{"path": "${workspace}/**"}]}`
	two := `{"schemaVersion": 1, "extension": "acme.tool", "processes": [{"command": "git", "args": ["status"]}]}`
	other := strings.Replace(two, "acme", "eve", 1)
	p, _ := here(t, map[string]string{"one.json": one, "two.json": two, "other.json": other, "override.json": override})
	a, err := Merge(p, []string{"one.json", "two.json"}, "override.json", "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := Merge(p, []string{"two.json", "one.json"}, "override.json", "")
	if err != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Errorf("%v\n%s\n%s", err, a.Bytes(), b.Bytes())
	}
	for _, want := range []string{`"git"`, `"docker"`, `${workspace}/**`} {
		if !bytes.Contains(a.Bytes(), []byte(want)) {
			t.Errorf("%s is missing in\n%s", want, a.Bytes())
		}
	}
	if _, err := Merge(p, []string{"one.json", "other.json"}, "", ""); exit.Code(err) != exit.Usage {
		t.Errorf("policies of two extensions: %v", err)
	}
}
