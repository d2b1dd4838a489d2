package synth

import (
	"bytes"
	"iter"
	"path"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// part is the name of a function or value of a namespace: chat.getHooks. Classes
// and constants of proposed parts have no power and need no line.
var part = lazyregexp.Lazy(`^[a-z][A-Za-z0-9]*\.[A-Za-z_$][A-Za-z0-9_$]*$`)

// proposed grants a part of the API that is not settled and that the analysis
// saw used, by its name: the loader hands out only what a policy names.
func (b *builder) proposed(member string, place Place) {
	if !b.proposes() || !part().MatchString(member) {
		return
	}
	b.grant(policy.Grant{Section: policy.Modules, Name: "vscode", Pattern: member}, place)
}

// proposes reports that the manifest asks for parts that are not settled.
func (b *builder) proposes() bool {
	ext := b.in.Extension
	return ext != nil && (ext.Manifest.Raw("/enabledApiProposals") != "" || ext.Manifest.Raw("/enableProposedApi") != "")
}

// member finds what an extension registers through a namespace of the vscode
// API, by name alone: minified code keeps both names. Other names are too much
// like anybody's (x.window.scroll).
var member = lazyregexp.Lazy(
	`^\.(authentication|chat|commands|comments|debug|interactive|languages|lm|notebooks|scm|speech|tasks|tests|window|workspace)\.(` +
		`register[A-Z][A-Za-z0-9_]*)\(`,
)

// proposals grants registrations with proposed parts of the API that the analysis
// lost, to an extension whose manifest asks for such parts. VS Code itself gives
// them to few extensions.
func (b *builder) proposals() []policy.Note {
	if !b.proposes() {
		return nil
	}
	ext := b.in.Extension
	for _, f := range ext.Files() {
		if f.TooLarge || !slices.Contains([]string{".js", ".cjs", ".mjs"}, path.Ext(f.Path)) || !b.runs(f.Path) {
			continue
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			text := escape.Printable(f.Path+" was not searched for proposed parts of the API: "+err.Error(), policy.MaxQuestion)
			return []policy.Note{{Mark: policy.Incomplete, Question: text}}
		}
		for name := range registrations(data) {
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

// registrations finds what member matches. The word that all have is looked for
// first: an expression that is tried at every dot takes ten times as long.
func registrations(code []byte) iter.Seq[string] {
	const word = ".register"
	return func(yield func(string) bool) {
		for at := bytes.Index(code, []byte(word)); at >= 0; {
			if dot := bytes.LastIndexByte(code[:at], '.'); dot >= 0 {
				if m := member().FindSubmatch(code[dot:]); m != nil && !yield(string(m[1])+"."+string(m[2])) {
					return
				}
			}
			next := bytes.Index(code[at+len(word):], []byte(word))
			if next < 0 {
				return
			}
			at += len(word) + next
		}
	}
}
