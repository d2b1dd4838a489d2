package packlist

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var errTooMany = errors.New("its braces mean too many patterns")

var (
	hasBraces   = lazyregexp.Lazy(`\{[^{\n\r\x{2028}\x{2029}]*\}`)
	numbers     = lazyregexp.Lazy(`^-?\d+\.\.-?\d+(?:\.\.-?\d+)?$`)
	letters     = lazyregexp.Lazy(`^[a-zA-Z]\.\.[a-zA-Z](?:\.\.-?\d+)?$`)
	paddedEnd   = lazyregexp.Lazy(`^-?0\d`)
	commaBefore = lazyregexp.Lazy(`,(?:[^,\n\r\x{2028}\x{2029}][^\n\r\x{2028}\x{2029}]*)?\}`)
)

// Escaped characters travel through the expansion as these, which no pattern
// holds: a path has no NUL and Compile refuses one.
const (
	escSlash  = "\x00S\x00"
	escOpen   = "\x00O\x00"
	escClose  = "\x00C\x00"
	escComma  = "\x00K\x00"
	escPeriod = "\x00P\x00"
)

// braces returns the patterns that a pattern with {a,b} and {1..3} stands for,
// like brace-expansion: a set of one, or one that does not close, is literal.
func braces(s string) ([]string, error) {
	if !hasBraces().MatchString(s) {
		return []string{s}, nil
	}
	if strings.HasPrefix(s, "{}") {
		s = `\{\}` + s[2:]
	}
	for _, e := range [][2]string{{`\\`, escSlash}, {`\{`, escOpen}, {`\}`, escClose}, {`\,`, escComma}, {`\.`, escPeriod}} {
		s = strings.ReplaceAll(s, e[0], e[1])
	}
	x := &expander{}
	list := x.expand(s, true, 0)
	if x.failed {
		return nil, errTooMany
	}
	back := strings.NewReplacer(escSlash, `\`, escOpen, "{", escClose, "}", escComma, ",", escPeriod, ".")
	for i := range list {
		list[i] = back.Replace(list[i])
	}
	return list, nil
}

// expander counts its work; failed is set when it gave up.
type expander struct {
	steps, size int
	failed      bool
}

func (x *expander) spend(n int) bool {
	if x.steps += n; x.steps > 4_000_000 {
		x.failed = true
	}
	return !x.failed
}

func (x *expander) expand(s string, top bool, depth int) []string {
	if depth > 100 {
		x.failed = true
	}
	acc := []string{""}
	dropEmpty, first := false, true
	for rewrites := 0; ; {
		if !x.spend(len(s) + 1) {
			return nil
		}
		open, end, ok := balanced(s)
		if !ok {
			return x.combine(acc, s, []string{""}, dropEmpty)
		}
		pre, body, post := s[:open], s[open+1:end], s[end+1:]
		drop := dropEmpty && post == ""
		if strings.HasSuffix(pre, "$") {
			acc = x.combine(acc, pre+"{"+body+"}", []string{""}, drop)
			first = false
			if post == "" {
				return acc
			}
			s = post
			continue
		}
		number, letter := numbers().MatchString(body), letters().MatchString(body)
		sequence := number || letter
		if !sequence && !strings.Contains(body, ",") {
			if commaBefore().MatchString(post) {
				if rewrites++; rewrites > 100 {
					x.failed = true
					return nil
				}
				s = pre + "{" + body + escClose + post
				top = true
				continue
			}
			return x.combine(acc, pre+"{"+body+"}"+post, []string{""}, dropEmpty)
		}
		if first {
			dropEmpty, first = top && !sequence, false
			drop = dropEmpty && post == ""
		}
		var values []string
		if sequence {
			values = x.sequence(body, letter)
		} else {
			parts := x.parts(body, depth)
			if len(parts) == 1 {
				// x{{a,b}}y is x{a}y and x{b}y.
				parts = x.expand(parts[0], false, depth+1)
				for i := range parts {
					parts[i] = "{" + parts[i] + "}"
				}
				if len(parts) == 1 {
					acc = x.combine(acc, pre+parts[0], []string{""}, drop)
					if post == "" || x.failed {
						return acc
					}
					s = post
					continue
				}
			}
			for _, part := range parts {
				values = append(values, x.expand(part, false, depth+1)...)
				if x.failed || len(values) > maxExpansions {
					x.failed = true
					return nil
				}
			}
		}
		acc = x.combine(acc, pre, values, drop)
		if post == "" || x.failed {
			return acc
		}
		s = post
	}
}

func (x *expander) combine(acc []string, pre string, values []string, dropEmpty bool) []string {
	var out []string
	for _, a := range acc {
		for _, v := range values {
			s := a + pre + v
			if dropEmpty && s == "" {
				continue
			}
			x.size += len(s)
			if len(out) >= maxExpansions || x.size > 4<<20 {
				x.failed = true
				return nil
			}
			out = append(out, s)
		}
	}
	return out
}

// parts splits at the commas that are not inside further braces.
func (x *expander) parts(s string, depth int) []string {
	var parts []string
	carry := ""
	for {
		if !x.spend(len(s) + 1) {
			return nil
		}
		open, end, ok := balanced(s)
		if !ok {
			tail := strings.Split(s, ",")
			tail[0] = carry + tail[0]
			return append(parts, tail...)
		}
		p := strings.Split(s[:open], ",")
		p[0] = carry + p[0]
		p[len(p)-1] += s[open : end+1]
		if end+1 == len(s) {
			return append(parts, p...)
		}
		carry = p[len(p)-1]
		parts = append(parts, p[:len(p)-1]...)
		s = s[end+1:]
	}
}

// sequence spells out 1..3 and a..e, with an optional step.
func (x *expander) sequence(body string, letter bool) []string {
	n := strings.Split(body, "..")
	value := func(s string) int {
		if letter && len(s) == 1 && (s[0] < '0' || s[0] > '9') {
			return int(s[0])
		}
		v, err := strconv.Atoi(s)
		if err != nil || v > math.MaxInt32 || v < -math.MaxInt32 {
			x.failed = true
			return 0
		}
		return v
	}
	from, to, step := value(n[0]), value(n[1]), 1
	if len(n) == 3 {
		step = max(abs(value(n[2])), 1)
	}
	if x.failed || abs(to-from)/step > maxExpansions {
		x.failed = true
		return nil
	}
	pad, width := false, max(len(n[0]), len(n[1]))
	for _, s := range n {
		pad = pad || paddedEnd().MatchString(s)
	}
	var out []string
	for i := 0; i <= abs(to-from)/step; i++ {
		v := from + i*step
		if to < from {
			v = from - i*step
		}
		s := strconv.Itoa(v)
		switch {
		case letter && v == '\\':
			s = ""
		case letter:
			s = string(rune(v))
		case pad && len(s) < width && v < 0:
			s = "-" + strings.Repeat("0", width-len(s)) + s[1:]
		case pad && len(s) < width:
			s = strings.Repeat("0", width-len(s)) + s
		}
		out = append(out, s)
	}
	return out
}

func abs(n int) int { return max(n, -n) }

// balanced finds the first pair of braces that belong together; of several
// that open before it and do not close, the last.
func balanced(s string) (open, end int, ok bool) {
	var stack []int
	bestOpen, bestEnd := len(s), -1
	for i := range len(s) {
		switch s[i] {
		case '{':
			stack = append(stack, i)
		case '}':
			if len(stack) == 0 {
				continue
			}
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				return o, i, true
			}
			// Inside one that may never close: the leftmost pair counts then.
			if o < bestOpen {
				bestOpen, bestEnd = o, i
			}
		}
	}
	return bestOpen, bestEnd, bestEnd >= 0
}
