package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
)

// compiled is a grant whose patterns are ready.
type compiled struct {
	Grant
	path    *pattern.Path
	address *pattern.Address
	command *pattern.Command
	text    *pattern.Text
	web     *web
	// denial turns the grant round: denying a function leaves its module.
	denial bool
}

// Validate says what is wrong with a grant, or nothing.
func (g Grant) Validate() error {
	_, err := compile(g)
	return err
}

func compile(g Grant) (compiled, error) {
	c := compiled{Grant: g}
	if err := g.checkFlags(); err != nil {
		return c, err
	}
	if (len(g.Args) > 0 || g.Shell) && g.Section != Processes {
		return c, errors.New("arguments and shells belong to processes")
	}
	if g.SHA256 != "" && (g.Section != Code || g.Name != Native) {
		return c, errors.New("a digest belongs to a native addon")
	}
	if g.Name != "" && g.Section != Modules && g.Section != VSCode && g.Section != Code {
		return c, fmt.Errorf("%s has no names", g.Section)
	}
	switch g.Section {
	case Modules:
		return c, checkModule(g)
	case FilesRead, FilesWrite:
		return c, c.parsePath()
	case NetworkConnect, NetworkListen:
		a, err := pattern.ParseAddress(g.Pattern)
		c.address = &a
		return c, err
	case Processes:
		return c, c.parseProcess()
	case EnvRead:
		t, err := pattern.ParseEnv(g.Pattern)
		c.text = &t
		return c, err
	case VSCode:
		return c, c.parseSurface()
	case Code:
		return c, c.parseCode()
	}
	return c, fmt.Errorf("no section is named %q", clip(string(g.Section)))
}

func clip(s string) string { return escape.Printable(s, 80) }

func (g Grant) checkFlags() error {
	switch {
	case g.Mark != Sure && g.Mark != Imprecise && g.Mark != Unresolved:
		return fmt.Errorf("mark %q is none of %s, %s", clip(string(g.Mark)), Imprecise, Unresolved)
	case g.Mark == Sure && g.Question != "":
		return errors.New("a question needs a mark")
	case !escape.IsPrintable(g.Question, MaxQuestion):
		return fmt.Errorf("a question is printable and at most %d characters long", MaxQuestion)
	}
	return nil
}

func checkModule(g Grant) error {
	name, function := g.Name, g.Pattern
	if strings.HasPrefix(name, "node:") {
		return fmt.Errorf("write %q without its prefix", clip(name))
	}
	if name == "" || len(name) > 100 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-/.") != "" {
		return fmt.Errorf("%q is no module's name", clip(name))
	}
	if function == "*" || function == "" {
		return nil
	}
	if len(function) > 200 || !escape.IsPrintable(function, 200) || strings.ContainsAny(function, " *\"") {
		return fmt.Errorf("%q is no function's name", clip(function))
	}
	return nil
}

func (c *compiled) parsePath() error {
	p, err := pattern.ParsePath(c.Pattern)
	c.path = &p
	return err
}

func (c *compiled) parseProcess() error {
	var command pattern.Command
	var err error
	if c.Shell {
		if len(c.Args) > 0 {
			return errors.New("a shell's line has no arguments of its own")
		}
		command, err = pattern.ParseShell(c.Pattern)
	} else {
		command, err = pattern.ParseCommand(c.Pattern, c.Args)
	}
	c.command = &command
	return err
}

func (c *compiled) parseSurface() error {
	if !slices.Contains(Surfaces(), c.Name) {
		return fmt.Errorf("no surface is named %q%s", clip(c.Name), didyoumean.Hint(c.Name, Surfaces()))
	}
	switch {
	case c.Pattern == "":
		return nil
	case ofFiles(c.Name):
		return c.parsePath()
	}
	t, err := pattern.ParseText(c.Pattern)
	c.text = &t
	if c.Name == "open" && err == nil {
		c.web = parseWeb(c.Pattern)
	}
	return err
}

func (c *compiled) parseCode() error {
	switch {
	case !slices.Contains(CodeKinds(), c.Name):
		return fmt.Errorf("no kind of code is named %q%s", clip(c.Name), didyoumean.Hint(c.Name, CodeKinds()))
	case !onFile(c.Name) && c.Pattern != "":
		return fmt.Errorf("%s names no file", c.Name)
	case !onFile(c.Name):
		return nil
	case c.Pattern == "":
		return fmt.Errorf("%s needs the path of a file", c.Name)
	case c.Name == Native && c.SHA256 == "" && c.Mark == Sure:
		return errors.New("a native addon is granted by its digest, or marked")
	case c.SHA256 != "" && (len(c.SHA256) != 64 || strings.Trim(c.SHA256, "0123456789abcdef") != ""):
		return errors.New("a digest is 64 hexadecimal digits in small letters")
	}
	return c.parsePath()
}

// size is how many states the grant's automata have.
func (c compiled) size() int {
	n := 0
	if c.path != nil {
		n += c.path.Size()
	}
	if c.address != nil {
		n += c.address.Size()
	}
	if c.command != nil {
		n += c.command.Size()
	}
	if c.text != nil {
		n += c.text.Size()
	}
	return n
}

// includes reports a proof that c takes whatever b takes. In which workspaces,
// and what becomes of sensitive places, is lacks's question.
func (c compiled) includes(b compiled, pr *pattern.Prover) bool {
	if c.Section != b.Section || c.Name != b.Name || c.Shell != b.Shell {
		return false
	}
	if c.SHA256 != "" && c.SHA256 != b.SHA256 {
		return false
	}
	switch c.Section {
	case Modules:
		return c.Pattern == b.Pattern || c.Pattern == "*" || b.Pattern == "" && !c.denial
	case VSCode:
		if c.Pattern == "" {
			return true
		}
	}
	switch {
	case c.path != nil && b.path != nil:
		return pr.Path(*c.path, *b.path)
	case c.address != nil && b.address != nil:
		return pr.Address(*c.address, *b.address)
	case c.command != nil && b.command != nil:
		return pr.Command(*c.command, *b.command)
	case c.web != nil && b.web != nil:
		return c.web.includes(*b.web, pr)
	case c.web != nil:
		// As texts they might be compared, and c takes less than its text says.
		return c.Pattern == b.Pattern
	case c.text != nil && b.text != nil && plain(c.Pattern) && plain(b.Pattern) && !strings.EqualFold(c.Pattern, b.Pattern):
		return false // two names: most pairs are, and a prover is dear
	case c.text != nil && b.text != nil:
		return pr.Text(*c.text, *b.text)
	}
	return c.Pattern == b.Pattern
}

// plain reports a pattern that is one text, in letters that every platform folds
// alike.
func plain(pattern string) bool {
	return !strings.HasPrefix(pattern, "re:") && !strings.ContainsFunc(pattern, func(r rune) bool {
		return r >= 0x80 || strings.ContainsRune(`*?[]{}$\`, r)
	})
}
