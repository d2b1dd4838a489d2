package pattern

// Size is how many states the automata of a pattern have together, for whoever
// bounds the memory of many.
func (p Path) Size() int { return total(p.exact, p.folded, p.composed) }

// Size is as Path's.
func (t Text) Size() int { return total(t.exact, t.folded) }

// Size is as Path's.
func (a Address) Size() int {
	n := total(a.path)
	if a.socket != nil {
		n += a.socket.Size()
	}
	if a.pipe != nil {
		n += a.pipe.Size()
	}
	return n
}

// Size is as Path's.
func (c Command) Size() int {
	n := 0
	for _, t := range []*Text{c.name, c.shell} {
		if t != nil {
			n += t.Size()
		}
	}
	if c.path != nil {
		n += c.path.Size()
	}
	for _, a := range c.args {
		n += a.text.Size()
		if a.path != nil {
			n += a.path.Size()
		}
	}
	return n
}

func total(as ...*automaton) int {
	n := 0
	for _, a := range as {
		if a != nil {
			n += len(a.insts)
		}
	}
	return n
}
