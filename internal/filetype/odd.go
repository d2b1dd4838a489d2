package filetype

import (
	"bytes"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Odd is a file that is a program or holds files, that is not what it is
// called, or that goes on behind its end.
type Odd struct {
	Path  string
	Bytes int64
	// Kind is what the file is by its first bytes; by its name, where these say
	// nothing (a script without a first line for the system, a disk image).
	Kind Kind
	// Disguised says that by its name it is a picture, a font, a sound or a text,
	// and by its bytes something else.
	Disguised bool
	// Behind counts the bytes behind a picture's end that are not nothing, and
	// BehindKind is what they begin with.
	Behind     int
	BehindKind Kind
}

// ends are the names of files whose end is looked for.
var ends = words(".png .jpg .jpeg .gif .ico .webp .svg")

// whole holds for files that have to be read to their end.
func whole(name string) bool { return ends[suffix(name)] }

// odd tells what is odd about a file of which data is the beginning, or all of
// it when whole(name); false: nothing.
func odd(f extension.File, data []byte) (Odd, bool) {
	begin := data[:min(len(data), head)]
	o := Odd{Path: f.Path, Bytes: f.Size, Kind: kind(begin)}
	name := suffix(f.Path)
	switch {
	case o.Kind == "":
		return o, false
	case passive[name]:
		// A picture under another picture's name is a slip.
		o.Disguised = o.Kind != Picture
	case written[name]:
		// A text that begins like a script is an example of one, and data an
		// encoding of its own; BM, PK or true begin texts too.
		o.Disguised = o.Kind.Native() || o.Kind == Wasm || o.Kind == Java || o.Kind == Archive
	case o.Kind == Shell && script(f.Path):
		return o, false // JavaScript, which is looked into elsewhere
	case archives[name] && (o.Kind == Data || o.Kind == Archive):
		o.Kind = Archive
		return o, true
	case scripts[name] && (o.Kind == Text || o.Kind == Shell):
		o.Kind = Shell
		return o, true
	}
	if o.Disguised {
		return o, true
	}
	if whole(f.Path) {
		const nothing = "\x00\r\n \t"
		rest := behind(data)
		o.Behind, o.BehindKind = len(bytes.TrimRight(rest, nothing)), kind(bytes.TrimLeft(rest, nothing))
		return o, o.Behind > 0
	}
	return o, o.Kind.Native() || o.Kind == Wasm || o.Kind == Java || o.Kind == Archive || o.Kind == Shell && !written[name]
}

// Below returns the folder of the package of node_modules that a file came with;
// empty: it came with none.
func Below(name string) string {
	const modules = "node_modules/"
	at := strings.LastIndex("/"+name, "/"+modules)
	if at < 0 {
		return ""
	}
	rest := strings.SplitN(name[at+len(modules):], "/", 3)
	n := 1
	if strings.HasPrefix(rest[0], "@") {
		n = 2
	}
	if len(rest) <= n {
		return ""
	}
	return name[:at+len(modules)] + strings.Join(rest[:n], "/")
}
