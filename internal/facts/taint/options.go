package taint

import "github.com/ringfence-dev/ringfence/internal/facts/solver"

// addressOptions remembers the addresses that objects hold as options. Every call of a
// program is asked for them, and the same few objects come to most calls.
type addressOptions struct {
	t     *Engine
	known map[int32]string
	// names are the options that the code names at all, by their place in addressedBy.
	names []addressOption
	// of each object that was looked at: the address under each name, nil where none.
	seen map[solver.Token][]string
}

type addressOption struct {
	name  solver.Name
	place int
}

func (t *Engine) addressOptions(known map[int32]string) *addressOptions {
	o := &addressOptions{t: t, known: known, seen: map[solver.Token][]string{}}
	for i, property := range addressedBy {
		if name, ok := t.s.Name(property); ok {
			o.names = append(o.names, addressOption{name, i})
		}
	}
	return o
}

// of is the first address among the options that a node may hold, in the order of
// addressedBy, and the place of its name there.
func (o *addressOptions) of(n int32) (to string, place int) {
	if len(o.names) == 0 || len(o.known) == 0 {
		return "", 0
	}
	best := len(o.names)
	o.t.s.Each(n, func(object solver.Token) {
		held, ok := o.seen[object]
		if !ok {
			held = o.held(object)
			o.seen[object] = held
		}
		for i := range min(len(held), best) {
			if held[i] != "" {
				to, best = held[i], i
			}
		}
	})
	if to == "" {
		return "", 0
	}
	return to, o.names[best].place
}

// held are the addresses of an object by name, nil when it holds none.
func (o *addressOptions) held(object solver.Token) []string {
	var out []string
	for i, option := range o.names {
		for _, p := range o.t.propertyOf(object, option.name, 4, nil) {
			to := o.t.addressAt(p, o.known)
			if to == "" {
				continue
			}
			if out == nil {
				out = make([]string, len(o.names))
			}
			out[i] = to
			break
		}
	}
	return out
}
