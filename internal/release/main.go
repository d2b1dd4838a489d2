// Command release makes what a release consists of beside its archives: the
// table of checksums that the action compares with, and the bill of materials
// of each program. Both are functions of what was built; neither asks a service
// or a clock, so that anybody who builds the commit again gets the same bytes.
//
// Its tests are those of the packaging: the action and its installer, the
// workflows, the container file and the release, each with the linters that
// people use for them. Nothing imports it.
package main

import (
	"errors"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

var errUsage = errors.New(`usage:
  go run ./internal/release table DIST OUT     the checksum table of the archives in DIST, for release/checksums.txt
  go run ./internal/release sbom PROGRAM OUT   the bill of materials of a program, as CycloneDX
  go run ./internal/release npm DIST OUT       the packages of npm, a folder each, of the archives in DIST`)

func run(args []string) error {
	if len(args) != 3 {
		return errUsage
	}
	var text []byte
	var err error
	switch args[0] {
	case "table":
		var t table
		t, err = tableOf(args[1])
		text = []byte(t.String())
	case "sbom":
		text, err = sbom(args[1])
	case "npm":
		return npmFromRelease(args[1], args[2])
	default:
		err = errUsage
	}
	if err != nil {
		return err
	}
	return os.WriteFile(args[2], text, 0o644)
}
