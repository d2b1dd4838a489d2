package policy

import (
	"slices"
	"strings"
	"sync"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// A place is one of the catalogue's sensitive places as path patterns. What
// lies in it is denied even inside a broad grant; a grant opens it by naming it,
// which is: every file the grant takes lies in the place. "${home}/.ssh/config"
// names the SSH keys' place, "${home}/**" does not.
type place struct {
	catalog.SensitivePath
	patterns []pattern.Path
}

// Places are the sensitive places with the patterns that stand for them, for
// whoever enforces a policy.
func Places() map[string][]string {
	out := map[string][]string{}
	for _, p := range places() {
		for _, x := range p.patterns {
			out[p.ID] = append(out[p.ID], x.String())
		}
	}
	return out
}

var places = sync.OnceValue(func() []place {
	var out []place
	for _, s := range catalog.Default().SensitivePaths() {
		p := place{SensitivePath: s}
		texts := []string{s.Pattern + "/**"}
		switch {
		case strings.HasPrefix(s.Pattern, "~"):
			texts = []string{"${home}" + s.Pattern[1:] + "/**"}
		case strings.HasPrefix(s.Pattern, "/"):
			// The system's drive may have another letter; then a grant has it too.
			texts = append(texts, "C:"+s.Pattern+"/**")
		}
		for _, text := range texts {
			path, err := pattern.ParsePath(text)
			if err != nil {
				panic("policy: the catalogue's place " + s.Pattern + " is no pattern: " + err.Error())
			}
			p.patterns = append(p.patterns, path)
		}
		out = append(out, p)
	}
	return out
})

// ownRoots are the extension's own folders. They lie below places that belong
// to the editor; a grant of one's own folder needs no more words.
func ownRoots() []string { return []string{"extension", "globalStorage", "logs", "workspaceStorage"} }

// matters reports the places that a section's grants have to name. Files of
// others that only programs run are read for good reasons.
func (p place) matters(s Section) bool {
	return s != FilesRead || p.ReadMatters()
}

// filePath is the path pattern of a grant that opens files, in the section that
// says whether it reads or writes.
func (c compiled) filePath() (pattern.Path, Section, bool) {
	switch {
	case c.path == nil && c.address == nil:
		return pattern.Path{}, "", false
	case c.address != nil:
		p, ok := c.address.Socket()
		return p, FilesWrite, ok
	case c.Section == FilesRead, c.Section == VSCode && c.Name == "files.read":
		return *c.path, FilesRead, true
	case c.Section == FilesWrite, c.Section == VSCode:
		return *c.path, FilesWrite, true
	}
	return pattern.Path{}, "", false
}

// names lists the places (by pattern) that a grant opens.
func (c compiled) names(pr *pattern.Prover) []string {
	path, section, ok := c.filePath()
	if !ok || path.Everywhere() && path.String() == "**" {
		return nil
	}
	var out []string
	for _, p := range places() {
		if !p.matters(section) {
			continue
		}
		for _, x := range p.patterns {
			if pr.Path(x, path) {
				out = append(out, x.String())
			}
		}
	}
	return out
}

// Sensitive lists the ids of the sensitive places that a grant opens, sorted.
func Sensitive(g Grant) []string {
	c, err := compile(g)
	if err != nil {
		return nil
	}
	var out []string
	opened := c.names(pattern.NewProver(proofs))
	for _, p := range places() {
		for _, x := range p.patterns {
			if slices.Contains(opened, x.String()) {
				out = append(out, p.ID)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Opened lists the patterns of Places that a grant opens: what whoever enforces
// the policy needs to know of the grant beside its own pattern, because it has
// no inclusion.
func Opened(g Grant) []string {
	c, err := compile(g)
	if err != nil {
		return nil
	}
	return c.names(pattern.NewProver(proofs))
}
