package run

import "github.com/ringfence-dev/ringfence/internal/shell"

// Word quotes a word for a shell.
func Word(s string) string { return shell.Quote(s) }
