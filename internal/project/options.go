package project

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// Options are the options of any build on this machine.
func Options(p *process.Process, repository, folder string) (build.Options, error) {
	node, ok := p.LookPath("node")
	if !ok {
		return build.Options{}, exit.Usagef("building takes Node.js, and node is not on the PATH")
	}
	npm, ok := p.LookPath("npm")
	if !ok {
		return build.Options{}, exit.Usagef("building takes npm, which is not on the PATH")
	}
	return build.Options{
		Repository:  repository,
		Folder:      folder,
		Node:        node,
		NPM:         npm,
		Keeper:      []string{p.Self, process.KeeperVerb},
		Env:         p.Env,
		RunnerFiles: runnerFiles(p),
	}, warnOfSecrets(p)
}

// Failed says whose fault it is that there is no package: of who asked, of the
// sources, whose build failed, or ours.
func Failed(err error) error {
	var refusal *build.Refusal
	var failure *build.Failure
	switch {
	case errors.As(err, &refusal):
		return exit.AsUsage(err)
	case errors.As(err, &failure):
		return exit.AsNo(err)
	}
	return err
}

// runnerFiles are the files through which this step speaks to its runner.
func runnerFiles(p *process.Process) []string {
	var files []string
	for _, name := range []string{"GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"} {
		if file, ok := p.Lookup(name); ok && file != "" {
			files = append(files, file)
		}
	}
	return files
}

// warnOfSecrets says which secrets this job holds. The build is given none of
// them, and runs beside them.
func warnOfSecrets(p *process.Process) error {
	var names []string
	for _, kv := range p.Env {
		name, value, _ := strings.Cut(kv, "=")
		if value != "" && build.Secret(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	_, err := fmt.Fprintf(
		p.Stderr,
		"ringfence: this job holds %s; the build is not given them, but runs as the same user: build what you do not trust in a job without "+
			"secrets (docs/guide/build.md)\n",
		escape.Printable(strings.Join(names, ", "), 300),
	)
	return err
}
