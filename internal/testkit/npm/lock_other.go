//go:build !unix

package npm

import "context"

// lock does nothing where there is no flock: two builders then do the work
// twice, and the rename decides which one is kept.
func lock(context.Context, string) (unlock func(), err error) {
	return func() {}, nil
}
