package ir

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The encoding is the unit's arrays one after the other, each behind its
// length, little-endian and of fixed width. It lives for one pipe between two
// processes of the same binary, so it has no version.

// Encode writes a unit.
func Encode(u *Unit) []byte {
	size := 64 + len(u.Nodes)*17 + len(u.Effects)*13 + len(u.Funcs)*45 + len(u.Lists)*4
	for _, s := range u.Strings {
		size += 4 + len(s)
	}
	b := make([]byte, 0, size)
	le := binary.LittleEndian
	i32 := func(v int32) { b = le.AppendUint32(b, uint32(v)) }
	i32(int32(len(u.Strings)))
	for _, s := range u.Strings {
		i32(int32(len(s)))
		b = append(b, s...)
	}
	i32(int32(len(u.Nodes)))
	for i := range u.Nodes {
		v := &u.Nodes[i]
		b = append(b, byte(v.Op))
		i32(v.A)
		i32(v.B)
		i32(v.C)
		i32(v.Pos)
	}
	i32(int32(len(u.Effects)))
	for i := range u.Effects {
		e := &u.Effects[i]
		b = append(b, byte(e.Kind))
		i32(e.A)
		i32(e.B)
		i32(e.C)
	}
	i32(int32(len(u.Funcs)))
	for i := range u.Funcs {
		f := &u.Funcs[i]
		for _, v := range [...]int32{int32(f.Node), f.Params, int32(f.Ret), int32(f.This), int32(f.Args), f.Lo, f.Hi, f.ELo, f.EHi, int32(f.Name)} {
			i32(v)
		}
		b = append(b, byte(f.Flags))
	}
	i32(int32(len(u.Lists)))
	for _, v := range u.Lists {
		i32(v)
	}
	i32(int32(len(u.Notes)))
	for _, n := range u.Notes {
		i32(int32(len(n.Text)))
		b = append(b, n.Text...)
		i32(n.Pos)
	}
	esm := byte(0)
	if u.ESM {
		esm = 1
	}
	return append(b, esm)
}

// ErrDamaged is what Decode says of bytes that are no unit.
var ErrDamaged = errors.New("the lowered file is damaged")

// Decode reads a unit and checks every index in it, so that nothing that
// works on a unit needs to.
func Decode(b []byte) (*Unit, error) {
	r := reader{b: b}
	u := &Unit{}
	u.Strings = make([]string, r.count(4))
	for i := range u.Strings {
		u.Strings[i] = r.text()
	}
	u.Nodes = make([]Value, r.count(17))
	for i := range u.Nodes {
		u.Nodes[i] = Value{Op: Op(r.byte()), A: r.i32(), B: r.i32(), C: r.i32(), Pos: r.i32()}
	}
	u.Effects = make([]Effect, r.count(13))
	for i := range u.Effects {
		u.Effects[i] = Effect{Kind: EffectKind(r.byte()), A: r.i32(), B: r.i32(), C: r.i32()}
	}
	u.Funcs = make([]Func, r.count(41))
	for i := range u.Funcs {
		u.Funcs[i] = Func{
			Node: Node(r.i32()), Params: r.i32(), Ret: Node(r.i32()), This: Node(r.i32()), Args: Node(r.i32()),
			Lo: r.i32(), Hi: r.i32(), ELo: r.i32(), EHi: r.i32(), Name: Str(r.i32()), Flags: FuncFlags(r.byte()),
		}
	}
	u.Lists = make([]int32, r.count(4))
	for i := range u.Lists {
		u.Lists[i] = r.i32()
	}
	u.Notes = make([]Note, r.count(8))
	for i := range u.Notes {
		u.Notes[i] = Note{Text: r.text(), Pos: r.i32()}
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

func (r *reader) byte() byte {
	if len(r.b) < 1 {
		r.bad = true
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

func (r *reader) i32() int32 {
	if len(r.b) < 4 {
		r.bad, r.b = true, nil
		return 0
	}
	v := int32(binary.LittleEndian.Uint32(r.b))
	r.b = r.b[4:]
	return v
}

// count reads a length of things that take at least size bytes each.
func (r *reader) count(size int) int {
	n := int(r.i32())
	if n < 0 || n > len(r.b)/size {
		r.bad, r.b = true, nil
		return 0
	}
	return n
}

func (r *reader) text() string {
	n := r.count(1)
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}
