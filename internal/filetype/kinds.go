package filetype

import (
	"bytes"
	"path"
	"strings"
	"unicode/utf8"
)

// Kind is what a file is by its first bytes.
type Kind string

// The kinds that something can run, or that hold files. Data is what nobody
// here knows, Text what is none of them and reads as UTF-8.
const (
	Windows Kind = "a Windows program"
	Linux   Kind = "a Linux program"
	Mac     Kind = "a macOS program"
	Java    Kind = "Java classes"
	Wasm    Kind = "WebAssembly"
	Archive Kind = "an archive"
	Shell   Kind = "a script"
	Picture Kind = "a picture, font, sound or film"
	Text    Kind = "text"
	Data    Kind = "data of no known form"
)

// Native holds for machine code.
func (k Kind) Native() bool { return k == Windows || k == Linux || k == Mac }

// head is how many bytes of a file tell what it is.
const head = 4096

// signatures are what files begin with.
var signatures = []struct {
	begins string
	at     int
	kind   Kind
}{
	{"\x7fELF", 0, Linux},
	{"\xfe\xed\xfa\xce", 0, Mac},
	{"\xfe\xed\xfa\xcf", 0, Mac},
	{"\xce\xfa\xed\xfe", 0, Mac},
	{"\xcf\xfa\xed\xfe", 0, Mac},
	{"\x00asm", 0, Wasm},
	{"PK\x03\x04", 0, Archive},
	{"PK\x05\x06", 0, Archive},
	{"7z\xbc\xaf\x27\x1c", 0, Archive},
	{"Rar!\x1a\x07", 0, Archive},
	{
		"\x1f\x8b\x08",
		0,
		Archive,
	},
	{"\xfd7zXZ\x00", 0, Archive},
	{"1AY&SY", 4, Archive},
	{"\x28\xb5\x2f\xfd", 0, Archive},
	{"MSCF\x00\x00\x00\x00", 0, Archive},
	{"ustar", 257, Archive},
	{"!<arch>\n", 0, Archive},
	{"#!/", 0, Shell},
	{"#! /", 0, Shell},
	{"\x89PNG\r\n\x1a\n", 0, Picture},
	{"\xff\xd8\xff", 0, Picture},
	{"GIF87a", 0, Picture},
	{"GIF89a", 0, Picture},
	{"BM", 0, Picture},
	{
		"\x00\x00\x01\x00",
		0,
		Picture,
	},
	{"\x00\x00\x02\x00", 0, Picture},
	{"WEBP", 8, Picture},
	{"ftyp", 4, Picture},
	{"II*\x00", 0, Picture},
	{"MM\x00*", 0, Picture},
	{"\x0a\x05\x01", 0, Picture},
	{"8BPS", 0, Picture},
	{"icns", 0, Picture},
	{"\x00\x00\x00\x0cJXL ", 0, Picture},
	{"\xff\x0a", 0, Picture},
	{
		"wOFF",
		0,
		Picture,
	},
	{"wOF2", 0, Picture},
	{"\x00\x01\x00\x00", 0, Picture},
	{"OTTO", 0, Picture},
	{"true", 0, Picture},
	{"ttcf", 0, Picture},
	{"LP", 34, Picture},
	{
		"ID3",
		0,
		Picture,
	},
	{"\xff\xfb", 0, Picture},
	{"\xff\xf3", 0, Picture},
	{"\xff\xf2", 0, Picture},
	{"\xff\xf1", 0, Picture},
	{"WAVE", 8, Picture},
	{"OggS", 0, Picture},
	{"fLaC", 0, Picture},
	{"\x1aE\xdf\xa3", 0, Picture},
	{"AVI ", 8, Picture},
	{"%PDF-", 0, Picture},
}

// kind tells what a file begins with; empty when it is.
func kind(b []byte) Kind {
	has := func(at int, s string) bool { return len(b) >= at && bytes.HasPrefix(b[at:], []byte(s)) }
	switch {
	case len(b) == 0:
		return ""
	case has(0, "MZ") && windows(b):
		return Windows
	case has(0, "\xca\xfe\xba\xbe") && len(b) >= 8:
		// Programs for several processors begin like Java classes; what follows
		// is how many, or the version of the class, from 45 on.
		if b[4] == 0 && b[5] == 0 && b[6] == 0 && b[7] < 20 {
			return Mac
		}
		return Java
	}
	for _, s := range signatures {
		if has(s.at, s.begins) {
			return s.kind
		}
	}
	if readable(b) {
		return Text
	}
	return Data
}

// readable holds for UTF-8 without the characters that no text has. The last
// character may be cut.
func readable(b []byte) bool {
	if bytes.ContainsAny(b, "\x00\x01\x02\x03\x04\x05\x06\x0e\x0f\x10\x11\x12") {
		return false
	}
	for cut := range min(utf8.UTFMax, len(b)) {
		if utf8.Valid(b[:len(b)-cut]) {
			return true
		}
	}
	return false
}

// windows reports the header of a Windows program behind that of DOS.
func windows(b []byte) bool {
	if len(b) < 0x40 {
		return false
	}
	at := int(b[0x3c]) | int(b[0x3d])<<8 | int(b[0x3e])<<16
	return at+4 <= len(b) && bytes.Equal(b[at:at+4], []byte("PE\x00\x00"))
}

// What a file is by its name.
var (
	// passive are the names of pictures, fonts, sounds and films: nothing runs
	// them, and people pass them over.
	passive = words(".png .jpg .jpeg .gif .bmp .ico .webp .avif .icns .tif .tiff .woff .woff2 .ttf .otf .eot .mp3 .mp4 .wav .ogg .webm .pdf")
	// written are the names of texts that nothing runs.
	written = words(".txt .md .css .json .html .map .svg .yml .yaml .xml .csv .license")
	// scripts are the names of scripts that are not JavaScript.
	scripts = words(".sh .bash .zsh .fish .ps1 .psm1 .bat .cmd .vbs .vbe .wsf .hta .scpt .applescript .py .rb .pl .php .lua")
	// archives are the names of archives, Java's among them.
	archives = words(".zip .tar .tgz .gz .xz .bz2 .zst .7z .rar .cab .vsix .jar .war .nupkg .whl .asar .deb .rpm .dmg .pkg .msi .iso")
)

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

func suffix(name string) string { return strings.ToLower(path.Ext(name)) }
