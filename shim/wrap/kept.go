package wrap

import (
	"bytes"
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// The bounds of what a repository keeps. The table grows with the extension's
// files and with the names its code takes from outside.
const (
	MaxLoader  = 4 << 20
	MaxSidecar = 8 << 20
)

// home is the folder of a repository in which the loader is kept.
const home = ".ringfence/"

// Kept is an extension's loader as its repository keeps it: in two files, so that
// a change of the code is a change of a few lines in one of them.
type Kept struct {
	// Loader is the part that is the same for every extension.
	Loader []byte
	// Sidecar is what it is told of this one: JSON, with a line for each file.
	Sidecar []byte
}

// Keep makes the loader of an extension without wrapping it. It refuses what Wrap
// refuses, and an extension that ships the folder in which the loader is kept: its
// table would be about itself.
func Keep(ctx context.Context, ext *extension.Extension, o Options) (Kept, error) {
	p, err := newPack(ext)
	if err != nil {
		return Kept{}, err
	}
	for _, f := range ext.Files() {
		if strings.HasPrefix(f.Path, home) {
			return Kept{}, refuse(
				"%s would ship, and its folder is where the loader is kept; a line %s** in .vscodeignore leaves it out",
				quoted(f.Path),
				home,
			)
		}
	}
	w, err := work(ctx, p, o)
	if err != nil {
		return Kept{}, err
	}
	out := w.kept()
	switch {
	case len(out.Loader) > MaxLoader:
		return Kept{}, refuse("the loader has %d bytes, at most %d are kept", len(out.Loader), MaxLoader)
	case len(out.Sidecar) > MaxSidecar:
		return Kept{}, refuse("its table has %d bytes, at most %d are kept", len(out.Sidecar), MaxSidecar)
	}
	return out, nil
}

// equal says whether both are the same, byte for byte.
func (k Kept) equal(other Kept) bool {
	return bytes.Equal(k.Loader, other.Loader) && bytes.Equal(k.Sidecar, other.Sidecar)
}

// lines puts JSON without blanks on lines: one for each member, two levels deep,
// and what lies deeper on the line of its member.
func lines(compact []byte) []byte {
	const deep = 2
	var b bytes.Buffer
	depth, text := 0, false
	end := func() { b.WriteString("\n" + strings.Repeat("  ", depth)) }
	for i := 0; i < len(compact); i++ {
		c := compact[i]
		switch {
		case text:
			b.WriteByte(c)
			if c == '\\' && i+1 < len(compact) {
				i++
				b.WriteByte(compact[i])
			}
			text = c != '"'
			continue
		case c == '"':
			text = true
		case c == '{' || c == '[':
			depth++
			b.WriteByte(c)
			if depth <= deep && compact[i+1] != '}' && compact[i+1] != ']' {
				end()
			}
			continue
		case c == '}' || c == ']':
			depth--
			if depth < deep && compact[i-1] != '{' && compact[i-1] != '[' {
				end()
			}
		case c == ',' && depth <= deep:
			b.WriteByte(c)
			end()
			continue
		case c == ':' && depth <= deep:
			b.WriteString(": ")
			continue
		}
		b.WriteByte(c)
	}
	b.WriteByte('\n')
	return b.Bytes()
}
