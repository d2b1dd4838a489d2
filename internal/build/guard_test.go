package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The runner reads its command files after the step. A build of the same user
// finds their folder without being told; here its script is a function.
func TestABuildCannotWriteTheRunnersFiles(t *testing.T) {
	spoil := func(dir string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			f, err := os.OpenFile(filepath.Join(dir, e.Name()), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString("PATH=/tmp/evil\n"); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
	runner := func() (dir, file string) {
		dir = t.TempDir()
		file = filepath.Join(dir, "set_env_0b4e")
		lay(t, dir, map[string]string{"set_env_0b4e": "A=1\n"})
		return dir, file
	}
	text := func(file string) string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}

	dir, file := runner()
	spoil(dir)
	if !strings.Contains(text(file), "evil") {
		t.Fatal("the attack does not work where nothing stops it")
	}

	dir, file = runner()
	g, err := hold([]string{file, filepath.Join(dir, "absent"), "relative"})
	if err != nil {
		t.Fatal(err)
	}
	spoil(dir)
	if err := g.release(); err != nil {
		t.Error(err)
	}
	if got := text(file); got != "A=1\n" {
		t.Errorf("the file holds %q", got)
	}

	// And one that knew the name, or guessed it.
	dir, file = runner()
	if g, err = hold([]string{file}); err != nil {
		t.Fatal(err)
	}
	lay(t, dir, map[string]string{"set_env_0b4e": "PATH=/tmp/evil\n"})
	if err := g.release(); !errors.Is(err, errSpoke) {
		t.Errorf("nobody said so: %v", err)
	}
	if got := text(file); got != "A=1\n" {
		t.Errorf("the file holds %q", got)
	}

	// A link would have the runner's file written elsewhere.
	if g, err = hold([]string{file}); err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	lay(t, filepath.Dir(elsewhere), map[string]string{"elsewhere": "mine"})
	if err := os.Symlink(elsewhere, file); err != nil {
		t.Skipf("elsewhere: this system makes no symbolic links: %v", err)
	}
	if err := g.release(); !errors.Is(err, errSpoke) {
		t.Errorf("nobody said so: %v", err)
	}
	if text(elsewhere) != "mine" || text(file) != "A=1\n" {
		t.Errorf("the link was followed: %q, %q", text(elsewhere), text(file))
	}
}
