package githubaction

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"
)

// Fenced writes text into the log so that the runner takes no line of it for a
// command: not one that begins with two colons after white space, nor the older
// form that may stand anywhere in a line. The word has to be one that nobody
// could guess when the text was written.
func (r *Runner) Fenced(text, word string) error {
	if len(word) < 16 || strings.Trim(word, "0123456789abcdef") != "" || strings.Contains(text, word) {
		return fmt.Errorf("the word of a fence is a random one")
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := fmt.Fprintf(r.out, "::stop-commands::%s\n%s::%s::\n", word, text, word)
	if err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}

// FenceWord is a word that nobody could guess.
func FenceWord() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
