package filetype

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

// pictures are real ones, as Go's own encoders write them.
func pictures(t testing.TB) map[string]string {
	t.Helper()
	picture := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.Black, color.White, color.RGBA{R: 200, A: 255}})
	for i := range picture.Pix {
		picture.Pix[i] = uint8(i * 7 % 3)
	}
	out := map[string]string{}
	for name, encode := range map[string]func(*bytes.Buffer) error{
		".png": func(b *bytes.Buffer) error { return png.Encode(b, picture) },
		".jpg": func(b *bytes.Buffer) error { return jpeg.Encode(b, picture, nil) },
		".gif": func(b *bytes.Buffer) error { return gif.Encode(b, picture, nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		out[name] = b.String()
	}
	// Go writes none of these. One picture of one pixel, and a RIFF of one chunk.
	out[".ico"] = "\x00\x00\x01\x00\x01\x00" + "\x01\x01\x00\x00\x01\x00\x20\x00" + "\x05\x00\x00\x00" + "\x16\x00\x00\x00" + "pixel"
	out[".webp"] = "RIFF\x10\x00\x00\x00WEBPVP8L\x04\x00\x00\x00\x2f\x00\x00\x01"
	out[".svg"] = `<?xml version="1.0"?><svg xmlns="a"></svg>`
	return out
}

func program() string {
	b := make([]byte, 0x90)
	copy(b, "MZ")
	binary.LittleEndian.PutUint32(b[0x3c:], 0x80)
	copy(b[0x80:], "PE\x00\x00")
	return string(b)
}

// inspect reads a text as the file of a name.
func inspect(name, text string) (Odd, bool) {
	return odd(extension.File{Path: name, Size: int64(len(text))}, []byte(text))
}

// What is behind a picture's end is seen, and the picture itself is not.
func TestBehindPictures(t *testing.T) {
	for ext, whole := range pictures(t) {
		for tail, want := range map[string]Odd{
			"": {}, "\x00\x00\r\n": {},
			"hello":                            {Behind: 5, BehindKind: Text},
			program():                          {Behind: 0x82, BehindKind: Windows}, // it ends in zeros
			"PK\x03\x04abc":                    {Behind: 7, BehindKind: Archive},
			"\x7fELF" + strings.Repeat("a", 9): {Behind: 13, BehindKind: Linux},
			"\x01\x02\xfe":                     {Behind: 3, BehindKind: Data},
		} {
			got, is := inspect("a"+ext, whole+tail)
			if want.Behind > 0 {
				want.Path, want.Bytes, want.Kind = "a"+ext, int64(len(whole+tail)), Picture
				if ext == ".svg" {
					want.Kind = kind([]byte(whole + tail))
				}
			} else {
				got = Odd{}
			}
			if diff := cmp.Diff(want, got); diff != "" || is != (want.Behind > 0) {
				t.Errorf("%s with %q: %t (-want +got):\n%s", ext, tail, is, diff)
			}
		}
		if rest := behind([]byte(whole[:len(whole)-3])); rest != nil {
			t.Errorf("%s cut short has %d bytes behind its end", ext, len(rest))
		}
	}
	two := pictures(t)[".jpg"]
	if o, is := inspect("a.jpg", two+two); is {
		t.Errorf("a picture behind a picture: %+v", o)
	}
	if o, is := inspect("a.svg", "<svg><svg></svg></svg>"); is {
		t.Errorf("a picture within a picture: %+v", o)
	}
	if o, is := inspect("a.svg", pictures(t)[".svg"]+"\n<!-- a --> <!-- b -->\n"); is {
		t.Errorf("comments behind an SVG: %+v", o)
	}
	if o, is := inspect("a.svg", pictures(t)[".svg"]+"<!-- a -->x"); !is || o.Behind != 1 {
		t.Errorf("a letter behind a comment: %+v", o)
	}
}

// A file is what its first bytes say, whatever it is called.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       Kind
		disguised  bool
	}{
		{"a.exe", program(), Windows, false},
		{"a.png", program(), Windows, true},
		{"a.json", program(), Windows, true},
		{"a.txt", "MZ is no program", "", false},
		{"a.txt", "BM, PK and true begin texts", "", false},
		{"a.node", "\x7fELF\x02\x01", Linux, false},
		{"a.js", "\x7fELF\x02\x01", Linux, false},
		{"a.woff2", "\x7fELF\x02\x01", Linux, true},
		{"a.node", "\xcf\xfa\xed\xfe", Mac, false},
		{"a", "\xca\xfe\xba\xbe\x00\x00\x00\x02", Mac, false},
		{"A.class", "\xca\xfe\xba\xbe\x00\x00\x00\x41", Java, false},
		{"a.wasm", "\x00asm\x01", Wasm, false},
		{"a.JPG", "PK\x03\x04", Archive, true},
		{"a.zip", "PK\x03\x04", Archive, false},
		{"a.jar", "\x01\x02", Archive, false},
		{"a", "\x1f\x8b\x08", Archive, false},
		{"a.bin", strings.Repeat("\x00", 257) + "ustar", Archive, false},
		{"a.png", "#!/bin/sh\n", Shell, true},
		{"a.md", "#!/bin/sh\n", "", false},
		{"a.js", "#!/usr/bin/env node\n", "", false},
		{"a.sh", "echo a", Shell, false},
		{"a.PS1", "Write-Host a", Shell, false},
		{"a", "#!/bin/sh\n", Shell, false},
		{"a.png", "<html>", Text, true},
		{"a.png", "version https://git-lfs\n\u00e9", Text, true},
		{"a.ico", "\x01\x02\x03\xff", Data, true},
		{"a.bin", "\x01\x02\x03\xff", "", false},
		{"a.jpg", "\x89PNG\r\n\x1a\n", "", false},
		{"a.png", "", "", false},
	} {
		o, is := inspect(c.name, c.text)
		if is != (c.want != "") || is && (o.Kind != c.want || o.Disguised != c.disguised) {
			t.Errorf("%s %.40q: %+v", c.name, c.text, o)
		}
	}
}

// A text that is cut within a character is a text.
func TestCutText(t *testing.T) {
	text := strings.Repeat("é日😀", head)
	for n := range 20 {
		if k := kind([]byte(text)[:100+n]); k != Text {
			t.Errorf("cut after %d bytes it is %s", 100+n, k)
		}
	}
}

func TestBelow(t *testing.T) {
	for name, want := range map[string]string{
		"node_modules/a/b.node": "node_modules/a", "x/node_modules/@s/a/b/c.node": "x/node_modules/@s/a",
		"node_modules/a/node_modules/b/c": "node_modules/a/node_modules/b",
		"a.node":                          "", "node_modules/a": "", "node_modules/@s/a": "", "my_node_modules/a/b": "", "node_modules/": "",
	} {
		if got := Below(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// No picture, cut or broken, breaks the walk.
func FuzzBehind(f *testing.F) {
	for _, p := range pictures(f) {
		f.Add([]byte(p))
		f.Add([]byte(p + "PK\x03\x04"))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"a.png", "a.svg", "a.zip", "a"} {
			if o, is := inspect(name, string(data)); is && o.Behind > len(data) {
				t.Errorf("%+v of %d bytes", o, len(data))
			}
		}
	})
}
