//go:build !unix

package extension

// nonBlocking is nothing where folders hold no pipes.
const nonBlocking = 0
