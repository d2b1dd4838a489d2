package fraction

import "testing"

func TestTheSamePartEachTime(t *testing.T) {
	count := func() (n int) {
		for i := range 10 {
			if Has(i, 4) {
				n++
			}
		}
		return n
	}
	t.Setenv(Variable, "")
	if got := count(); got != 3 || !Has(0, 4) || !Has(8, 4) || Has(3, 4) {
		t.Errorf("%d of 10, by fours", got)
	}
	t.Setenv(Variable, "1")
	if got := count(); got != 10 {
		t.Errorf("%d of 10 under make whole", got)
	}
}
