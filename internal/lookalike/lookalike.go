package lookalike

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
)

// Name is an extension as people know it.
type Name struct {
	// ID is publisher.name as its author writes it.
	ID string `json:"id"`
	// Display is the name for people; empty: not known.
	Display string `json:"display"`
}

// Known lists the well-known extensions that come with the program.
var Known = sync.OnceValue(func() []Name {
	var out []Name
	for id, display := range rows("data/known.tsv") {
		out = append(out, Name{id, display})
	}
	return out
})

// Kind says how an extension could be taken for another.
type Kind string

// The kinds, the strongest first.
const (
	// Glyphs: the publisher's or the display name's letters are others that look
	// the same.
	Glyphs Kind = "glyphs"
	// Letter: the same name by a publisher that is one letter away.
	Letter Kind = "letter"
	// Spelling: a publisher that is written like the other but for dashes and dots.
	Spelling Kind = "spelling"
	// Display: the same name for people, by another publisher.
	Display Kind = "display"
)

// Like is a well-known extension that another could be taken for.
type Like struct {
	Name Name
	Kind Kind
}

// The shortest publisher and name that can be told from an accident.
const (
	shortPublisher = 5
	shortDisplay   = 6
)

// editor is the publisher of what comes with VS Code itself, a name that no
// marketplace returns to anybody.
const editor = "vscode"

// Of returns the well-known extension that one could be taken for, the strongest
// first; false: none. Whoever is well known by a list is taken for nobody of it
// and of those behind it, and neither is another extension of the same publisher.
// The lists before it count: many installs can be bought, and a fresh list must
// not clear a copy of what is in the one that ships.
func Of(n Name, lists ...[]Name) (Like, bool) {
	publisher, name, ok := strings.Cut(n.ID, ".")
	if !ok || publisher == "" || strings.EqualFold(publisher, editor) {
		return Like{}, false
	}
	rank := map[Kind]int{Glyphs: 4, Letter: 3, Spelling: 2, Display: 1}
	var best Like
	for _, list := range lists {
		if slices.ContainsFunc(list, func(k Name) bool { p, _, _ := strings.Cut(k.ID, "."); return strings.EqualFold(p, publisher) }) {
			break
		}
		for _, k := range list {
			if kind := how(publisher, name, n.Display, k); rank[kind] > rank[best.Kind] {
				best = Like{k, kind}
			}
		}
	}
	return best, best.Kind != ""
}

func how(publisher, name, display string, k Name) Kind {
	p, other, _ := strings.Cut(k.ID, ".")
	same := strings.EqualFold(name, other)
	d, l := form(display), form(k.Display)
	alike := d == l && utf8.RuneCountInString(k.Display) >= shortDisplay
	switch {
	case len(p) >= shortPublisher && folded(publisher) == folded(p):
		return Glyphs
	case alike && strange(display) && !strange(k.Display):
		return Glyphs
	case same && len(p) > shortPublisher && didyoumean.Edits(strings.ToLower(publisher), strings.ToLower(p)) == 1:
		return Letter
	case len(p) >= shortPublisher && form(publisher) == form(p):
		return Spelling
	case alike:
		return Display
	}
	return ""
}

// strange holds for names with letters that are not of English.
func strange(s string) bool {
	for _, r := range s {
		if r >= utf8.RuneSelf && unicode.IsLetter(r) {
			return true
		}
	}
	return false
}
