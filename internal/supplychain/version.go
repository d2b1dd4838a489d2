package supplychain

import (
	"strings"

	npm "deps.dev/util/semver"
	"golang.org/x/mod/semver"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The names and versions npm knows, old names with capitals included.
var (
	nameRE    = lazyregexp.Lazy(`^(@[A-Za-z0-9~][A-Za-z0-9._~-]*/)?[A-Za-z0-9~_][A-Za-z0-9._~-]*$`)
	versionRE = lazyregexp.Lazy(`^[0-9]{1,15}\.[0-9]{1,15}\.[0-9]{1,15}(-[0-9A-Za-z.-]{1,100})?(\+[0-9A-Za-z.-]{1,100})?$`)
)

// IsName holds for names a package of npm can have.
func IsName(s string) bool { return len(s) <= 214 && nameRE().MatchString(s) }

// IsVersion holds for exact versions.
func IsVersion(s string) bool { return versionRE().MatchString(s) && semver.IsValid("v"+s) }

// Matches reports whether a version lies in a range of npm's, as advisories write
// them; commas between comparators, as GitHub writes them, are blanks. known is false
// when the range or the version cannot be read, or the range names nothing.
// Prereleases are compared by their order, as npm's audit does.
func Matches(version, ranges string) (in, known bool) {
	const most = 4096
	ranges = strings.TrimSpace(strings.ReplaceAll(ranges, ",", " "))
	if !IsVersion(version) || ranges == "" || len(ranges) > most {
		return false, false
	}
	v, err := npm.NPM.Parse(version)
	if err != nil {
		return false, false
	}
	r, err := npm.NPM.ParseConstraint(ranges)
	if err != nil {
		return false, false
	}
	return r.MatchVersionPrerelease(v), true
}
