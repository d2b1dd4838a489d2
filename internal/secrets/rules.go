package secrets

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/viper"
	"github.com/zricethezav/gitleaks/v8/config"
)

// rule is one of gitleaks' rules, made ready for the engine.
type rule struct {
	config.Rule
	class Class
	why   string
	// screen is the pattern that says whether there may be a match: the rule's
	// own, or that without the words before a name, which cost most of the time
	// and decide nothing.
	screen *regexp.Regexp
	// likely is set when a match of screen begins where a keyword does and the
	// keyword is in all code: a cheap word, from the keyword's place, on whether
	// to ask at all.
	likely func(text string, from, to int) bool
	// anywhere says that a match need not hold a keyword: the whole text is
	// looked at once the keyword is in it.
	anywhere bool
	// reach is how far from a keyword a match may extend, in bytes.
	reach int
}

// unbounded is the reach of a pattern that may match any length.
const unbounded = 16 << 10

// beforeName is what most rules begin with: up to fifty characters before the
// name of a service.
const beforeName = `[\w.-]{0,50}?`

// elsewhere are the rules whose keyword need not be in the match; a test tries
// all others.
var elsewhere = []string{"airtable-personnal-access-token", "facebook-access-token", "sourcegraph-access-token"}

// standard reads gitleaks' rules. They are compiled when the first extension is
// scanned: other verbs, and the worker processes, never pay for them.
var standard = sync.OnceValues(func() (*engine, error) {
	// A viper of our own: the library's way is through a global one.
	v := viper.New()
	v.SetConfigType("toml")
	if err := v.ReadConfig(strings.NewReader(config.DefaultConfig)); err != nil {
		return nil, err
	}
	var given config.ViperConfig
	if err := v.Unmarshal(&given); err != nil {
		return nil, err
	}
	c, err := given.Translate()
	if err != nil {
		return nil, err
	}
	var rules []*rule
	for _, r := range c.GetOrderedRules() {
		// Rules that go by a file's name alone are about keystores, which is
		// another question than what is in a text.
		if r.Regex == nil || len(r.Keywords) == 0 {
			continue
		}
		rules = append(rules, prepare(r))
	}
	return newEngine(rules, c.Allowlists), nil
})

func prepare(r config.Rule) *rule {
	pattern := r.Regex.String()
	own := regexp.MustCompile(pattern)
	out := &rule{Rule: r, screen: own, anywhere: slices.Contains(elsewhere, r.RuleID)}
	if stripped := strings.ReplaceAll(
		pattern,
		beforeName,
		"",
	); stripped != pattern &&
		strings.HasPrefix(strings.TrimPrefix(pattern, "(?i)"), beforeName) {
		out.screen = regexp.MustCompile(stripped)
	}
	switch r.RuleID {
	case genericRule:
		out.likely = assigns
	case jwtRule:
		out.likely = encodes
	}
	if out.likely != nil {
		out.screen = regexp.MustCompile(`\A(?:` + out.screen.String() + `)`)
	}
	out.class, out.why = classify(r.RuleID, pattern)
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic("secrets: a pattern compiles and does not parse: " + pattern)
	}
	out.reach = min(longest(parsed), unbounded)
	return out
}

// longest is how many bytes a pattern can match at most, or no less than
// unbounded.
func longest(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return 4 * len(re.Rune)
	case syntax.OpCharClass:
		if n := len(re.Rune); n > 0 && re.Rune[n-1] < 0x80 {
			return 1
		}
		return 4
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 4
	case syntax.OpStar, syntax.OpPlus:
		return unbounded
	case syntax.OpRepeat:
		if re.Max < 0 {
			return unbounded
		}
		return min(unbounded, re.Max*longest(re.Sub[0]))
	case syntax.OpAlternate:
		most := 0
		for _, s := range re.Sub {
			most = max(most, longest(s))
		}
		return most
	}
	sum := 0
	for _, s := range re.Sub {
		sum = min(unbounded, sum+longest(s))
	}
	return sum
}
