package decode

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

func globalFunction(name string) function {
	switch name {
	case "String":
		return func(r *run, _ value, args []value) value {
			if len(args) == 0 {
				return units(nil)
			}
			return units(r.toString(args[0]))
		}
	case "Number":
		return func(r *run, _ value, args []value) value { return number(r.toNumber(arg(args, 0))) }
	case "Boolean":
		return func(_ *run, _ value, args []value) value { return boolean(arg(args, 0).truthy()) }
	case "Array":
		return makeList
	case "Object":
		return func(_ *run, _ value, args []value) value {
			if v := arg(args, 0); v.kind == isObject {
				return v
			}
			return objectOf(&object{props: map[string]value{}})
		}
	case "parseInt":
		return parseInteger
	case "parseFloat":
		return func(r *run, _ value, args []value) value { return number(textNumber(r.textArg(args, 0))) }
	case "isNaN":
		return func(r *run, _ value, args []value) value { n := r.toNumber(arg(args, 0)); return boolean(n != n) }
	case "atob":
		return func(r *run, _ value, args []value) value {
			b := decodeBase64(r.textArg(args, 0))
			r.charge(len(b) / 8)
			r.decoded = true
			return units(widen(b))
		}
	case "btoa":
		return func(r *run, _ value, args []value) value {
			return text(base64.StdEncoding.EncodeToString(narrow(r.toString(arg(args, 0)))))
		}
	case "decodeURIComponent", "decodeURI":
		return percent
	case "encodeURIComponent", "encodeURI":
		return escaped("-_.!~*'()")
	case "unescape":
		return unescaped
	case "escape":
		return escapedLatin
	case "Buffer", "Uint8Array":
		return makeBytes
	case "TextDecoder":
		return func(*run, value, []value) value {
			return members(func(name string) function {
				if name != "decode" {
					return nil
				}
				return func(r *run, _ value, args []value) value {
					if !arg(args, 0).isBuffer() {
						r.stop()
					}
					r.decoded = true
					return units(latin(decodeUTF8(args[0].obj.bytes)))
				}
			})
		}
	case "RegExp":
		return func(r *run, _ value, args []value) value {
			if v := arg(args, 0); v.kind == isObject && v.obj.pattern != nil {
				return v
			}
			flags := ""
			if len(args) > 1 {
				flags = r.textArg(args, 1)
			}
			return r.compile(r.textArg(args, 0), flags)
		}
	case "Function":
		return made
	}
	return nil
}

// static finds what a name of the language holds: String.fromCharCode.
func static(of, name string) function {
	switch of + "." + name {
	case "String.fromCharCode":
		return codes
	case "String.fromCodePoint":
		return points
	case "Array.from":
		return func(r *run, _ value, args []value) value {
			items := slices.Clone(r.elements(arg(args, 0)))
			if len(args) > 1 {
				for i := range items {
					items[i] = r.call(args[1], undefined, []value{items[i], number(float64(i))})
				}
			}
			return listOf(items)
		}
	case "Array.isArray":
		return func(_ *run, _ value, args []value) value { return boolean(arg(args, 0).isList()) }
	case "Buffer.from", "Uint8Array.from":
		return bytesFrom
	case "Buffer.alloc", "Buffer.allocUnsafe":
		return makeBytes
	case "Buffer.concat":
		return func(r *run, _ value, args []value) value {
			var out []byte
			for _, v := range r.elements(arg(args, 0)) {
				if !v.isBuffer() || len(out)+len(v.obj.bytes) > maxText {
					r.stop()
				}
				out = append(out, v.obj.bytes...)
			}
			return bytesOf(out)
		}
	case "Number.parseInt":
		return parseInteger
	case "Object.keys":
		return func(r *run, _ value, args []value) value { return listOf(r.names(arg(args, 0))) }
	case "Object.values":
		return func(r *run, _ value, args []value) value {
			var out []value
			for _, k := range r.names(arg(args, 0)) {
				out = append(out, r.get(args[0], k))
			}
			return listOf(out)
		}
	}
	return nil
}

func makeList(r *run, _ value, args []value) value {
	if len(args) == 1 && args[0].kind == isNumber {
		n := int(args[0].num)
		if n < 0 || n > maxText/16 {
			r.stop()
		}
		r.charge(n / 8)
		return listOf(make([]value, n))
	}
	return listOf(slices.Clone(args))
}

// makeBytes is new Uint8Array and Buffer.alloc, and Buffer as it was once called.
func makeBytes(r *run, this value, args []value) value {
	if v := arg(args, 0); v.kind == isNumber {
		n := int(v.num)
		if n < 0 || n > maxText {
			r.stop()
		}
		r.charge(n / 64)
		return bytesOf(make([]byte, n))
	}
	return bytesFrom(r, this, args)
}

// bytesFrom is Buffer.from.
func bytesFrom(r *run, _ value, args []value) value {
	v := arg(args, 0)
	switch {
	case v.kind == isString:
		encoding := "utf8"
		if len(args) > 1 && args[1].kind == isString {
			encoding = strings.ToLower(r.textArg(args, 1))
		}
		r.charge(len(v.str) / 16)
		switch encoding {
		case "base64", "base64url":
			return bytesOf(decodeBase64(v.goText()))
		case "hex":
			s := v.goText()
			for n := len(s) &^ 1; n > 0; n -= 2 {
				if b, err := hex.DecodeString(s[:n]); err == nil {
					return bytesOf(b)
				}
				r.charge(n / 16)
			}
			return bytesOf(nil)
		case "latin1", "binary", "ascii":
			return bytesOf(narrow(v.str))
		case "utf8", "utf-8":
			return bytesOf([]byte(v.goText()))
		case "utf16le", "utf-16le", "ucs2", "ucs-2":
			var b []byte
			for _, c := range v.str {
				b = append(b, byte(c), byte(c>>8))
			}
			return bytesOf(b)
		}
		r.stop()
	case v.isList() || v.isBuffer():
		items := r.elements(v)
		b := make([]byte, len(items))
		for i, x := range items {
			if len(args) > 1 && args[1].isFunc() {
				x = r.call(args[1], undefined, []value{x, number(float64(i))})
			}
			b[i] = byte(int32Of(r.toNumber(x)))
		}
		return bytesOf(b)
	}
	r.stop()
	return undefined
}

func bytesMethod(name string) function {
	switch name {
	case "toString":
		return func(r *run, this value, args []value) value {
			encoding := "utf8"
			if len(args) > 0 && args[0].kind == isString {
				encoding = strings.ToLower(r.textArg(args, 0))
			}
			b := this.obj.bytes
			r.charge(len(b) / 16)
			r.decoded = true
			switch encoding {
			case "utf8", "utf-8":
				return units(latin(decodeUTF8(b)))
			case "latin1", "binary":
				return units(widen(b))
			case "ascii":
				out := widen(b)
				for i := range out {
					out[i] &= 0x7F
				}
				return units(out)
			case "hex":
				return text(hex.EncodeToString(b))
			case "base64":
				return text(base64.StdEncoding.EncodeToString(b))
			case "utf16le", "utf-16le", "ucs2":
				var out []uint16
				for i := 0; i+1 < len(b); i += 2 {
					out = append(out, uint16(b[i])|uint16(b[i+1])<<8)
				}
				return units(out)
			}
			r.stop()
			return undefined
		}
	case "map":
		return func(r *run, this value, args []value) value {
			out := make([]byte, len(this.obj.bytes))
			for i, b := range this.obj.bytes {
				out[i] = byte(int32Of(r.toNumber(r.call(arg(args, 0), undefined, []value{number(float64(b)), number(float64(i)), this}))))
			}
			return bytesOf(out)
		}
	case "reverse":
		return func(_ *run, this value, _ []value) value { slices.Reverse(this.obj.bytes); return this }
	case "slice", "subarray":
		return func(r *run, this value, args []value) value {
			from, to := r.span(args, len(this.obj.bytes))
			return bytesOf(slices.Clone(this.obj.bytes[from:to]))
		}
	case "swap16":
		return func(r *run, this value, _ []value) value {
			b := this.obj.bytes
			for i := 0; i+1 < len(b); i += 2 {
				b[i], b[i+1] = b[i+1], b[i]
			}
			return this
		}
	case "forEach", "reduce", "join", "indexOf", "at", "filter", "some", "every":
		f := listMethod(name)
		return func(r *run, this value, args []value) value { return f(r, listOf(r.elements(this)), args) }
	}
	return nil
}

func numberMethod(name string) function {
	if name != "toString" {
		return nil
	}
	return func(r *run, this value, args []value) value {
		if this.kind != isNumber {
			return units(r.toString(this))
		}
		radix := r.whole(args, 0, 10)
		if radix < 2 || radix > 36 {
			r.stop()
		}
		if radix != 10 && this.num == float64(int64(this.num)) {
			return text(strconv.FormatInt(int64(this.num), radix))
		}
		return text(numberText(this.num))
	}
}

func objectMethod(name string) function {
	switch name {
	case "hasOwnProperty":
		return func(r *run, this value, args []value) value {
			_, ok := this.obj.props[r.textArg(args, 0)]
			return boolean(ok)
		}
	case "toString":
		return func(r *run, this value, _ []value) value { return units(r.toString(this)) }
	}
	return nil
}

// decodeUTF8 reads bytes as text; what is none becomes the sign for it.
func decodeUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	return strings.ToValidUTF8(string(b), "\uFFFD")
}

func decodeBase64(s string) []byte {
	plain := strings.Map(func(c rune) rune {
		switch {
		case c == '-':
			return '+'
		case c == '_':
			return '/'
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '+', c == '/':
			return c
		}
		return -1
	}, s)
	if len(plain)%4 == 1 {
		plain = plain[:len(plain)-1]
	}
	out, err := base64.RawStdEncoding.DecodeString(plain)
	if err != nil {
		return nil
	}
	return out
}

func widen(b []byte) []uint16 {
	out := make([]uint16, len(b))
	for i, c := range b {
		out[i] = uint16(c)
	}
	return out
}

func narrow(s []uint16) []byte {
	out := make([]byte, len(s))
	for i, c := range s {
		out[i] = byte(c)
	}
	return out
}

// goUnits is a Go text as the language's.
func goUnits(s string) []uint16 { return utf16.Encode([]rune(s)) }
