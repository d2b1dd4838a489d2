package decode

// grown is what the texts have in common that were put together one from the other. A decoder adds a letter at a
// time: copied each time, a text of a hundred thousand letters would cost more steps than a file has.
type grown struct{ units []uint16 }

// shortText is the length in code units below which a text is copied.
const shortText = 64

// concat puts two values together as a text. Only the longest text of those that grew from one is made longer where
// it lies; a shorter one is copied first, so that no text is ever changed.
func (r *run) concat(a, b value) value {
	x, y := r.toString(a), r.toString(b)
	n := len(x) + len(y)
	if n > maxText {
		r.stop()
	}
	if n < shortText {
		r.charge(n / 32)
		return units(append(append(make([]uint16, 0, n), x...), y...))
	}
	g := a.grow
	if g == nil || a.kind != isString || len(g.units) != len(x) {
		r.charge(len(x) / 32)
		g = &grown{append(make([]uint16, 0, 2*n), x...)}
	}
	r.charge(len(y) / 32)
	g.units = append(g.units, y...)
	return value{kind: isString, str: g.units[:n:n], grow: g}
}
