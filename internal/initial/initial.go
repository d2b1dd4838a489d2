// Package initial makes the first files of a repository that begins to use
// ringfence: the workflow, pinned and with the permissions each of its jobs
// needs, and the configuration. It gives text and knows no file, no git and no
// network; who writes it, and over what, is the caller's business.
package initial

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/regex"
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
}

var (
	commit = regex.Lazy(`^[0-9a-f]{40}$`)
	// What is put into a workflow is put between quotation marks or into a
	// shell's words, so only what means nothing there is taken.
	branch = regex.Lazy(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,100}$`)
	folder = regex.Lazy(`^[A-Za-z0-9_.][A-Za-z0-9_./-]{0,200}$`)
	file   = regex.Lazy(`^[A-Za-z0-9][A-Za-z0-9._/:@#%-]{0,500}$`)
)

// Files gives the files of a repository that begins, by name.
func Files(s Settings) (map[string][]byte, error) {
	workflow, err := s.fill("workflow.yml")
	if err != nil {
		return nil, err
	}
	config, err := templates.ReadFile("config.yml")
	if err != nil {
		return nil, err
	}
	return map[string][]byte{Workflow: workflow, path.Join(s.Folder, Configuration): config}, nil
}

// ReleaseFiles gives the workflow of releases. The branch means nothing to it.
func ReleaseFiles(s Settings) (map[string][]byte, error) {
	workflow, err := s.fill("release.yml")
	return map[string][]byte{Release: workflow}, err
}

// fill puts the settings into a template.
func (s Settings) fill(template string) ([]byte, error) {
	switch {
	case !commit().MatchString(s.Commit):
		return nil, errors.New("the commit of the action is 40 hexadecimal digits; a tag can be moved")
	case !branch().MatchString(s.Branch):
		return nil, fmt.Errorf("the branch %q has characters that a workflow could take for something else", finding.Printable(s.Branch, 100))
	case !folder().MatchString(s.Folder) || path.Clean(s.Folder) != s.Folder || !finding.LocalPath(s.Folder) && s.Folder != ".":
		return nil, fmt.Errorf("the folder %q has characters that a workflow could take for something else", finding.Printable(s.Folder, 200))
	case s.Org != "" && !file().MatchString(s.Org):
		return nil, fmt.Errorf("the organisation's file %q has characters that a workflow could take for something else", finding.Printable(s.Org, 300))
	}
	text, err := templates.ReadFile(template)
	if err != nil {
		return nil, err
	}
	org := ""
	if s.Org != "" {
		org = "          org: '" + s.Org + "'\n"
	}
	return []byte(strings.NewReplacer("@COMMIT@", s.Commit, "@BRANCH@", s.Branch, "@FOLDER@", s.Folder, "@ORG@", org).Replace(string(text))), nil
}
