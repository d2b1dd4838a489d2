package solver

import (
	"iter"
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
)

// What a value may be.

// Known says whether anything is known of what a node may be.
func (v View) Known(n int32) bool { return v.s.nodes[n].head != 0 }

// Open says whether a node may be more than what is known: a bound left some out.
func (v View) Open(n int32) bool { return v.s.nodes[n].open }

// Crowded says whether so much flows into a node that the edges do not tell all of it.
func (v View) Crowded(n int32) bool { return v.s.nodes[n].open && v.s.nodes[n].in >= maxIn }

// Tokens returns what a node may be.
func (v View) Tokens(n int32) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for c := v.s.nodes[n].head; c != 0; c = v.s.cells[c].next {
			if !yield(Token(v.s.cells[c].value)) {
				return
			}
		}
	}
}

// Each calls f for all that a node may be.
func (v View) Each(n int32, f func(Token)) { v.s.each(n, f) }

// EachOf calls f for all of one kind that a node may be.
func (v View) EachOf(n int32, kind Kind, f func(Token)) { v.s.has(n, kind, f) }

// Info returns what a token stands for.
func (v View) Info(t Token) Info { return v.s.tokens.info[t] }

// Kind returns what kind of thing a token stands for.
func (v View) Kind(t Token) Kind { return v.s.tokens.info[t].Kind }

// SymbolOf returns the outside symbol that a token of KindSymbol stands for.
func (v View) SymbolOf(t Token) Symbol { return v.s.refs.all[v.s.tokens.info[t].A] }

// Symbol returns an outside symbol by its number.
func (v View) Symbol(i int32) Symbol { return v.s.refs.all[i] }

// IsObject says whether a token has properties of its own.
func (v View) IsObject(t Token) bool { return v.s.isObject(t) }

// IsList says whether a token is an array or collection.
func (v View) IsList(t Token) bool { return v.s.tokens.flags[t]&isList != 0 }

// IsMoved says whether the elements of a list stand elsewhere than where they were written.
func (v View) IsMoved(t Token) bool { return v.s.tokens.flags[t]&isMoved != 0 }

// IsMixed says whether a token takes properties from other objects.
func (v View) IsMixed(t Token) bool { return v.s.tokens.flags[t]&isMixed != 0 }

// IsPlain says whether a token is no list and no proxy, takes nothing from other objects
// and has no property under a key that nobody knows.
func (v View) IsPlain(t Token) bool { return v.s.tokens.flags[t] == 0 }

// Func returns the function that a token of KindFunc stands for, its file and the frame
// it is made in.
func (v View) Func(t Token) (*ir.Func, *Unit, int32) { return v.s.funcOf(t) }

// Instance returns the token of what new gives for a function.
func (v View) Instance(f Token) Token { return v.s.instance(f) }

// Name returns the number of a property's name, and false when no code has it.
func (v View) Name(text string) (Name, bool) {
	n, ok := v.s.names[text]
	return n, ok
}

// Text returns a name by its number.
func (v View) Text(n Name) string { return v.s.text[n] }

// Own returns the node of a property that a token has itself, and false when it has none.
func (v View) Own(t Token, n Name) (int32, bool) { return v.s.ownProp(t, n) }

// OwnAt is Own for an element of a list.
func (v View) OwnAt(t Token, i int) (int32, bool) {
	n, ok := v.s.names[strconv.Itoa(i)]
	if !ok {
		return 0, false
	}
	return v.s.ownProp(t, n)
}

// Props returns the nodes of the properties of a token, the last one made first.
func (v View) Props(t Token) iter.Seq[int32] { return v.list(v.s.tokens.props[t]) }

// Parents returns the tokens whose properties a token has beside its own.
func (v View) Parents(t Token) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for c := v.s.tokens.parents[t]; c != 0; c = v.s.cells[c].next {
			if !yield(Token(v.s.cells[c].value)) {
				return
			}
		}
	}
}

// Owner returns whose property a node is. IsProperty has to be true.
func (v View) Owner(n int32) Token { return v.s.propKey(n).token }

// Key returns the name of the property that a node is. IsProperty has to be true.
func (v View) Key(n int32) Name { return v.s.propKey(n).name }
