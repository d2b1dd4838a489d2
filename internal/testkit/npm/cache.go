// Package npm brings what tests need from the npm registry, by exact version
// and checksum, into a cache that outlives the test run. It goes through the
// ordinary npm client, so that whatever registry or proxy the machine is set up
// for is the one used; nothing that is fetched is ever run by this package.
//
// Only tests and the commands that record test data may import it.
package npm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// CacheDir is where fetched things are kept: $RINGFENCE_CACHE, or "ringfence"
// in the user's cache directory.
func CacheDir() (string, error) {
	if dir := os.Getenv("RINGFENCE_CACHE"); dir != "" {
		return filepath.Abs(dir)
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("finding the cache directory (RINGFENCE_CACHE names another): %w", err)
	}
	return filepath.Join(dir, "ringfence"), nil
}

// Cached returns the cache entry of that name, building it first when it is not
// there yet. build fills an empty directory, which becomes the entry by one
// rename: an entry is either whole or absent. Processes that want the same entry
// at the same time wait for the first one.
func Cached(ctx context.Context, name string, build func(ctx context.Context, dir string) error) (string, error) {
	cache, err := CacheDir()
	if err != nil {
		return "", err
	}
	entry := filepath.Join(cache, name)
	if isDir(entry) {
		return entry, nil
	}
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return "", fmt.Errorf("making the cache: %w", err)
	}
	unlock, err := lock(ctx, filepath.Join(cache, name+".lock"))
	if err != nil {
		return "", fmt.Errorf("waiting for cache entry %s: %w", name, err)
	}
	defer unlock()
	if isDir(entry) { // somebody else built it while we waited
		return entry, nil
	}
	tmp, err := os.MkdirTemp(cache, name+".part-")
	if err != nil {
		return "", fmt.Errorf("making the cache: %w", err)
	}
	defer os.RemoveAll(tmp)
	if err := os.Chmod(tmp, 0o755); err != nil {
		return "", fmt.Errorf("making the cache: %w", err)
	}
	if err := build(ctx, tmp); err != nil {
		return "", fmt.Errorf("filling cache entry %s: %w", name, err)
	}
	if err := os.Rename(tmp, entry); err != nil {
		if isDir(entry) { // without locks the other builder may be first
			return entry, nil
		}
		return "", fmt.Errorf("finishing cache entry %s: %w", name, err)
	}
	return entry, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
