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
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

var errUsage = errors.New(`usage:
  go run ./internal/release table DIST     the checksum table of the archives in DIST, for release/checksums.txt
  go run ./internal/release sbom PROGRAM   the bill of materials of a program, as CycloneDX`)

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("release", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); err != nil || flags.NArg() != 2 {
		return errUsage
	}
	switch what := flags.Arg(1); flags.Arg(0) {
	case "table":
		t, err := tableOf(what)
		if err != nil {
			return err
		}
		_, err = io.WriteString(out, t.String())
		return err
	case "sbom":
		return sbom(out, what)
	}
	return errUsage
}
