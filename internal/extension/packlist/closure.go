package packlist

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// closureOptions say which edges count.
type closureOptions struct {
	// dev follows the root's devDependencies.
	dev bool
	// report notes packages that are missing.
	report bool
	// yarn leaves out peers.
	yarn bool
	// wanted are the packages somebody asks for; others are extraneous and
	// come along. Nil: none do.
	wanted map[*pkg]bool
}

func (w *npmWalk) closure(root *pkg, seen map[*pkg]bool, o closureOptions) error {
	queue := []*pkg{root}
	seen[root] = true
	add := func(p *pkg) {
		if p != nil && !seen[p] {
			seen[p] = true
			queue = append(queue, p)
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, e := range p.edges(p == root, o) {
			if w.edges++; w.edges > maxEdges {
				return fmt.Errorf("the packages in node_modules have more than %d dependencies", maxEdges)
			}
			to, err := w.find(p.real, e.name)
			if err != nil {
				return err
			}
			if to == nil && o.report && !e.optional {
				w.problem("the dependency %q of %q is not installed", e.name, p.label())
			}
			// An optional peer that happens to be there is no reason for it.
			if to != nil && !(o.wanted == nil && !o.yarn && e.peer && e.optional) {
				add(to)
			}
		}
		for _, dir := range w.list(p) {
			child, err := w.load(dir)
			if err != nil {
				return err
			}
			if child == nil {
				continue
			}
			workspace := p == root && child.workspace
			extraneous := !o.yarn && o.wanted != nil && !o.wanted[child]
			if workspace || extraneous {
				add(child)
			}
		}
	}
	return nil
}

func (p *pkg) label() string {
	if p.path == "" {
		return "package.json"
	}
	return p.path
}

type edge struct {
	name           string
	optional, peer bool
}

// edges are the dependencies of a package by name. A name in several kinds
// counts as the last of: peer, production, optional, development.
func (p *pkg) edges(root bool, o closureOptions) []edge {
	kinds := map[string]edge{}
	if !o.yarn {
		for name := range p.manifest.PeerDependencies {
			kinds[name] = edge{name, optionalPeer(p.manifest.PeerDependenciesMeta[name]), true}
		}
	}
	for name := range p.manifest.Dependencies {
		kinds[name] = edge{name: name}
	}
	for name := range p.manifest.OptionalDependencies {
		kinds[name] = edge{name: name, optional: true}
	}
	// A name that is for developers too is for developers only. The targets of
	// links are roots of their own to npm, but --production leaves out what
	// developers of the project and its workspaces need, and no other's.
	if root || p.link {
		for name := range p.manifest.DevDependencies {
			if o.dev || p.link && !p.workspace && !o.yarn {
				kinds[name] = edge{name: name}
			} else {
				delete(kinds, name)
			}
		}
	}
	list := make([]edge, 0, len(kinds))
	for _, e := range kinds {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b edge) int { return strings.Compare(a.name, b.name) })
	return list
}

func optionalPeer(meta json.RawMessage) bool {
	var m struct{ Optional any }
	return json.Unmarshal(meta, &m) == nil && m.Optional != nil && m.Optional != false
}

// workspacePatterns reads ["packages/*"] or {"packages": ["packages/*"]}.
func workspacePatterns(raw json.RawMessage) []*Pattern {
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		var object struct{ Packages []string }
		_ = json.Unmarshal(raw, &object)
		list = object.Packages
	}
	var patterns []*Pattern
	for _, text := range list[:min(len(list), maxPatterns)] {
		text = strings.TrimSuffix(strings.TrimPrefix(text, "./"), "/")
		if p, err := Compile(text); err == nil {
			patterns = append(patterns, p)
		}
	}
	return patterns
}
