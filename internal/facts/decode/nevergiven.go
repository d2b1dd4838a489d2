package decode

import (
	esbuild "github.com/evanw/esbuild/bridge"
)

// neverGiven finds the parameters that no call of their function gives, and that get a function of the file instead:
// they are variables of it. A name that is exported may be called from elsewhere.
func (s *survey) neverGiven() {
	for i := range s.defs {
		d := &s.defs[i]
		if d.fn == nil || d.called == 0 || d.called != d.uses || d.fn.HasRestArg || s.mentions(d.fn.ArgumentsRef) || d.exported {
			continue
		}
		for n := d.most; n < len(d.fn.Args); n++ {
			id, ok := d.fn.Args[n].Binding.Data.(*esbuild.BIdentifier)
			if !ok || d.fn.Args[n].DefaultOrNil.Data != nil {
				continue
			}
			if v := s.def(id.Ref); v != nil && v.init != nil && v.writes == 1 && isFunction(*v.init) {
				v.param = false
			}
		}
	}
}

func (s *survey) mentions(ref esbuild.Ref) bool {
	return s.valid(ref) && s.defs[ref.InnerIndex].uses > 0
}

func isSpread(e esbuild.Expr) bool {
	_, ok := e.Data.(*esbuild.ESpread)
	return ok
}

func isFunction(e esbuild.Expr) bool {
	switch e.Data.(type) {
	case *esbuild.EFunction, *esbuild.EArrow:
		return true
	}
	return false
}
