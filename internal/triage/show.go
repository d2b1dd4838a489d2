package triage

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/secrets"
)

// How much code is shown around a place, in bytes.
const (
	before  = 1500
	after   = 1500
	maxFile = 16 << 20
)

// Shower returns the code around places, secrets starred out.
type Shower struct {
	e     *extension.Extension
	keys  *secrets.Result
	texts map[string]string
}

// NewShower shows the code of an extension whose secrets are known.
func NewShower(e *extension.Extension, keys *secrets.Result) Shower {
	return Shower{e: e, keys: keys, texts: map[string]string{}}
}

// Around is the code around a place; ok is false when it cannot be read.
func (s Shower) Around(where finding.Location) (code string, ok bool) {
	text, read := s.texts[where.File]
	if !read {
		if info, there := s.e.Stat(where.File); there && info.Size <= maxFile {
			if data, err := s.e.ReadFile(where.File); err == nil {
				// Starred out before it is cut: half a secret is one too.
				text = s.keys.HideIn(where.File, string(data))
			}
		}
		s.texts[where.File] = text
	}
	at, ok := offset(text, where.Line, where.Column)
	if !ok {
		return "", false
	}
	from, to := max(at-before, 0), min(at+after, len(text))
	for from > 0 && !utf8.RuneStart(text[from]) {
		from--
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to++
	}
	return strings.ToValidUTF8(text[from:to], "\uFFFD"), true
}

// offset finds a line and a column (in UTF-16 units, from 1; 0: the line's
// beginning) in a text.
func offset(text string, line, column int) (int, bool) {
	at := 0
	for n := 1; n < line; n++ {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return 0, false
		}
		at += i + 1
	}
	for units := 1; units < column && at < len(text) && text[at] != '\n'; {
		r, size := utf8.DecodeRuneInString(text[at:])
		at += size
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return at, text != ""
}

// talking are the forms in which a text addresses a model that reads it. A list
// stops no attack that knows it; it keeps the clumsy ones from being asked about
// at all, and what gets through can change a guess by one level.
var talking = []func() *regexp.Regexp{
	lazyregexp.Lazy(
		`(?i)\b(ignore|disregard|forget|override)\b.{0,40}\b(previous|prior|above|earlier|preceding|all|any|your|these|those|the)\b.{0,40}\b(` +
			`instruction|prompt|rule|direction|guideline|task|message)`,
	),
	lazyregexp.Lazy(
		`(?i)\byou are (now )?(an? |the )?([a-z]+ ){0,3}(ai|assistant|language model|llm|reviewer|analyser|analyzer|chatbot|gpt|claude|gemini)\b`,
	),
	lazyregexp.Lazy(
		`(?i)\b(mark|rate|classify|report|label|answer|treat|judge|consider)\b.{0,60}\b(doubtful|false positives?|benign|harmless|not ` +
			`malicious)\b`,
	),
	lazyregexp.Lazy(`(?i)"(says|answers?)"\s*:\s*["\[]`),
	lazyregexp.Lazy(`(?i)<\|?(im_start|im_end|system|endoftext|eot_id|start_header_id)\|?>|\[/?INST\]|<<SYS>>`),
	lazyregexp.Lazy(`(?i)\b(system|developer) (prompt|message)\b.{0,40}\b(is|now|follows|begins|ends|updated?)\b`),
	lazyregexp.Lazy(
		`(?i)\b(dear|attention|note to|message (to|for)|hey|hello)\b.{0,20}\b(ai|llm|model|assistant|reviewer|gpt|claude|gemini)\b`,
	),
	lazyregexp.Lazy(`(?i)\b(end|close) of (the )?(data|code|input|untrusted)\b`),
}

// Talks holds for text that addresses a model.
func Talks(text string) bool {
	flat := strings.Join(strings.Fields(text), " ")
	for _, re := range talking {
		if re().MatchString(flat) {
			return true
		}
	}
	return false
}
