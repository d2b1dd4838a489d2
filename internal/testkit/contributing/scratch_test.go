package contributing

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// root is the repository from here.
var root = filepath.Join("..", "..", "..")

// scratch is a copy of the few folders and files of the repository that a change
// touches. Programs are built of the repository with the copy's files laid over it,
// so that only what a change reaches is compiled.
type scratch struct {
	t   *testing.T
	dir string
	// was is each copied file as it was.
	was map[string][]byte
	// took is the processor time of the program that was run last.
	took time.Duration
}

func copyOf(t *testing.T, parts ...string) *scratch {
	t.Helper()
	s := &scratch{t: t, dir: t.TempDir(), was: map[string][]byte{}}
	args := append([]string{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"}, parts...)
	list := exec.CommandContext(t.Context(), "git", args...)
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("listing the files of the repository: %v", err)
		}
		t.Skipf("not a clone, or no git: %v", err)
	}
	for name := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			continue // deleted, and not yet committed
		}
		s.was[name] = data
		s.write(name, string(data))
	}
	if len(s.was) < len(parts) {
		t.Fatalf("of %q only %d files are there", parts, len(s.was))
	}
	return s
}

func (s *scratch) path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

func (s *scratch) write(name, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(s.path(name)), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(s.path(name), []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scratch) read(name string) string {
	s.t.Helper()
	data, err := os.ReadFile(s.path(name))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// edit puts one text in the place of another, as a person would who finds the place.
func (s *scratch) edit(name, old, text string) {
	s.t.Helper()
	was := s.read(name)
	if strings.Count(was, old) != 1 {
		s.t.Fatalf("%s has %d times what this walk changes; bring the walk up to date:\n%s", name, strings.Count(was, old), old)
	}
	s.write(name, strings.Replace(was, old, text, 1))
}

// touched are the files that differ from the repository's.
func (s *scratch) touched() []string {
	s.t.Helper()
	var out []string
	err := filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(s.dir, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if was, copied := s.was[rel]; !copied || !bytes.Equal(was, data) {
			out = append(out, rel)
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// rooms are the rooms of the files that were touched.
func (s *scratch) rooms() []string {
	var out []string
	for _, name := range s.touched() {
		out = append(out, roomOf(name))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// roomOf is the part of a path that ARCHITECTURE.md has a line for.
func roomOf(name string) string {
	parts := strings.Split(strings.TrimSuffix(name, "/"), "/")
	if (parts[0] == "internal" || parts[0] == "cmd") && len(parts) > 1 {
		return path.Join(parts[0], parts[1])
	}
	return parts[0]
}

// build builds a package, or its tests, of the repository with the copy over it.
func (s *scratch) build(pkg string, verb ...string) string {
	s.t.Helper()
	real, err := filepath.Abs(root)
	if err != nil {
		s.t.Fatal(err)
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for _, name := range s.touched() {
		// What stands in testdata is not built, and may have no place in the overlay.
		if !strings.Contains(name, "testdata/") {
			overlay.Replace[filepath.Join(real, filepath.FromSlash(name))] = s.path(name)
		}
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		s.t.Fatal(err)
	}
	temp := s.t.TempDir()
	file, binary := filepath.Join(temp, "overlay.json"), filepath.Join(temp, "built")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		s.t.Fatal(err)
	}
	run := exec.CommandContext(s.t.Context(), "go", append(verb, "-overlay", file, "-o", binary, "./"+pkg)...)
	run.Dir = root
	if out, err := run.CombinedOutput(); err != nil {
		s.t.Fatalf("what was written does not compile: %v\n%s", err, out)
	}
	return binary
}

// run runs a program in a folder of the copy, and says whether it ended well.
func (s *scratch) run(dir string, env []string, binary string, args ...string) (ok bool, output string) {
	s.t.Helper()
	run := exec.CommandContext(s.t.Context(), binary, args...)
	run.Dir = s.path(dir)
	run.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "UPDATE=") }), env...)
	out, err := run.CombinedOutput()
	if run.ProcessState != nil {
		s.took = run.ProcessState.UserTime() + run.ProcessState.SystemTime()
	}
	return err == nil, string(out)
}

// tests runs some tests of a package as the copy has it.
func (s *scratch) tests(pkg, pattern string, env ...string) (ok bool, output string) {
	s.t.Helper()
	return s.run(pkg, env, s.build(pkg, "test", "-c", "-vet=off"), "-test.short", "-test.run", pattern)
}

func (s *scratch) wantTests(want bool, pkg, pattern string, env ...string) {
	s.t.Helper()
	ok, output := s.tests(pkg, pattern, env...)
	if ok != want {
		s.t.Errorf("the tests %s of %s pass: %t, want %t:\n%s", pattern, pkg, ok, want, output)
	}
	if strings.Contains(output, "no tests to run") {
		s.t.Errorf("there are no tests %s in %s", pattern, pkg)
	}
}
