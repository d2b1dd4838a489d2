package filetype

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Kept is a text that ships for somebody else than the editor: a script for another interpreter, or what an
// agent is told.
type Kept struct {
	Path, Text string
	// ForAgents holds for what an agent reads as orders; else it is a script.
	ForAgents bool
}

// Bounds of the texts that are kept.
const (
	maxText  = 256 << 10
	maxTexts = 200
)

// keep reads a text that is looked into, of the extension's own files.
func (out *Facts) keep(e *extension.Extension, f extension.File, o Odd) {
	if isData(f.Path) && f.Size <= maxText && f.Size > 0 && len(out.Data) < maxTexts && Below(f.Path) == "" {
		if data, err := e.ReadFile(f.Path); err == nil {
			out.Data = append(out.Data, Kept{Path: f.Path, Text: string(data)})
		}
	}
	agents := forAgents(f.Path)
	if o.Kind != Shell && !agents || f.Size > maxText || f.Size == 0 || len(out.Texts) >= maxTexts || Below(f.Path) != "" {
		return
	}
	if data, err := e.ReadFile(f.Path); err == nil {
		out.Texts = append(out.Texts, Kept{Path: f.Path, Text: string(data), ForAgents: agents && o.Kind != Shell})
	}
}

// isData holds for files of JSON that an extension's code may read, and no tool reads by their name.
func isData(name string) bool {
	base := strings.ToLower(path.Base(name))
	for _, of := range []string{"package.", "package-lock.", "tsconfig.", "jsconfig.", "npm-shrinkwrap."} {
		if strings.HasPrefix(base, of) {
			return false
		}
	}
	return strings.HasSuffix(base, ".json") || strings.HasSuffix(base, ".jsonc") || strings.HasSuffix(base, ".json5")
}

// forAgents holds for the names of what agents read as orders.
func forAgents(name string) bool {
	base := strings.ToLower(path.Base(name))
	switch base {
	case "agents.md", "claude.md", "gemini.md", "skill.md", "copilot-instructions.md", ".cursorrules", ".windsurfrules", ".clinerules":
		return true
	}
	for _, end := range []string{".instructions.md", ".prompt.md", ".agent.md", ".chatmode.md", ".mdc"} {
		if strings.HasSuffix(base, end) {
			return true
		}
	}
	if !written[suffix(name)] {
		return false
	}
	for _, folder := range strings.Split(strings.ToLower(path.Dir(name)), "/") {
		switch folder {
		case "prompts", "skills", "rules", "instructions", "agents", "chatmodes":
			return true
		}
	}
	return false
}
