package pattern

import "strings"

// clip shortens a text for a message, which the caller makes printable.
func clip(s string) string {
	if len(s) > 80 {
		return strings.ToValidUTF8(s[:80], "") + "…"
	}
	return s
}
