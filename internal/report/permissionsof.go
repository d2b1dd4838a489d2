package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// PermissionsOf makes them of a policy and its evidence. The program says from where
// execution gets to a part; nil: it was not analysed. widened reports what the base's
// policy had not.
func PermissionsOf(p *facts.Program, is policy.Policy, why evidence.Document, widened func(policy.Grant) bool) *Permissions {
	b := &permissionsBuilder{
		program: p, out: &Permissions{Parts: []Part{}, Lines: []Permission{}}, parts: map[string]int{}, files: map[string]bool{},
	}
	lines := map[string]evidence.Line{}
	for _, l := range why.Lines {
		lines[l.Grant] = l
	}
	for _, g := range is.Grants {
		state := Granted
		if widened != nil && widened(g) {
			state = Widened
		}
		b.add(g, state, lines[g.Key()])
	}
	for _, g := range is.Denied {
		b.add(g, Denied, evidence.Line{})
	}
	b.sort()
	return b.out
}

type permissionsBuilder struct {
	program *facts.Program
	out     *Permissions
	// parts are indexes of out.Parts by what tells parts apart.
	parts map[string]int
	// files are those that a part has, by the part's key and the name.
	files map[string]bool
	shown int
}

func (b *permissionsBuilder) add(g policy.Grant, state PermissionState, why evidence.Line) {
	if g.Section == policy.Modules {
		return
	}
	if len(b.out.Lines) == maxList {
		b.out.More++
		return
	}
	plain := g
	plain.Mark, plain.TrustedOnly = policy.Sure, false
	line := Permission{
		Section: g.Section, Text: printable(strings.TrimPrefix(plain.String(), string(g.Section)+": ")), State: state,
		Mark: g.Mark, Question: g.Question, TrustedOnly: g.TrustedOnly, Origins: []string{}, Needs: []Need{}, More: why.More,
	}
	for _, o := range why.Origins {
		if o != "static" {
			line.Origins = append(line.Origins, o)
		}
	}
	needs := map[int]*Need{}
	for _, at := range why.Places {
		part := b.part(at)
		n := needs[part]
		if n == nil {
			n = &Need{Part: part, Places: []evidence.Place{}}
			needs[part] = n
		}
		n.Uses++
		if len(n.Places) < maxPlacesEach && b.shown < maxShown {
			b.shown++
			n.Places = append(n.Places, shortened(at))
		}
	}
	for _, n := range needs {
		line.Needs = append(line.Needs, *n)
	}
	b.out.Lines = append(b.out.Lines, line)
}

// shortened is a place whose way has lost its middle, and which prints.
func shortened(p evidence.Place) evidence.Place {
	if n := len(p.Path); n > maxSteps {
		p.Path = slices.Concat(p.Path[:maxSteps/2], []string{"…"}, p.Path[n-maxSteps/2+1:])
	}
	p.Path = slices.Clone(p.Path)
	for i, step := range p.Path {
		p.Path[i] = escape.Printable(step, finding.MaxMessage)
	}
	p.Symbol = escape.Printable(p.Symbol, finding.MaxMessage)
	return p
}

// part is the part of the code that a place lies in.
func (b *permissionsBuilder) part(at evidence.Place) int {
	name, told := "", at.Origin != nil
	if told {
		name = at.Origin.Package
	}
	file := at.Where.File
	entries, certain := entriesOf(b.program, file)
	if b.program != nil {
		i, ok := slices.BinarySearchFunc(b.program.Modules, file, func(m facts.Module, f string) int { return cmp.Compare(m.Path, f) })
		if ok && name == "" && b.program.Modules[i].Dependency != "" {
			name, told = b.program.Modules[i].Dependency, true
		}
		told = told || b.program.Basis == facts.Sources
	}
	name = printable(name)
	key := fmt.Sprintf("%s\x00%t\x00%s", name, certain, strings.Join(entries, "\x00"))
	if name == "" && len(entries) == 0 {
		key += "\x00" + file // files have nothing in common but that nobody knows who starts them
	}
	i, ok := b.parts[key]
	if !ok && len(b.out.Parts) >= maxParts-1 {
		// The last part stands for all that are left.
		name, key, entries, certain, told = "", "the rest", []string{}, false, false
		i, ok = b.parts[key]
	}
	if !ok {
		i = len(b.out.Parts)
		b.parts[key] = i
		b.out.Parts = append(b.out.Parts, Part{Package: name, Files: []string{}, Entries: entries, EntriesTold: certain})
	}
	p := &b.out.Parts[i]
	p.Told = p.Told || told
	if file := printable(file); !b.files[key+"\x00"+file] {
		b.files[key+"\x00"+file] = true
		p.Files = append(p.Files, file)
	}
	return i
}

// entriesOf are the entries from which execution may get to a file, and whether it is
// known of each. A program says that a file may run and not from where, so that of
// several entries one or another leads there: none of them is left out. The script of
// a page loads no module of Node, so those two are kept apart.
func entriesOf(p *facts.Program, file string) ([]string, bool) {
	out := []string{}
	if p == nil {
		return out, false
	}
	i, ok := slices.BinarySearchFunc(p.Modules, file, func(m facts.Module, f string) int { return cmp.Compare(m.Path, f) })
	if !ok || !p.Modules[i].Reached {
		return out, false
	}
	for _, e := range p.Entries {
		if e.File == file {
			return append(out[:0], printable(file)), true
		}
		if (e.Kind == facts.EntryWebview) == p.Modules[i].Shallow {
			out = append(out, printable(e.File))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxEntriesEach)], len(out) == 1
}

// sort puts the parts in order: own code first, then by name.
func (b *permissionsBuilder) sort() {
	order := make([]int, len(b.out.Parts))
	for i := range order {
		order[i] = i
		p := &b.out.Parts[i]
		slices.Sort(p.Files)
		if n := len(p.Files) - maxPartFiles; n > 0 {
			p.Files, p.More = p.Files[:maxPartFiles], n
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		p, q := b.out.Parts[i], b.out.Parts[j]
		return cmp.Or(cmp.Compare(p.Package, q.Package), slices.Compare(p.Entries, q.Entries), slices.Compare(p.Files, q.Files))
	})
	parts, at := make([]Part, len(order)), make([]int, len(order))
	for to, from := range order {
		parts[to], at[from] = b.out.Parts[from], to
	}
	b.out.Parts = parts
	for _, l := range b.out.Lines {
		for i := range l.Needs {
			l.Needs[i].Part = at[l.Needs[i].Part]
		}
		slices.SortFunc(l.Needs, func(a, b Need) int { return cmp.Compare(a.Part, b.Part) })
	}
}
