package exthost

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// Server fetches the whole of code-server with what it needs to serve a browser,
// about 1 GB, into the cache, and gives its folder. No script of a package runs.
func (k Kit) Server(ctx context.Context) (string, error) {
	return npm.Cached(ctx, "code-server-"+k.codeServer.Version, func(ctx context.Context, dir string) error {
		scratch, err := os.MkdirTemp("", "code-server-")
		if err != nil {
			return fmt.Errorf("unpacking code-server: %w", err)
		}
		defer os.RemoveAll(scratch)
		tarball, err := npm.Pack(ctx, scratch, k.codeServer)
		if err != nil {
			return err
		}
		if err := npm.Untar(tarball, dir, nil); err != nil {
			return err
		}
		for _, at := range []string{dir, filepath.Join(dir, "lib", "vscode")} {
			// The package's own lock file says which versions these are.
			cmd := exec.CommandContext(ctx, "npm", "install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")
			cmd.Dir = at
			if out, err := cmd.CombinedOutput(); err != nil {
				return fmt.Errorf("npm install for code-server: %w\n%s", err, out)
			}
		}
		return nil
	})
}
