package run

import "strings"

// Word quotes a word for a POSIX shell, so that a command that is printed can be
// typed, whatever a folder is called.
func Word(s string) string {
	plain := s != "" && !strings.HasPrefix(s, "-") && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/") == ""
	if plain {
		return s
	}
	if strings.HasPrefix(s, "-") {
		s = "./" + s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
