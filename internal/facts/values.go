package facts

import "github.com/ringfence-dev/ringfence/internal/facts/value"

// What a Program says of arguments is of package value. Whoever reads a Program needs only
// this package.

// Value is what is known of an argument.
type Value = value.Value

// Pattern is a string with holes.
type Pattern = value.Pattern

// Part is a piece of a Pattern.
type Part = value.Part

// PartKind says what a Part stands for.
type PartKind = value.PartKind

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

// Where an Unknown comes from, if anybody knows.
const (
	Document       = value.Document
	DocumentFolder = value.DocumentFolder
)
