package trust

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/workspacetrust"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// power is a setting that by its name decides something.
type power struct {
	setting  extension.Setting
	what     string
	severity finding.Severity
}

// powerful returns the settings a stranger can set that look powerful and of
// which no flow was found.
func powerful(in check.Input) []power {
	m := in.Manifest
	flowing := map[string]bool{}
	for _, f := range in.Program.Flows {
		if f.Source.Kind == facts.FromSetting {
			for _, s := range workspacetrust.SettingsRead(m, f.Source.What) {
				flowing[s.Key] = true
			}
		}
	}
	// The code asks who set it; had it asked for the workspace's value, and done
	// something with it, that would be a flow.
	asked := map[string]bool{}
	for _, s := range in.Program.Settings {
		inspected, seen := asked[s.ID]
		asked[s.ID] = s.Inspected && (inspected || !seen)
	}
	var out []power
	for _, s := range m.Contributes.Settings {
		what, severity, ok := looksPowerful(s)
		if ok && !flowing[s.Key] && !asked[s.Key] &&
			slices.ContainsFunc(workspacetrust.StrangerSets(m, s.Key), func(o extension.Setting) bool { return o.Key == s.Key }) {
			out = append(out, power{s, what, severity})
		}
	}
	return out
}

// looksPowerful judges a setting by the last words of its name, and only if it
// can hold text.
func looksPowerful(s extension.Setting) (what string, severity finding.Severity, ok bool) {
	if strings.HasSuffix(s.Key, ".trace.server") || len(s.Enum) > 0 || !workspacetrust.HoldsText(s.Types) {
		return "", 0, false
	}
	words := wordsOf(s.Key)
	switch words[len(words)-1] {
	case "executable", "command", "commands", "binary", "interpreter":
		return "a program or a command", finding.Medium, true
	case "path", "paths":
		if len(words) > 1 &&
			slices.Contains(
				[]string{"executable", "binary", "server", "bin", "node", "python", "java", "compiler", "interpreter", "command", "cli"},
				words[len(words)-2],
			) {
			return "a program or a command", finding.Medium, true
		}
		return "a path", finding.Low, true
	case "args", "arguments", "flags":
		return "a list of arguments", finding.Low, true
	case "env", "environment":
		return "an environment", finding.Low, true
	}
	return "", 0, false
}

// wordsOf takes a name like "php.validate.executablePath" apart.
func wordsOf(key string) []string {
	words := []string{""}
	for _, r := range key {
		switch {
		case !unicode.IsLetter(r):
			words = append(words, "")
			continue
		case unicode.IsUpper(r):
			words = append(words, "")
		}
		words[len(words)-1] += string(unicode.ToLower(r))
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return []string{""}
	}
	return words
}
