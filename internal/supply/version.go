package supply

import (
	"strings"

	"golang.org/x/mod/semver"

	"github.com/ringfence-dev/ringfence/internal/regex"
)

// The names and versions npm knows, old names with capitals included.
var (
	nameRE    = regex.Lazy(`^(@[A-Za-z0-9~][A-Za-z0-9._~-]*/)?[A-Za-z0-9~_][A-Za-z0-9._~-]*$`)
	versionRE = regex.Lazy(`^[0-9]{1,15}\.[0-9]{1,15}\.[0-9]{1,15}(-[0-9A-Za-z.-]{1,100})?(\+[0-9A-Za-z.-]{1,100})?$`)
)

// IsName holds for names a package of npm can have.
func IsName(s string) bool { return len(s) <= 214 && nameRE().MatchString(s) }

// IsVersion holds for exact versions.
func IsVersion(s string) bool { return versionRE().MatchString(s) && semver.IsValid("v"+s) }

// Matches reports whether a version lies in a range as advisories write them:
// comparators such as >=1.0.0 <1.2.3, with || between alternatives. known is
// false when the range or the version cannot be read. Prereleases are compared
// by their order, as npm's audit does.
func Matches(version, ranges string) (in, known bool) {
	const most = 4096
	if !IsVersion(version) || len(ranges) > most {
		return false, false
	}
	for alternative := range strings.SplitSeq(ranges, "||") {
		all := true
		for _, c := range comparators(alternative) {
			holds, ok := c.holds(version)
			if !ok {
				return false, false
			}
			all = all && holds
		}
		in = in || all
	}
	return in, true
}

type comparator struct{ op, version string }

// comparators splits at spaces and commas; a space may follow an operator.
func comparators(s string) []comparator {
	var out []comparator
	op := ""
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		rest := strings.TrimLeft(word, "<>=")
		if op += word[:len(word)-len(rest)]; rest == "" {
			continue
		}
		out = append(out, comparator{op, strings.TrimPrefix(rest, "v")})
		op = ""
	}
	if op != "" || len(out) == 0 {
		out = append(out, comparator{op, ""})
	}
	return out
}

func (c comparator) holds(version string) (in, known bool) {
	if (c.version == "*" || c.version == "x") && (c.op == "" || c.op == ">=") {
		return true, true
	}
	if !IsVersion(c.version) {
		return false, false
	}
	order := semver.Compare("v"+version, "v"+c.version)
	switch c.op {
	case "", "=":
		return order == 0, true
	case "<":
		return order < 0, true
	case "<=":
		return order <= 0, true
	case ">":
		return order > 0, true
	case ">=":
		return order >= 0, true
	}
	return false, false
}
