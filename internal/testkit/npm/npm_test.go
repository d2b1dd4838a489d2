package npm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestCachedBuildsOnceForMany(t *testing.T) {
	t.Setenv("RINGFENCE_CACHE", t.TempDir())
	var builds atomic.Int32
	build := func(_ context.Context, dir string) error {
		builds.Add(1)
		return os.WriteFile(filepath.Join(dir, "x"), []byte("whole"), 0o644)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			dir, err := Cached(t.Context(), "thing", build)
			if err != nil {
				t.Error(err)
				return
			}
			if data, err := os.ReadFile(filepath.Join(dir, "x")); err != nil || string(data) != "whole" {
				t.Errorf("entry holds %q, %v", data, err)
			}
		})
	}
	wg.Wait()
	if n := builds.Load(); n != 1 {
		t.Errorf("built %d times, want once", n)
	}
}

func TestCachedLeavesNothingOfAFailedBuild(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("RINGFENCE_CACHE", cache)
	broken := errors.New("registry is down")
	_, err := Cached(t.Context(), "thing", func(_ context.Context, dir string) error {
		if err := os.WriteFile(filepath.Join(dir, "half"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		return broken
	})
	if !errors.Is(err, broken) {
		t.Fatalf("err = %v, want the build's", err)
	}
	entries, err := os.ReadDir(cache)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".lock") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestVerifyNoticesAnotherTarball(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.tgz")
	if err := os.WriteFile(file, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	const abc = "sha512-3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
	if err := verify(file, abc); err != nil {
		t.Error(err)
	}
	if err := verify(file, strings.Replace(abc, "3a81", "3a82", 1)); err == nil {
		t.Error("a wrong checksum was accepted")
	}
}
