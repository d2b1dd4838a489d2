package corpus

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestFetchGivesTheWholeCorpus(t *testing.T) {
	dir, err := Fetch(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no corpus: %v", err)
	}
	list, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 35 {
		t.Errorf("%d extensions, want the 34 built-ins with a main and the old git", len(list))
	}
	for _, file := range []string{
		VSIX,
		TheiaGit + "/package.json",
		"vscode.git/package.json",
		"node_modules/typescript/lib/tsserver.js",
		"node_modules/@vscode/fs-copyfile/package.json",
	} {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file))); err != nil {
			t.Error(err)
		}
	}
}

func TestFetchThirdGivesExtensionsWithCode(t *testing.T) {
	dir, err := FetchThird(t.Context())
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no third-party extensions: %v", err)
	}
	list, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != len(third) {
		t.Errorf("%d extensions, want %d", len(list), len(third))
	}
	for _, e := range list {
		var manifest struct{ Main string }
		data, err := os.ReadFile(filepath.Join(e.Dir, "package.json"))
		if err == nil {
			err = json.Unmarshal(data, &manifest)
		}
		if err != nil || manifest.Main == "" {
			t.Errorf("%s has no code for a host: %v", e.ID, err)
		}
	}
}
