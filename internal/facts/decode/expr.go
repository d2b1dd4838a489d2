package decode

import (
	"math"

	esbuild "github.com/evanw/esbuild/bridge"
)

func (r *run) function(f *esbuild.Fn, e *env, start int32) value {
	return objectOf(&object{fn: &closure{args: f.Args, body: &f.Body, rest: f.HasRestArg, refs: f.ArgumentsRef, env: e,
		async: f.IsAsync || f.IsGenerator, start: start}})
}

// variable is where a name's value lies.
func (r *run) variable(ref esbuild.Ref, e *env) *value {
	ref = r.file.follow(ref)
	if v := e.find(ref.InnerIndex); v != nil {
		return v
	}
	if name, free := r.file.free(ref); free {
		v := r.global(name)
		return &v
	}
	return r.cell(ref)
}

// eval evaluates an expression.
func (r *run) eval(x esbuild.Expr, e *env, this value) value {
	r.charge(1)
	if r.nest++; r.nest > maxNest {
		r.stop()
	}
	v := r.evaluate(x, e, this)
	r.nest--
	return v
}

func (r *run) evaluate(x esbuild.Expr, e *env, this value) value {
	switch d := x.Data.(type) {
	case *esbuild.EString:
		return units(d.Value)
	case *esbuild.ENumber:
		return number(d.Value)
	case *esbuild.EBoolean:
		return boolean(d.Value)
	case *esbuild.ENull:
		return value{kind: isNull}
	case *esbuild.EUndefined, *esbuild.EMissing:
		return undefined
	case *esbuild.EThis:
		return this
	case *esbuild.EIdentifier:
		return *r.variable(d.Ref, e)
	case *esbuild.EAnnotation:
		return r.eval(d.Value, e, this)
	case *esbuild.EInlinedEnum:
		return r.eval(d.Value, e, this)
	case *esbuild.EArray:
		out := make([]value, 0, len(d.Items))
		for i := range d.Items {
			if s, ok := d.Items[i].Data.(*esbuild.ESpread); ok {
				out = append(out, r.elements(r.eval(s.Value, e, this))...)
				continue
			}
			out = append(out, r.eval(d.Items[i], e, this))
		}
		return listOf(out)
	case *esbuild.EObject:
		return r.object(d, e, this)
	case *esbuild.EFunction:
		v := r.function(&d.Fn, e, x.Loc.Start)
		if d.Fn.Name != nil {
			inner := &env{up: e}
			inner.declare(r.file.id(d.Fn.Name.Ref), v)
			v.obj.fn.env = inner
		}
		return v
	case *esbuild.EArrow:
		return objectOf(&object{fn: &closure{args: d.Args, body: &d.Body, rest: d.HasRestArg, env: e, arrow: true, this: this,
			async: d.IsAsync, start: x.Loc.Start}})
	case *esbuild.EIf:
		if v := textOf(x); v != nil {
			return units(v.Value)
		}
		if r.eval(d.Test, e, this).truthy() {
			return r.eval(d.Yes, e, this)
		}
		return r.eval(d.No, e, this)
	case *esbuild.ETemplate:
		if d.TagOrNil.Data != nil {
			r.stop()
		}
		out := append([]uint16{}, d.HeadCooked...)
		for i := range d.Parts {
			out = append(out, r.toString(r.eval(d.Parts[i].Value, e, this))...)
			out = append(out, d.Parts[i].TailCooked...)
		}
		return units(out)
	case *esbuild.EDot:
		base := r.eval(d.Target, e, this)
		return r.member(base, d.Name)
	case *esbuild.EIndex:
		base := r.eval(d.Target, e, this)
		if key, ok := d.Index.Data.(*esbuild.EString); ok && index(value{kind: isString, str: key.Value}) < 0 {
			return r.member(base, r.name(key))
		}
		return r.get(base, r.eval(d.Index, e, this))
	case *esbuild.ECall:
		return r.callExpr(d, e, this)
	case *esbuild.ENew:
		return r.newExpr(d, e, this)
	case *esbuild.EUnary:
		return r.unary(d, e, this)
	case *esbuild.EBinary:
		return r.binary(d, e, this)
	case *esbuild.ERegExp:
		return r.regexp(d.Value)
	case *esbuild.ERequireString:
		return r.module(r.file.record(d.ImportRecordIndex))
	}
	r.stop()
	return undefined
}

func (r *run) object(d *esbuild.EObject, e *env, this value) value {
	o := &object{props: map[string]value{}}
	v := objectOf(o)
	for i := range d.Properties {
		p := &d.Properties[i]
		switch p.Kind {
		case esbuild.PropertyField, esbuild.PropertyMethod:
		default:
			r.stop()
		}
		r.put(v, r.eval(p.Key, e, this), r.eval(p.ValueOrNil, e, this))
	}
	return v
}

func (r *run) unary(d *esbuild.EUnary, e *env, this value) value {
	switch d.Op {
	case esbuild.UnOpTypeof:
		return text(r.typeOf(r.eval(d.Value, e, this)))
	case esbuild.UnOpPreInc, esbuild.UnOpPreDec, esbuild.UnOpPostInc, esbuild.UnOpPostDec:
		old := number(r.toNumber(r.eval(d.Value, e, this)))
		by := 1.0
		if d.Op == esbuild.UnOpPreDec || d.Op == esbuild.UnOpPostDec {
			by = -1
		}
		next := number(old.num + by)
		r.assign(d.Value, next, e, this)
		if d.Op == esbuild.UnOpPreInc || d.Op == esbuild.UnOpPreDec {
			return next
		}
		return old
	}
	v := r.eval(d.Value, e, this)
	switch d.Op {
	case esbuild.UnOpNot:
		return boolean(!v.truthy())
	case esbuild.UnOpNeg:
		return number(-r.toNumber(v))
	case esbuild.UnOpPos:
		return number(r.toNumber(v))
	case esbuild.UnOpCpl:
		return number(float64(^int32Of(r.toNumber(v))))
	case esbuild.UnOpVoid:
		return undefined
	}
	r.stop()
	return undefined
}

func (r *run) typeOf(v value) string {
	switch v.kind {
	case isUndefined:
		return "undefined"
	case isBool:
		return "boolean"
	case isNumber:
		return "number"
	case isString:
		return "string"
	case isObject:
		if v.isFunc() {
			return "function"
		}
	}
	return "object"
}

// assigns are the operators that change a variable by another operator.
var assigns = map[esbuild.OpCode]esbuild.OpCode{
	esbuild.BinOpAddAssign: esbuild.BinOpAdd, esbuild.BinOpSubAssign: esbuild.BinOpSub, esbuild.BinOpMulAssign: esbuild.BinOpMul,
	esbuild.BinOpDivAssign: esbuild.BinOpDiv, esbuild.BinOpRemAssign: esbuild.BinOpRem, esbuild.BinOpPowAssign: esbuild.BinOpPow,
	esbuild.BinOpShlAssign: esbuild.BinOpShl, esbuild.BinOpShrAssign: esbuild.BinOpShr, esbuild.BinOpUShrAssign: esbuild.BinOpUShr,
	esbuild.BinOpBitwiseOrAssign: esbuild.BinOpBitwiseOr, esbuild.BinOpBitwiseAndAssign: esbuild.BinOpBitwiseAnd,
	esbuild.BinOpBitwiseXorAssign: esbuild.BinOpBitwiseXor,
}

func (r *run) binary(d *esbuild.EBinary, e *env, this value) value {
	switch d.Op {
	case esbuild.BinOpAssign:
		v := r.eval(d.Right, e, this)
		r.assign(d.Left, v, e, this)
		return v
	case esbuild.BinOpComma:
		r.eval(d.Left, e, this)
		return r.eval(d.Right, e, this)
	case esbuild.BinOpLogicalOr, esbuild.BinOpLogicalAnd, esbuild.BinOpNullishCoalescing:
		left := r.eval(d.Left, e, this)
		if d.Op == esbuild.BinOpLogicalOr && left.truthy() || d.Op == esbuild.BinOpLogicalAnd && !left.truthy() ||
			d.Op == esbuild.BinOpNullishCoalescing && !left.nullish() {
			return left
		}
		return r.eval(d.Right, e, this)
	case esbuild.BinOpLogicalOrAssign, esbuild.BinOpLogicalAndAssign, esbuild.BinOpNullishCoalescingAssign:
		left := r.eval(d.Left, e, this)
		if d.Op == esbuild.BinOpLogicalOrAssign && left.truthy() || d.Op == esbuild.BinOpLogicalAndAssign && !left.truthy() ||
			d.Op == esbuild.BinOpNullishCoalescingAssign && !left.nullish() {
			return left
		}
		v := r.eval(d.Right, e, this)
		r.assign(d.Left, v, e, this)
		return v
	}
	if op, ok := assigns[d.Op]; ok {
		v := r.operate(op, r.eval(d.Left, e, this), r.eval(d.Right, e, this))
		r.assign(d.Left, v, e, this)
		return v
	}
	left := r.eval(d.Left, e, this)
	if r.touched != nil && left.kind == isNumber && math.IsNaN(left.num) && spoilt(d) {
		return left
	}
	return r.operate(d.Op, left, r.eval(d.Right, e, this))
}

// spoilt reports whether an operation on what is no number comes to no number, whatever its right side is. While a
// list is turned, seven of eight texts are decoded for a sum that is none already.
func spoilt(d *esbuild.EBinary) bool {
	switch d.Op {
	case esbuild.BinOpSub, esbuild.BinOpMul, esbuild.BinOpDiv, esbuild.BinOpRem:
		return true
	case esbuild.BinOpAdd:
		switch right := d.Right.Data.(type) {
		case *esbuild.ENumber:
			return true
		case *esbuild.EUnary:
			return right.Op == esbuild.UnOpNeg || right.Op == esbuild.UnOpPos
		case *esbuild.EBinary:
			return right.Op == esbuild.BinOpSub || right.Op == esbuild.BinOpMul || right.Op == esbuild.BinOpDiv || right.Op == esbuild.BinOpRem
		}
	}
	return false
}

func (r *run) operate(op esbuild.OpCode, a, b value) value {
	switch op {
	case esbuild.BinOpAdd:
		a, b = r.plain(a), r.plain(b)
		if a.kind == isString || b.kind == isString {
			return r.concat(a, b)
		}
		return number(r.toNumber(a) + r.toNumber(b))
	case esbuild.BinOpStrictEq:
		return boolean(same(a, b))
	case esbuild.BinOpStrictNe:
		return boolean(!same(a, b))
	case esbuild.BinOpLooseEq:
		return boolean(r.like(a, b))
	case esbuild.BinOpLooseNe:
		return boolean(!r.like(a, b))
	case esbuild.BinOpIn:
		if b.kind != isObject {
			r.stop()
		}
		if i := index(a); i >= 0 && b.obj.list {
			return boolean(i < len(b.obj.items))
		}
		_, ok := b.obj.props[units(r.toString(a)).goText()]
		return boolean(ok)
	case esbuild.BinOpLt, esbuild.BinOpGt, esbuild.BinOpLe, esbuild.BinOpGe:
		return boolean(r.compare(op, r.plain(a), r.plain(b)))
	}
	x, y := r.toNumber(a), r.toNumber(b)
	switch op {
	case esbuild.BinOpSub:
		return number(x - y)
	case esbuild.BinOpMul:
		return number(x * y)
	case esbuild.BinOpDiv:
		return number(x / y)
	case esbuild.BinOpRem:
		return number(math.Mod(x, y))
	case esbuild.BinOpPow:
		return number(math.Pow(x, y))
	case esbuild.BinOpBitwiseAnd:
		return number(float64(int32Of(x) & int32Of(y)))
	case esbuild.BinOpBitwiseOr:
		return number(float64(int32Of(x) | int32Of(y)))
	case esbuild.BinOpBitwiseXor:
		return number(float64(int32Of(x) ^ int32Of(y)))
	case esbuild.BinOpShl:
		return number(float64(int32Of(x) << (uint32(int32Of(y)) & 31)))
	case esbuild.BinOpShr:
		return number(float64(int32Of(x) >> (uint32(int32Of(y)) & 31)))
	case esbuild.BinOpUShr:
		return number(float64(uint32(int32Of(x)) >> (uint32(int32Of(y)) & 31)))
	}
	r.stop()
	return undefined
}

func (r *run) compare(op esbuild.OpCode, a, b value) bool {
	if a.kind == isString && b.kind == isString {
		c := compareUnits(a.str, b.str)
		switch op {
		case esbuild.BinOpLt:
			return c < 0
		case esbuild.BinOpGt:
			return c > 0
		case esbuild.BinOpLe:
			return c <= 0
		}
		return c >= 0
	}
	x, y := r.toNumber(a), r.toNumber(b)
	switch op {
	case esbuild.BinOpLt:
		return x < y
	case esbuild.BinOpGt:
		return x > y
	case esbuild.BinOpLe:
		return x <= y
	}
	return x >= y
}

func compareUnits(a, b []uint16) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			return int(a[i]) - int(b[i])
		}
	}
	return len(a) - len(b)
}
