package lookalike

import "unicode/utf8"

// UnseenRun is how many characters that nobody sees hold something: a flag or
// a family of emoji has fewer in a row.
const UnseenRun = 8

// maxSays bounds what is read of a run, in bytes.
const maxSays = 4000

// Unseen holds for a character that nobody sees: a variation selector, a tag or one without a width.
func Unseen(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r >= 0x200B && r <= 0x200F || r == 0x2060 || r == 0xFEFF ||
		r >= 0xE0020 && r <= 0xE007F
}

// UnseenText is what the first run of characters in a text reads like that nobody sees and that is long enough to
// hold something. It is "" where there is none or nobody can tell; there says whether there is one.
func UnseenText(text string) (reads string, there bool) {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c != 0xE2 && c != 0xEF && c != 0xF3 {
			continue
		}
		n, end := UnseenAt([]byte(text[i:]))
		if n >= UnseenRun {
			return Reads([]byte(text[i : i+end])), true
		}
		if end > 0 {
			i += end - 1
		}
	}
	return "", false
}

// Reads is what a run reads like: a tag stands for the letter of ASCII it repeats, a variation selector for a byte, as those do who
// hide texts in them (GlassWorm, koi.ai, October 2025; ASCII smuggling, embracethered.com, 2024). It is "" where
// something else is in it or no text comes out.
func Reads(run []byte) string {
	var out []byte
	for len(run) > 0 && len(out) < maxSays {
		r, size := utf8.DecodeRune(run)
		run = run[size:]
		switch {
		case r >= 0xE0020 && r <= 0xE007E:
			out = append(out, byte(r-0xE0000))
		case r >= 0xE0100 && r <= 0xE01EF:
			out = append(out, byte(r-0xE0100+16))
		case r >= 0xFE00 && r <= 0xFE0F:
			out = append(out, byte(r-0xFE00))
		case r == 0xE007F: // the end of a run of tags
		default:
			return ""
		}
	}
	if !utf8.Valid(out) {
		return ""
	}
	for _, c := range out {
		if c < ' ' && c != '\n' && c != '\t' {
			return ""
		}
	}
	return string(out)
}

// UnseenAt counts the characters of one run that nobody sees; end is where it ends.
func UnseenAt(b []byte) (n, end int) {
	for end < len(b) {
		r, size := utf8.DecodeRune(b[end:])
		if !Unseen(r) {
			return n, end
		}
		n++
		end += size
	}
	return n, end
}
