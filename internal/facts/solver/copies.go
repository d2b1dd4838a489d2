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
