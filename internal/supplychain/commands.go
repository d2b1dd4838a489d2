package supplychain

import (
	"bytes"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Command is what runs on the machine of whoever installs a package.
type Command struct {
	// File and Line say where it stands.
	File string
	Line int
	// Key is the script of npm ("postinstall"); "binding.gyp" for what node-gyp
	// puts the output of into its files.
	Key  string
	Text string
}

// The bounds of what is kept.
const (
	maxCommands = 2000
	maxCommand  = 4096
)

// installKeys are the scripts that npm runs when it installs a package.
var installKeys = []string{"preinstall", "install", "postinstall"}

func installScripts(file string, data []byte, scripts map[string]any) []Command {
	var out []Command
	for _, key := range installKeys {
		text, ok := scripts[key].(string)
		if !ok || text == "" {
			continue
		}
		line := 0
		if at := bytes.Index(data, []byte(`"`+key+`"`)); at >= 0 {
			line = 1 + bytes.Count(data[:at], []byte("\n"))
		}
		out = append(out, Command{file, line, key, text[:min(len(text), maxCommand)]})
	}
	return out
}

// expansion is where node-gyp runs a command: <!(…) and <!@(…).
var expansion = lazyregexp.Lazy(`<!@?\(`)

// gyp adds the commands of build descriptions of node-gyp.
func (in *Inventory) gyp(e *extension.Extension) {
	for _, f := range e.Files() {
		if name := path.Base(f.Path); name != "binding.gyp" && path.Ext(name) != ".gypi" || f.Size > maxManifest {
			continue
		}
		data, err := e.ReadFile(f.Path)
		if err != nil {
			continue
		}
		for _, at := range expansion().FindAllIndex(data, maxCommands) {
			if len(in.Commands) >= maxCommands {
				return
			}
			line := 1 + bytes.Count(data[:at[0]], []byte("\n"))
			in.Commands = append(in.Commands, Command{f.Path, line, "binding.gyp", inBrackets(data[at[1]:])})
		}
	}
}

// inBrackets is the text up to the bracket that closes, on one line.
func inBrackets(b []byte) string {
	depth := 1
	b = b[:min(len(b), maxCommand)]
	for i, c := range b {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(string(b[:i]))
			}
		case '\n':
			return strings.TrimSpace(string(b[:i]))
		}
	}
	return strings.TrimSpace(string(b))
}
