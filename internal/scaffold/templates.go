// Package scaffold makes the first files of a repository that begins to use ringfence: the
// workflow, pinned and with the permissions each of its jobs needs, the configuration and
// the first policy. It finds out how the extension is built, says what it will do before
// it does it, and writes over nothing that a person wrote.
//
// Files returns the workflow and the configuration as text, and knows no file, no git and
// no network; Run is "ringfence init".
package scaffold

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The files, relative to the repository's root.
const (
	Workflow      = ".github/workflows/ringfence.yml"
	Release       = ".github/workflows/ringfence-release.yml"
	Configuration = ".ringfence/config.yml"
)

//go:embed workflow.yml release.yml config.yml
var templates embed.FS

// Settings are what the workflow is made for.
type Settings struct {
	// Commit is the commit of the action, all 40 digits. There is no default: a
	// tag can be moved, and a program does not know which commit lists its own
	// checksum.
	Commit string
	// Branch is the default branch.
	Branch string
	// Folder is the extension's, with slashes; "." is the root.
	Folder string
	// Org names the organisation's file; empty: there is none.
	Org string
	// NodeFile is the file that says which Node the extension is built with,
	// relative to the repository's root; empty: NodeVersion does, a major version,
	// and where that is empty as well it is 22.
	NodeFile, NodeVersion string
	// Command is run in the extension's folder before it is packaged; empty: what
	// vsce runs is enough.
	Command string
	// Submodules says that the build needs them.
	Submodules bool
	// Apart is set where the repository holds other extensions, which have
	// workflows of their own: this one is then called by its folder.
	Apart bool
}

// WorkflowFile is the name of the workflow that judges.
func (s Settings) WorkflowFile() string { return s.named(Workflow) }

// ReleaseFile is the name of the workflow of releases.
func (s Settings) ReleaseFile() string { return s.named(Release) }

// CheckName is the name of the check that judges, as GitHub shows it.
func (s Settings) CheckName() string {
	if !s.Apart {
		return "analyze"
	}
	return "analyze " + s.Folder
}

func (s Settings) named(file string) string {
	if !s.Apart {
		return file
	}
	return strings.TrimSuffix(file, ".yml") + "-" + s.slug() + ".yml"
}

// slug is the folder as part of a name: packages/a-b is packages-a-b. Two folders
// with one slug, a/b and a-b, are told apart by the paths in their workflows, and
// the second is not written over the first.
func (s Settings) slug() string { return strings.NewReplacer("/", "-", ".", "-").Replace(s.Folder) }

var (
	commit = lazyregexp.Lazy(`^[0-9a-f]{40}$`)
	// pin is how a workflow names the action.
	pin = lazyregexp.Lazy(`uses: ringfence-dev/ringfence@([0-9a-f]{40})\b`)
	// What is put into a workflow is put between quotation marks or into a
	// shell's words, so only what means nothing there is taken.
	branch = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,100}$`)
	folder = lazyregexp.Lazy(`^[A-Za-z0-9_.][A-Za-z0-9_./-]{0,200}$`)
	file   = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9._/:@#%-]{0,500}$`)
	node   = lazyregexp.Lazy(`^[0-9]{1,3}$`)
	// A command stands between the apostrophes of a shell.
	command = lazyregexp.Lazy(`^[A-Za-z0-9.][A-Za-z0-9 ._/:=@&+,-]{0,300}$`)
)

// Files returns the files of a repository that begins, by name.
func Files(s Settings) (map[string][]byte, error) {
	workflow, err := s.fill("workflow.yml")
	if err != nil {
		return nil, err
	}
	config, err := templates.ReadFile("config.yml")
	if err != nil {
		return nil, err
	}
	if s.Command != "" {
		config = fmt.Appendf(config, "# What builds the extension, here and in the workflow's jobs.\nbuild: '%s'\n", s.Command)
	}
	return map[string][]byte{s.WorkflowFile(): workflow, path.Join(s.Folder, Configuration): config}, nil
}

// ReleaseFiles returns the workflow of releases. The branch means nothing to it.
func ReleaseFiles(s Settings) (map[string][]byte, error) {
	workflow, err := s.fill("release.yml")
	return map[string][]byte{s.ReleaseFile(): workflow}, err
}

// fill puts the settings into a template.
func (s Settings) fill(template string) ([]byte, error) {
	switch {
	case !commit().MatchString(s.Commit):
		return nil, errors.New("the commit of the action is 40 hexadecimal digits, for a tag can be moved; " +
			"git rev-parse HEAD prints it in its clone")
	case !branch().MatchString(s.Branch):
		return nil, fmt.Errorf("the branch %q has characters that a workflow could take for something else", escape.Printable(s.Branch, 100))
	case !folder().MatchString(s.Folder) || path.Clean(s.Folder) != s.Folder || !finding.LocalPath(s.Folder) && s.Folder != ".":
		return nil, fmt.Errorf("the folder %q has characters that a workflow could take for something else", escape.Printable(s.Folder, 200))
	case s.Org != "" && !file().MatchString(s.Org):
		return nil, fmt.Errorf("the organisation's file %q has characters that a workflow could take for something else",
			escape.Printable(s.Org, 300))
	}
	if err := s.buildable(); err != nil {
		return nil, err
	}
	text, err := templates.ReadFile(template)
	if err != nil {
		return nil, err
	}
	org, version, build, name, check := "", "node-version: 22", "", "", ""
	if s.Org != "" {
		org = "          org: '" + s.Org + "'\n"
	}
	switch {
	case s.NodeFile != "":
		version = "node-version-file: 'source/" + s.NodeFile + "'"
	case s.NodeVersion != "":
		version = "node-version: " + s.NodeVersion
	}
	if s.Command != "" {
		build = " --command '" + s.Command + "'"
	}
	proposal, modules, basemodules := "", "", ""
	if s.Submodules {
		modules = "          submodules: recursive\n"
		basemodules = " && git -C source submodule --quiet update --init --recursive --depth 1"
	}
	if s.Apart {
		name, check = "-"+s.slug(), "    name: '"+s.CheckName()+"'\n"
		proposal = "          branch: 'ringfence/policy-" + s.slug() + "'\n"
	}
	return []byte(
		strings.NewReplacer(
			"@COMMIT@",
			s.Commit,
			"@BRANCH@",
			s.Branch,
			"@FOLDER@",
			s.Folder,
			"@ORG@",
			org,
			"@NODE@",
			version,
			"@COMMAND@",
			build,
			"@APART@",
			name,
			"@CHECK@",
			check,
			"@PROPOSAL@",
			proposal,
			"@SUBMODULES@",
			modules,
			"@BASEMODULES@",
			basemodules,
		).Replace(string(text)),
	), nil
}

// buildable checks what the build is told.
func (s Settings) buildable() error {
	switch {
	case s.NodeVersion != "" && !node().MatchString(s.NodeVersion):
		return fmt.Errorf("the version of Node %q is not the number of one", escape.Printable(s.NodeVersion, 100))
	case s.NodeFile != "" && (!folder().MatchString(s.NodeFile) || !finding.LocalPath(s.NodeFile)):
		return fmt.Errorf("the file %q, which names a version of Node, has characters that a workflow could take for something else",
			escape.Printable(s.NodeFile, 200))
	case s.Command != "" && !command().MatchString(s.Command):
		return fmt.Errorf("the build command %q has characters that a workflow could take for something else; make it a script of package.json",
			escape.Printable(s.Command, 300))
	}
	return nil
}
