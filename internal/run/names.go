// Package run has the earlier names of what moved to baseline and shell, for the verbs
// that still use them.
package run

import (
	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// Word quotes a word for a shell.
func Word(s string) string { return shell.Quote(s) }

// The names below an extension's folder.
const (
	ConfigName  = baseline.ConfigName
	PolicyName  = baseline.PolicyName
	LoaderName  = baseline.LoaderName
	SidecarName = baseline.SidecarName
)
