// Package contributing follows CONTRIBUTING.md as somebody new would: it makes the
// changes that the page describes, in a copy of the rooms it names, and runs what
// the page says shows them. It holds `make generate` to all that is generated, too.
// There is nothing here but tests.
package contributing
