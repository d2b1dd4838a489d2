// Package corpus fetches real VS Code extensions, laid out as installed, for
// tests and measurements: VS Code's own built-in extensions as code-server
// packages them, an older git extension, and one genuine third-party .vsix. All
// of it comes from the npm registry by exact version and checksum, nothing of
// it is ever built, installed or committed.
//
// Only tests and the commands that record test data may import it.
package corpus

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// Version is the code-server release whose built-in extensions are the corpus.
const Version = "4.139.1"

// OldVersion is the release with which the corpus is compared: the same
// extensions as of VS Code 1.79.
const OldVersion = "4.14.1"

// VSIX is the name of the third-party archive in the corpus directory. It may be
// tested with, not redistributed.
const VSIX = "claude-code.vsix"

// TheiaGit is the directory of the git extension of about 2021, which was
// bundled by tools long out of use.
const TheiaGit = "theia.vscode-builtin-git"

// Extension is one extension of the corpus.
type Extension struct {
	// ID is "publisher.name", and the directory's name.
	ID string
	// Dir is the extension's root.
	Dir string
}

// sources are the packages the corpus is made of.
var sources = struct {
	codeServer, oldCodeServer, claudeCode, theiaGit npm.Package
	// siblings live beside the extensions, where two of them look at run time:
	// tsserver, and git's copy helper (its JavaScript fallback).
	siblings []npm.Package
}{
	codeServer: npm.Package{
		Name:      "code-server",
		Version:   Version,
		Integrity: "sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==",
	},
	oldCodeServer: npm.Package{
		Name:      "code-server",
		Version:   OldVersion,
		Integrity: "sha512-FWFc1+j9/kMALtPvBCAVP17Jccd1JNWfzb1A8qhc4y5DulUywR610g7X6cLjzah1I3+HN/ZNKZj5xcsZzuSyLA==",
	},
	claudeCode: npm.Package{
		Name:      "@anthropic-ai/claude-code",
		Version:   "1.0.60",
		Integrity: "sha512-CH6DmwrN8AOVzbtT7tOv6iXR+Ka9QnkqBjuMRCAap78feC4ZDRo7hCOB4OYktNovVw011a1V5fRILdS9UTnPiQ==",
	},
	theiaGit: npm.Package{
		Name:      "@theia/vscode-builtin-git",
		Version:   "0.3.0-next.1750b2b231b",
		Integrity: "sha512-6UoZwCLzJOz98jVHgegVT/Po3tvBpbzSL3s3VtEH4SpCwUfIOLgBbeEuYI+D6NREnQki2Wnj6EI1f6N+Zin4NQ==",
	},
	siblings: []npm.Package{
		{
			Name:      "typescript",
			Version:   "6.0.3",
			Integrity: "sha512-y2TvuxSZPDyQakkFRPZHKFm+KKVqIisdg9/CZwm9ftvKXLP8NRWj38/ODjNbr43SsoXqNuAisEf1GdCxqWcdBw==",
		},
		{
			Name:      "@vscode/fs-copyfile",
			Version:   "2.0.0",
			Integrity: "sha512-ARb4+9rN905WjJtQ2mSBG/q4pjJkSRun/MkfCeRkk7h/5J8w4vd18NCePFJ/ZucIwXx/7mr9T6nz9Vtt1tk7hg==",
		},
	},
}

// Fetch returns the corpus directory, fetching it on first use (about 150 MB).
// It holds one directory an extension, VSIX, and node_modules with the siblings,
// which is no extension. The directory is shared: nobody writes into it.
func Fetch(ctx context.Context) (string, error) {
	return npm.Cached(ctx, "corpus-"+Version, build)
}

// FetchOld returns the directory with the built-in extensions of OldVersion,
// fetching it on first use.
func FetchOld(ctx context.Context) (string, error) {
	return npm.Cached(ctx, "corpus-"+OldVersion, func(ctx context.Context, dir string) error {
		scratch, err := os.MkdirTemp(dir, "scratch-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(scratch)
		return builtins(ctx, sources.oldCodeServer, scratch, dir)
	})
}

// List returns the extensions of a corpus directory, sorted by id.
func List(dir string) ([]Extension, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("listing the corpus: %w", err)
	}
	var out []Extension
	for _, e := range entries {
		root := filepath.Join(dir, e.Name())
		if _, err := os.Stat(filepath.Join(root, "package.json")); err == nil {
			out = append(out, Extension{ID: e.Name(), Dir: root})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].ID < out[j].ID })
	return out, nil
}

func build(ctx context.Context, dir string) error {
	scratch, err := os.MkdirTemp(dir, "scratch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if err := builtins(ctx, sources.codeServer, scratch, dir); err != nil {
		return err
	}
	type step struct {
		pkg  npm.Package
		dest string
		pick func(string) (string, bool)
	}
	steps := []step{
		{pkg: sources.claudeCode, dest: dir, pick: func(name string) (string, bool) { return VSIX, name == "vendor/claude-code.vsix" }},
		{pkg: sources.theiaGit, dest: filepath.Join(dir, TheiaGit)},
	}
	for _, p := range sources.siblings {
		steps = append(steps, step{pkg: p, dest: filepath.Join(dir, "node_modules", filepath.FromSlash(p.Name))})
	}
	for _, s := range steps {
		tarball, err := npm.Pack(ctx, scratch, s.pkg)
		if err != nil {
			return err
		}
		if err := npm.Untar(tarball, s.dest, s.pick); err != nil {
			return err
		}
	}
	return nil
}

// builtins unpacks code-server's extensions and keeps those that run code in
// the extension host, each under its id.
func builtins(ctx context.Context, p npm.Package, scratch, dir string) error {
	tarball, err := npm.Pack(ctx, scratch, p)
	if err != nil {
		return err
	}
	all := filepath.Join(scratch, "extensions")
	err = npm.Untar(tarball, all, func(name string) (string, bool) {
		return strings.CutPrefix(name, "lib/vscode/extensions/")
	})
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(all)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		root := filepath.Join(all, e.Name())
		data, err := os.ReadFile(filepath.Join(root, "package.json"))
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return err
		}
		var manifest struct{ Publisher, Name, Main string }
		if err := json.Unmarshal(data, &manifest); err != nil {
			return fmt.Errorf("reading the manifest of %s: %w", e.Name(), err)
		}
		if manifest.Main == "" {
			continue
		}
		if err := os.Rename(root, filepath.Join(dir, manifest.Publisher+"."+manifest.Name)); err != nil {
			return err
		}
	}
	return nil
}
