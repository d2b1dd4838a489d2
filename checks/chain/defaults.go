package chain

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// defaultsThatFetch finds settings whose default, which the manifest gives, is a line that fetches code and runs it. Nobody typed
// it, and whoever reads the settings sees the one that the extension chose.
func defaultsThatFetch(in check.Input) []finding.Finding {
	if in.Manifest == nil {
		return nil
	}
	var out []finding.Finding
	for _, s := range in.Manifest.Contributes.Settings {
		for _, line := range linesOfJSON(s.Default) {
			m := firstOf(line, fetchAndRun...)
			if m == "" || !uses.ForeignURL(line) {
				continue
			}
			where := finding.Location{File: "package.json", Line: 1, Column: 1}
			if l, c, ok := in.Manifest.Position(s.Pointer + "/default"); ok {
				where.Line, where.Column = l, c
			}
			out = append(out, finding.Finding{
				Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
				Provenance: finding.FirstParty, Where: where,
				Message: "until somebody sets it, the setting " + wording.Quote(s.Key) + " is a line that fetches code and runs it: " + wording.Quote(m),
				Flow:    []finding.Step{{Where: where, Message: "the whole line: " + wording.Quote(line)}},
			})
			break
		}
	}
	return out
}

// linesOfJSON are the lines that a value written as JSON may be: a text, a list as a program with its arguments, and what an
// object holds.
func linesOfJSON(text string) []string {
	var v any
	if text == "" || len(text) > maxProgram || json.Unmarshal([]byte(text), &v) != nil {
		return nil
	}
	var out []string
	var walk func(v any, depth int)
	walk = func(v any, depth int) {
		if depth == 0 {
			return
		}
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			var words []string
			for _, x := range v {
				if word, ok := x.(string); ok {
					words = append(words, word)
				} else {
					walk(x, depth-1)
				}
			}
			out = append(out, strings.Join(words, " "))
		case map[string]any:
			for _, x := range v {
				walk(x, depth-1)
			}
		}
	}
	walk(v, 4)
	slices.Sort(out)
	return out
}
