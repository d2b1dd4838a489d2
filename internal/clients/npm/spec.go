// Package npm fetches one exact version of a package from the npm registry the
// machine is set up for, by asking the npm client for its tarball, and unpacks
// it as the hostile archive it may be. Nothing of the package is ever run.
//
// It knows nothing of extensions; whoever wants one loads the folder.
package npm

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Prefix begins what the command line calls a package.
const Prefix = "npm:"

// Spec names one exact version of a package, or a file inside it.
type Spec struct {
	Name, Version string
	// Inside is the slash-separated path of a .vsix inside the package; empty:
	// the package itself.
	Inside string
}

// String is the spec as ParseSpec reads it.
func (s Spec) String() string {
	out := Prefix + s.Name + "@" + s.Version
	if s.Inside != "" {
		out += "#" + s.Inside
	}
	return out
}

// The names and versions npm itself would accept today, and nothing that its
// command line could take for an option, a path, an address or a range.
var (
	nameRE    = lazyregexp.Lazy(`^(@[a-z0-9][a-z0-9._~-]*/)?[a-z0-9][a-z0-9._~-]*$`)
	versionRE = lazyregexp.Lazy(`^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(-[0-9A-Za-z.-]{1,100})?(\+[0-9A-Za-z.-]{1,100})?$`)
)

// ParseSpec reads npm:NAME@VERSION or npm:NAME@VERSION#path/to/file.vsix.
func ParseSpec(text string) (Spec, error) {
	spec, err := parseSpec(text)
	if err != nil {
		return Spec{}, fmt.Errorf("reading %q: %w", escape.Printable(text, 120), err)
	}
	return spec, nil
}

func parseSpec(text string) (Spec, error) {
	rest, ok := strings.CutPrefix(text, Prefix)
	if !ok {
		return Spec{}, fmt.Errorf("it does not begin with %q", Prefix)
	}
	rest, inside, has := strings.Cut(rest, "#")
	if has && (!finding.LocalPath(inside) || !strings.HasSuffix(inside, ".vsix") || strings.Contains(inside, `\`)) {
		return Spec{}, errors.New("after # belongs the path of a .vsix inside the package")
	}
	// The @ of a scope is not the one before the version.
	at := strings.LastIndex(rest, "@")
	if at <= 0 {
		return Spec{}, errors.New("it names no version; write npm:NAME@1.2.3 (`npm view NAME version` tells the latest)")
	}
	name, version := rest[:at], rest[at+1:]
	switch {
	case len(name) > 214 || !nameRE().MatchString(name):
		return Spec{}, errors.New("that is no name of an npm package")
	case !versionRE().MatchString(version):
		return Spec{}, errors.New("that is no exact version such as 1.2.3; tags and ranges mean something else tomorrow")
	}
	return Spec{name, version, inside}, nil
}
