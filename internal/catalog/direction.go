package catalog

import (
	"errors"
	"slices"
	"strings"
)

// Way is a direction in which a member of the platform carries data.
type Way string

// The ways; the head of data/directions.txt says what each means.
const (
	Private Way = "private"
	Outside Way = "outside"
	Out     Way = "out"
	Act     Way = "act"
)

// Direction says which way a member carries data, and of what kind the data or the act is: "text",
// "entrusted", "page". A kind is a word of the table, or the capability that says it.
type Direction struct {
	Way  Way
	Kind string
}

// none is the word of the table for members that somebody looked at and that are no way.
const none = "none"

// saidBy are the ways that a capability says already. Powers that move no data of anybody's are nil.
var saidBy = map[Capability][]Way{
	FileRead: {Private}, FileWatch: {Private}, FileWrite: {Act, Out},
	NetConnect: {Out, Outside}, NetListen: {Outside, Out}, NetResolve: {Out, Outside},
	ProcessRun: {Act, Private}, ProcessShell: {Act, Private}, ProcessFork: {Act}, ProcessSignal: {Act}, ProcessExit: {Act},
	ProcessState: {Act}, EnvRead: {Private}, EnvWrite: {Act},
	CodeEval: {Act}, CodeVM: {Act}, CodeWasm: {Act}, CodeNative: {Act}, CodeWorker: {Act}, CodeLoad: {Act},
	Crypto: nil, OSInfo: {Private}, DebugInspector: {Act, Private}, DebugInternals: {Private},
	VSTask: {Act}, VSTerminal: {Act, Private}, VSDebug: {Act, Private}, VSAuth: {Private}, VSOpen: {Out}, VSCommand: {Act, Private},
	VSClipboard: {Private, Act}, VSFilesRead: {Private}, VSFilesWrite: {Act, Out}, VSDocuments: {Private, Act},
	VSSettingsRead: {Private}, VSSettingsWrite: {Act}, VSSecrets: {Private}, VSWebview: {Out, Outside}, VSURIHandler: {Outside},
	VSExtensions: {Private}, VSEnv: {Private}, VSAI: {Out, Outside, Act}, VSTrust: nil,
}

// Directions returns the ways of a member, in canonical spelling. It is not ok when nobody has looked at it;
// ok with none is a member of which somebody says that it is no way for data.
func (c *Catalog) Directions(module, member string) (list []Direction, ok bool) {
	looked := false // a harmless symbol has none of the ways of what it is below
	for m := member; m != ""; m = parent(m) {
		if list, ok := c.directions[Symbol{module, m}]; ok {
			return list, true
		}
		e, ok := c.Lookup(module, m)
		if list, said := c.directions[Symbol{e.Base.Module, e.Base.Member}]; ok && said {
			return list, true // the same member of a value that came another way
		}
		if looked = looked || ok && e.Harmless() && !e.Namespace; ok && !e.Harmless() && !looked {
			for _, w := range saidBy[e.Capability] {
				list = append(list, Direction{w, string(e.Capability)})
			}
			return list, true
		}
	}
	if e, ok := c.Classify(module, member); ok && e.Base != (Symbol{}) && e.Base.Member != member {
		return c.Directions(e.Base.Module, e.Base.Member)
	}
	list, ok = c.directions[Symbol{module, "."}]
	return list, ok
}

// PrivateMembers returns, for the members of vscode that give something private of a kind, the last names
// of their paths: what a property or method has to be called to be one.
func (c *Catalog) PrivateMembers() map[string]bool {
	out := map[string]bool{}
	for s, list := range c.directions {
		if s.Module == "vscode" && slices.ContainsFunc(list, func(d Direction) bool { return d.Way == Private }) {
			out[s.Member[strings.LastIndexByte(s.Member, '.')+1:]] = true
		}
	}
	return out
}

// parseDirections reads lines of a way, a kind, a module and names.
func (c *Catalog) parseDirections(lines []line) error {
	c.directions = map[Symbol][]Direction{}
	var errs []error
	for _, l := range lines {
		if len(l.words) < 4 {
			errs = append(errs, l.errorf("want WAY KIND MODULE NAME…"))
			continue
		}
		way, kind := Way(l.words[0]), l.words[1]
		if !slices.Contains([]Way{Private, Outside, Out, Act, none}, way) || (way == none) != (kind == "-") {
			errs = append(errs, l.errorf("%s %s is no way and kind: none alone has -", way, kind))
			continue
		}
		for _, name := range l.words[3:] {
			s := Symbol{l.words[2], name}
			before, known := c.directions[s]
			if known && (way == none || len(before) == 0) || slices.Contains(before, Direction{way, kind}) {
				errs = append(errs, l.errorf("%s is said twice", name))
			}
			if way == none {
				c.directions[s] = []Direction{}
				continue
			}
			c.directions[s] = append(before, Direction{way, kind})
		}
	}
	return errors.Join(errs...)
}
