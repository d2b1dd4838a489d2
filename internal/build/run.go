package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build/vsce"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

func (p *planned) run(ctx context.Context, o Options, out place) (Result, error) {
	env, vsceDir, err := p.prepare(ctx, o)
	if err != nil {
		return Result{}, err
	}
	if err := copyTree(ctx, o.Repository, p.work.source()); err != nil {
		return Result{}, fmt.Errorf("copying the sources: %w", err)
	}
	archive := filepath.Join(p.work.out(), "extension.vsix")
	steps, err := p.steps(o, vsceDir, archive)
	if err != nil {
		return Result{}, err
	}
	if err := conceal(); err != nil {
		return Result{}, err
	}
	g, err := hold(o.RunnerFiles)
	if err != nil {
		return Result{}, err
	}
	for i := range steps {
		s := &steps[i]
		s.env, s.keeper, s.timeout, s.most, s.log = env, o.Keeper, o.Timeout, o.Output, o.Log
		if o.Begins != nil {
			o.Begins(s.name, s.says)
		}
		var ended int
		if ended, err = s.run(ctx); err != nil {
			break
		}
		if ended > 0 {
			p.notes = append(p.notes, left(s.name, ended))
		}
	}
	var maps map[string][]byte
	if err == nil && !o.NoMaps {
		// Before the archive is taken: nothing of the stranger's runs afterwards.
		common := step{env: env, keeper: o.Keeper, timeout: o.Timeout, most: o.Output, log: o.Log}
		var failed error
		if maps, failed = p.gatherMaps(ctx, o, archive, common); failed != nil {
			p.notes = append(p.notes, "source maps were not kept: "+failed.Error())
		}
	}
	if err = errors.Join(err, g.release()); err != nil {
		return Result{}, err
	}
	r, err := out.take(ctx, archive, p.project)
	if stem, ok := strings.CutSuffix(out.name, ".vsix"); ok && err == nil && len(maps) > 0 {
		if failed := writeMaps(out.root, stem+MapsSuffix, maps); failed != nil {
			p.notes = append(p.notes, failed.Error())
		} else {
			r.Maps = len(maps)
		}
	}
	r.Manager, r.Notes = p.manager.String(), p.notes
	return r, err
}

// prepare makes the workplace and brings the tools, before anything of the
// stranger's runs.
func (p *planned) prepare(ctx context.Context, o Options) (env []string, vsceDir string, err error) {
	empty := filepath.Join(p.work.root, "empty")
	if err := os.Mkdir(empty, 0o700); err != nil {
		return nil, "", err
	}
	if o.Registry != "" {
		p.work.explicit = true
		o.Env = append(slices.Clone(o.Env), "npm_config_registry="+o.Registry)
	}
	if p.work.registry, err = askRegistry(ctx, o.NPM, o.Env, empty); err != nil {
		return nil, "", err
	}
	if err := p.work.make(); err != nil {
		return nil, "", err
	}
	if env, err = environment(o.Env, p.work, o.Named); err != nil {
		return nil, "", err
	}
	if !o.Scripts {
		env = append(env, "YARN_ENABLE_SCRIPTS=false")
	}
	if p.manager.name == pnpmName {
		// It would fetch the version packageManager names, which it is.
		env = append(
			env,
			"npm_config_manage_package_manager_versions=false",
			"npm_config_package_manager_strict=false",
			"pnpm_config_pm_on_fail=ignore",
		)
	}
	t := tools{node: o.Node, npm: o.NPM, env: o.Env}
	if vsceDir = o.Tools; vsceDir == "" {
		vsceDir = filepath.Join(p.work.tools(), "vsce")
		if err := os.Mkdir(vsceDir, 0o700); err != nil {
			return nil, "", err
		}
		if err := vsce.Install(ctx, o.NPM, o.Env, vsceDir); err != nil {
			return nil, "", err
		}
	}
	script, err := t.install(ctx, p.manager, filepath.Join(p.work.tools(), "manager"))
	if err != nil {
		return nil, "", err
	}
	if script != "" {
		names := map[string][]string{npmName: {"npm"}, pnpmName: {"pnpm"}, classicName: {"yarn", "yarnpkg"}, berryName: {"yarn", "yarnpkg"}}
		if err := t.shim(p.work.shims(), script, names[p.manager.name]...); err != nil {
			return nil, "", err
		}
		p.script = script
	}
	return env, vsceDir, nil
}

// steps are what is run, in order.
func (p *planned) steps(o Options, vsceDir, archive string) ([]step, error) {
	folder := filepath.Join(p.work.source(), filepath.FromSlash(o.Folder))
	var steps []step
	install := p.manager.installation(o.Scripts)
	if p.script == "" {
		install = append([]string{o.NPM}, install...)
	} else {
		install = append([]string{o.Node, p.script}, install...)
	}
	steps = append(
		steps,
		step{
			name:    "installing",
			says:    p.manager.runner() + " " + strings.Join(p.manager.installation(o.Scripts), " "),
			command: install,
			dir:     filepath.Join(p.work.source(), filepath.FromSlash(p.manager.folder)),
		},
	)
	if o.Command != "" {
		shell := []string{"/bin/sh", "-c", o.Command}
		if runtime.GOOS == "windows" {
			shell = []string{filepath.Join(variable(o.Env, "SYSTEMROOT"), "System32", "cmd.exe"), "/d", "/s", "/c", o.Command}
		}
		steps = append(steps, step{name: "the build command", says: o.Command, command: shell, dir: folder})
	}
	args, note := p.packaging(o)
	if note != "" {
		p.notes = append(p.notes, note)
	}
	packaging := "vsce package"
	if slices.ContainsFunc(p.manifest.Scripts, func(s extension.Pair) bool { return s.Key == "vscode:prepublish" }) {
		packaging += ", which runs vscode:prepublish"
	}
	command := append([]string{o.Node, vsce.Script(vsceDir), "package", "--out", archive}, args...)
	return append(steps, step{name: "packaging", says: packaging, command: command, dir: folder}), nil
}

// installation is what the manager is told: exactly what the lock file says, and
// to run no script of a package unless a person asked for it.
func (m manager) installation(scripts bool) []string {
	args, ifLocked, quiet := []string{"install"}, "", "--ignore-scripts"
	switch m.name {
	case npmName:
		if m.locked {
			args = []string{"ci"}
		} else {
			args = append(args, "--no-package-lock")
		}
		args = append(args, "--no-audit", "--no-fund")
	case pnpmName:
		ifLocked = "--frozen-lockfile"
	case classicName:
		ifLocked = "--frozen-lockfile"
		args = append(args, "--non-interactive")
	case berryName:
		ifLocked, quiet = "--immutable", "--mode=skip-build"
		if strings.HasPrefix(m.version, "2.") {
			quiet = "--skip-builds"
		}
	}
	if m.locked && ifLocked != "" {
		args = append(args, ifLocked)
	}
	if !scripts {
		args = append(args, quiet)
	}
	return args
}

// packaging are the arguments for vsce, and a note on what they leave out. What
// vsce would refuse for its own reasons is packaged: secrets, a missing licence
// and activation for everybody are findings of a scan, with their places.
func (p *planned) packaging(o Options) (args []string, note string) {
	args = []string{
		"--allow-missing-repository",
		"--skip-license",
		"--allow-star-activation",
		"--allow-package-all-secrets",
		"--allow-package-env-file",
	}
	yarn := p.manager.name == classicName || p.manager.name == berryName
	if yarn {
		args = append(args, "--yarn")
	} else {
		args = append(args, "--no-yarn")
	}
	if p.manifest.Repository == "" {
		args = append(args, "--no-rewrite-relative-links")
	}
	if o.Target != "" {
		args = append(args, "--target", o.Target)
	}
	// vsce asks npm or yarn 1 what is installed, and reads the answer of no
	// other: their node_modules have another form.
	readable := p.manager.name == npmName || p.manager.name == classicName
	some := len(p.manifest.Dependencies)+len(p.manifest.OptionalDependencies) > 0
	switch {
	case o.Dependencies == With:
		args = append(args, "--dependencies")
	case o.Dependencies == Without || !some:
		args = append(args, "--no-dependencies")
	case !readable:
		args = append(args, "--no-dependencies")
		note = "node_modules of " + strings.TrimSuffix(
			p.manager.name,
			"-berry",
		) + " is not packaged: vsce cannot read it, so the extension must be bundled"
	}
	return args, note
}

// left says how many processes of a step were ended because it left them running.
func left(step string, n int) string {
	if n == 1 {
		return step + " left a process running, which was ended"
	}
	return fmt.Sprintf("%s left %d processes running, which were ended", step, n)
}
