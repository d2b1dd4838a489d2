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

// A Place is a sensitive place for whoever enforces a policy. Its patterns are
// names of one place: what lies in any of them is closed, and a grant that names
// one of them opens it by all.
type Place struct {
	ID       string
	Patterns []string
	// Read says that reading counts, and not writing alone.
	Read bool
}

// Places lists them, sorted by their first pattern as the catalogue has it.
func Places() []Place {
	var out []Place
	for _, p := range places() {
		o := Place{ID: p.ID, Read: p.ReadMatters()}
		for _, x := range p.patterns {
			o.Patterns = append(o.Patterns, x.String())
		}
		out = append(out, o)
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
			texts = append([]string{"${home}" + s.Pattern[1:] + "/**"}, moved(s.Pattern)...)
		case strings.HasPrefix(s.Pattern, "/Windows/"), strings.HasPrefix(s.Pattern, "/ProgramData/"):
			texts = append([]string{"C:" + s.Pattern + "/**"}, moved(s.Pattern)...)
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

// moved are the patterns of a place that a variable may have put elsewhere: a
// company's AppData lies on a server often enough, and Windows not on C:.
func moved(place string) []string {
	var out []string
	for _, m := range [...]struct{ folder, variable string }{
		{"/ProgramData", "ProgramData"},
		{"/Windows", "SystemRoot"},
		{"~/AppData/Local", "LOCALAPPDATA"},
		{"~/AppData/Roaming", "APPDATA"},
		{"~/.aws/config", "AWS_CONFIG_FILE"},
		{"~/.aws/credentials", "AWS_SHARED_CREDENTIALS_FILE"},
		{"~/.azure", "AZURE_CONFIG_DIR"},
		{"~/.cargo", "CARGO_HOME"},
		{"~/.claude", "CLAUDE_CONFIG_DIR"},
		{"~/.codex", "CODEX_HOME"},
		{"~/.config", "XDG_CONFIG_HOME"},
		{"~/.config/gcloud", "CLOUDSDK_CONFIG"},
		{"~/.config/gh", "GH_CONFIG_DIR"},
		{"~/.docker", "DOCKER_CONFIG"},
		{"~/.gnupg", "GNUPGHOME"},
		{"~/.gradle", "GRADLE_USER_HOME"},
		{"~/.kube/config", "KUBECONFIG"},
		{"~/.local/share", "XDG_DATA_HOME"},
		{"~/.netrc", "NETRC"},
		{"~/.npmrc", "NPM_CONFIG_USERCONFIG"},
		{"~/.password-store", "PASSWORD_STORE_DIR"},
		{"~/.pgpass", "PGPASSFILE"},
	} {
		switch rest, ok := strings.CutPrefix(place, m.folder); {
		case ok && (rest == "" || rest[0] == '/'):
			out = append(out, "${env:"+m.variable+"}"+rest+"/**")
		case strings.HasPrefix(m.folder, place+"/"):
			// The variable names a file or a folder of the place: ~/.kube.
			out = append(out, "${env:"+m.variable+"}/**")
		}
	}
	if strings.HasPrefix(place, "~/.z") {
		out = append(out, "${env:ZDOTDIR}"+place[1:]+"/**")
	}
	return out
}

// OwnRoots returns the roots that are the extension's own folders. They lie below places
// that belong to the editor; a grant of one's own folder needs no more words.
func OwnRoots() []string { return []string{"extension", "globalStorage", "logs", "workspaceStorage"} }

// ownFolders are those roots and what lies in them.
var ownFolders = sync.OnceValue(func() []pattern.Path {
	var out []pattern.Path
	for _, root := range OwnRoots() {
		path, err := pattern.ParsePath("${" + root + "}/**")
		if err != nil {
			panic("policy: " + root + " is no root: " + err.Error())
		}
		out = append(out, path)
	}
	return out
})

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

// names lists the places that a grant opens, each by its first pattern.
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
		if slices.ContainsFunc(p.patterns, func(x pattern.Path) bool { return pr.Path(x, path) }) {
			out = append(out, p.name())
		}
	}
	return out
}

// name is what a place is known by: several have the same id.
func (p place) name() string { return p.patterns[0].String() }

// Sensitive lists the ids of the sensitive places that a grant opens, or would
// open by another name (/root/.ssh), sorted.
func Sensitive(g Grant) []string {
	c, err := compile(g)
	if err != nil {
		return nil
	}
	var out []string
	opened := c.names(pattern.NewProver(proofs))
	for _, p := range places() {
		if slices.Contains(opened, p.name()) {
			out = append(out, p.ID)
		}
	}
	if path, section, ok := c.filePath(); ok {
		// Somebody's home by its path, and the spellings that no root has: the
		// fence may close them or not, but nobody means anything else by them.
		text := path.String()
		if rest, ok := strings.CutPrefix(text, "**/"); ok {
			text = "<unknown>/" + rest
		}
		at, found := catalog.Default().SensitivePath(text)
		if found && (place{SensitivePath: at}).matters(section) {
			out = append(out, at.ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
