package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// The words with which the name of a setting says that it names a place, or a program.
var (
	placeWords = []string{
		"path", "paths", "folder", "folders", "dir", "dirs", "directory", "directories", "file", "files", "location", "locations", "root",
		"roots", "home",
	}
	programWords = []string{"path", "executable", "binary", "bin", "command", "cmd", "interpreter", "program", "exe"}
)

// loose are programs that do whatever their arguments say. The manifest's word for one is no bound; what
// the person sets is.
var loose = lazyregexp.Lazy(
	`^(?:(?:ba|z|da|fi|c|k|tc)?sh|cmd|powershell|pwsh|node|deno|bun|npx|python[0-9.]*|perl|ruby|php|env|sudo|xargs|curl|wget)(?:\.exe)?$`,
)

// bySettings completes the default scope of a section with the extension's own settings that say by their
// name that they hold such a resource: a value of one often takes ways that nobody follows, and the line
// takes nothing but what the person typed.
func (b *builder) bySettings(s policy.Section) []scope {
	if b.in.Extension == nil {
		return nil
	}
	words, ending := placeWords, "/**"
	var args []string
	switch s {
	case policy.FilesRead, policy.FilesWrite:
	case policy.Processes:
		words, ending, args = programWords, "", []string{"..."}
	default:
		return nil
	}
	var out []scope
	for _, set := range b.in.Extension.Manifest.Contributes.Settings {
		if !b.holdsText(set, s == policy.Processes) {
			continue
		}
		// "tool.sqlite3" that is "sqlite3" until somebody sets it names that program.
		itself := s == policy.Processes && strings.EqualFold(lastWord(set.Key), b.standard(set.Key))
		if !itself && !slices.Contains(words, lastWord(set.Key)) {
			continue
		}
		at, fate := pathOf(facts.Pattern{{Kind: facts.Config, Text: set.Key}})
		if fate != known {
			continue
		}
		out = append(out, scope{pattern: at + ending, args: args, trusted: b.settable(set.Key)})
		if name := b.standard(set.Key); s == policy.Processes && plainName().MatchString(name) && !loose().MatchString(name) {
			out = append(out, scope{pattern: name, args: args})
		}
	}
	return out
}

// searched are the folders of programs, where the code asks for the variable that lists them: it looks for one there.
func (b *builder) searched(s policy.Section) []scope {
	var out []scope
	for _, name := range []string{"PATH", "Path"} {
		if s == policy.FilesRead && b.roots["env:"+name] {
			out = append(out, scope{pattern: "${env:" + name + "}"}, scope{pattern: "${env:" + name + "}/*"})
		}
	}
	return out
}

// plainName is a program's name without a folder.
var plainName = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9._+-]*$`)

// holdsText reports a setting that is said to be a text, or a list where that is no program with its
// arguments, and is no choice among a few. Where nothing is said a program's name is one.
func (b *builder) holdsText(s extension.Setting, program bool) bool {
	said := slices.Contains(s.Types, "string") || program && len(s.Types) == 0 && plainName().MatchString(b.standard(s.Key))
	return len(s.Enum) == 0 && (said || !program && slices.Contains(s.Types, "array"))
}

// lastWord is the last word of a setting's id: "folders" of "tool.baseFolders".
func lastWord(id string) string {
	end := id[strings.LastIndexAny(id, ".-_")+1:]
	at := strings.LastIndexFunc(end, func(r rune) bool { return r >= 'A' && r <= 'Z' })
	if at < 0 || strings.ToUpper(end) == end {
		at = 0
	}
	return strings.ToLower(end[at:])
}
