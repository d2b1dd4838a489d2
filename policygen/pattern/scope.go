package pattern

import (
	"slices"
	"strings"
)

// A Scope is what the named roots mean where a pattern is matched.
type Scope struct {
	platform Platform
	roots    map[string][]string
	bare     map[string][]string
}

// NewScope takes the values of the roots: absolute paths of the platform, made
// canonical by the disk. A root may have several values (the workspace's
// folders, a setting that is a list) or none. A value that is not canonical
// counts as absent; so does the top of a disk, except as a folder of the
// workspace, so that an empty setting opens nothing.
func NewScope(platform Platform, roots map[string][]string) *Scope {
	s := &Scope{platform: platform, roots: map[string][]string{}, bare: map[string][]string{}}
	for name, values := range roots {
		for _, v := range values {
			if bare, err := bareName(platform, v); err == nil && strings.Contains(name, ":") {
				s.bare[name] = append(s.bare[name], bare)
			}
			path, err := Canonical(platform, v, OnDisk)
			if err != nil || top(path) && name != "workspace" {
				continue
			}
			s.roots[name] = append(s.roots[name], path)
		}
		slices.Sort(s.roots[name])
	}
	return s
}

// top reports the top of a disk or of a share.
func top(path string) bool { return strings.HasSuffix(path, "/") }

// MatchPath reports that a canonical path, as Canonical gives it, is one of the
// pattern's. Another spelling of the path matches nothing.
func (s *Scope) MatchPath(p Path, path string) bool {
	switch p.start {
	case named:
		for _, root := range s.roots[p.root] {
			if rest, ok := below(root, path); ok && p.matchRest(s.platform, rest) {
				return true
			}
		}
		return false
	case disk:
		return s.platform != Win32 && strings.HasPrefix(path, "/") && p.matchRest(s.platform, path[1:])
	case drive, share:
		if s.platform != Win32 {
			return false
		}
		rest, ok := below(Win32.fold(p.root), path)
		return ok && p.matchRest(s.platform, rest)
	}
	return p.matchRest(s.platform, strings.TrimLeft(path, "/"))
}

// below returns what lies below a root, without the slash.
func below(root, path string) (string, bool) {
	rest, ok := strings.CutPrefix(path, strings.TrimSuffix(root, "/"))
	switch {
	case !ok:
		return "", false
	case rest == "":
		return "", true
	}
	return rest[1:], rest[0] == '/'
}

func (p *Path) matchRest(platform Platform, rest string) bool {
	if p.all {
		return true
	}
	if rest != "" {
		rest += "/"
	}
	return p.automaton(platform).match(rest)
}

// MatchEnv reports that a variable's name is one of the pattern's.
func (s *Scope) MatchEnv(t Text, name string) bool { return t.MatchEnv(s.platform, name) }
