// Command tally runs `go test` with the arguments it is given and says how the
// run ended: a line for each package as it ends, the whole output of what
// failed, each skipped test with its reason, and last one line of the form
// "tests: 3 passed, 0 failed, 1 skipped".
//
// `go test` alone prints "ok" for a package whose tests all skipped.
package main

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
)

func main() {
	os.Exit(run(os.Args[1:]))
}

// run returns 0 only when at least one test ran, none failed and, where CI is
// true, none was kept from running. TALLY names a file that gets the last line.
func run(args []string) int {
	cmd := exec.Command(cmp.Or(os.Getenv("GO"), "go"), append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "starting go test: %v\n", err)
		return 3
	}
	t := newTally(os.Stdout, os.Getenv("CI") == "true")
	readErr := t.read(out)
	if readErr != nil {
		// Nobody empties the pipe any more: go test would wait for ever.
		fmt.Fprintf(os.Stderr, "reading what go test prints: %v\n", readErr)
		_ = cmd.Process.Kill()
	}
	waitErr := cmd.Wait()
	good := t.end(readErr == nil && waitErr == nil)
	if name := os.Getenv("TALLY"); name != "" {
		if err := os.WriteFile(name, []byte(t.line()+"\n"), 0o600); err != nil {
			fmt.Fprintf(os.Stderr, "writing the last line (TALLY names its file): %v\n", err)
			return 3
		}
	}
	if !good {
		return 1
	}
	return 0
}
