package facts

import "github.com/ringfence-dev/ringfence/internal/facts/value"

// What a Program says of arguments is of package value. Whoever reads a Program needs only
// this package.
type (
	Value    = value.Value
	Pattern  = value.Pattern
	Part     = value.Part
	PartKind = value.PartKind
)

// The kinds of part of a Pattern.
const (
	Literal = value.Literal
	Root    = value.Root
	Config  = value.Config
	Env     = value.Env
	Unknown = value.Unknown
	Keyword = value.Keyword
	Bytes   = value.Bytes
)
