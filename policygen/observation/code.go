package observation

import "strings"

// Code is the text of an extension's files, which is asked what it names.
type Code struct{ texts []string }

// Add adds a file.
func (c *Code) Add(text string) { c.texts = append(c.texts, text) }

// Names reports that a word stands in the code by itself within quotation marks,
// or at the beginning of what they enclose, or as the host of an address. A word
// that the code puts together is not found, which is the safe side.
func (c *Code) Names(word string) bool {
	if len(word) < 2 {
		return false
	}
	for _, text := range c.texts {
		for from := 0; ; {
			i := strings.Index(text[from:], word)
			if i < 0 {
				break
			}
			i += from
			if stands(text, i, i+len(word)) {
				return true
			}
			from = i + 1
		}
	}
	return false
}

// stands reports that what is around a word ends it.
func stands(text string, start, end int) bool {
	return start > 0 && end < len(text) &&
		strings.IndexByte("\"'`/", text[start-1]) >= 0 && strings.IndexByte("\"'` /:?#", text[end]) >= 0
}
