package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A line is one fact of a data file, still in words.
type line struct {
	file   string
	number int
	words  []string
	why    string
}

func (l line) errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %w", l.file, l.number, fmt.Errorf(format, args...))
}

// readLines splits a data file. Strict on purpose: two spellings of the same
// fact would make diffs lie.
func readLines(fsys fs.FS, file string) ([]line, error) {
	data, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, fmt.Errorf("reading catalogue data: %w", err)
	}
	text := string(data)
	var errs []error
	if text != "" && !strings.HasSuffix(text, "\n") {
		errs = append(errs, fmt.Errorf("%s: no newline at the end", path.Base(file)))
	}
	var out []line
	for i, raw := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		l := line{file: path.Base(file), number: i + 1}
		switch {
		case strings.TrimSpace(raw) != raw:
			errs = append(errs, l.errorf("space at the start or end of the line"))
			continue
		case raw == "" || raw[0] == '#':
			continue
		}
		fact, why, commented := strings.Cut(raw, " # ")
		if commented && strings.TrimSpace(why) != why || strings.HasSuffix(fact, " #") {
			errs = append(errs, l.errorf("want one space and a reason after #"))
			continue
		}
		l.why = why
		l.words = strings.Split(fact, " ")
		if slices.Contains(l.words, "") || strings.ContainsAny(fact, "\t\r") {
			errs = append(errs, l.errorf("words are separated by exactly one space"))
			continue
		}
		out = append(out, l)
	}
	return out, errors.Join(errs...)
}

// parseSymbols reads the facts about symbols of one file, which must be sorted
// by module and member:
//
//	module member capability attribute… # why
//
// The member "-" is the module itself. Instead of a capability, "harmless" says
// that the symbol and what is below it was looked at and gives no power, and
// "namespace" that it is only the way to others. The attributes are
//
//	0=path 1.cwd=cwd key=envName   the role of an argument, of a property of an
//	                               argument, of the property read below
//	2:spawn                        argument 2 is an object of the set "spawn" in
//	                               options.txt
//	sync callback promise          how the result comes back
//	of=readFile                    the same function in its plain form
//	gives=net:Socket() is=Terminal the type of the result, of the value or of
//	                               its elements; without module: the same one
//	root=home                      the named root the value (or the call) is
func parseSymbols(lines []line, sets map[string][]Arg) ([]Entry, error) {
	var out []Entry
	var errs []error
	for _, l := range lines {
		e, err := parseSymbol(l, sets)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if n := len(out); n > 0 {
			switch c := compareEntries(out[n-1], e); {
			case c == 0:
				errs = append(errs, l.errorf("%s %s is said twice", l.words[0], l.words[1]))
			case c > 0:
				errs = append(errs, l.errorf("%s %s is out of order", l.words[0], l.words[1]))
			}
		}
		out = append(out, e)
	}
	return out, errors.Join(errs...)
}

func parseSymbol(l line, sets map[string][]Arg) (Entry, error) {
	if len(l.words) < 3 {
		return Entry{}, l.errorf(`want "module member capability", got %d words`, len(l.words))
	}
	e := Entry{Module: l.words[0], Member: l.words[1], Why: l.why}
	switch {
	case strings.HasPrefix(e.Module, "node:"):
		return e, l.errorf("module %q: write it without node:", e.Module)
	case e.Member == "-":
		e.Member = ""
	case !validMember(e.Member):
		return e, l.errorf("member %q is not a dotted path", e.Member)
	}
	switch word := l.words[2]; word {
	case "harmless":
	case "namespace":
		e.Namespace = true
	default:
		e.Capability = Capability(word)
		if !slices.Contains(Capabilities(), e.Capability) {
			return e, l.errorf("unknown capability %q", word)
		}
	}
	for _, word := range l.words[3:] {
		if err := e.attribute(word, sets); err != nil {
			return e, l.errorf("%w", err)
		}
	}
	return e, nil
}

// attribute reads one word after the capability into the entry.
func (e *Entry) attribute(word string, sets map[string][]Arg) error {
	switch f := Form(word); f {
	case Sync, Callback, Promise:
		if e.Form != "" {
			return fmt.Errorf("form %q after %q", word, e.Form)
		}
		e.Form = f
		return nil
	}
	name, value, ok := strings.Cut(word, "=")
	if !ok {
		return e.optionSet(word, sets)
	}
	target := map[string]*string{"of": &e.Of, "root": &e.Root}[name]
	typ := map[string]*Symbol{"gives": &e.Gives, "is": &e.Is}[name]
	switch {
	case name == "root" && !slices.Contains(roots(), value):
		return fmt.Errorf("unknown root %q", value)
	case target != nil && *target == "" && value != "":
		*target = value
	case typ != nil && *typ == Symbol{} && value != "":
		m, member, ok := strings.Cut(value, ":")
		if !ok {
			m, member = e.Module, value
		}
		if !validMember(member) {
			return fmt.Errorf("type %q is not module:member", value)
		}
		*typ = Symbol{m, member}
	case target != nil || typ != nil:
		return fmt.Errorf("%q is empty or repeats an attribute", word)
	default:
		return e.role(name, value)
	}
	return nil
}

// role reads "0=path", "2.cwd=cwd" and "key=envName".
func (e *Entry) role(position, role string) error {
	arg := Arg{Role: Role(role)}
	index, prop, dotted := strings.Cut(position, ".")
	if dotted && prop == "" {
		return fmt.Errorf("argument %q has an empty property", position)
	}
	arg.Prop = prop
	if index == "key" {
		arg.Index = KeyIndex
	} else {
		n, err := argIndex(index)
		if err != nil {
			return err
		}
		arg.Index = n
	}
	if !slices.Contains(Roles(), arg.Role) {
		return fmt.Errorf("unknown role %q", role)
	}
	if slices.Contains(e.Args, arg) {
		return fmt.Errorf("role %s=%s is said twice", position, role)
	}
	e.Args = append(e.Args, arg)
	return nil
}

// optionSet reads "1:spawn": argument 1 is an object with spawn's properties.
func (e *Entry) optionSet(word string, sets map[string][]Arg) error {
	index, name, ok := strings.Cut(word, ":")
	if !ok {
		return fmt.Errorf("unknown attribute %q", word)
	}
	n, err := argIndex(index)
	if err != nil {
		return err
	}
	set, ok := sets[name]
	if !ok {
		return fmt.Errorf("unknown option set %q", name)
	}
	if err := e.role(index, string(RoleOptions)); err != nil {
		return err
	}
	for _, a := range set {
		a.Index = n
		e.Args = append(e.Args, a)
	}
	return nil
}

func argIndex(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 9 || strconv.Itoa(n) != word {
		return 0, fmt.Errorf("argument position %q is not 0 to 9", word)
	}
	return n, nil
}

// parseSets reads the option sets: "set property role", sorted.
func parseSets(lines []line) (map[string][]Arg, error) {
	out := map[string][]Arg{}
	var errs []error
	last := ""
	for _, l := range lines {
		if len(l.words) != 3 {
			errs = append(errs, l.errorf(`want "set property role", got %d words`, len(l.words)))
			continue
		}
		a := Arg{Prop: l.words[1], Role: Role(l.words[2])}
		if !slices.Contains(Roles(), a.Role) {
			errs = append(errs, l.errorf("unknown role %q", l.words[2]))
		}
		key := strings.Join(l.words, " ")
		if cmp.Compare(last, key) >= 0 {
			errs = append(errs, l.errorf("%s is said twice or out of order", key))
		}
		last = key
		out[l.words[0]] = append(out[l.words[0]], a)
	}
	return out, errors.Join(errs...)
}

// validMember accepts dotted identifiers whose results are marked with "()":
// "createServer().listen". "()" alone may open it: what calling the module
// itself gives.
func validMember(member string) bool {
	if strings.HasPrefix(member, "()") {
		member = "module" + member
	}
	for seg := range strings.SplitSeq(member, ".") {
		for strings.HasSuffix(seg, "()") {
			seg = strings.TrimSuffix(seg, "()")
		}
		if seg == "" || strings.ContainsAny(seg, "()[]:=#") {
			return false
		}
	}
	return true
}
