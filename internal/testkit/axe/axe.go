// Package axe fetches axe-core, which looks for what keeps people from using a page, for
// the tests that open pages in a browser.
package axe

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// File fetches axe-core into the cache and says where its script is.
func File(ctx context.Context) (string, error) {
	p := npm.Package{
		Name:      "axe-core",
		Version:   "4.14.1",
		Integrity: "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
	}
	dir, err := npm.Cached(ctx, "pack-"+p.String(), func(ctx context.Context, dir string) error { return npm.Unpacked(ctx, dir, p, nil) })
	if err != nil {
		return "", fmt.Errorf("fetching axe-core: %w", err)
	}
	return filepath.Join(dir, "axe.min.js"), nil
}

// Source is the script as text.
func Source(ctx context.Context) (string, error) {
	file, err := File(ctx)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("reading axe-core: %w", err)
	}
	return string(text), nil
}
