//go:build !unix

package hostile

import "testing"

func pipe(t *testing.T, _ string) {
	t.Helper()
	t.Skip("NOT RUN: the system has no pipes among its files")
}
