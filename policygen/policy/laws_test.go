package policy

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mustWider(t *testing.T, a, b Policy) []Change {
	t.Helper()
	out, err := Wider(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func mustMerge(t *testing.T, a, b Policy) Policy {
	t.Helper()
	out, err := Merge(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func allows(t *testing.T, p Policy, a Access) bool {
	t.Helper()
	ok, err := p.Allows(scope(), a)
	if err != nil {
		t.Fatal(err)
	}
	return ok
}

// laws are what holds of any three policies. It gives how often the laws that
// have a premise had something to say.
func laws(t *testing.T, g generator) (quiet, allowed int) {
	a, b, c := g.policy(), g.policy(), g.policy()
	again, err := Parse("policy.json", a.Bytes())
	if err != nil {
		t.Fatalf("%v in\n%s", err, a.Bytes())
	}
	if diff := cmp.Diff(a, again); diff != "" {
		t.Fatalf("read back otherwise: %s\n%s", diff, a.Bytes())
	}
	if diff := cmp.Diff(string(a.Bytes()), string(again.Bytes())); diff != "" {
		t.Fatalf("written otherwise: %s", diff)
	}
	if w := mustWider(t, a, a); len(w) > 0 {
		t.Fatalf("wider than itself: %v\n%s", w, a.Bytes())
	}
	if diff := cmp.Diff(a, mustMerge(t, a, a)); diff != "" {
		t.Fatalf("merged with itself: %s", diff)
	}
	ab := mustMerge(t, a, b)
	if diff := cmp.Diff(ab, mustMerge(t, b, a)); diff != "" {
		t.Fatalf("merged the other way round: %s", diff)
	}
	if diff := cmp.Diff(mustMerge(t, ab, c), mustMerge(t, a, mustMerge(t, b, c))); diff != "" {
		t.Fatalf("merged in another order: %s", diff)
	}
	for _, change := range mustWider(t, a, ab) {
		if change.Denial || !slices.ContainsFunc(b.Grants, func(x Grant) bool { return Compare(x, change.Grant) == 0 }) {
			t.Fatalf("merging named %v, which is not the second's\n%s\n%s", change, a.Bytes(), b.Bytes())
		}
	}
	// The mirror: what is merged in is found there, unless something denies it.
	bare := ab
	bare.Denied = nil
	for _, change := range mustWider(t, bare, b) {
		t.Fatalf("%v of the second is not in the merge", change)
	}
	wide := mustWider(t, a, b)
	for range 40 {
		x := g.access()
		inB := allows(t, b, x)
		if inB {
			allowed++
		}
		if len(wide) == 0 {
			quiet++
		}
		if len(wide) == 0 && inB && !allows(t, a, x) {
			t.Fatalf("%+v is allowed by the second only, and it is not wider\n%s\n%s", x, a.Bytes(), b.Bytes())
		}
	}
	return quiet, allowed
}

func TestLaws(t *testing.T) {
	quiet, allowed := 0, 0
	for seed := range uint64(600) {
		q, a := laws(t, newGenerator(seed))
		quiet, allowed = quiet+q, allowed+a
	}
	if quiet < 500 || allowed < 500 {
		t.Errorf("the law about accesses was asked %d times, and %d accesses were allowed", quiet, allowed)
	}
	t.Logf("%d, %d", quiet, allowed)
}

func FuzzLaws(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { laws(t, newGenerator(seed)) })
}

// FuzzParse: whatever is accepted is written and read back the same.
func FuzzParse(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(newGenerator(seed).policy().Bytes())
	}
	f.Add([]byte(`{"schemaVersion": 1, "extension": "a.b", "modules": {"fs": [{"function": "x", "mark": "unresolved"}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Parse("policy.json", data)
		if err != nil {
			return
		}
		again, err := Parse("policy.json", p.Bytes())
		if err != nil {
			t.Fatalf("%v in %s", err, p.Bytes())
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
