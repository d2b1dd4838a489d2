// Package fraction takes a fixed part of a long list of cases: `make check` runs that part, `make whole` all of it.
package fraction

import (
	"os"
	"testing"
)

// Variable is what `make whole` sets.
const Variable = "WHOLE"

// Whole reports that all cases of every list run.
func Whole() bool { return os.Getenv(Variable) != "" }

// Has reports that case i of a list is in the part that runs: every one in n, the first included, or all under
// `make whole`. It is the same part each time. n is at least 1.
func Has(i, n int) bool { return Whole() || i%n == 0 }

// Note says in the test's output how much of a list ran. of is what the cases are, in the plural.
func Note(t *testing.T, ran, all int, of string) {
	t.Helper()
	if ran < all {
		t.Logf("%d of %d %s; make whole runs all", ran, all, of)
	}
}
