package solver

// replaced marks, for each unit, the nodes of functions that have a copy for
// every caller: what such a function says for itself, all callers mixed or
// none, the copies say better. The value is the innermost such function.
func (s *Solver) replaced() [][]int32 {
	out := make([][]int32, len(s.units))
	for key := range s.copied {
		if s.plain[key] {
			continue
		}
		u := s.units[key[0]]
		if out[key[0]] == nil {
			marks := make([]int32, len(u.Nodes))
			for i := range marks {
				marks[i] = -1
			}
			out[key[0]] = marks
		}
		f := &u.Funcs[key[1]]
		for n := f.Lo; n < f.Hi; n++ {
			if out[key[0]][n] < key[1] { // a later function is an inner one
				out[key[0]][n] = key[1]
			}
		}
	}
	return out
}

// silenced says of each frame whether it is a copy for a call in a function that is replaced, or in a copy that is
// silenced itself: what it would say, the copies of that function say better. Whoever calls has a lower index.
func (s *Solver) silenced() []bool {
	out := make([]bool, len(s.frames))
	for c := range s.frames {
		if f := &s.frames[c]; f.site > 0 {
			out[c] = out[max(s.frameOf[f.site], 0)] || s.speaksForCopies(f.site)
		}
	}
	return out
}

// speaksForCopies says whether a node of code is of a function that has a copy for every caller.
func (s *Solver) speaksForCopies(n int32) bool {
	frame := &s.frames[s.frameOf[n]]
	marks := s.marks[frame.unit]
	if marks == nil {
		return false
	}
	f := marks[frame.lo+n-frame.base]
	return f >= 0 && f != frame.fn
}
