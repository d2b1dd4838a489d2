package main

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

//go:embed peers
var peerFiles embed.FS

// babel is an installed Babel.
type babel struct {
	// dir holds node_modules, script is babel.mjs.
	dir, script string
	// Node is the version of Node it runs on, Version Babel's.
	Node, Version string
}

// installPeers installs what the lock file pins, once per lock file.
func installPeers(ctx context.Context) (babel, error) {
	lock, err := peerFiles.ReadFile("peers/package-lock.json")
	if err != nil {
		return babel{}, err
	}
	sum := sha256.Sum256(lock)
	dir, err := npm.Cached(ctx, "bench-"+hex.EncodeToString(sum[:6]), func(ctx context.Context, dir string) error {
		for _, name := range []string{"package.json", "package-lock.json"} {
			data, err := peerFiles.ReadFile("peers/" + name)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
				return err
			}
		}
		cmd := exec.CommandContext(ctx, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci: %w\n%s", err, out)
		}
		return nil
	})
	if err != nil {
		return babel{}, fmt.Errorf("installing Babel: %w", err)
	}
	var locked struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(lock, &locked); err != nil {
		return babel{}, err
	}
	node, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err != nil {
		return babel{}, fmt.Errorf("asking Node for its version: %w", err)
	}
	return babel{
		dir: dir, Node: string(node[:len(node)-1]), Version: locked.Packages["node_modules/@babel/traverse"].Version,
	}, nil
}

// unpackScript writes babel.mjs where Node can run it.
func (p *babel) unpackScript(dir string) error {
	data, err := peerFiles.ReadFile("peers/babel.mjs")
	if err != nil {
		return err
	}
	p.script = filepath.Join(dir, "babel.mjs")
	return os.WriteFile(p.script, data, 0o600)
}

// measure returns the processor time of parsing and traversing a file in a fresh
// process; finished is false when Babel gave up on it, ran out of memory or took
// longer than three minutes.
func (p *babel) measure(ctx context.Context, file string) (cpu time.Duration, finished bool, err error) {
	one, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(one, "node", "--max-old-space-size=8192", p.script, p.dir, file).Output()
	if ctx.Err() != nil {
		return 0, false, ctx.Err()
	}
	if err != nil {
		return 0, false, nil
	}
	var answer struct {
		Nanoseconds int64
		Failed      []string
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return 0, false, fmt.Errorf("reading what babel.mjs says: %w", err)
	}
	return time.Duration(answer.Nanoseconds), len(answer.Failed) == 0, nil
}
