// Command site makes the documentation a folder of pages that any server of files can
// serve, and that a browser opens from a disk as well: README, docs and what they link to,
// rendered, with a list of all pages, a search and two themes. Run it at the top of the
// repository:
//
//	site -out dist/site
//
// One source: nothing is written for the site alone, and its list of pages is
// docs/README.md. It fails where a link leads nowhere. A page asks nobody for anything:
// its policy allows what lies beside it, and nothing else.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	fs := flag.NewFlagSet("site", flag.ExitOnError)
	out := fs.String("out", "dist/site", "the folder, which is written anew")
	_ = fs.Parse(os.Args[1:])
	n, err := build(".", *out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages in %s: open %s\n", n, *out, filepath.Join(*out, "index.html"))
}

// build makes the site of a repository and says how many pages it has.
func build(repository, out string) (int, error) {
	s, err := read(repository)
	if err != nil {
		return 0, err
	}
	if err := s.render(); err != nil {
		return 0, err
	}
	if err := s.write(out); err != nil {
		return 0, err
	}
	wrong, err := check(out)
	if err != nil {
		return 0, err
	}
	if len(wrong) > 0 {
		return 0, fmt.Errorf("%s does not hold:\n  %s", out, strings.Join(wrong, "\n  "))
	}
	return len(s.pages), nil
}
