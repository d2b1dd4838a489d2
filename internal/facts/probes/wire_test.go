package probes

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// analyze finds the facts of an extension that consists of these files and
// whose manifest names main. It is all these tests know of the engine.
func analyze(ctx context.Context, t *testing.T, files map[string]string, main string) (*facts.Program, error) {
	t.Helper()
	dir := t.TempDir()
	manifest := fmt.Sprintf(
		`{"name": "probe", "publisher": "ringfence", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./%s"}`,
		main,
	)
	if err := write(dir, "package.json", manifest); err != nil {
		return nil, err
	}
	for name, text := range files {
		if err := write(dir, name, text); err != nil {
			return nil, err
		}
	}
	ext, err := extension.LoadAs(ctx, dir, extension.Directory, extension.DefaultLimits())
	if err != nil {
		return nil, err
	}
	defer ext.Close()
	return facts.Analyze(ctx, ext, facts.Options{})
}

func write(dir, name, text string) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
