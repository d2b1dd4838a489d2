package scaffold

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/audit"
	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/project"
	"github.com/ringfence-dev/ringfence/internal/revision"
)

// setup is what init found in a repository, and what it writes there.
type setup struct {
	// root is the repository's folder on this machine, folder the extension's in
	// it, with slashes.
	root, folder string
	// cloned is set where the repository is one of git's.
	cloned bool
	build.Description
	// undescribed says why nobody can tell how it is built; nil: it was told.
	undescribed error
	// others are further extensions of the repository.
	others []build.Project
	// branchFrom says who named the default branch, and commandFrom who the build
	// command.
	branchFrom, commandFrom string
	// missing are the entries that are in no commit: a build makes them.
	missing  []string
	settings Settings

	// files are those that init writes, by their names below root, the policy and
	// its evidence not among them; ignored are the lines .vscodeignore gets, and
	// ships says what ships all the same.
	files   map[string][]byte
	ignored []string
	ships   string
	// became says of each file whether it was written, by its name.
	became map[string]string
	// needs and verdict are what was found about the extension.
	needs, verdict string
	reasons        []string
	// worst are the findings of severity high and above, in a line each.
	worst []string
	// notes are what a person should know before they go on.
	notes []string
	// blocked says why the pull request that adds ringfence does not pass; empty: it
	// does.
	blocked string
}

// begin looks at a repository. It runs nothing of it.
func begin(ctx context.Context, p *process.Process, target string, o Options) (*setup, error) {
	b := &setup{became: map[string]string{}}
	var err error
	if b.root, b.folder, err = project.Find(ctx, p, target, ""); err != nil {
		return nil, err
	}
	_, err = os.Lstat(filepath.Join(b.root, ".git"))
	b.cloned = err == nil
	if err := neighbours(ctx, p, b); err != nil {
		return nil, err
	}
	b.Description, b.undescribed = build.Describe(b.root, b.folder)
	b.settings.Commit, b.settings.Org, b.settings.Folder = o.Commit, o.Org, b.folder
	modules, err := os.Lstat(b.at(".gitmodules"))
	b.settings.Submodules = err == nil && modules.Mode().IsRegular()
	git := audit.Git(p)
	repo, err := revision.Find(git.Program, git.Path, b.root)
	if err != nil || git.Program == "" {
		repo = nil
	}
	chooseBranch(ctx, p, b, repo, o)
	b.missing = project.Missing(ctx, repo, b.root, b.folder, b.Entries)
	b.node()
	b.command(o)
	return b, nil
}

// command chooses what builds: what somebody says now, what they said when the
// configuration was written, or what looks like it.
func (b *setup) command(o Options) {
	if b.settings.Command, b.commandFrom = o.Command, "--command"; o.Command != "" {
		return
	}
	// One that cannot be read is refused before anything is written (mayWrite, keepConfiguration).
	if said, err := project.Configured(b.root, b.folder); err == nil && said != "" {
		b.settings.Command, b.commandFrom = said, Configuration+" says so"
		return
	}
	b.settings.Command, b.commandFrom = project.Command(b.Description, b.missing)
}

// buildable refuses what would end in a build that fails, before it begins: vsce
// misses an entry at the end of a long installation.
func (b *setup) buildable(o Options) error {
	switch {
	case o.Package != "" || o.NoBuild:
		return nil
	case b.undescribed != nil:
		return exit.Usagef("%w; --package takes a .vsix that you built, --no-build the sources as they are", b.undescribed)
	case len(b.missing) > 0 && b.settings.Command == "" && b.Prepublish == "":
		return exit.Usagef(
			"%s is not in the repository, and nothing says how it is built: package.json has no script vscode:prepublish, and none called "+
				"build, compile or bundle%s; name the command with --command, or the built .vsix with --package",
			escape.Quoted(b.missing[0]),
			b.otherCommands(),
		)
	}
	return nil
}

// neighbours finds the other extensions of the repository. Where there are some
// that are not this one's fixtures, each has a workflow of its own.
func neighbours(ctx context.Context, p *process.Process, b *setup) error {
	found, err := build.Discover(ctx, b.root)
	if err != nil {
		// PATH named the extension; that the rest is too large to be searched is
		// no reason to stop.
		return nil //nolint:nilerr // see above
	}
	all := project.Outermost(found.Projects)
	b.settings.Apart = len(all) > 1 || len(all) == 1 && all[0].Path != b.folder
	others := slices.DeleteFunc(slices.Clone(found.Projects), func(p build.Project) bool { return p.Path == b.folder })
	for _, p := range project.Outermost(others) {
		// What lies below an extension is a fixture or a part of it. Only of a
		// root that is one nobody can tell: it holds everything.
		if b.folder == "." || !project.InFolder(p.Path, b.folder) {
			b.others = append(b.others, p)
		}
	}
	// One that was alone when it began keeps its workflow's name.
	if text, err := os.ReadFile(b.at(Workflow)); err == nil && strings.Contains(string(text), "path: '"+b.folder+"'\n") {
		b.settings.Apart = false
	}
	return nil
}

func chooseBranch(ctx context.Context, p *process.Process, b *setup, repo *revision.Repository, o Options) {
	b.settings.Branch, b.branchFrom = o.Branch, "--branch"
	if o.Branch == "" && repo != nil {
		b.settings.Branch, b.branchFrom = repo.DefaultBranch(ctx, p.Env)
	}
	if b.settings.Branch == "" {
		b.settings.Branch, b.branchFrom = "main", "a guess: no branch is named anywhere; --branch names it"
	}
}

// node chooses what setup-node is told.
func (b *setup) node() {
	if b.Node.Exact {
		b.settings.NodeFile = b.Node.File
	} else if b.Node.Major > 0 {
		b.settings.NodeVersion = strconv.Itoa(b.Node.Major)
	}
}

// otherCommands lists what may build, besides what was tried.
func (b *setup) otherCommands() string {
	others := b.Others(b.settings.Command)
	if len(others) == 0 {
		return ""
	}
	return " (" + escape.Printable(strings.Join(others, ", "), 300) + ")"
}
