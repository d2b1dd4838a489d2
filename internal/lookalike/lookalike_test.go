package lookalike

import (
	"slices"
	"strings"
	"testing"
)

func TestSkeleton(t *testing.T) {
	for a, b := range map[string]string{
		"juanbIanco": "juanblanco", "soIidity": "solidity", "rnicrosoft": "microsoft", "pаypal": "paypal", "Рython": "Python",
		"g00gle":       "gOOgle",
		"pyt\u200bhon": "python", "ｐython": "python", "é": "é",
	} {
		if Skeleton(a) != Skeleton(b) {
			t.Errorf("%q looks like %q, not like %q (%q)", a, Skeleton(a), b, Skeleton(b))
		}
	}
	for a, b := range map[string]string{"python": "pythom", "abc": "abd", "日本": "中国"} {
		if Skeleton(a) == Skeleton(b) {
			t.Errorf("%q looks like %q", a, b)
		}
	}
}

// Each way to be taken for another, and beside it a name that is nobody's.
func TestOf(t *testing.T) {
	list := []Name{
		{
			"JuanBlanco.solidity",
			"Solidity",
		},
		{"PKief.material-icon-theme", "Material Icon Theme"},
		{"esbenp.prettier-vscode", "Prettier - Code formatter"},
		{"ms-python.python", "Python"},
		{"tal7aouy.theme", "Theme"},
		{"redhat.java", "Java"},
	}
	for _, c := range []struct {
		name, id, display string
		want              Kind
		like              string
	}{
		{"a letter that looks the same", "juanbIanco.solidity", "Solidity", Glyphs, "JuanBlanco.solidity"},
		{"the same in capitals and not", "JuanBlanco.solidity", "Solidity", "", ""},
		{"the same by case alone", "juanblanco.solidity", "Solidity", "", ""},
		{"another extension of that publisher", "juanblanco.other", "Prettier - Code formatter", "", ""},
		{"a Cyrillic letter in the name for people", "somebody.thing", "Рython", Glyphs, "ms-python.python"},
		{"one letter of the publisher", "ms-pyton.python", "x", Letter, "ms-python.python"},
		{"one letter of it, another name", "ms-pyton.other", "x", "", ""},
		{"two letters of it", "mspyton.python", "x", "", ""},
		{"a dash less", "mspython.other", "x", Spelling, "ms-python.python"},
		{"the same name for people", "somebody.prettier", "Prettier Code Formatter", Display, "esbenp.prettier-vscode"},
		{"a name for people with more in it", "somebody.prettier", "Prettier Code Formatter for Ada", "", ""},
		{"a word that is nobody's", "somebody.theme", "Theme", "", ""},
		{"a short publisher", "redhaat.java", "x", Letter, "redhat.java"},
		{"no publisher", "solidity", "Solidity", "", ""},
		{"nobody", ".solidity", "Solidity", "", ""},
		{"what comes with the editor", "vscode.prettier", "Prettier Code Formatter", "", ""},
		{"somebody else", "acme.toy", "Toy", "", ""},
	} {
		got, ok := Of(Name{c.id, c.display}, list)
		if got.Kind != c.want || got.Name.ID != c.like || ok != (c.want != "") {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A second list adds names that others are taken for, clears nobody of the first,
// and clears its own of itself and of what is behind it.
func TestOfSeveralLists(t *testing.T) {
	shipped := []Name{{"JuanBlanco.solidity", "Solidity"}}
	fresh := []Name{{"bright.lamp", "Bright Lamp"}, {"juanbIanco.solidity", "Solidity"}, {"other.lamp", "Bright Lamp"}}
	for _, c := range []struct{ id, display, like string }{
		{"brigt.lamp", "x", "bright.lamp"}, {"somebody.x", "Bright Lamp", "bright.lamp"},
		{"juanbIanco.solidity", "Solidity", "JuanBlanco.solidity"}, {"other.lamp", "Bright Lamp", ""}, {"juanblanco.lamp", "Bright Lamp", ""},
	} {
		got, _ := Of(Name{c.id, c.display}, shipped, fresh)
		if got.Name.ID != c.like {
			t.Errorf("%s is taken for %q, want %q", c.id, got.Name.ID, c.like)
		}
	}
	if _, is := Of(Name{"brigt.lamp", "x"}, shipped); is {
		t.Error("without the second list it is taken for somebody")
	}
}

// No extension of the list is taken for another of it, and the list is what its
// head says.
func TestTheListItself(t *testing.T) {
	known := Known()
	if len(known) < 500 {
		t.Fatalf("the list has %d lines", len(known))
	}
	var ids []string
	for _, k := range known {
		if strings.Count(k.ID, ".") != 1 || k.ID != strings.TrimSpace(k.ID) {
			t.Errorf("%q is no id", k.ID)
		}
		ids = append(ids, strings.ToLower(k.ID))
		if like, ok := Of(k, known); ok {
			t.Errorf("%s is taken for %s", k.ID, like.Name.ID)
		}
	}
	if !slices.IsSorted(ids) || len(slices.Compact(ids)) != len(known) {
		t.Error("the list is not sorted, or names one twice")
	}
}

func FuzzOf(f *testing.F) {
	f.Add("juanbIanco.solidity", "Рython")
	f.Fuzz(func(t *testing.T, id, display string) {
		if Skeleton(Skeleton(id)) != Skeleton(id) && len(id) < 100 {
			// A prototype is its own skeleton.
			t.Errorf("%q, %q, %q", id, Skeleton(id), Skeleton(Skeleton(id)))
		}
		Of(Name{id, display}, Known())
	})
}
