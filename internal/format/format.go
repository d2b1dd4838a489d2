// Package format is how a verb names the formats that it writes its result in. A
// format is a value; a verb has one list of them, and adding one is a line there and
// the file that writes it. Nothing else compares the words of --format.
package format

import (
	"strings"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
)

// Format is one way to write a result.
type Format interface {
	// Name is its word for --format.
	Name() string
}

// List are the formats of a verb, the default first.
type List[F Format] []F

// Names returns the words for --format.
func (l List[F]) Names() []string {
	var out []string
	for _, f := range l {
		out = append(out, f.Name())
	}
	return out
}

// Default returns the word that counts when nobody says one.
func (l List[F]) Default() string { return l[0].Name() }

// String returns the words as a help text lists them.
func (l List[F]) String() string { return strings.Join(l.Names(), ", ") }

// Hint names the format that somebody most likely meant; empty: none is near.
func (l List[F]) Hint(name string) string { return didyoumean.Hint(name, l.Names()) }

// Find returns the format of a word, or a usage error.
func (l List[F]) Find(name string) (F, error) {
	for _, f := range l {
		if f.Name() == name {
			return f, nil
		}
	}
	var none F
	return none, exit.Usagef(`unknown format "%s"%s (%s)`, escape.Printable(name, 120), l.Hint(name), l)
}

// Document is a format of a result that is one text.
type Document[T any] struct {
	name  string
	write func(T) ([]byte, error)
}

// New returns the format of that name, which write writes.
func New[T any](name string, write func(T) ([]byte, error)) Document[T] {
	return Document[T]{name, write}
}

// Text returns a format whose writing cannot fail.
func Text[T any](name string, write func(T) string) Document[T] {
	return Document[T]{name, func(result T) ([]byte, error) { return []byte(write(result)), nil }}
}

// Name is its word for --format.
func (d Document[T]) Name() string { return d.name }

// Bytes returns a result in the format.
func (d Document[T]) Bytes(result T) ([]byte, error) { return d.write(result) }
