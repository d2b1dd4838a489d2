// Package reference holds the pages of this folder that the program prints. It knows what
// they say and nothing of what they are about; whoever prints one imports it.
package reference

import (
	_ "embed" // the pages
	"strings"
)

// Docs is where people read the documentation who have no checkout of it.
const Docs = "https://github.com/ringfence-dev/ringfence/blob/main/docs/"

//go:embed loader-errors.md
var loaderErrors string

// Errors lists the codes of the loader's errors, in the order of their page.
func Errors() []string {
	var out []string
	for line := range strings.Lines(loaderErrors) {
		if code, ok := strings.CutPrefix(strings.TrimSpace(line), "## "); ok {
			out = append(out, code)
		}
	}
	return out
}

// link is how the page leads to what to do, and address where that is for who has no checkout.
const (
	link    = "[troubleshooting.md](../guide/troubleshooting.md#the-loader)"
	address = Docs + "guide/troubleshooting.md#the-loader"
)

// Error returns the section of a code of the loader's errors, with the words that hold for
// all of them below; ok is false where there is none.
func Error(code string) (section string, ok bool) {
	head, _, _ := strings.Cut(loaderErrors, "\n## ")
	_, all, _ := strings.Cut(head, "\n\n")
	for part := range strings.SplitSeq(loaderErrors, "\n## ") {
		if name, text, found := strings.Cut(part, "\n"); found && name == code {
			return "# " + code + "\n" + strings.TrimRight(text, "\n") + "\n\n## Of all of them\n\n" +
				strings.Replace(strings.TrimSpace(all), link, address, 1) + "\n", true
		}
	}
	return "", false
}
