// Command ringfence scans VS Code extensions and says how far each can be
// trusted and why.
//
// Package cli beside it has the flags, the help and a file for each verb, so that
// tests can run the program as what they are (package endtoend).
package main

import (
	"os"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
)

func main() { os.Exit(cli.Start()) }
