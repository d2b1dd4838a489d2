package decode

import (
	"math"
	"strconv"
	"unicode/utf16"

	esbuild "github.com/evanw/esbuild/bridge"
)

// kind says what a value is.
type kind uint8

const (
	isUndefined kind = iota
	isNull
	isBool
	isNumber
	isString
	isObject
)

// value is a value of the evaluator.
type value struct {
	kind kind
	num  float64 // a number; 1 for true
	str  []uint16
	obj  *object
	grow *grown // of a text that was put together
}

// object is an array, a function, bytes or a plain object.
type object struct {
	items   []value // of a list
	list    bool
	bytes   []byte // of a Buffer or a Uint8Array
	isBytes bool
	props   map[string]value
	keys    []string
	fn      *closure
	native  function
	lookup  lookup // properties that are functions of the language
	name    string // of what is native
	pattern *pattern
	globals bool   // the object of all globals
	tag     string // what an object of the language is
}

// closure is a function of the code with the variables around it.
type closure struct {
	args  []esbuild.Arg
	body  *esbuild.FnBody
	rest  bool
	arrow bool
	async bool
	refs  esbuild.Ref // of its arguments object
	env   *env
	this  value // of an arrow
	start int32
}

// env holds the variables of a call.
type env struct {
	up   *env
	vars []variable
}

type variable struct {
	id uint32
	v  value
}

func (e *env) find(id uint32) *value {
	for ; e != nil; e = e.up {
		for i := range e.vars {
			if e.vars[i].id == id {
				return &e.vars[i].v
			}
		}
	}
	return nil
}

func (e *env) declare(id uint32, v value) {
	for i := range e.vars {
		if e.vars[i].id == id {
			e.vars[i].v = v
			return
		}
	}
	e.vars = append(e.vars, variable{id, v})
}

var undefined = value{}

func number(n float64) value { return value{kind: isNumber, num: n} }
func boolean(b bool) value {
	if b {
		return value{kind: isBool, num: 1}
	}
	return value{kind: isBool}
}
func text(s string) value      { return value{kind: isString, str: utf16.Encode([]rune(s))} }
func units(s []uint16) value   { return value{kind: isString, str: s} }
func listOf(v []value) value   { return value{kind: isObject, obj: &object{list: true, items: v}} }
func bytesOf(b []byte) value   { return value{kind: isObject, obj: &object{isBytes: true, bytes: b}} }
func objectOf(o *object) value { return value{kind: isObject, obj: o} }
func (v value) isFunc() bool   { return v.kind == isObject && (v.obj.fn != nil || v.obj.native != nil) }
func (v value) isList() bool   { return v.kind == isObject && v.obj.list }
func (v value) isBuffer() bool { return v.kind == isObject && v.obj.isBytes }
func (v value) nullish() bool  { return v.kind == isUndefined || v.kind == isNull }
func (v value) goText() string { return string(utf16.Decode(v.str)) }
func native(name string, f function) value {
	return value{kind: isObject, obj: &object{native: f, name: name}}
}

func (v value) truthy() bool {
	switch v.kind {
	case isBool, isNumber:
		return v.num != 0 && !math.IsNaN(v.num)
	case isString:
		return len(v.str) > 0
	}
	return v.kind == isObject
}

// toString is what a value reads like.
func (r *run) toString(v value) []uint16 {
	switch v.kind {
	case isString:
		return v.str
	case isUndefined:
		return ascii("undefined")
	case isNull:
		return ascii("null")
	case isBool:
		if v.num != 0 {
			return ascii("true")
		}
		return ascii("false")
	case isNumber:
		return ascii(numberText(v.num))
	}
	o := v.obj
	switch {
	case o.list:
		return r.join(o.items, ascii(","), 0)
	case o.isBytes:
		return latin(decodeUTF8(o.bytes))
	case o.fn != nil:
		return utf16.Encode([]rune(r.sourceOf(o.fn)))
	case o.native != nil:
		return ascii("function " + o.name + "() { [native code] }")
	case o.pattern != nil:
		return ascii("/" + o.pattern.source + "/" + o.pattern.flags)
	}
	if f, ok := o.props["toString"]; ok && f.isFunc() {
		return r.toString(r.call(f, v, nil))
	}
	if o.tag != "" {
		return ascii("[object " + o.tag + "]")
	}
	return ascii("[object Object]")
}

func (r *run) join(items []value, with []uint16, depth int) []uint16 {
	if depth > 8 {
		r.stop()
	}
	var out []uint16
	for i, v := range items {
		if i > 0 {
			out = append(out, with...)
		}
		if !v.nullish() {
			if v.isList() {
				out = append(out, r.join(v.obj.items, ascii(","), depth+1)...)
			} else {
				out = append(out, r.toString(v)...)
			}
		}
		r.charge(1 + len(out)/64)
		if len(out) > maxText {
			r.stop()
		}
	}
	return out
}

func numberText(n float64) string {
	switch {
	case math.IsNaN(n):
		return "NaN"
	case math.IsInf(n, 1):
		return "Infinity"
	case math.IsInf(n, -1):
		return "-Infinity"
	case n == 0:
		return "0"
	case n == math.Trunc(n) && math.Abs(n) < 1e21:
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

func ascii(s string) []uint16 {
	out := make([]uint16, len(s))
	for i := range len(s) {
		out[i] = uint16(s[i])
	}
	return out
}

func latin(s string) []uint16 { return utf16.Encode([]rune(s)) }

// toNumber is what a value counts as.
func (r *run) toNumber(v value) float64 {
	switch v.kind {
	case isNumber, isBool:
		return v.num
	case isNull:
		return 0
	case isUndefined:
		return math.NaN()
	case isString:
		return textNumber(v.goText())
	}
	if v.isFunc() {
		return math.NaN()
	}
	return textNumber(units(r.toString(v)).goText())
}

func int32Of(n float64) int32 {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		return 0
	}
	return int32(uint32(int64(math.Mod(math.Trunc(n), 1<<32))))
}

// index reads a property's name as a place in a list; -1: it is none.
func index(v value) int {
	if v.kind == isNumber && v.num >= 0 && v.num == math.Trunc(v.num) && v.num < 1<<31 {
		return int(v.num)
	}
	if v.kind == isString && len(v.str) > 0 && len(v.str) < 10 {
		n := 0
		for _, c := range v.str {
			if c < '0' || c > '9' {
				return -1
			}
			n = 10*n + int(c-'0')
		}
		if len(v.str) > 1 && v.str[0] == '0' {
			return -1
		}
		return n
	}
	return -1
}
