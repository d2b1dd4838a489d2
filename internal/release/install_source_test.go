package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A commit that is no release names no archive: the program is built from the
// checkout, with a warning, and no mirror is asked. Which Go that takes is said before.
func TestInstallOfNoRelease(t *testing.T) {
	s := newStep(t)
	write(t, filepath.Join(s.dir, "action/release/checksums.txt"), heading)
	s.sources("from source", "scorecard from source")
	host := []string{"INPUT_SCORECARD=true", "RUNNER_OS=", "RUNNER_ARCH=", "GOCACHE=" + goEnv(t, "GOCACHE")}
	outputs, said, code := s.run(host...)
	if code != 0 || s.asked.Load() != 0 ||
		strings.Count(said, "::warning title=ringfence::this commit of the action belongs to no release") != 2 {
		t.Fatalf("exit code %d, the mirror was asked %d times\n%s", code, s.asked.Load(), said)
	}
	s.runs(outputs["binary"], "from source")
	s.runs(outputs["scorecard"], "scorecard from source")

	for _, c := range []struct{ env, want string }{
		{"INPUT_FROM_SOURCE=false", "1.26"}, {"INPUT_BINARY_PATH=x", ""}, {"INPUT_FROM_SOURCE=true", ""}, {"PATH=" + withoutGo(t), "1.26"},
	} {
		if outputs, said, code := s.plan(c.env); code != 0 || outputs["go"] != c.want {
			t.Errorf("%s: Go %q, want %q, exit code %d\n%s", c.env, outputs["go"], c.want, code, said)
		}
	}
	// Asked for, with no Go on the PATH: it is set up.
	if outputs, said, code := s.plan("INPUT_FROM_SOURCE=true", "PATH="+withoutGo(t)); code != 0 || outputs["go"] != "1.26" {
		t.Errorf("Go %q, exit code %d\n%s", outputs["go"], code, said)
	}
}

// Where the table names a version, nothing is built instead of an archive: not after
// a wrong checksum, not without one, and not where nothing could be downloaded. A
// table that was cut is no table of a commit without a release.
func TestNothingIsBuiltInsteadOfAnArchive(t *testing.T) {
	s := newStep(t)
	s.sources("built all the same", "")
	if outputs, said, code := s.plan(); code != 0 || outputs["go"] != "" {
		t.Errorf("Go %q for a release, exit code %d\n%s", outputs["go"], code, said)
	}
	table := filepath.Join(s.dir, "action/release/checksums.txt")
	whole, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	for what, c := range map[string]struct {
		table string
		code  int
	}{
		"another file":           {regexp.MustCompile(`(?m)^[0-9a-f]{64}  `).ReplaceAllString(string(whole), strings.Repeat("0", 64)+"  "), 3},
		"no line of the archive": {regexp.MustCompile(`(?m)^[0-9a-f]{64}  .*\n`).ReplaceAllString(string(whole), ""), 2},
		"no version":             {regexp.MustCompile(`(?m)^version .*\n`).ReplaceAllString(string(whole), ""), 2},
		"an empty version":       {regexp.MustCompile(`(?m)^version .*\n`).ReplaceAllString(string(whole), "version\n"), 2},
		"cut after the version": {strings.Join(lines[:slices.IndexFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, "version ")
		})+1], ""), 2},
	} {
		write(t, table, c.table)
		if outputs, said, code := s.run(
			"RUNNER_TOOL_CACHE=" + t.TempDir(),
		); code != c.code || len(outputs) > 0 ||
			strings.Contains(said, "builds ") {
			t.Errorf("%s: exit code %d, want %d, outputs %v\n%s", what, code, c.code, outputs, said)
		}
	}
	write(t, table, string(whole))
	if outputs, said, code := s.run(
		"RUNNER_TOOL_CACHE="+t.TempDir(),
		"INPUT_MIRROR=file:///no/such",
	); code != 3 || len(outputs) > 0 ||
		strings.Contains(said, "builds ") {
		t.Errorf("no download: exit code %d, outputs %v\n%s", code, outputs, said)
	}
	if err := os.Remove(table); err != nil {
		t.Fatal(err)
	}
	if outputs, said, code := s.run(); code != 2 || len(outputs) > 0 || !strings.Contains(said, "no table of checksums") {
		t.Errorf("no table: exit code %d, outputs %v\n%s", code, outputs, said)
	}
}

// from-source builds what the checkout holds, and asks no mirror.
func TestInstallFromSource(t *testing.T) {
	s := newStep(t)
	s.sources("from source", "scorecard from source")
	host := []string{
		"INPUT_FROM_SOURCE=true",
		"INPUT_SCORECARD=true",
		"RUNNER_OS=",
		"RUNNER_ARCH=",
		"GOFLAGS=-mod=vendor",
		"GOCACHE=" + goEnv(t, "GOCACHE"),
	}
	outputs, said, code := s.run(host...)
	if code != 0 {
		t.Fatalf("exit code %d\n%s", code, said)
	}
	s.runs(outputs["binary"], "from source")
	s.runs(outputs["scorecard"], "scorecard from source")
	if n := s.asked.Load(); n != 0 {
		t.Errorf("the mirror was asked %d times", n)
	}
	write(t, filepath.Join(s.dir, "action/cmd/ringfence/main.go"), "package main\n\nfunc main() { nothing }\n")
	if outputs, said, code := s.run(host...); code != 3 || len(outputs) > 0 || !strings.Contains(said, "go build of ringfence failed") {
		t.Errorf("exit code %d, outputs %v\n%s", code, outputs, said)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}
