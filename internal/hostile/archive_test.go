package hostile

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// entry is one file of an archive.
type entry struct {
	name, text string
	mode       os.FileMode
}

// pack packs files the way an honest program does; mangle changes the bytes.
func pack(t *testing.T, mangle func([]byte) []byte, entries ...entry) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate}
		if e.mode != 0 {
			h.SetMode(e.mode)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write([]byte(e.text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	if mangle != nil {
		data = mangle(data)
	}
	// Three folders down, so that what climbs out of it is found.
	dir := filepath.Join(t.TempDir(), "a", "b", "c")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "x.vsix")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// directory returns where the archive's directory begins, and where its end
// record is.
func directory(data []byte) (start, end int) {
	end = bytes.LastIndex(data, []byte("PK\x05\x06"))
	return int(binary.LittleEndian.Uint32(data[end+16:])), end
}

// honest are the files of an extension that is what it looks like.
var honest = []entry{
	{name: "extension/package.json", text: manifest},
	{name: "extension/main.js", text: `exports.activate=(line)=>{require("child_process").exec(line);require("./x.js");};` + "\n"},
	{name: "extension/x.js", text: marker},
}

func with(more ...entry) []entry { return append(append([]entry{}, honest...), more...) }

func TestHostileArchives(t *testing.T) {
	zeros := strings.Repeat("\x00", 64<<20)
	for _, c := range some(t, []struct {
		name    string
		entries []entry
		mangle  func([]byte) []byte
		// words are what the refusal says; nil: it is scanned.
		words []string
	}{
		{name: "the honest twin", entries: honest},
		{name: "a way out", entries: with(entry{name: "extension/../../../escaped.js", text: "1"}), words: []string{"escaped.js"}},
		{name: "a way out with backslashes", entries: with(entry{name: `extension\..\..\escaped.js`, text: "1"}), words: []string{"escaped.js"}},
		{name: "an absolute name", entries: with(entry{name: "/tmp/escaped.js", text: "1"}), words: []string{"escaped.js"}},
		{name: "a drive", entries: with(entry{name: "C:/escaped.js", text: "1"}), words: []string{"escaped.js"}},
		{name: "a NUL in a name", entries: with(entry{name: "extension/a\x00b.js", text: "1"}), words: []string{"extension/a"}},
		{name: "a line break in a name", entries: with(entry{name: "extension/a\nb.js", text: "1"}), words: []string{"extension/a"}},
		{name: "a link", entries: with(entry{name: "extension/link.js", text: "/etc/passwd", mode: os.ModeSymlink | 0o777}),
			words: []string{"link.js"}},
		{name: "a name twice", entries: with(entry{name: "extension/x.js", text: "1"}), words: []string{"extension/x.js"}},
		{name: "names that differ in case", entries: with(entry{name: "extension/X.JS", text: "1"}), words: []string{"X.JS"}},
		{name: "names that differ in their letters' form", entries: with(entry{name: "extension/\u00e9.js"}, entry{name: "extension/e\u0301.js"}),
			words: []string{"extension/"}},
		{name: "a file that is a folder", entries: with(entry{name: "extension/x.js/y.js", text: "1"}), words: []string{"extension/x.js"}},
		{name: "a bomb", entries: with(entry{name: "extension/bomb.bin", text: zeros}), words: []string{"bomb.bin"}},
		{name: "a bomb of code", entries: with(entry{name: "extension/bomb.js", text: zeros}), words: []string{"bomb.js"}},
		{name: "half of it", entries: honest, mangle: func(b []byte) []byte { return b[:len(b)/2] }, words: []string{"x.vsix"}},
		{name: "without its last byte", entries: honest, mangle: func(b []byte) []byte { return b[:len(b)-1] }, words: []string{"x.vsix"}},
		{name: "nothing", entries: honest, mangle: func([]byte) []byte { return nil }, words: []string{"x.vsix"}},
		{name: "no archive", entries: honest, mangle: func([]byte) []byte { return []byte("#!/bin/sh\nrm -rf /\n") }, words: []string{"x.vsix"}},
		{name: "bytes behind it", entries: honest, mangle: func(b []byte) []byte { return append(b, "more"...) }, words: []string{"x.vsix"}},
		{name: "encrypted", entries: honest, mangle: func(b []byte) []byte {
			start, _ := directory(b)
			b[start+8] |= 1
			b[6] |= 1
			return b
		}, words: []string{"encrypted"}},
		{name: "another name in the entry than in the directory", entries: honest, mangle: func(b []byte) []byte {
			return bytes.Replace(b, []byte("extension/x.js"), []byte("extension/y.js"), 1)
		}, words: []string{"extension/"}},
		{name: "a size that is a lie", entries: honest, mangle: func(b []byte) []byte {
			start, _ := directory(b)
			binary.LittleEndian.PutUint32(b[start+24:], 1)
			return b
		}, words: []string{"package.json"}},
		{name: "four billion entries", entries: honest, mangle: func(b []byte) []byte {
			_, end := directory(b)
			binary.LittleEndian.PutUint16(b[end+8:], 0xfffe)
			binary.LittleEndian.PutUint16(b[end+10:], 0xfffe)
			return b
		}, words: []string{"x.vsix"}},
		{name: "an extension of nothing", entries: []entry{{name: "extension/readme.md", text: "x"}}, words: []string{"package.json"}},
		{name: "broken data", entries: honest, mangle: func(b []byte) []byte {
			at := bytes.Index(b, []byte("extension/package.json")) + len("extension/package.json")
			for i := range 20 {
				b[at+i] ^= 0xff
			}
			return b
		}, words: []string{"package.json"}},
	}) {
		t.Run(c.name, func(t *testing.T) {
			file := pack(t, c.mangle, c.entries...)
			before := around(t, file)
			o := scan(t, file)
			if c.words == nil {
				o.seen(t, "x.js", 1)
			} else {
				o.refused(t, c.words...)
			}
			if o.SumRSS > 200<<20 {
				t.Errorf("%d MB of memory for a small archive", o.SumRSS>>20)
			}
			if after := around(t, file); after != before {
				t.Errorf("files appeared beside the archive: %s, before: %s", after, before)
			}
		})
	}
	if _, err := os.Stat("/tmp/escaped.js"); err == nil {
		t.Error("an entry with an absolute name was written")
	}
}

// around lists what is beside an archive and in the folders above it.
func around(t *testing.T, file string) string {
	t.Helper()
	top := filepath.Dir(filepath.Dir(filepath.Dir(filepath.Dir(file))))
	var all []string
	err := filepath.WalkDir(top, func(name string, _ fs.DirEntry, err error) error {
		all = append(all, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}
