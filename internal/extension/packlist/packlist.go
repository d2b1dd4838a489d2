// Package packlist knows which files of a repository `vsce package` puts into
// a .vsix: the meaning of .vscodeignore, of "files" in package.json, of vsce's
// own list of things to leave out, and which folders under node_modules are
// production dependencies.
//
// vsce decides with the JavaScript libraries minimatch and brace-expansion,
// whose details (what "./out" or "lib/" or "a/**" match) no Go library shares,
// so their semantics with {dot: true} are written out here and held to
// minimatch itself by a table of vectors it made.
//
// The author of a repository may be an attacker, who would like a file to ship
// and not be looked at. A pattern that costs too much to decide is therefore
// taken to ignore nothing and to include everything, and reported.
package packlist

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Bounds on patterns. Each is far over what real files hold, the longest of
// which have a few hundred lines.
const (
	maxPatterns   = 1_000
	maxPattern    = 4 << 10
	maxExpansions = 1_000
	maxAll        = 4_000
	// matchSteps bounds the work for one path and pattern, allSteps that for
	// all of both: about five seconds, over a hundred times what the largest
	// real projects take.
	matchSteps = 20_000
	allSteps   = 500_000_000
)

// defaultIgnore is vsce's list (out/package.js, the same in 3.9 and 4.1).
func defaultIgnore() []string {
	return []string{
		".vscodeignore", "package-lock.json", "npm-debug.log", "yarn.lock", "yarn-error.log", "npm-shrinkwrap.json",
		".editorconfig", ".npmrc", ".yarnrc", ".gitattributes", "*.todo", "tslint.yaml", ".eslintrc*", ".babelrc*",
		".prettierrc*", ".cz-config.js", ".commitlintrc*", "webpack.config.js", "ISSUE_TEMPLATE.md", "CONTRIBUTING.md",
		"PULL_REQUEST_TEMPLATE.md", "CODE_OF_CONDUCT.md", ".github", ".travis.yml", "appveyor.yml", "**/.git", "**/.git/**",
		"**/*.vsix", "**/.DS_Store", "**/*.vsixmanifest", "**/.vscode-test/**", "**/.vscode-test-web/**",
	}
}

// Rules decide which files ship. They count the work they do and are not for
// several goroutines.
type Rules struct {
	ignore, negate []*Pattern
	problems       []string
	left           int
}

// Exhausted says that the patterns took too much work, so that the files asked
// about last were taken to ship unseen.
func (r *Rules) Exhausted() bool { return r.left <= 0 }

// Problems are the patterns that are not honoured, and why.
func (r *Rules) Problems() []string { return append([]string(nil), r.problems...) }

// FromIgnore reads the text of a .vscodeignore; empty is as good as none.
func FromIgnore(text string) *Rules {
	return newRules(splitLines(text))
}

// FromFiles reads the list "files" of package.json, which counts only where
// there is no .vscodeignore.
func FromFiles(files []string) *Rules {
	lines := make([]string, 0, len(files)+1)
	for _, f := range files {
		// vsce joins and splits the list again, so that a name can hold two.
		lines = append(lines, splitLines("!"+f)...)
	}
	return newRules(append(lines, "**"))
}

// splitLines also takes a byte order mark at the front for white space, as
// JavaScript's trim does.
func splitLines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
}

// openEnd says that the last part of a pattern has a star, so that it is taken
// to mean files and not a folder.
var openEnd = lazyregexp.Lazy(`(^|/)[^/]*\*[^/]*$`)

func newRules(lines []string) *Rules {
	r := &Rules{left: allSteps}
	var own []string
	for _, line := range lines {
		line = jsTrim(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			own = append(own, line)
		}
	}
	if len(own) > maxPatterns {
		r.problems = append(
			r.problems,
			fmt.Sprintf("it has %d patterns, over the limit of %d; all files are taken to ship", len(own), maxPatterns),
		)
		own = nil
		r.negate = append(r.negate, everything())
	}
	patterns := append(defaultIgnore(), own...)
	for _, line := range own {
		if openEnd().MatchString(line) {
			continue
		}
		if strings.HasSuffix(line, "/") {
			patterns = append(patterns, line+"**")
		} else {
			patterns = append(patterns, line+"/**")
		}
	}
	patterns = append(patterns, "!package.json", "!README.md")
	all := 0
	for _, text := range patterns {
		text, negated := strings.CutPrefix(text, "!")
		p, err := Compile(text)
		if err == nil {
			if all += len(p.alternatives); all > maxAll {
				err = fmt.Errorf("the patterns mean more than %d in all", maxAll)
			}
		}
		switch {
		case err != nil && negated:
			r.problems = append(r.problems, fmt.Sprintf("the pattern %q is not honoured, all files are taken to ship: %v", clip("!"+text), err))
			r.negate = append(r.negate, everything())
		case err != nil:
			r.problems = append(r.problems, fmt.Sprintf("the pattern %q is not honoured, it is taken to ignore nothing: %v", clip(text), err))
		case negated:
			r.negate = append(r.negate, p)
		default:
			r.ignore = append(r.ignore, p)
		}
	}
	return r
}

func clip(s string) string {
	if len(s) > 100 {
		return s[:100] + "…"
	}
	return s
}

// Ships says whether a file, by its path with slashes, is packaged.
func (r *Rules) Ships(path string) bool {
	// Every file that is not ignored, and every negated one wherever the
	// negation stands: the last line does not win, as it does in .gitignore.
	if strings.HasSuffix(path, "\r") {
		return false // vsce cannot say why either, but it leaves them out.
	}
	name := newSubject(path)
	return !anyMatch(r.ignore, name, false, &r.left) || anyMatch(r.negate, name, true, &r.left)
}

// ShipsGit says whether a negation reaches into a .git folder, which is
// ignored as a whole; only then is it worth walking through.
func (r *Rules) ShipsGit(folder string) bool {
	return r.Ships(folder+"/config") || r.Ships(folder+"/hooks/pre-commit") || r.Ships(folder+"/hooks/post-checkout.js")
}

// anyMatch takes a match that costs too much for undecided.
func anyMatch(patterns []*Pattern, s *subject, undecided bool, left *int) bool {
	for _, p := range patterns {
		if *left <= 0 {
			return undecided
		}
		ok, err := p.match(s, left)
		if err != nil {
			ok = undecided
		}
		if ok {
			return true
		}
	}
	return false
}

// jsTrim cuts what JavaScript's String.prototype.trim does.
func jsTrim(s string) string {
	return strings.TrimFunc(s, func(r rune) bool {
		switch r {
		case '\t', '\n', '\v', '\f', '\r', ' ', 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF:
			return true
		}
		return r >= 0x2000 && r <= 0x200A
	})
}
