package policy

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// nowhere is what the loader asks for where it does not know what of the disk is
// meant (shim/loader/policy/access.js): no grant takes it.
const nowhere = "/ringfence-unknown"

// Access is one thing that is about to be done. Which fields count depends on
// the section, as in Grant.
type Access struct {
	Section Section
	Name    string
	// Text is a module's function, a variable, a surface's resource, or a line
	// for a shell.
	Text string
	// Path is a canonical path.
	Path     string
	Endpoint pattern.Endpoint
	Program  string
	Args     []string
	SHA256   string
	// Trusted says that the workspace is.
	Trusted bool
}

// Allows is what a policy means: an access is allowed when a grant takes it that
// opens every sensitive place it lies in, and no denial takes it. The loader
// answers the same with shim/pattern.
func (p Policy) Allows(scope *pattern.Scope, a Access) (bool, error) {
	c, err := compileAll(p)
	if err != nil {
		return false, err
	}
	takes := func(g compiled) bool { return g.takes(scope, a) }
	if slices.ContainsFunc(c.denied, takes) {
		return false, nil
	}
	return slices.ContainsFunc(c.grants, func(g compiled) bool {
		return takes(g) && (a.Trusted || !g.TrustedOnly) && g.opens(scope, a)
	}), nil
}

func (c compiled) takes(scope *pattern.Scope, a Access) bool {
	if c.Section != a.Section || c.Name != a.Name || a.Path == nowhere {
		return false
	}
	switch {
	case c.Section == Modules:
		return c.Pattern == a.Text || c.Pattern == "*" || a.Text == "" && !c.denial
	case c.path != nil:
		return (c.SHA256 == "" || c.SHA256 == a.SHA256) && a.Path != "" && scope.MatchPath(*c.path, a.Path)
	case c.address != nil:
		return scope.MatchAddress(*c.address, a.Endpoint)
	case c.command != nil && c.Shell:
		return a.Program == "" && c.command.MatchShell(a.Text)
	case c.command != nil:
		return a.Program != "" && scope.MatchCommand(*c.command, a.Program, a.Args)
	case c.Section == EnvRead:
		return scope.MatchEnv(*c.text, a.Text)
	case c.web != nil:
		return c.web.match(a.Text)
	case c.text != nil:
		return c.text.Match(a.Text)
	}
	return true
}

// opens reports that the grant names every sensitive place the access lies in.
func (c compiled) opens(scope *pattern.Scope, a Access) bool {
	path, section, ok := c.filePath()
	everywhere := c.Section == VSCode && c.path == nil && strings.HasPrefix(c.Name, "files.")
	if !ok && !everywhere {
		return true
	}
	subject := a.Path
	if c.address != nil {
		subject = a.Endpoint.Socket
	}
	own := slices.Contains(OwnRoots(), path.Root())
	if everywhere {
		// A surface about files that names no place is one for everywhere: it opens no
		// sensitive place either.
		if subject == "" {
			return true
		}
		section, own = Section(c.Name), slices.ContainsFunc(ownFolders(), func(x pattern.Path) bool { return scope.MatchPath(x, subject) })
	}
	for _, p := range places() {
		if !p.matters(section) {
			continue
		}
		lies := slices.ContainsFunc(p.patterns, func(x pattern.Path) bool {
			return (!own || strings.HasPrefix(x.String(), "**/")) && scope.MatchPath(x, subject)
		})
		if lies && (everywhere || !slices.ContainsFunc(p.patterns, func(x pattern.Path) bool { return pattern.IncludesPath(x, path) })) {
			return false
		}
	}
	return true
}
