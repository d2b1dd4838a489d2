package tightness

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// rewriters are what reads a program and writes it otherwise.
func rewriters(ctx context.Context) (string, error) {
	return npm.Cached(ctx, "rewriters-1", func(ctx context.Context, dir string) error {
		for _, p := range []npm.Package{
			{Name: "prettier", Version: "3.6.2",
				Integrity: "sha512-I7AIg5boAr5R0FFtJ6rCfD+LFsWHp81dolrFD8S79U9tb8Az2nGrJncnMSnys+bpQJfRUzqs9hnA81OAA3hCuQ=="},
			{Name: "terser", Version: "5.44.0",
				Integrity: "sha512-nIVck8DK+GM/0Frwd+nIhZ84pR/BX7rmXMfYwyg+Sri5oGVE99/E3KvXqpC2xHFxyqXyGHTKBSioxxplrO4I4w=="},
		} {
			if err := npm.Unpacked(ctx, filepath.Join(dir, p.Name), p, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestHarmlessEditsChangeNoPolicy rewrites five real extensions: formatted, built
// by another minifier, their functions in another order, with another version.
// policy.json stays the same, byte for byte.
func TestHarmlessEditsChangeNoPolicy(t *testing.T) {
	if testing.Short() {
		t.Skip("short: rewrites and analyses five extensions four times")
	}
	dir, err := corpus.Fetch(t.Context())
	var tools string
	if err == nil {
		tools, err = rewriters(t.Context())
	}
	node, nodeErr := exec.LookPath("node")
	if err != nil || nodeErr != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err, nodeErr)
		}
		t.Skipf("no corpus, no rewriters or no node: %v %v", err, nodeErr)
	}
	script, err := filepath.Abs(filepath.FromSlash("testdata/rewrite.cjs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"vscode.css-language-features", "vscode.emmet", "vscode.npm", "vscode.php-language-features",
		"vscode.tunnel-forwarding"} {
		before, err := Policy(t.Context(), filepath.Join(dir, id))
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"prettier", "terser", "order", "version", "power"} {
			copied := filepath.Join(t.TempDir(), id)
			if err := os.CopyFS(copied, os.DirFS(filepath.Join(dir, id))); err != nil {
				t.Fatal(err)
			}
			edit(t, copied, mode, []string{node, script, tools})
			after, err := Policy(t.Context(), copied)
			if err != nil {
				t.Fatal(err)
			}
			diff := cmp.Diff(string(before.Bytes()), string(after.Bytes()))
			if (diff != "") != (mode == "power") {
				t.Errorf("%s, %s:\n%s", id, mode, diff)
			}
		}
	}
}

// edit changes every file that runs. The mode "power" is the mirror: it adds a
// program that is run.
func edit(t *testing.T, dir, mode string, rewrite []string) {
	t.Helper()
	changed := 0
	replace := func(file string, f func(string) string) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(f(string(data))), 0o644); err != nil {
			t.Fatal(err)
		}
		changed++
	}
	if mode == "version" {
		replace(filepath.Join(dir, "package.json"), func(s string) string {
			return strings.Replace(s, `"version": "`, `"version": "9`, 1)
		})
		return
	}
	err := filepath.WalkDir(dir, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".js" {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() < 1000 {
			return err
		}
		if mode == "power" {
			if base := filepath.Base(file); base != "browser.js" && !strings.Contains(file, "browser") {
				replace(file, func(s string) string {
					return s + "\nprocess.getBuiltinModule('child_process').spawn('docker', ['ps']);\n"
				})
			}
			return nil
		}
		replace(file, func(s string) string { return s })
		if out, err := exec.CommandContext(t.Context(), rewrite[0], rewrite[1], rewrite[2], mode, file).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		return nil
	})
	if err != nil || changed == 0 {
		t.Fatalf("%d files changed: %v", changed, err)
	}
}
