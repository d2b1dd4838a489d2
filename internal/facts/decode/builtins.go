package decode

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"math"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
)

// function is one of the language's own. It is given what stands before the dot.
type function = func(r *run, this value, args []value) value

// lookup finds functions by their names; nil: there is none.
type lookup func(name string) function

// members is an object whose properties are functions.
func members(of lookup) value { return objectOf(&object{lookup: of}) }

// global is a name that nobody declares.
func (r *run) global(name string) value {
	switch name {
	case "undefined":
		return undefined
	case "NaN":
		return number(math.NaN())
	case "Infinity":
		return number(math.Inf(1))
	case "globalThis", "global", "window", "self":
		return objectOf(&object{globals: true})
	case "Math":
		return members(mathFunction)
	case "require":
		return native("require", func(r *run, _ value, args []value) value { return r.module(r.textArg(args, 0)) })
	case "eval":
		return native("eval", func(r *run, _ value, args []value) value {
			r.ran(r.textArg(args, 0), false)
			return undefined
		})
	}
	f := globalFunction(name)
	if f == nil {
		r.stop()
	}
	v := native(name, f)
	v.obj.lookup = func(member string) function { return static(name, member) }
	if proto := prototypes(name); proto != nil {
		v.obj.props = map[string]value{"prototype": members(proto)}
	}
	return v
}

func prototypes(name string) lookup {
	switch name {
	case "String":
		return textMethod
	case "Array":
		return listMethod
	case "Function":
		return functionMethod
	case "Object":
		return objectMethod
	case "Number", "Boolean":
		return numberMethod
	case "RegExp":
		return patternMethod
	}
	return nil
}

func (r *run) module(name string) value {
	switch strings.TrimPrefix(name, "node:") {
	case "buffer":
		v := objectOf(&object{props: map[string]value{}})
		v.obj.props["Buffer"] = r.global("Buffer")
		return v
	case "zlib":
		return members(zlibFunction)
	case "util":
		v := objectOf(&object{props: map[string]value{}})
		v.obj.props["TextDecoder"] = r.global("TextDecoder")
		return v
	}
	r.stop()
	return undefined
}

func arg(args []value, i int) value {
	if i < len(args) {
		return args[i]
	}
	return undefined
}

func (r *run) textArg(args []value, i int) string { return units(r.toString(arg(args, i))).goText() }

// whole is an argument as a whole number.
func (r *run) whole(args []value, i int, otherwise int) int {
	if i >= len(args) || args[i].kind == isUndefined {
		return otherwise
	}
	n := r.toNumber(args[i])
	if math.IsNaN(n) {
		return 0
	}
	return int(max(min(math.Trunc(n), 1<<31), -1<<31))
}

func codes(r *run, _ value, args []value) value {
	r.charge(len(args) / 8)
	out := make([]uint16, 0, len(args))
	for _, a := range args {
		out = append(out, uint16(int32Of(r.toNumber(a))))
	}
	return units(out)
}

func points(r *run, _ value, args []value) value {
	var out []uint16
	for _, a := range args {
		out = utf16.AppendRune(out, int32Of(r.toNumber(a)))
	}
	return units(out)
}

func parseInteger(r *run, _ value, args []value) value {
	s := strings.TrimSpace(r.textArg(args, 0))
	radix := r.whole(args, 1, 0)
	sign := 1.0
	if s != "" && (s[0] == '-' || s[0] == '+') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	if (radix == 0 || radix == 16) && len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		s, radix = s[2:], 16
	}
	if radix == 0 {
		radix = 10
	}
	if radix < 2 || radix > 36 {
		return number(math.NaN())
	}
	n, any := 0.0, false
	for i := range len(s) {
		c, d := s[i], 99
		switch {
		case c >= '0' && c <= '9':
			d = int(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			d = int(c|0x20-'a') + 10
		}
		if d >= radix {
			break
		}
		n, any = n*float64(radix)+float64(d), true
	}
	if !any {
		return number(math.NaN())
	}
	return number(sign * n)
}

// textNumber is Number(text).
func textNumber(s string) float64 {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0
	}
	if len(s) > 2 && s[0] == '0' {
		if base := map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20]; base != 0 {
			n, err := strconv.ParseUint(s[2:], base, 64)
			if err != nil {
				return math.NaN()
			}
			return float64(n)
		}
	}
	if strings.ContainsAny(s, "_xXpPiInN") {
		return math.NaN()
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil && math.Abs(n) < math.MaxFloat64 {
		return math.NaN()
	}
	return n
}

// percent is unescape, decodeURIComponent and their kin.
func percent(r *run, _ value, args []value) value {
	s := r.textArg(args, 0)
	r.charge(len(s) / 8)
	out, err := url.PathUnescape(s)
	if err != nil {
		panic(thrown{text("URIError")})
	}
	r.decoded = true
	return text(out)
}

func unescaped(r *run, _ value, args []value) value {
	s := r.toString(arg(args, 0))
	r.charge(len(s) / 8)
	r.decoded = true
	var out []uint16
	for i := 0; i < len(s); i++ {
		if s[i] == '%' {
			if n, ok := hexUnits(s, i+2, 4); ok && s[i+1] == 'u' {
				out = append(out, n)
				i += 5
				continue
			}
			if n, ok := hexUnits(s, i+1, 2); ok {
				out = append(out, n)
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return units(out)
}

func hexUnits(s []uint16, at, n int) (uint16, bool) {
	if at+n > len(s) {
		return 0, false
	}
	v, err := strconv.ParseUint(units(s[at:at+n]).goText(), 16, 16)
	return uint16(v), err == nil
}

// escaped is encodeURIComponent and escape; js-obfuscator's decoders join %xx
// themselves, others escape what they decode again.
func escaped(keep string) function {
	return func(r *run, _ value, args []value) value {
		var out strings.Builder
		for _, c := range []byte(r.textArg(args, 0)) {
			if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(keep, c) >= 0 {
				out.WriteByte(c)
			} else {
				out.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
			}
		}
		r.charge(out.Len() / 8)
		return text(out.String())
	}
}

// escapedLatin is escape: its text is of code units and not of bytes.
func escapedLatin(r *run, _ value, args []value) value {
	var out strings.Builder
	for _, c := range r.toString(arg(args, 0)) {
		switch {
		case c < 0x80 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("@*_+-./", rune(c))):
			out.WriteByte(byte(c))
		case c < 0x100:
			out.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x100, 16)[1:]))
		default:
			out.WriteString("%u" + strings.ToUpper(strconv.FormatUint(uint64(c)|0x10000, 16)[1:]))
		}
	}
	r.charge(out.Len() / 8)
	return text(out.String())
}

// inflated is zlib's of constant bytes, as far as a text may be long.
func inflated(open func(io.Reader) (io.ReadCloser, error)) function {
	return func(r *run, _ value, args []value) value {
		in := arg(args, 0)
		if !in.isBuffer() {
			r.stop()
		}
		reader, err := open(bytes.NewReader(in.obj.bytes))
		if err != nil {
			r.stop()
		}
		defer reader.Close()
		out, err := io.ReadAll(io.LimitReader(reader, maxText+1))
		if err != nil || len(out) > maxText {
			r.stop()
		}
		r.charge(len(out) / 16)
		r.decoded = true
		return bytesOf(out)
	}
}

func zlibFunction(name string) function {
	switch name {
	case "inflateSync":
		return inflated(zlib.NewReader)
	case "gunzipSync", "unzipSync":
		return inflated(func(in io.Reader) (io.ReadCloser, error) { return gzip.NewReader(in) })
	case "inflateRawSync":
		return inflated(func(in io.Reader) (io.ReadCloser, error) { return flate.NewReader(in), nil })
	}
	return nil
}

func mathFunction(name string) function {
	var f func(float64) float64
	switch name {
	case "floor":
		f = math.Floor
	case "ceil":
		f = math.Ceil
	case "abs":
		f = math.Abs
	case "trunc":
		f = math.Trunc
	case "round":
		f = func(n float64) float64 { return math.Floor(n + 0.5) }
	case "pow":
		return func(r *run, _ value, args []value) value {
			return number(math.Pow(r.toNumber(arg(args, 0)), r.toNumber(arg(args, 1))))
		}
	case "min":
		return func(r *run, _ value, args []value) value {
			out := math.Inf(1)
			for _, a := range args {
				out = math.Min(out, r.toNumber(a))
			}
			return number(out)
		}
	case "max":
		return func(r *run, _ value, args []value) value {
			out := math.Inf(-1)
			for _, a := range args {
				out = math.Max(out, r.toNumber(a))
			}
			return number(out)
		}
	default:
		return nil
	}
	return func(r *run, _ value, args []value) value { return number(f(r.toNumber(arg(args, 0)))) }
}
