package secrets

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// EnvFile is a file of environment variables, which is where programs keep what
// must not be in their code.
type EnvFile struct {
	File string
	// Names counts the variables that are given a value.
	Names int
	// Secret is the first variable that is called like a secret and given a
	// value that is no placeholder; empty: there is none. Line is where.
	Secret string
	Line   int
}

var (
	assignment = lazyregexp.Lazy(`^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.]*)\s*=\s*(.*?)\s*$`)
	secretName = lazyregexp.Lazy(
		`(?i)secret|token|passw|pwd|credential|private|(?:^|_)(?:pat|auth)(?:_|$)|(?:api|access|account|encryption|signing|license)_?key|` +
			`database_url|connection_?string|dsn`,
	)
	placeholder = lazyregexp.Lazy(
		`(?i)^(?:|x+|\*+|\.+|<.*>|\$\{?.*|%.*%|\{\{.*|.*(?:your|example|change|replace|placeholder|dummy|todo|sample|insert|fake|xxx).*|true|` +
			`false|null|none|undefined|\d{1,5})$`,
	)
)

// envFile reads a file called .env or .env.something. What is called an example
// is one, and its values are not. secret is the value of EnvFile.Secret.
func envFile(file, text string) (e EnvFile, secret string, ok bool) {
	name := strings.ToLower(path.Base(file))
	if name != ".env" && !strings.HasPrefix(name, ".env.") {
		return EnvFile{}, "", false
	}
	for _, word := range []string{"example", "sample", "template", "dist", "schema", "defaults"} {
		if strings.HasSuffix(name, "."+word) {
			return EnvFile{}, "", false
		}
	}
	e.File = file
	n := 0
	for l := range strings.Lines(text) {
		n++
		m := assignment().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		value := strings.Trim(m[2], `"'`)
		if value == "" {
			continue
		}
		e.Names++
		if e.Secret == "" && secretName().MatchString(m[1]) && !placeholder().MatchString(value) {
			e.Secret, e.Line, secret = escape.Printable(m[1], 60), n, value
		}
	}
	return e, secret, true
}
