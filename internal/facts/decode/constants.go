package decode

import esbuild "github.com/evanw/esbuild/bridge"

// constants reports whether all arguments may be worked out: at least one is,
// and none is a function's.
func (s *survey) constants(args []esbuild.Expr) bool {
	for i := range args {
		if !s.constant(args[i], 6) {
			return false
		}
	}
	return true
}

func (s *survey) constant(e esbuild.Expr, depth int) bool {
	if depth == 0 {
		return false
	}
	switch d := e.Data.(type) {
	case *esbuild.EString, *esbuild.ENumber, *esbuild.EBoolean, *esbuild.ENull, *esbuild.EUndefined:
		return true
	case *esbuild.EUnary:
		return (d.Op == esbuild.UnOpNeg || d.Op == esbuild.UnOpPos || d.Op == esbuild.UnOpNot) && s.constant(d.Value, depth-1)
	case *esbuild.EBinary:
		switch d.Op {
		case esbuild.BinOpAdd, esbuild.BinOpSub, esbuild.BinOpMul, esbuild.BinOpBitwiseXor, esbuild.BinOpDiv, esbuild.BinOpRem:
			return s.constant(d.Left, depth-1) && s.constant(d.Right, depth-1)
		}
	case *esbuild.EDot:
		return s.table(d.Target)
	case *esbuild.EIndex:
		return s.table(d.Target) && s.constant(d.Index, depth-1)
	}
	return false
}

// table reports whether a name stands for an object or a list that is written out.
func (s *survey) table(e esbuild.Expr) bool {
	id, ok := e.Data.(*esbuild.EIdentifier)
	if !ok {
		return false
	}
	d := s.def(id.Ref)
	if d == nil || d.param || d.init == nil {
		return false
	}
	switch d.init.Data.(type) {
	case *esbuild.EObject, *esbuild.EArray:
		return true
	}
	return false
}

// numbers reports whether two and more arguments are all numerals.
func numbers(args []esbuild.Expr) bool {
	for _, a := range args {
		if !isNumeral(a) {
			return false
		}
	}
	return len(args) >= 2
}
