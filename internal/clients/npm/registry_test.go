package npm

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestRegistry(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	dir := t.TempDir()
	for name, c := range map[string]struct{ script, want string }{
		"an address": {`test "$*" = "config get registry" && echo https://npm.example/`, "https://npm.example/"},
		"two lines":  {"echo https://npm.example/; echo x", ""},
		"nothing":    {"true", ""},
		"a failure":  {"echo https://npm.example/; exit 1", ""},
		"an ocean":   {"yes x | head -c 100000", ""},
	} {
		script := filepath.Join(dir, "npm")
		if err := os.WriteFile(script, []byte("#!/bin/sh\n"+c.script+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		got, err := Client{Command: script, Env: os.Environ()}.Registry(t.Context(), dir)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}
