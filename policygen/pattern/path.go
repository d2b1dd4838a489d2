package pattern

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
)

// A Path is a pattern of files: a place to start and what lies below it.
//
//	${workspace}/src/*.ts    * is any text within a name, also none before or behind other text
//	${workspace}/**          ** is any names: the folder itself and all below it
//	/etc/hosts               not on Windows
//	C:/Tools/*               only on Windows; //server/share/x as well
//	**                       every file; **/x everywhere
//	${home}/re:[a-z]+\.txt   a regular expression on all that lies below
//
// A star takes a leading dot too: this is a fence and not a shell.
type Path struct {
	text   string
	start  start
	root   string // the name in ${…}; the drive or //server/share
	globs  []string
	regexp string
	// exact are the automata for names as written and for folded ones.
	exact, folded, composed *automaton
	all                     bool // ** alone: nothing to run
}

type start uint8

const (
	anywhere start = iota // **
	named                 // ${root}
	disk                  // /
	drive                 // C:/
	share                 // //server/share
)

// String is the pattern's text.
func (p Path) String() string { return p.text }

// Root is the name of the named root, or empty: "workspace", "config:go.gopath".
func (p Path) Root() string {
	if p.start == named {
		return p.root
	}
	return ""
}

// Everywhere reports a pattern that is tied to no place.
func (p Path) Everywhere() bool { return p.start == anywhere }

// RootNames are the roots that have a meaning of their own; config:ID and
// env:NAME stand beside them. The workspace is a set of folders that changes:
// several, none, or none on a disk.
func RootNames() []string {
	return []string{"app", "extension", "globalStorage", "home", "logs", "tmp", "workspace", "workspaceStorage"}
}

// ParsePath reads a path pattern.
func ParsePath(text string) (Path, error) {
	p, err := parsePath(text)
	if err != nil {
		return Path{}, fmt.Errorf("path pattern %q: %w", clip(text), err)
	}
	return p, nil
}

func parsePath(text string) (Path, error) {
	p := Path{text: text}
	if err := checkText(text); err != nil {
		return p, err
	}
	rest, err := p.parseStart(text)
	if err != nil {
		return p, err
	}
	if expression, ok := strings.CutPrefix(rest, "re:"); ok {
		if expression == "" {
			return p, errors.New("an empty regular expression")
		}
		p.regexp = expression
	} else if err := p.parseGlobs(rest); err != nil {
		return p, err
	}
	return p, p.compile()
}

// parseStart reads where the pattern starts and gives the rest behind a slash.
func (p *Path) parseStart(text string) (string, error) {
	switch {
	case strings.HasPrefix(text, "${"):
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return "", errors.New("${ is not closed")
		}
		p.start, p.root = named, text[2:end]
		if err := checkRoot(p.root); err != nil {
			return "", err
		}
		if rest := text[end+1:]; rest != "" {
			if rest[0] != '/' || rest == "/" {
				return "", errors.New("behind a root stands nothing, or a slash and a name")
			}
			return rest[1:], nil
		}
		return "", nil
	case strings.HasPrefix(text, "//"):
		parts := strings.SplitN(text[2:], "/", 3)
		if len(parts) < 2 || parts[0] == "" || parts[1] == "" {
			return "", errors.New("want //server/share")
		}
		if strings.Contains(parts[0]+parts[1], "*") || parts[0] == "." || parts[0] == "?" || parts[0] == ".." || parts[1] == "." ||
			parts[1] == ".." {
			return "", errors.New("a server and a share are named, without stars")
		}
		if specialShare(parts[1]) {
			return "", errors.New("a share of this name is another name for a disk or for pipes, and no path with it is matched")
		}
		p.start, p.root = share, "//"+parts[0]+"/"+parts[1]
		if len(parts) < 3 {
			return "", nil
		}
		if parts[2] == "" {
			return "", errors.New("a slash at the end; /** is everything below")
		}
		return parts[2], nil
	case strings.HasPrefix(text, "/"):
		p.start = disk
		return text[1:], nil
	case driveLetter(text) && len(text) >= 3 && text[2] == '/':
		if text[0] >= 'a' {
			return "", fmt.Errorf("write the drive in capitals, as %c:/", text[0]-'a'+'A')
		}
		p.start, p.root = drive, text[:2]
		return text[3:], nil
	case text == "**" || strings.HasPrefix(text, "**/"):
		p.start = anywhere
		return text, nil
	}
	return "", errors.New("want a root (${workspace}/…), /, C:/, //server/share or **")
}

func checkRoot(name string) error {
	if id, ok := strings.CutPrefix(name, "config:"); ok {
		return checkSetting(id)
	}
	if id, ok := strings.CutPrefix(name, "env:"); ok {
		return checkName("a variable", id, "_()")
	}
	for _, known := range RootNames() {
		if name == known {
			return nil
		}
	}
	return fmt.Errorf("no root is named %q%s", clip(name), didyoumean.Hint(name, RootNames()))
}

// checkSetting allows a star among the names of a setting, behind the first: each member of its value.
func checkSetting(id string) error {
	plain, rest, _ := strings.Cut(id, ".")
	for name := range strings.SplitSeq(rest, ".") {
		if name != "*" {
			plain += name
		}
	}
	return checkName("a setting", plain, ".-_")
}

func checkName(what, id, more string) error {
	for i := range len(id) {
		c := id[i]
		if (c|0x20 < 'a' || c|0x20 > 'z') && (c < '0' || c > '9') && strings.IndexByte(more, c) < 0 {
			return fmt.Errorf("%s is named with letters, digits and %s", what, more)
		}
	}
	if id == "" {
		return fmt.Errorf("%s needs a name", what)
	}
	return nil
}

func (p *Path) parseGlobs(rest string) error {
	if rest == "" {
		return nil
	}
	for s := range strings.SplitSeq(rest, "/") {
		switch {
		case s == "":
			return errors.New("a slash at the end or two in a row; /** is everything below")
		case s == "." || s == "..":
			return errors.New(`"." and ".." are not names`)
		case strings.Contains(s, `\`):
			return errors.New(`a slash is written /; a name that holds \ needs a regular expression`)
		case s != "**" && strings.Contains(s, "**"):
			return errors.New("** stands alone between slashes")
		case strings.HasPrefix(s, "re:"):
			return errors.New("re: stands directly below the root")
		case strings.Contains(s, "${"):
			return errors.New("a root stands at the beginning")
		}
		if n := len(p.globs); n > 0 && s == "**" && p.globs[n-1] == "**" {
			return errors.New("** twice in a row means no more than once")
		}
		p.globs = append(p.globs, s)
	}
	return nil
}

func (p *Path) compile() error {
	p.all = len(p.globs) == 1 && p.globs[0] == "**"
	for _, platform := range Platforms() {
		n, err := p.tree(platform)
		if err != nil {
			return err
		}
		if n.size() > maxSize {
			return fmt.Errorf("more than %d states", maxSize)
		}
		switch platform {
		case Posix:
			p.exact = compile(n)
		case Darwin:
			p.composed = compile(n)
		case Win32:
			p.folded = compile(n)
		}
	}
	return nil
}

// tree is the pattern below its start, on names that each end in a slash.
func (p *Path) tree(platform Platform) (*node, error) {
	slash := setOf(runes{'/', '/'})
	if p.regexp != "" {
		n, err := parseRegexp(p.regexp, platform.foldsCase())
		if err != nil {
			return nil, err
		}
		return cat(n, slash), nil
	}
	out := cat()
	for _, g := range p.globs {
		if g == "**" {
			out.subs = append(out.subs, star(cat(plus(setOf(notSlash())), slash)))
			continue
		}
		out.subs = append(out.subs, segment(g, platform), slash)
	}
	return out, nil
}

// segment is a name with stars.
func segment(glob string, platform Platform) *node {
	if glob == "*" {
		return plus(setOf(notSlash()))
	}
	out := cat()
	for i, piece := range strings.Split(glob, "*") {
		if i > 0 {
			out.subs = append(out.subs, star(setOf(notSlash())))
		}
		out.subs = append(out.subs, literal(platform.fold(piece)))
	}
	return out
}

func (p *Path) automaton(platform Platform) *automaton {
	switch platform {
	case Darwin:
		return p.composed
	case Win32:
		return p.folded
	}
	return p.exact
}

// Path is IncludesPath.
func (pr *Prover) Path(a, b Path) bool {
	if a.text == b.text {
		return true
	}
	if a.all && a.start == anywhere {
		return true
	}
	if a.start != anywhere && (a.start != b.start || a.root != b.root) {
		// Two spellings of one drive or share are folded alike.
		if a.start != b.start || a.start == named || Win32.fold(a.root) != Win32.fold(b.root) {
			return false
		}
	}
	if a.lacksLiteral(b) {
		return false
	}
	platforms := Platforms()
	if a.regexp == "" && b.regexp == "" && ascii(a.text) && ascii(b.text) {
		// Lower case maps one onto the other piece by piece: what holds for
		// names as written holds for folded ones.
		platforms = platforms[:1]
	}
	for _, platform := range platforms {
		narrow := b.automaton(platform)
		if a.start == anywhere && b.start != anywhere {
			// Wherever b's start lies, it lies behind some names.
			n, err := b.tree(platform)
			if err != nil {
				return false
			}
			narrow = compile(cat(star(cat(plus(setOf(notSlash())), setOf(runes{'/', '/'}))), n))
		}
		if !pr.includes(a.automaton(platform), narrow) {
			return false
		}
	}
	return true
}

// lacksLiteral reports that b has files which a plainly has not: where a says a
// name as it is, b says another, or leaves it open. It spares the search where
// most questions end.
func (p *Path) lacksLiteral(b Path) bool {
	if p.regexp != "" || b.regexp != "" {
		return false
	}
	for i, g := range p.globs {
		switch {
		case g == "**" && i == 0 && p.start == anywhere && len(p.globs) > 1 && !strings.Contains(p.globs[1], "*"):
			return !slices.Contains(b.globs, p.globs[1])
		case g == "**":
			return false
		case !strings.Contains(g, "*") && (i >= len(b.globs) || b.globs[i] != g):
			return true
		case i >= len(b.globs):
			return true
		case b.globs[i] == "**" && len(b.globs) > 1:
			return false
		}
	}
	return false
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
