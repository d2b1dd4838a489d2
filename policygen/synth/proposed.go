package synth

import (
	"path"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/regex"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// member finds what an extension registers through a namespace of the vscode
// API, by name alone: minified code keeps both names. Other names of proposed
// parts are too much like anybody's (x.window.scroll) and wait for observation.
var member = regex.Lazy(`\.(authentication|chat|commands|comments|debug|interactive|languages|lm|notebooks|scm|speech|tasks|tests|window|workspace)\.(register[A-Z][A-Za-z0-9_]*)\(`)

// proposals grants the parts of the API that are not settled yet, to an
// extension whose manifest asks for such: the catalogue does not know them, so
// the analysis does not follow them, and the loader hands out only what a policy
// names. VS Code itself gives them to few extensions.
func (b *builder) proposals() []policy.Note {
	ext := b.in.Extension
	if ext == nil || ext.Manifest.Raw("/enabledApiProposals") == "" && ext.Manifest.Raw("/enableProposedApi") == "" {
		return nil
	}
	for _, f := range ext.Files() {
		if f.TooLarge || !slices.Contains([]string{".js", ".cjs", ".mjs"}, path.Ext(f.Path)) || !b.runs(f.Path) {
			continue
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			text := finding.Printable(f.Path+" was not searched for proposed parts of the API: "+err.Error(), policy.MaxQuestion)
			return []policy.Note{{Mark: policy.Incomplete, Question: text}}
		}
		for _, m := range member().FindAllSubmatch(data, -1) {
			name := string(m[1]) + "." + string(m[2])
			if _, ok := b.in.Catalog.Classify("vscode", name); ok {
				continue
			}
			b.grant(policy.Grant{
				Section: policy.Modules, Name: "vscode", Pattern: name,
			}, Place{Where: finding.Location{File: f.Path}, Symbol: "vscode." + name})
		}
	}
	return nil
}
