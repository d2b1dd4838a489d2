// Package shell writes words of a command that a person is told to type.
package shell

import "strings"

// Quote quotes a word for a POSIX shell, so that a command that is printed can be
// typed, whatever a folder is called.
func Quote(s string) string {
	plain := s != "" && !strings.HasPrefix(s, "-") &&
		strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/") == ""
	if plain {
		return s
	}
	if strings.HasPrefix(s, "-") {
		s = "./" + s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
