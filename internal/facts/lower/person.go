package lower

import (
	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// A condition may be made from who or where somebody is: a time zone, a language, a country, the name of an account; or from chance.
// What only runs under such a one gets a guard of its own kind, which knows the value that told and nothing of which side holds.
//
// What a condition is made of is taken down by the variables it names (leaf), however they are put together. When the file is done,
// marks are spread from what tells of a person to what is made of it, within the file, and guards whose leaf has none are
// forgotten (personmarks.go). A comparison is no value here, so that a variable which holds one gets its mark by an edge of its own.

// leaf is a value that a condition is made of.
type leaf struct {
	expr  esbuild.Expr // what is to be watched, or nothing
	node  ir.Node
	other ir.Node // the variable it is compared with, or 0
	// bare is true for a value of which is only asked whether there is one: it has to be a judgement already.
	bare bool
}

// heldBy is a variable, or what a function returns, that gets what is made of a leaf.
type heldBy struct {
	dst ir.Node
	leaf
}

const (
	maxLeaves = 12 // of one condition
	maxLeaf   = 24 // how deep they are looked for
)

// tells says what a name does with what tells of a person, or that it is one.
type tells uint8

const (
	tellsNothing tells = iota
	tellsField         // a property that tells
	tellsCall          // a method whose answer tells
	tellsJudged        // a method that compares
	tellsCarried       // a method that gives the same in another form
	tellsElement       // an element of a list, or what a program said
	tellsTaken         // a method that gives it to a function
)

var personNames = map[string]tells{
	"timeZone": tellsField, "locale": tellsField, "language": tellsField, "languages": tellsField, "username": tellsField,
	"timezone": tellsField, "country": tellsField, "countryCode": tellsField, "country_code": tellsField, "countryName": tellsField,
	"country_name": tellsField, "country_code2": tellsField, "countryCode2": tellsField, "country_iso": tellsField,
	"LANG": tellsField, "LANGUAGE": tellsField, "LC_ALL": tellsField, "LC_CTYPE": tellsField, "LC_MESSAGES": tellsField, "TZ": tellsField,
	"USER": tellsField, "USERNAME": tellsField, "LOGNAME": tellsField, "USERDOMAIN": tellsField, "USERDNSDOMAIN": tellsField,
	"COMPUTERNAME": tellsField, "HOSTNAME": tellsField, "VSCODE_NLS_CONFIG": tellsField,
	"getTimezoneOffset": tellsCall, "hostname": tellsCall, "random": tellsCall,
	"includes": tellsJudged, "indexOf": tellsJudged, "has": tellsJudged, "test": tellsJudged, "match": tellsJudged,
	"startsWith": tellsJudged, "endsWith": tellsJudged, "some": tellsJudged, "every": tellsJudged, "find": tellsJudged,
	"findIndex": tellsJudged, "search": tellsJudged, "localeCompare": tellsJudged, "exec": tellsJudged, "hasOwnProperty": tellsJudged,
	"hasOwn": tellsJudged, "equals": tellsJudged, "lastIndexOf": tellsJudged,
	"toLowerCase": tellsCarried, "toUpperCase": tellsCarried, "toLocaleLowerCase": tellsCarried, "toLocaleUpperCase": tellsCarried,
	"trim": tellsCarried, "split": tellsCarried, "slice": tellsCarried, "substring": tellsCarried, "substr": tellsCarried,
	"replace": tellsCarried, "replaceAll": tellsCarried, "toString": tellsCarried, "pop": tellsCarried, "shift": tellsCarried,
	"at": tellsCarried, "charAt": tellsCarried, "normalize": tellsCarried, "map": tellsCarried, "filter": tellsCarried,
	"digest": tellsCarried, "update": tellsCarried, "concat": tellsCarried,
	"stdout": tellsElement, "then": tellsTaken,
}

// gitTells are the words by which git is asked whose repository it is.
var gitTells = []string{"user.email", "user.name"}

// plainVariable is the variable that a name means, whatever was judged.
func (l *lowerer) plainVariable(ref esbuild.Ref) ir.Node {
	if _, ok := l.imported[ref]; ok {
		return 0
	}
	ref = esbuild.Follow(l.tree, ref)
	if int(ref.InnerIndex) >= len(l.vars) {
		return 0
	}
	n := l.vars[ref.InnerIndex]
	if n < 0 {
		n = l.standIns[-n-1]
	}
	return l.unjudged(n)
}

// madeOf takes down what a condition is made of.
func (l *lowerer) madeOf(e esbuild.Expr, like leaf, out []leaf, depth int) []leaf {
	if depth > maxLeaf || len(out) >= maxLeaves {
		return out
	}
	compared := func(e esbuild.Expr, out []leaf) []leaf { return l.madeOf(e, leaf{other: like.other}, out, depth+1) }
	switch d := e.Data.(type) {
	case *esbuild.EUnary:
		if d.Op == esbuild.UnOpNot {
			return l.madeOf(d.Value, like, out, depth+1)
		}
	case *esbuild.EAwait:
		return l.madeOf(d.Value, like, out, depth+1)
	case *esbuild.EBinary:
		return l.binaryMadeOf(d, like, out, depth)
	case *esbuild.EIf:
		return l.madeOf(d.No, like, l.madeOf(d.Yes, like, l.madeOf(d.Test, like, out, depth+1), depth+1), depth+1)
	case *esbuild.ETemplate:
		for i := range d.Parts {
			out = l.madeOf(d.Parts[i].Value, like, out, depth+1)
		}
	case *esbuild.EIdentifier:
		if n := l.plainVariable(d.Ref); n != 0 {
			like.node = n
			return append(out, like)
		}
	case *esbuild.EDot:
		if personNames[d.Name] == tellsField {
			like.expr = e
			return append(out, like)
		}
		like.node = l.named(d.Name)
		return append(out, like)
	case *esbuild.EIndex:
		if name, ok := d.Index.Data.(*esbuild.EString); ok {
			if personNames[l.strs.of(name.Value, maxLeaf)] == tellsField {
				like.expr = e
				return append(out, like)
			}
			return out
		}
		if _, number := d.Index.Data.(*esbuild.ENumber); number {
			return l.madeOf(d.Target, like, out, depth+1)
		}
		return compared(d.Index, out)
	case *esbuild.ECall:
		target, ok := d.Target.Data.(*esbuild.EDot)
		if !ok {
			if id, bare := d.Target.Data.(*esbuild.EIdentifier); bare {
				if n := l.plainVariable(id.Ref); n != 0 {
					out = append(out, leaf{node: n, bare: like.bare, other: like.other})
				}
				for _, a := range d.Args {
					out = compared(a, out)
				}
			}
			return out
		}
		switch personNames[target.Name] {
		case tellsCall:
			like.expr = e
			return append(out, like)
		case tellsJudged:
			out = compared(target.Target, out)
			for _, a := range d.Args {
				if f, ok := a.Data.(*esbuild.EArrow); ok && len(f.Body.Block.Stmts) == 1 {
					// list.some(z => z === zone): what it is compared with is of the list.
					if r, ok := f.Body.Block.Stmts[0].Data.(*esbuild.SReturn); ok {
						out = l.madeOf(r.ValueOrNil, leaf{other: -1}, out, depth+1)
					}
					continue
				}
				out = compared(a, out)
			}
		case tellsCarried:
			out = l.madeOf(target.Target, like, out, depth+1)
			if target.Name == "digest" || target.Name == "update" {
				for _, a := range d.Args {
					out = l.madeOf(a, like, out, depth+1)
				}
			}
		case tellsNothing:
			like.node = l.named(target.Name)
			return append(out, like)
		}
	}
	return out
}

// named stands for whatever has a name as a property: what it tells is what is stored under the name, until people settles it.
func (l *lowerer) named(name string) ir.Node { return -ir.Node(l.str(name)) - 1 }

// setsConstant keeps that a variable, or what a function returns, gets a constant here: a condition around it is what it tells.
func (l *lowerer) setsConstant(dst ir.Node, e esbuild.Expr) {
	if dst != 0 && (isConstant(e) || constantFlag(e) != flagUnknown) {
		l.sets = append(l.sets, dst)
	}
}

// setUnder are constants that are set under a condition which is made of a leaf.
type setUnder struct {
	leaf
	lo, hi int32 // in sets
}

func (l *lowerer) binaryMadeOf(d *esbuild.EBinary, like leaf, out []leaf, depth int) []leaf {
	switch d.Op {
	case esbuild.BinOpLogicalAnd, esbuild.BinOpLogicalOr, esbuild.BinOpNullishCoalescing:
		return l.madeOf(d.Right, like, l.madeOf(d.Left, like, out, depth+1), depth+1)
	case esbuild.BinOpComma, esbuild.BinOpAssign:
		return l.madeOf(d.Right, like, out, depth+1)
	case esbuild.BinOpAdd, esbuild.BinOpSub, esbuild.BinOpMul, esbuild.BinOpDiv, esbuild.BinOpRem:
		return l.madeOf(d.Right, like, l.madeOf(d.Left, like, out, depth+1), depth+1)
	case esbuild.BinOpIn:
		return l.madeOf(d.Left, leaf{}, out, depth+1)
	case esbuild.BinOpStrictEq, esbuild.BinOpLooseEq, esbuild.BinOpStrictNe, esbuild.BinOpLooseNe, esbuild.BinOpGe, esbuild.BinOpGt,
		esbuild.BinOpLe, esbuild.BinOpLt:
		for _, sides := range [][2]esbuild.Expr{{d.Left, d.Right}, {d.Right, d.Left}} {
			next := leaf{other: like.other}
			switch other := sides[1].Data.(type) {
			case *esbuild.EString, *esbuild.ENumber:
			case *esbuild.EUnary: // -180
				if _, ok := other.Value.Data.(*esbuild.ENumber); !ok {
					continue
				}
			case *esbuild.EBoolean:
				next.bare = like.bare
			case *esbuild.EIdentifier:
				if next.other == 0 {
					next.other = l.plainVariable(other.Ref)
				}
				if next.other == 0 {
					continue
				}
			default:
				if next.other == 0 {
					continue
				}
			}
			out = l.madeOf(sides[0], next, out, depth+1)
		}
	}
	return out
}

// watchLeaves has the nodes taken down of what leaves are, while do lowers it.
func (l *lowerer) watchLeaves(leaves []leaf, do func()) {
	var added []any
	for _, f := range leaves {
		if f.expr.Data == nil {
			continue
		}
		if _, ok := l.watch[f.expr.Data]; !ok {
			l.watch[f.expr.Data] = 0
			added = append(added, f.expr.Data)
		}
	}
	do()
	for i, f := range leaves {
		if f.expr.Data != nil {
			leaves[i].node = l.watch[f.expr.Data]
		}
	}
	for _, k := range added {
		delete(l.watch, k)
	}
}

// aboutPeople adds to what holds on a side of a condition what that is made of.
func aboutPeople(list []atom, leaves []leaf) []atom {
	for _, f := range leaves {
		if f.node != 0 {
			list = append(list, atom{kind: ir.GuardPerson, not: f.bare, node: f.node, value: f.other})
		}
	}
	return list
}

// holding gives what a value is made of that is the outcome of a condition.
func (l *lowerer) holding(e esbuild.Expr) []leaf {
	switch d := e.Data.(type) {
	case *esbuild.EUnary:
		if d.Op != esbuild.UnOpNot {
			return nil
		}
	case *esbuild.EBinary:
		switch d.Op {
		case esbuild.BinOpLogicalAnd, esbuild.BinOpLogicalOr, esbuild.BinOpStrictEq, esbuild.BinOpLooseEq, esbuild.BinOpStrictNe,
			esbuild.BinOpLooseNe, esbuild.BinOpGe, esbuild.BinOpGt, esbuild.BinOpLe, esbuild.BinOpLt, esbuild.BinOpIn:
		default:
			return nil
		}
	default:
		return nil
	}
	return l.madeOf(e, leaf{bare: true}, nil, 0)
}

// held lowers a value that dst gets, and keeps what it is made of.
func (l *lowerer) held(e esbuild.Expr, dst func() ir.Node) (v ir.Node) {
	leaves := l.holding(e)
	if len(leaves) == 0 {
		v = l.expr(e)
		l.setsConstant(dst(), e)
		return v
	}
	l.watchLeaves(leaves, func() { v = l.expr(e) })
	if n := dst(); n != 0 {
		for _, f := range leaves {
			if f.node != 0 && f.node != n {
				l.helds = append(l.helds, heldBy{n, f})
			}
		}
	}
	return v
}

// boundTo is the variable that a declaration binds, if it binds one.
func (l *lowerer) boundTo(b esbuild.Binding) ir.Node {
	if id, ok := b.Data.(*esbuild.BIdentifier); ok {
		return l.plainVariable(id.Ref)
	}
	return 0
}
