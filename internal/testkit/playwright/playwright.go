// Package playwright fetches what drives a Chromium, for the tests that use a page as a
// person does.
package playwright

import (
	"context"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// Core is the driver, which brings no browser.
var Core = npm.Package{
	Name:      "playwright-core",
	Version:   "1.65.1",
	Integrity: "sha512-hqPpz7blSMPxWVdoeE1yiBSzXsKiVOd2k+kjCvmUywD2GPO2Dd9HfcWnq9NN0GHbNZDFgZ9JfBFr+X5/BLo0qw==",
}

// Folder fetches the driver into the cache and says where it is.
func Folder(ctx context.Context) (string, error) {
	dir, err := npm.Cached(ctx, "pack-"+Core.String(), func(ctx context.Context, dir string) error {
		return npm.Unpacked(ctx, dir, Core, nil)
	})
	if err != nil {
		return "", fmt.Errorf("fetching playwright-core: %w", err)
	}
	return dir, nil
}
