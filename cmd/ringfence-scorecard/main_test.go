package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type answer struct {
	Repo   struct{ Name string }
	Score  float64
	Checks []struct {
		Name, Reason string
		Score        int
	}
}

func scoreOf(t *testing.T, target string) answer {
	t.Helper()
	// Whoever asks a service in this test is sent to where nobody is.
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, "http://127.0.0.1:1")
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"-offline", target}, &out, &errs); code != exitFine {
		t.Fatalf("exit code %d: %s", code, errs.String())
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	if dir, err := filepath.Abs(target); err != nil || strings.Contains(out.String(), dir) {
		t.Errorf("the result tells where the checkout is (%v)", err)
	}
	return a
}

// The checks that need no network run on this repository's own checkout.
func TestThisRepository(t *testing.T) {
	a := scoreOf(t, "../..")
	var names []string
	for _, c := range a.Checks {
		names = append(names, c.Name)
		if strings.Contains(c.Reason, "internal error") {
			t.Errorf("%s did not run: %s", c.Name, c.Reason)
		}
		t.Logf("%2d %s: %s", c.Score, c.Name, c.Reason)
	}
	slices.Sort(names)
	if !slices.Equal(names, offline[:]) {
		t.Errorf("ran %v, want %v", names, offline)
	}
	if a.Repo.Name != "checkout" || a.Score < 0 || a.Score > 10 {
		t.Errorf("%q scores %v", a.Repo.Name, a.Score)
	}
}

// A licence is worth a point, and its absence is seen: the scores are of the
// folder that was named.
func TestALicenceCounts(t *testing.T) {
	license := func(a answer) int {
		for _, c := range a.Checks {
			if c.Name == "License" {
				return c.Score
			}
		}
		return -2
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "README.md"), []byte("# toy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := license(scoreOf(t, dir)); got != 0 {
		t.Errorf("without a licence: %d", got)
	}
	text, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := license(scoreOf(t, dir)); got < 9 {
		t.Errorf("with one: %d", got)
	}
}

func TestAskedWrongly(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "usage:"}, {[]string{"a", "b"}, "usage:"}, {[]string{"-nonsense"}, "nonsense"}, {[]string{"no-such-folder"}, "no such folder"},
		{[]string{"https://example.com/acme/toy"}, "unsupported"}, {[]string{"https://gitlab.com/acme/toy"}, "unsupported"},
		{[]string{"https://github.com.evil.example/acme/toy"}, "unsupported"}, {[]string{"-offline", "github.com/acme/toy"}, "needs the network"},
	} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), c.args, &out, &errs); code != exitUsage || out.Len() > 0 || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%v: exit code %d, %s", c.args, code, errs.String())
		}
	}
}
