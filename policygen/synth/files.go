package synth

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// endings are what Node tries behind the name of a script.
var endings = []string{"", ".js", ".json", ".node", ".cjs", ".mjs", "/index.js"}

// shipped returns the files of the package that a pattern of a script names. A
// name below the extension that is no file of the package can not be started,
// and is not granted; a pattern with stars stays as it is.
func (b *builder) shipped(pattern string) []string {
	rest, inside := strings.CutPrefix(pattern, "${extension}/")
	if !inside || strings.Contains(rest, "*") || b.in.Extension == nil {
		return []string{pattern}
	}
	for _, ending := range endings {
		name := path.Clean(rest) + ending
		if _, ok := b.in.Extension.Stat(name); ok {
			return []string{"${extension}/" + name}
		}
	}
	return nil
}

// natives grants the native addons of the package whose names the running code
// says, each by its bytes. Where the code says none of them, but loads modules by
// names that nobody knows, all are granted and marked.
func (b *builder) natives() {
	if b.in.Extension == nil {
		return
	}
	computed, at := false, Place{}
	for _, r := range b.found {
		if r.Grant.Section == policy.Code && r.Grant.Name == policy.Load {
			computed, at = true, r.Places[0]
		}
	}
	said := map[string]finding.Location{}
	for _, s := range b.in.Program.Strings {
		if base := path.Base(strings.ReplaceAll(s.Text, `\`, "/")); b.runs(s.Where.File) {
			if _, ok := said[base]; !ok {
				said[base] = s.Where
			}
		}
	}
	for _, f := range b.in.Extension.Files() {
		if !strings.HasSuffix(f.Path, ".node") {
			continue
		}
		g := policy.Grant{Section: policy.Code, Name: policy.Native, Pattern: "${extension}/" + f.Path}
		base := path.Base(f.Path)
		where, ok := said[base]
		if !ok {
			where, ok = said[strings.TrimSuffix(base, ".node")]
		}
		switch {
		case ok:
		case computed:
			where = at.Where
			g.Mark, g.Question = policy.Imprecise, "Is this addon loaded? The code loads modules by computed names."
		default:
			continue
		}
		data, err := b.in.Extension.ReadFile(f.Path)
		if err != nil {
			g.Mark, g.Question = policy.Unresolved, escape.Printable("Its bytes could not be read: "+err.Error(), policy.MaxQuestion)
		} else {
			sum := sha256.Sum256(data)
			g.SHA256 = hex.EncodeToString(sum[:])
		}
		b.grant(g, Place{Where: where, Symbol: base})
	}
}
