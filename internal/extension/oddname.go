package extension

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkName notes names that other systems cannot hold, or that do not look
// like what they are. Archives refuse the dangerous ones before this.
func (e *Extension) checkName(f File) {
	if reason := oddName(f.Path); reason != "" {
		e.problem(f.Path, OddName, "%s", reason)
	}
}

func oddName(name string) string {
	if !utf8.ValidString(name) {
		return "its name is not UTF-8"
	}
	for _, r := range name {
		switch {
		case unicode.IsControl(r):
			return "its name has a control character"
		case unicode.Is(unicode.Bidi_Control, r):
			return "its name has a character that turns the direction of text, and shows as another name"
		case unicode.Is(unicode.Cf, r):
			return "its name has an invisible character"
		case strings.ContainsRune(`<>:"|?*\`, r):
			return "its name has a character that Windows does not allow"
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") {
			return "its name has a part that ends in a dot or blank, which Windows cuts off"
		}
		base, _, _ := strings.Cut(part, ".")
		switch strings.ToLower(base) {
		case "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
			"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9":
			return "its name is a device's on Windows"
		}
	}
	return ""
}
