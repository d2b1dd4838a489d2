package secrets

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// hider knows the values that were found, to take them out of what others
// write: the line of another check's finding, the argument of a call.
type hider struct {
	// values are those of each file, sorted, each once.
	values map[string][]string
	count  int

	once   sync.Once
	all    []string
	starts *words
}

// begin is how much of a value gives it away: a text that is cut may hold no
// more of one than its beginning.
const begin = 8

// mostHidden bounds the values kept; an extension of more is no example of
// anything else.
const mostHidden = 4000

func (h *hider) add(file, value string) {
	if len(value) < begin || h.count == mostHidden {
		return
	}
	if vs := h.values[file]; !slices.Contains(vs, value) {
		h.values[file] = append(vs, value)
		h.count++
	}
}

// mask writes a value with all but its first characters starred, as long as it
// was, so that columns stay right.
func mask(value string) string {
	n, keep := utf8.RuneCountInString(value), 0
	for i := range value {
		if keep == shownOf {
			return value[:i] + strings.Repeat("*", n-keep)
		}
		keep++
	}
	return value
}

// HideIn returns the text of a file with the secrets that were found in it
// starred out, every character one.
func (r *Result) HideIn(file, text string) string {
	if r == nil || r.hider == nil || len(r.hider().values[file]) == 0 {
		return text
	}
	var pairs []string
	for _, v := range longestFirst(r.hider().values[file]) {
		pairs = append(pairs, v, mask(v))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Hide returns a message with every secret that was found anywhere starred out,
// also one that the message cut off.
func (r *Result) Hide(message string) string {
	if r == nil || r.hider == nil || len(r.hider().values) == 0 {
		return message
	}
	h := r.hider()
	h.once.Do(h.index)
	var out strings.Builder
	done := 0
	h.starts.each(message, func(word, from, _ int) {
		if from < done {
			return
		}
		n := 0
		for k := word; k < len(h.all) && strings.HasPrefix(h.all[k], h.all[word][:begin]); k++ {
			n = max(n, shared(h.all[k], message[from:]))
		}
		if n >= begin {
			out.WriteString(message[done:from])
			out.WriteString(mask(message[from : from+n]))
			done = from + n
		}
	})
	out.WriteString(message[done:])
	return out.String()
}

// index builds the automaton over the beginnings of the values. Values with the
// same beginning stand together and the first stands for them.
func (h *hider) index() {
	for _, vs := range h.values {
		h.all = append(h.all, vs...)
	}
	slices.Sort(h.all)
	h.all = slices.Compact(h.all)
	starts := make([]string, len(h.all))
	for i, v := range h.all {
		starts[i] = strings.ToLower(v[:begin])
		if len(starts[i]) != begin {
			starts[i] = v[:begin] // not ASCII
		}
	}
	h.starts = newWords(starts)
}

// shared is how long two texts are the same from their beginning, in whole
// characters.
func shared(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(b) && !utf8.RuneStart(b[n]) {
		n--
	}
	return n
}

func longestFirst(vs []string) []string {
	out := slices.Clone(vs)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// Without returns a short text with every secret in it replaced: for what is
// written down to be kept and committed. What is made to be public stays.
func Without(text, by string) (string, error) {
	en, err := standard()
	if err != nil {
		return "", fmt.Errorf("reading the rules for secrets: %w", err)
	}
	work := int64(DefaultMaxWork)
	found, _ := en.scan("", text, &work)
	for _, f := range found {
		if f.Class != Public && f.value != "" {
			text = strings.ReplaceAll(text, f.value, by)
		}
	}
	return text, nil
}
