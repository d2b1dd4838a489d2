package project

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// Missing returns the entries of an extension that are in no commit. What lies here and is
// ignored, a build of yesterday, is not there where a pull request is judged. Without a
// repository, nil, it is what lies in the folder.
func Missing(ctx context.Context, repo *revision.Repository, root, folder string, entries []string) []string {
	has := func(name string) bool {
		info, err := os.Stat(filepath.Join(root, filepath.FromSlash(name)))
		return err == nil && info.Mode().IsRegular()
	}
	if repo != nil {
		if id, err := repo.Commit(ctx, "HEAD"); err == nil {
			if tree, err := repo.Tree(ctx, id, revision.DefaultLimits()); err == nil {
				has = tree.Has
			}
		}
	}
	var missing []string
	for _, entry := range entries {
		name := path.Join(folder, entry)
		if !slices.ContainsFunc([]string{name, name + ".js", name + ".cjs", name + ".mjs", path.Join(name, "index.js")}, has) {
			missing = append(missing, entry)
		}
	}
	return missing
}

// Command returns the build command where vsce runs none and an entry is not there: the
// script that most likely makes it, and why. Empty: none is needed, or none is known.
func Command(d build.Description, missing []string) (command, why string) {
	if likely := d.Likely(); len(missing) > 0 && likely != "" {
		return likely, "a guess: there is no script vscode:prepublish, and " + missing[0] + " is not in the repository; --command names another"
	}
	return "", ""
}

// Configured returns the build command that the configuration of an extension names; empty:
// it names none, or there is no configuration.
func Configured(repository, folder string) (string, error) {
	name := path.Join(folder, config.Name)
	data, err := process.ReadInside(filepath.Join(repository, filepath.FromSlash(folder)), config.Name, config.MaxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", exit.Usagef("reading the build command of %s: %w", escape.Quoted(name), err)
	}
	command, err := config.BuildCommand(name, data)
	if err != nil {
		return "", exit.Usagef("reading the build command: %w; --command names one", err)
	}
	return command, nil
}

// ownCommand is the command of an extension of which nobody named one: its configuration's,
// else the one that init would take as well. So "ringfence build PATH", which the gates name,
// is enough.
func ownCommand(ctx context.Context, p *process.Process, repository, folder string) (string, error) {
	command, err := Configured(repository, folder)
	why := config.Name + " says so"
	if err != nil {
		return "", err
	}
	if command == "" {
		d, err := build.Describe(repository, folder)
		if err != nil {
			return "", nil //nolint:nilerr // the build says why
		}
		// What somebody built before is packaged as it lies there.
		if command, why = Command(d, Missing(ctx, nil, repository, folder, d.Entries)); command == "" {
			return "", nil
		}
	}
	_, err = fmt.Fprintf(p.Stderr, "ringfence: build command: %s (%s)\n", escape.Printable(command, 300), escape.Printable(why, 400))
	return command, err
}

// otherCommands says what else a person whose build failed can try; empty: nothing is known.
func otherCommands(repository, folder, tried string) string {
	d, err := build.Describe(repository, folder)
	if err != nil {
		return ""
	}
	others := d.Others(tried)
	if len(others) == 0 {
		return "; --command names another build command, and build: in " + config.Name + " keeps it"
	}
	return "; another build command is named by --command (" + escape.Printable(strings.Join(others, ", "), 300) +
		"), and kept by build: in " + config.Name
}
