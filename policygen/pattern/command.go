package pattern

import (
	"errors"
	"fmt"
	"strings"
)

// A Command is a pattern of programs with their arguments, or of lines for a
// shell.
//
// The program is a bare name that the loader finds on its own PATH ("git";
// "python*"), a path pattern, or ** for any program. An argument is a Text; it
// may go on with a root ("--dir=${workspace}/**"), and is a path from there. A
// last "..." takes any further arguments, also none.
//
// A shell's line is a text of its own: * takes what no shell gives a meaning,
// letters, digits and _ . / : @ + , = -, and "**" alone any line at all.
type Command struct {
	program string
	name    *Text // bare, case folded as the platform does
	path    *Path
	any     bool
	args    []argument
	rest    bool
	words   []string
	shell   *Text
}

// argument is one argument's pattern: a text, or a path behind a fixed prefix.
type argument struct {
	text   Text
	prefix string
	path   *Path
}

// ParseCommand reads a program's pattern and its arguments'.
func ParseCommand(program string, args []string) (Command, error) {
	c := Command{program: program, words: args}
	if err := c.parseProgram(program); err != nil {
		return Command{}, fmt.Errorf("program pattern %q: %w", clip(program), err)
	}
	if len(args) > MaxArgs {
		return Command{}, fmt.Errorf("more than %d arguments", MaxArgs)
	}
	for i, word := range args {
		if word == "..." {
			if i < len(args)-1 {
				return Command{}, errors.New(`"..." stands last`)
			}
			c.rest = true
			break
		}
		a, err := parseArgument(word)
		if err != nil {
			return Command{}, fmt.Errorf("argument %d: %w", i+1, err)
		}
		c.args = append(c.args, a)
	}
	return c, nil
}

func (c *Command) parseProgram(program string) error {
	if program == "**" {
		c.any = true
		return nil
	}
	if strings.ContainsAny(program, `/\$`) || driveLetter(program) {
		p, err := ParsePath(program)
		c.path = &p
		return err
	}
	if strings.HasPrefix(program, "re:") || strings.HasSuffix(program, ".") || strings.HasSuffix(program, " ") ||
		strings.Contains(program, ":") {
		return errors.New("a program is a bare name, a path or **")
	}
	t, err := parseText(bareSuffix(program), star(setOf(notSlash())), "")
	t.text = program
	c.name = &t
	return err
}

// bareSuffix forgets the ending that Windows tries by itself.
func bareSuffix(name string) string {
	for _, ending := range []string{".exe", ".com"} {
		if n := len(name) - len(ending); n > 0 && lower(name[n:]) == ending {
			return name[:n]
		}
	}
	return name
}

func parseArgument(word string) (argument, error) {
	i := strings.Index(word, "${")
	if i < 0 || strings.HasPrefix(word, "re:") {
		t, err := ParseText(word)
		if word == "" {
			// An argument may be empty, which a pattern elsewhere may not.
			t, err = Text{exact: compile(cat()), folded: compile(cat())}, nil
		}
		return argument{text: t}, err
	}
	if strings.Contains(word[:i], "*") {
		return argument{}, errors.New("no * in front of a root")
	}
	if err := checkText(word); err != nil {
		return argument{}, err
	}
	p, err := ParsePath(word[i:])
	return argument{prefix: word[:i], path: &p}, err
}

// ParseShell reads a pattern of lines for a shell.
func ParseShell(line string) (Command, error) {
	safe := union(
		runes{'0', '9', 'A', 'Z', 'a', 'z', '_', '_', '.', '.', '/', '/', ':', ':', '@', '@', '+', '+', ',', ',', '=', '=', '-', '-'},
	)
	t, err := parseText(line, star(setOf(safe)), "**")
	if err == nil && strings.Contains(line, "${") && !strings.HasPrefix(line, "re:") {
		err = fmt.Errorf("shell line %q: a shell's line has no roots", clip(line))
	}
	return Command{shell: &t}, err
}

// Anything reports that any program or any line is taken.
func (c Command) Anything() bool {
	return c.any || c.name != nil && c.program == "*" || c.path != nil && c.path.all || c.shell != nil && c.shell.text == "**"
}

// Path is the program's path pattern, when it is one.
func (c Command) Path() (Path, bool) {
	if c.path == nil {
		return Path{}, false
	}
	return *c.path, true
}

// bareName returns the spelling of a program's bare name.
func bareName(p Platform, name string) (string, error) {
	if err := checkSubject(name); err != nil {
		return "", err
	}
	if name == "" || name == "." || name == ".." || strings.Contains(name, "/") {
		return "", refuse("no bare name")
	}
	if p == Win32 {
		if strings.ContainsAny(name, `\:`) || strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") {
			return "", refuse("no bare name")
		}
	}
	return p.fold(bareSuffix(name)), nil
}

// MatchCommand reports that a program with its arguments is one of the
// pattern's. A program that holds a slash is a path, canonical as the disk made
// it; a bare one is a name. Shell patterns match none.
func (s *Scope) MatchCommand(c Command, program string, args []string) bool {
	if c.shell != nil || !s.matchProgram(c, program) {
		return false
	}
	if len(args) < len(c.args) || len(args) > len(c.args) && !c.rest {
		return false
	}
	for i, a := range args {
		if checkSubject(a) != nil || i < len(c.args) && !s.matchArgument(c.args[i], a) {
			return false
		}
	}
	return true
}

func (s *Scope) matchProgram(c Command, program string) bool {
	bare, err := bareName(s.platform, program)
	if err != nil {
		path, err := Canonical(s.platform, program, OnDisk)
		return err == nil && (c.any || c.path != nil && s.MatchPath(*c.path, path))
	}
	switch {
	case c.any:
		return true
	case c.name != nil && s.platform.foldsCase():
		return c.name.folded.match(bare)
	case c.name != nil:
		return c.name.exact.match(bare)
	case c.path != nil && c.path.mayBeBare():
		// A setting that is a bare name names that program.
		for _, value := range s.bare[c.path.root] {
			if value == bare {
				return true
			}
		}
	}
	return false
}

// mayBeBare reports a setting or a variable alone, whose value may be the bare
// name of a program and not a path.
func (p *Path) mayBeBare() bool {
	return p.start == named && strings.Contains(p.root, ":") && len(p.globs) == 0 && p.regexp == ""
}

func (s *Scope) matchArgument(a argument, word string) bool {
	if a.path == nil {
		return a.text.exact.match(word)
	}
	rest, ok := strings.CutPrefix(word, a.prefix)
	if !ok {
		return false
	}
	path, err := Canonical(s.platform, rest, Lexical)
	return err == nil && s.MatchPath(*a.path, path)
}

// MatchShell reports that a line for a shell is one of the pattern's.
func (c Command) MatchShell(line string) bool { return c.shell != nil && c.shell.Match(line) }

// Command is IncludesCommand.
func (pr *Prover) Command(a, b Command) bool {
	if a.shell != nil || b.shell != nil {
		return a.shell != nil && b.shell != nil && (a.shell.text == b.shell.text || pr.includes(a.shell.exact, b.shell.exact))
	}
	switch {
	case a.any:
	case a.name != nil && b.name != nil:
		if !pr.Text(*a.name, *b.name) {
			return false
		}
	case a.path != nil && b.path != nil:
		if !pr.Path(*a.path, *b.path) || b.path.mayBeBare() && !a.path.mayBeBare() {
			return false
		}
	default:
		return false
	}
	if len(b.args) < len(a.args) || !a.rest && (b.rest || len(b.args) > len(a.args)) {
		return false
	}
	for i, x := range a.args {
		if !pr.argument(x, b.args[i]) {
			return false
		}
	}
	return true
}

func (pr *Prover) argument(a, b argument) bool {
	switch {
	case a.path == nil && b.path == nil:
		return a.text.text == b.text.text || pr.includes(a.text.exact, b.text.exact)
	case a.path != nil && b.path != nil:
		return a.prefix == b.prefix && pr.Path(*a.path, *b.path)
	case a.path == nil:
		// A path is some text behind its prefix.
		return pr.includes(a.text.exact, compile(cat(literal(b.prefix), star(setOf(anyRune())))))
	}
	return false
}
