package ir

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// The encoding is the unit's arrays one after the other, each behind its
// length. Numbers are variable-length, and fields are written as the difference
// to the last entry of the same kind: neighbours are alike, so that a unit takes
// a quarter of what it does in memory. It lives for one pipe between two
// processes of the same binary, so it has no version.

// Append writes a unit behind what b holds.
func Append(b []byte, u *Unit) []byte {
	text := 0
	for _, s := range u.Strings {
		text += len(s)
	}
	// Room for what a unit usually takes; more is made when it is needed.
	w := writer{slices.Grow(b, 64+text+2*len(u.Strings)+9*len(u.Nodes)+6*len(u.Effects)+16*len(u.Funcs)+3*len(u.Lists))}
	w.count(text)
	for _, s := range u.Strings {
		w.b = append(w.b, s...)
	}
	w.count(len(u.Strings))
	for _, s := range u.Strings {
		w.count(len(s))
	}
	w.count(len(u.Nodes))
	var nodes [256]Value
	pos := int32(0)
	for i := range u.Nodes {
		v := &u.Nodes[i]
		last := &nodes[v.Op]
		w.b = append(w.b, byte(v.Op))
		w.delta(v.A, last.A)
		w.delta(v.B, last.B)
		w.delta(v.C, last.C)
		w.delta(v.Pos, pos)
		*last, pos = *v, v.Pos
	}
	w.count(len(u.Effects))
	var effects [256]Effect
	for i := range u.Effects {
		e := &u.Effects[i]
		last := &effects[e.Kind]
		w.b = append(w.b, byte(e.Kind))
		w.delta(e.A, last.A)
		w.delta(e.B, last.B)
		w.delta(e.C, last.C)
		*last = *e
	}
	w.count(len(u.Funcs))
	var fields [funcFields]int32
	for i := range u.Funcs {
		f := &u.Funcs[i]
		for j, v := range f.fields() {
			w.delta(*v, fields[j])
			fields[j] = *v
		}
		w.b = append(w.b, byte(f.Flags), byte(f.Flags>>8))
	}
	w.count(len(u.Lists))
	for _, v := range u.Lists {
		w.delta(v, 0)
	}
	w.count(len(u.Guards))
	var guards [guardFields]int32
	for i := range u.Guards {
		g := &u.Guards[i]
		for j, v := range g.fields() {
			w.delta(*v, guards[j])
			guards[j] = *v
		}
		w.b = append(w.b, byte(g.Kind)<<1|flag(g.Not))
	}
	w.count(len(u.Picks))
	var picks [pickFields]int32
	for i := range u.Picks {
		p := &u.Picks[i]
		for j, v := range p.fields() {
			w.delta(*v, picks[j])
			picks[j] = *v
		}
		w.b = append(w.b, p.When)
	}
	w.count(len(u.Notes))
	for _, n := range u.Notes {
		w.count(len(n.Text))
		w.b = append(w.b, n.Text...)
		w.delta(n.Pos, 0)
	}
	w.count(len(u.Signs))
	for _, s := range u.Signs {
		w.b = append(w.b, s.Kind)
		w.delta(s.Count, 0)
		w.delta(s.Pos, 0)
	}
	return append(w.b, flag(u.ESM))
}

const funcFields = 10

// fields are a function's numbers, in the order they are written.
func (f *Func) fields() [funcFields]*int32 {
	return [...]*int32{
		(*int32)(&f.Node), &f.Params, (*int32)(&f.Ret), (*int32)(&f.This), (*int32)(&f.Args),
		&f.Lo, &f.Hi, &f.ELo, &f.EHi, (*int32)(&f.Name),
	}
}

const guardFields = 5

// fields are a guard's numbers, in the order they are written.
func (g *Guard) fields() [guardFields]*int32 {
	return [...]*int32{(*int32)(&g.Cond), (*int32)(&g.Subject), (*int32)(&g.Base), &g.Lo, &g.Hi}
}

const pickFields = 4

// fields are a pick's numbers, in the order they are written.
func (p *Pick) fields() [pickFields]*int32 { return [...]*int32{&p.Func, &p.Param, &p.Lo, &p.Hi} }

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

type writer struct{ b []byte }

func (w *writer) count(n int) { w.b = binary.AppendUvarint(w.b, uint64(n)) }

// delta writes v as what it is more than last. The difference may overflow, and
// comes back the same.
func (w *writer) delta(v, last int32) {
	d := v - last
	u := uint32(d<<1) ^ uint32(d>>31) // small numbers of either sign become small
	for u >= 0x80 {
		w.b = append(w.b, byte(u)|0x80)
		u >>= 7
	}
	w.b = append(w.b, byte(u))
}

// ErrDamaged is what Decode says of bytes that are no unit.
var ErrDamaged = errors.New("the lowered file is damaged")

// Decode reads a unit and checks every index in it, so that nothing that
// works on a unit needs to. The unit keeps none of b.
func Decode(b []byte) (*Unit, error) {
	r := reader{b: b}
	u := &Unit{}
	u.Strings = r.strings()
	u.Nodes = make([]Value, r.count(5))
	var nodes [256]Value
	pos := int32(0)
	for i := range u.Nodes {
		op := r.byte()
		last := &nodes[op]
		v := Value{Op: Op(op), A: r.delta(last.A), B: r.delta(last.B), C: r.delta(last.C), Pos: r.delta(pos)}
		u.Nodes[i], *last, pos = v, v, v.Pos
	}
	u.Effects = make([]Effect, r.count(4))
	var effects [256]Effect
	for i := range u.Effects {
		kind := r.byte()
		last := &effects[kind]
		e := Effect{Kind: EffectKind(kind), A: r.delta(last.A), B: r.delta(last.B), C: r.delta(last.C)}
		u.Effects[i], *last = e, e
	}
	u.Funcs = make([]Func, r.count(funcFields+2))
	var fields [funcFields]int32
	for i := range u.Funcs {
		f := &u.Funcs[i]
		for j, v := range f.fields() {
			*v = r.delta(fields[j])
			fields[j] = *v
		}
		f.Flags = FuncFlags(r.byte())
		f.Flags |= FuncFlags(r.byte()) << 8
	}
	u.Lists = make([]int32, r.count(1))
	for i := range u.Lists {
		u.Lists[i] = r.delta(0)
	}
	u.Guards = make([]Guard, r.count(guardFields+1))
	var guards [guardFields]int32
	for i := range u.Guards {
		g := &u.Guards[i]
		for j, v := range g.fields() {
			*v = r.delta(guards[j])
			guards[j] = *v
		}
		b := r.byte()
		g.Kind, g.Not = GuardKind(b>>1), b&1 == 1
	}
	u.Picks = make([]Pick, r.count(pickFields+1))
	var picks [pickFields]int32
	for i := range u.Picks {
		p := &u.Picks[i]
		for j, v := range p.fields() {
			*v = r.delta(picks[j])
			picks[j] = *v
		}
		p.When = r.byte()
	}
	u.Notes = make([]Note, r.count(2))
	for i := range u.Notes {
		u.Notes[i] = Note{Text: string(r.bytes(r.count(1))), Pos: r.delta(0)}
	}
	u.Signs = make([]Sign, r.count(3))
	for i := range u.Signs {
		u.Signs[i] = Sign{Kind: r.byte(), Count: r.delta(0), Pos: r.delta(0)}
	}
	u.ESM = r.byte() == 1
	if r.bad || len(r.b) != 0 {
		return nil, ErrDamaged
	}
	if err := u.check(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return u, nil
}

type reader struct {
	b   []byte
	bad bool
}

// strings reads the table of strings, which are pieces of one.
func (r *reader) strings() []string {
	text := string(r.bytes(r.count(1)))
	out := make([]string, r.count(1))
	for i := range out {
		n := int(r.uvarint())
		if n > len(text) {
			r.fail()
			return nil
		}
		out[i], text = text[:n], text[n:]
	}
	if text != "" {
		r.fail()
	}
	return out
}

func (r *reader) fail() { r.bad, r.b = true, nil }

func (r *reader) byte() byte {
	if len(r.b) < 1 {
		r.bad = true
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

func (r *reader) uvarint() uint32 {
	var v uint32
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		v |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	r.fail() // too long to be one of ours
	return 0
}

// delta reads what delta wrote.
func (r *reader) delta(last int32) int32 {
	u := r.uvarint()
	return last + (int32(u>>1) ^ -int32(u&1))
}

// count reads a length of things that take at least size bytes each.
func (r *reader) count(size int) int {
	n := int(r.uvarint())
	if n > len(r.b)/size {
		r.fail()
		return 0
	}
	return n
}

// bytes reads so many bytes, as count gave it.
func (r *reader) bytes(n int) []byte {
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}
