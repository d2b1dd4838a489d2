// Package build makes a .vsix of an extension's sources: it finds the
// extensions of a repository, installs what they depend on with the package
// manager they were written for, and has vsce package them.
//
// Building runs a stranger's code, which nothing else in this program does. So
// everything here is about what that code is given and what is believed of it:
// an environment of named variables and no other, a home of its own, limits on
// time and output, an output that cannot speak to the runner, an end that takes
// its descendants along, and of all that it leaves behind nothing is read but
// the one archive. What this cannot do is in docs/guide/build.md: a program of the same
// user in the same job can look for what that job holds elsewhere.
//
// The action does not build in the step that judges, not even where the change is the repository's
// own: whoever writes a dependency of it would meet the run's token in /proc. The workflow of
// ringfence init builds in a job of its own. internal/facts/unbuilt says what is read where nothing
// is built.
package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Options say what is built and with what.
type Options struct {
	// Repository is the folder of the whole repository; Folder is the
	// extension's inside it, with slashes, "." for the repository itself.
	Repository, Folder string
	// Out is the archive to write, which must not be there yet.
	Out string

	// Node and NPM are the programs' absolute paths, and Keeper the command
	// that ends in Keep; it is not needed on Windows.
	Node, NPM string
	Keeper    []string
	// Env is our own environment. The tools are fetched with it; a step gets
	// of it what environment names, and the variables of Named.
	Env   []string
	Named []string
	// Registry is the address that packages come from, whatever the
	// repository's own settings say; empty: npm's settings decide.
	Registry string
	// Tools is a folder in which vsce.Install was done; empty: it is done anew.
	Tools string
	// RunnerFiles are the files through which a step speaks to its runner.
	RunnerFiles []string

	// Command is run in the extension's folder before it is packaged; empty:
	// only vscode:prepublish is, which vsce runs itself.
	Command string
	// Scripts lets the packages' install scripts run.
	Scripts bool
	// Target is a platform for vsce; empty: none.
	Target string
	// Dependencies says what of node_modules is packaged; empty: what the
	// package manager allows.
	Dependencies Dependencies

	// NoMaps leaves out the source maps that are kept beside Out.
	NoMaps bool

	// Timeout bounds each step, Output what each may say, in bytes; zero fields
	// take 15 minutes and 16 MiB.
	Timeout time.Duration
	Output  int64
	// Log gets what the steps say, each line behind a mark.
	Log io.Writer
	// Begins is told each step before it runs, and what that is; nil: nobody asks.
	Begins func(step, command string)
}

// Dependencies says whether vsce packages production dependencies.
type Dependencies string

// The answers.
const (
	With    Dependencies = "with"
	Without Dependencies = "without"
)

// Result is what was built.
type Result struct {
	// Project is what was packaged, its version as the archive has it.
	Project
	// Files is the number of files of the extension in the archive.
	Files int
	// Maps is how many source maps were kept beside it.
	Maps int
	// Size and SHA256 are the archive's.
	Size   int64
	SHA256 string
	// Manager is the package manager that was used, "npm" without a version
	// where it was the machine's.
	Manager string
	// Notes are sentences about what was not as it could be.
	Notes []string
}

// A Refusal is about what was asked or about the repository: nothing was fetched
// and nothing was run.
type Refusal struct{ Err error }

func (r *Refusal) Error() string { return r.Err.Error() }
func (r *Refusal) Unwrap() error { return r.Err }

// A Failure is the sources' own: a step of their build did not end well, or left
// something else than the extension.
type Failure struct{ Err error }

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// Run builds one extension and packages it. Errors that are neither a Refusal nor
// a Failure are ours or the network's.
func Run(ctx context.Context, o Options) (result Result, err error) {
	if o.Timeout == 0 {
		o.Timeout = 15 * time.Minute
	}
	if o.Output == 0 {
		o.Output = 16 << 20
	}
	p, err := plan(o)
	if err != nil {
		return Result{}, &Refusal{fmt.Errorf("building an extension: %w", err)}
	}
	if err := namesAllowed(o.Named); err != nil {
		return Result{}, &Refusal{fmt.Errorf("building %s: %w", p.project.ID(), err)}
	}
	if u, err := url.Parse(o.Registry); o.Registry != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
		return Result{}, &Refusal{
			fmt.Errorf("building %s: the registry %q (--registry) is no http address", p.project.ID(), escape.Printable(o.Registry, 200)),
		}
	}
	out, err := openPlace(ctx, o.Out, p.project)
	if err != nil {
		return Result{}, &Refusal{fmt.Errorf("building %s: %w", p.project.ID(), err)}
	}
	defer out.close()
	dir, err := os.MkdirTemp("", "ringfence-build-")
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, removeAll(dir)) }()
	p.work.root = dir
	if result, err = p.run(ctx, o, out); err != nil {
		return Result{}, fmt.Errorf("building %s: %w", p.project.ID(), err)
	}
	return result, nil
}

// planned is a build before it begins.
type planned struct {
	project  Project
	manifest *extension.Manifest
	manager  manager
	work     workplace
	// script is the manager's program for Node; empty: npm as the machine has
	// it.
	script string
	// scripts are those of package.json.
	scripts map[string]string
	notes   []string
}

// plan reads what there is to build, while all of it is only data.
func plan(o Options) (*planned, error) {
	root, err := os.OpenRoot(o.Repository)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	if !filepath.IsLocal(filepath.FromSlash(o.Folder)) || path.Clean(o.Folder) != o.Folder {
		return nil, fmt.Errorf("%q is no folder of the repository", o.Folder)
	}
	data, err := readSmall(root, path.Join(o.Folder, "package.json"))
	if err != nil {
		return nil, fmt.Errorf("reading package.json: %w", err)
	}
	p := &planned{}
	if p.manifest, err = extension.ParseManifest(data, nil, extension.DefaultLimits()); err != nil {
		return nil, err
	}
	var named struct {
		Scripts map[string]string `json:"scripts"`
	}
	// Scripts that are no texts are npm's to refuse.
	if json.Unmarshal(data, &named) == nil {
		p.scripts = named.Scripts
	}
	var ok bool
	if p.project, ok = projectOf(p.manifest, o.Folder); !ok {
		return nil, errors.New("package.json names no vscode engine or no publisher: it is no extension's; " +
			"ringfence build --list names those below a folder")
	}
	if p.manager, err = detect(root, o.Folder); err != nil {
		return nil, err
	}
	if !p.manager.locked {
		p.notes = append(p.notes, "there is no lock file: what is installed is what the registry has today")
	}
	return p, nil
}

// removeAll removes what a build left, also from folders it made unwritable.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(name string, d os.DirEntry, _ error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(name, 0o700) //nolint:gosec // a folder is entered by its owner
		}
		return nil
	})
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("removing what the build left: %w", err)
	}
	return nil
}
