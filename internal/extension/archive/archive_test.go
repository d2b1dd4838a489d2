package archive

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var testLimits = Limits{Entries: 100, Total: 8 << 20, Ratio: 200, Path: 200, Depth: 20}

// part is one entry of a hand-made archive. Zero fields are filled with what
// an honest packer would write.
type entrySpec struct {
	name, data string
	// local is the name in the local header; empty: the same.
	local         string
	method, flags uint16
	attributes    uint32
	made          uint16
	extra         string
	// size, packed and sum are what the directory says; negative sizes are
	// taken as -1 minus it, zero: honest.
	size, packed *uint32
	sum          *uint32
	// offset is where the directory says the entry is; nil: honest.
	offset *uint32
	// localSize is what the local header says; nil: as the directory.
	localSize *uint32
	// raw is the packed data as is; nil: packed here.
	raw []byte
}

func p32(n uint32) *uint32 { return &n }

func le(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		switch v := p.(type) {
		case uint16:
			b.Write([]byte{byte(v), byte(v >> 8)})
		case uint32:
			b.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)})
		case uint64:
			for i := range 8 {
				b.WriteByte(byte(v >> (8 * i)))
			}
		case string:
			b.WriteString(v)
		}
	}
	return b.String()
}

// deflate packs with the standard library.
func deflate(t testing.TB, data string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "x", Method: zip.Deflate})
	if err == nil {
		_, err = io.WriteString(w, data)
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := r.File[0].OpenRaw()
	if err != nil {
		t.Fatal(err)
	}
	packed, err := io.ReadAll(raw)
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// build writes an archive exactly as told.
func build(t testing.TB, specs ...entrySpec) string {
	t.Helper()
	var body, directory strings.Builder
	for _, s := range specs {
		raw := s.raw
		if raw == nil {
			raw = []byte(s.data)
			if s.method == deflated {
				raw = deflate(t, s.data)
			}
		}
		local := s.local
		if local == "" {
			local = s.name
		}
		size, packed, sum, offset := uint32(len(s.data)), uint32(len(raw)), crc32.ChecksumIEEE([]byte(s.data)), uint32(body.Len())
		set := func(to *uint32, from *uint32) {
			if from != nil {
				*to = *from
			}
		}
		set(&size, s.size)
		set(&packed, s.packed)
		set(&sum, s.sum)
		localSize := size
		set(&localSize, s.localSize)
		body.WriteString(le("PK\x03\x04", uint16(20), s.flags, s.method, uint32(0), sum, packed, localSize, uint16(len(local)), uint16(0), local))
		body.Write(raw)
		set(&offset, s.offset)
		directory.WriteString(le("PK\x01\x02", s.made, uint16(20), s.flags, s.method, uint32(0), sum, packed, size,
			uint16(len(s.name)), uint16(len(s.extra)), uint16(0), uint16(0), uint16(0), s.attributes, offset, s.name, s.extra))
	}
	n := uint16(len(specs))
	return body.String() + directory.String() +
		le("PK\x05\x06", uint16(0), uint16(0), n, n, uint32(directory.Len()), uint32(body.Len()), uint16(0))
}

// readAll opens an archive and reads every entry.
func readAll(data string, limits Limits) (map[string]string, error) {
	a, err := Open(strings.NewReader(data), int64(len(data)), limits)
	if err != nil {
		return nil, err
	}
	content := map[string]string{}
	for _, e := range a.Entries() {
		r := a.Read(e)
		b, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		if err := r.Close(); err != nil {
			return nil, err
		}
		content[e.Name] = string(b)
	}
	return content, nil
}

func TestHostileArchivesAreRefused(t *testing.T) {
	ok := entrySpec{name: "ok.txt", data: "fine"}
	file := func(name string) entrySpec { return entrySpec{name: name, data: "x"} }
	honest := build(t, ok, entrySpec{name: "b/c.js", data: "let a", method: deflated})
	many := make([]entrySpec, 101)
	for i := range many {
		many[i] = file(fmt.Sprintf("f%03d", i))
	}
	bomb := strings.Repeat("\x00", 4<<20)
	link := uint32(0o120777) << 16
	unix := uint16(3 << 8)
	for _, tc := range []struct {
		name, data string
		want       error
		// says is part of the message: the entry, where there is one.
		says string
	}{
		{"empty file", "", ErrNotZip, "0 bytes"},
		{"a text", strings.Repeat("no zip here ", 20), ErrNotZip, "no end record"},
		{"zip slip", build(t, ok, file("../evil.js")), ErrName, `"../evil.js"`},
		{"zip slip inside", build(t, ok, file("a/../../evil.js")), ErrName, "leaves"},
		{"zip slip at the end", build(t, ok, file("a/..")), ErrName, "leaves"},
		{"absolute", build(t, file("/etc/passwd")), ErrName, "absolute"},
		{"drive letter", build(t, file("C:/evil.js")), ErrName, "drive letter"},
		{"drive letter, no slash", build(t, file("c:evil.js")), ErrName, "drive letter"},
		{"backslash", build(t, file(`a\..\..\evil.js`)), ErrName, "backslash"},
		{"UNC", build(t, file(`\\host\share\x`)), ErrName, "backslash"},
		{"UNC with slashes", build(t, file("//host/share/x")), ErrName, "absolute"},
		{"dot part", build(t, file("a/./b")), ErrName, `"a/./b"`},
		{"empty part", build(t, file("a//b")), ErrName, `"a//b"`},
		{"no name", build(t, file("")), ErrName, "no name"},
		{"only a slash", build(t, file("/")), ErrName, "absolute"},
		{"NUL", build(t, file("a.js\x00.png")), ErrName, "NUL"},
		{"control character", build(t, file("a\x1b[2K.js")), ErrName, "U+001B"},
		{"newline", build(t, file("a\n.js")), ErrName, "U+000A"},
		{"not UTF-8", build(t, entrySpec{name: "a\xff.js", flags: flagUTF8}), ErrName, "UTF-8"},
		{"very long name", build(t, file(strings.Repeat("a", 201))), ErrLimit, "201 bytes"},
		{"very deep", build(t, file(strings.Repeat("a/", 30)+"b")), ErrLimit, "31 folders"},
		{"symbolic link", build(t, entrySpec{name: "l", data: "/etc/passwd", attributes: link, made: unix}), ErrSpecial, "symbolic link"},
		{"symbolic link of no system", build(t, entrySpec{name: "l", data: "/etc/passwd", attributes: link}), ErrSpecial, "symbolic link"},
		{"device", build(t, entrySpec{name: "d", attributes: uint32(0o060644) << 16, made: unix}), ErrSpecial, "60644"},
		{"file that is a folder", build(t, entrySpec{name: "d", attributes: uint32(0o040755) << 16, made: unix}), ErrAmbiguous, "folder"},
		{"folder that is a file", build(t, entrySpec{name: "d/", attributes: uint32(0o100644) << 16, made: unix}), ErrAmbiguous, "file"},
		{"folder with content", build(t, entrySpec{name: "d/", data: "x"}), ErrAmbiguous, "content"},
		{"twice", build(t, file("a.js"), ok, file("a.js")), ErrCollision, "there twice"},
		{"differ in case", build(t, file("Main.js"), file("main.js")), ErrCollision, "case"},
		{"differ in case of a folder", build(t, file("out/a.js"), file("OUT/A.js")), ErrCollision, "case"},
		{"differ in full case folding", build(t, entrySpec{name: "straße", flags: flagUTF8}, entrySpec{name: "STRASSE", flags: flagUTF8}),
			ErrCollision, "case"},
		{"differ in Unicode form", build(t, entrySpec{name: "caf\u00e9", flags: flagUTF8}, entrySpec{name: "cafe\u0301", flags: flagUTF8}),
			ErrCollision, "Unicode form"},
		{"file and folder", build(t, file("a"), file("a/b")), ErrCollision, `"a"`},
		{"file and folder in another case", build(t, file("A"), file("a/b")), ErrCollision, `"A"`},
		{"too many", build(t, many...), ErrLimit, "101 entries"},
		{"bomb by ratio", build(t, entrySpec{name: "zeros", data: bomb, method: deflated}), ErrLimit, `"zeros"`},
		{"bomb by total", build(t, entrySpec{name: "a", data: strings.Repeat("a", 5<<20)},
			entrySpec{name: "b", data: strings.Repeat("b", 4<<20)}), ErrLimit, `"b"`},
		{"bomb by announced size", build(t, entrySpec{name: "a", method: deflated, data: "x", size: p32(1 << 31)}), ErrLimit, `"a"`},
		{"more than announced", build(t, entrySpec{name: "lie", method: deflated, data: strings.Repeat("ab", 500), size: p32(10)}), ErrCorrupt,
			`"lie"`},
		{"less than announced", build(t, entrySpec{name: "lie", method: deflated, data: "abc", size: p32(10)}), ErrCorrupt, "3 of the 10"},
		{"stored with two sizes", build(t, entrySpec{name: "s", data: "abcdef", size: p32(3)}), ErrCorrupt, `"s"`},
		{"local header lies about the size", build(t, entrySpec{name: "s", data: "abcdef", localSize: p32(3)}), ErrAmbiguous, "other sizes"},
		{"local header has another name", build(t, entrySpec{name: "good.js", local: "evil.js", data: "x"}), ErrAmbiguous, `"good.js"`},
		{"second name in an extra field",
			build(t, entrySpec{name: "good.js", data: "x", extra: le(uint16(0x7075), uint16(12), "\x01", uint32(0), "evil.js")}), ErrAmbiguous,
			"second"},
		{"wrong checksum", build(t, entrySpec{name: "c", data: "abc", sum: p32(1)}), ErrCorrupt, "checksum"},
		{"bytes after the data", build(t, entrySpec{name: "t", method: deflated, data: "abc", raw: append(deflate(t, "abc"), "hidden"...)}),
			ErrCorrupt, "after the end"},
		{"deflate cut short", build(t,
			entrySpec{name: "t", method: deflated, data: strings.Repeat("abcdefg", 99), raw: deflate(t, strings.Repeat("abcdefg", 99))[:5]}),
			ErrTruncated, `"t"`},
		{"deflate garbage", build(t, entrySpec{name: "g", method: deflated, data: "abc", raw: []byte{0xff, 0xff, 0xff, 0xff}}), ErrCorrupt,
			`"g"`},
		{"encrypted", build(t, entrySpec{name: "e", data: "x", flags: flagEncrypted}), ErrEncrypted, `"e"`},
		{"strongly encrypted", build(t, entrySpec{name: "e", data: "x", flags: flagStrong}), ErrEncrypted, `"e"`},
		{"AES", build(t, entrySpec{name: "e", data: "x", method: 99}), ErrEncrypted, `"e"`},
		{"AES in an extra field", build(t, entrySpec{name: "e", data: "x", extra: le(uint16(0x9901), uint16(7), "1234567")}), ErrEncrypted,
			`"e"`},
		{"bzip2", build(t, entrySpec{name: "z", data: "x", method: 12}), ErrUnsupported, "method 12"},
		{"overlapping", build(t, file("a"), entrySpec{name: "a", data: "x", offset: p32(0)}), ErrCollision, `"a"`},
		{"beyond the end", build(t, entrySpec{name: "a", data: "x", offset: p32(1 << 30)}), ErrTruncated, `"a"`},
		{"no header there", build(t, file("aaaa"), entrySpec{name: "b", data: "x", offset: p32(1)}), ErrCorrupt, `"b"`},
		{"runs into the directory", build(t, entrySpec{name: "a", data: "x", raw: []byte("x"), packed: p32(60), size: p32(60)}), ErrTruncated,
			`"a"`},
		{"64-bit size without the field", build(t, entrySpec{name: "a", data: "x", size: p32(1<<32 - 1), extra: le(uint16(1), uint16(0))}),
			ErrCorrupt, `"a"`},
		{"64-bit size over 63 bits",
			build(t, entrySpec{name: "a", data: "x", size: p32(1<<32 - 1), packed: p32(1<<32 - 1),
				extra: le(uint16(1), uint16(16), uint64(1<<63), uint64(1<<63))}), ErrCorrupt, "63 bits"},
		{"two 64-bit fields", build(t, entrySpec{name: "a", data: "x", extra: le(uint16(1), uint16(0), uint16(1), uint16(0))}), ErrAmbiguous,
			`"a"`},
		{"cut short", honest[:len(honest)-9], ErrNotZip, "cut short"},
		{"bytes before", "junk" + honest, ErrAmbiguous, "directory"},
		{"bytes after", honest + "junk", ErrAmbiguous, "comment"},
		{"two end records", func() string {
			end := honest[len(honest)-22:]
			return honest[:len(honest)-22] + end[:20] + le(uint16(22)) + end
		}(), ErrAmbiguous, "two end records"},
		{"count too high", strings.Replace(honest, le("PK\x05\x06", uint16(0), uint16(0), uint16(2), uint16(2)),
			le("PK\x05\x06", uint16(0), uint16(0), uint16(90), uint16(90)), 1), ErrTruncated, "90 entries"},
		{"count too low", strings.Replace(honest, le("PK\x05\x06", uint16(0), uint16(0), uint16(2), uint16(2)),
			le("PK\x05\x06", uint16(0), uint16(0), uint16(1), uint16(1)), 1), ErrAmbiguous, "after its last"},
		{"several parts", strings.Replace(honest, "PK\x05\x06\x00\x00", "PK\x05\x06\x01\x00", 1), ErrNotZip, "several"},
		{"locator to nowhere", honest[:len(honest)-22] + le("PK\x06\x07", uint32(0), uint64(1<<62), uint32(1)) + honest[len(honest)-22:],
			ErrAmbiguous, "64-bit"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := readAll(tc.data, testLimits)
			if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("error %v\nwant %v with %q", err, tc.want, tc.says)
			}
		})
	}
}

// The mirror: what looks odd and is fine.
func TestHonestArchivesAreRead(t *testing.T) {
	var std bytes.Buffer
	z := zip.NewWriter(&std)
	for _, name := range []string{"a/", "a/b.txt"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if name != "a/" {
			if _, err := io.WriteString(w, strings.Repeat("streamed ", 100)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := z.SetComment("a comment"); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name, data string
		want       map[string]string
	}{
		{"empty", build(t), map[string]string{}},
		{"stored and deflated", build(t, entrySpec{name: "a", data: "x"}, entrySpec{name: "b/c.js", data: "let a", method: deflated}),
			map[string]string{"a": "x", "b/c.js": "let a"}},
		{"by the standard library, with descriptors and a comment", std.String(), map[string]string{"a/b.txt": strings.Repeat("streamed ", 100)}},
		{"dots in names", build(t, entrySpec{name: "..a/b..", data: "x"}, entrySpec{name: ".hidden"}),
			map[string]string{"..a/b..": "x", ".hidden": ""}},
		{"colon not after a letter", build(t, entrySpec{name: "ab:c"}), map[string]string{"ab:c": ""}},
		{"UTF-8", build(t, entrySpec{name: "café/😀", flags: flagUTF8}), map[string]string{"café/😀": ""}},
		{"the first PC's letters", build(t, entrySpec{name: "caf\x82"}), map[string]string{"café": ""}},
		{"folder entry and its files", build(t, entrySpec{name: "a/"}, entrySpec{name: "a/b"}), map[string]string{"a/b": ""}},
		{"folders in two cases", build(t, entrySpec{name: "A/x"}, entrySpec{name: "a/y"}), map[string]string{"A/x": "", "a/y": ""}},
		{"small and very compressible", build(t, entrySpec{name: "a", data: strings.Repeat(" ", 1<<20), method: deflated}),
			map[string]string{"a": strings.Repeat(" ", 1<<20)}},
		{"64-bit sizes that fit",
			build(t, entrySpec{name: "a", data: "xyz", size: p32(1<<32 - 1), packed: p32(1<<32 - 1),
				extra: le(uint16(1), uint16(16), uint64(3), uint64(3))}), map[string]string{"a": "xyz"}},
		{"the same name in an extra field", build(t, entrySpec{name: "a", extra: le(uint16(0x7075), uint16(6), "\x01", uint32(0), "a")}),
			map[string]string{"a": ""}},
		{"a zip inside", build(t, entrySpec{name: "a.zip", data: build(t, entrySpec{name: "../b"})}),
			map[string]string{"a.zip": build(t, entrySpec{name: "../b"})}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := readAll(tc.data, testLimits)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEntriesThatShareBytesAreRefused(t *testing.T) {
	inner := build(t, entrySpec{name: "in", data: "inner data"})
	// The data of the first is the header of the second.
	data := build(t, entrySpec{name: "out", data: inner[:42]}, entrySpec{name: "in", data: "inner data", offset: p32(33)})
	_, err := readAll(data, testLimits)
	if !errors.Is(err, ErrOverlap) || !strings.Contains(err.Error(), `"in"`) {
		t.Errorf("error %v, want an overlap", err)
	}
}

// However much an entry unpacks to, its reader gives no more than announced.
func TestAReaderGivesNoMoreThanAnnounced(t *testing.T) {
	data := build(t, entrySpec{name: "lie", method: deflated, data: strings.Repeat("ab", 50_000), size: p32(10)})
	a, err := Open(strings.NewReader(data), int64(len(data)), testLimits)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, a.Read(a.Entries()[0]))
	if n != 10 || !errors.Is(err, ErrCorrupt) {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// Every way to cut an archive short is an error, never a shorter archive.
func TestEveryTruncationIsAnError(t *testing.T) {
	data := build(t, entrySpec{name: "a", data: "xyz"}, entrySpec{name: "b/c.js", data: "let a", method: deflated})
	for n := range len(data) {
		if _, err := readAll(data[:n], testLimits); err == nil {
			t.Errorf("%d of %d bytes are read without an error", n, len(data))
		}
	}
	if _, err := readAll(data, testLimits); err != nil {
		t.Error(err)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add([]byte(build(f)))
	f.Add([]byte(build(f, entrySpec{name: "a", data: "xyz"}, entrySpec{name: "b/c.js", data: "let a", method: deflated})))
	f.Add([]byte(build(f, entrySpec{name: "../a", flags: flagUTF8, made: 3 << 8, attributes: 0o120777 << 16})))
	f.Add(
		[]byte(
			build(
				f,
				entrySpec{name: "a", data: "xyz", size: p32(1<<32 - 1), packed: p32(1<<32 - 1), extra: le(uint16(1), uint16(16), uint64(3), uint64(3))},
			),
		),
	)
	f.Fuzz(func(t *testing.T, data []byte) {
		limits := Limits{Entries: 50, Total: 1 << 20, Ratio: 200, Path: 100, Depth: 10}
		a, err := Open(bytes.NewReader(data), int64(len(data)), limits)
		if err != nil {
			return
		}
		var total int64
		seen := map[string]bool{}
		for _, e := range a.Entries() {
			if seen[Fold(e.Name)] {
				t.Fatalf("%q is there twice", e.Name)
			}
			seen[Fold(e.Name)] = true
			if strings.HasPrefix(e.Name, "/") || strings.Contains("/"+e.Name+"/", "/../") || strings.ContainsAny(e.Name, "\x00\\") {
				t.Fatalf("unsafe name %q", e.Name)
			}
			n, err := io.Copy(io.Discard, a.Read(e))
			if n > e.Size || err == nil && n != e.Size {
				t.Fatalf("%q announces %d and gives %d bytes", e.Name, e.Size, n)
			}
			total += n
		}
		if total > limits.Total {
			t.Fatalf("%d bytes, over the limit", total)
		}
	})
}
