package secrets

// words finds many words in a text at once, in any case (ASCII): an Aho-Corasick
// automaton with all its transitions written out, so that each byte of the text
// is one step. The states are a few thousand and the table under two megabytes.
type words struct {
	next []([256]uint16)
	// ends are the words that end in a state, by number.
	ends   [][]int32
	length []int
}

// newWords builds the automaton. The words are in lower case.
func newWords(list []string) *words {
	w := &words{next: make([][256]uint16, 1), ends: make([][]int32, 1)}
	for n, word := range list {
		w.length = append(w.length, len(word))
		state := uint16(0)
		for _, c := range []byte(word) {
			if w.next[state][c] == 0 {
				w.next = append(w.next, [256]uint16{})
				w.ends = append(w.ends, nil)
				w.next[state][c] = uint16(len(w.next) - 1)
			}
			state = w.next[state][c]
		}
		w.ends[state] = append(w.ends[state], int32(n))
	}
	if len(w.next) > 1<<16 {
		panic("secrets: more keywords than the automaton can hold")
	}
	// fail is the longest end of a state's text that is a state's beginning.
	fail := make([]uint16, len(w.next))
	var queue []uint16
	for _, s := range w.next[0] {
		if s != 0 {
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for c := range 256 {
			t := w.next[s][c]
			if t == 0 {
				w.next[s][c] = w.next[fail[s]][c]
				continue
			}
			fail[t] = w.next[fail[s]][c]
			w.ends[t] = append(w.ends[t], w.ends[fail[t]]...)
			queue = append(queue, t)
		}
	}
	for s := range w.next {
		for c := byte('A'); c <= 'Z'; c++ {
			w.next[s][c] = w.next[s][c+'a'-'A']
		}
	}
	return w
}

// each calls f with every word of the text, in the order of their ends.
func (w *words) each(text string, f func(word, from, to int)) {
	state := uint16(0)
	for i := range len(text) {
		state = w.next[state][text[i]]
		for _, n := range w.ends[state] {
			f(int(n), i+1-w.length[n], i+1)
		}
	}
}
