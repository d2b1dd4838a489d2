package tarballs

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
)

// pack makes a tarball as npm does.
func pack(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	for i := 0; i < len(files); i += 2 {
		if err := w.WriteHeader(&tar.Header{Name: files[i], Typeflag: tar.TypeReg, Size: int64(len(files[i+1])), Mode: 0o644}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if w.Close() != nil || gz.Close() != nil {
		t.Fatal("no tarball")
	}
	return b.String()
}

func TestFiles(t *testing.T) {
	body := pack(t, "package/package.json", `{"name":"a"}`, "package/lib/a.js", "1")
	s := service.Run(t, map[string]string{"GET /a/-/a-1.0.0.tgz": body, "GET /@s/b/-/b-2.0.0.tgz": body})
	sum := sha512.Sum512([]byte(body))
	for _, p := range []supplychain.Package{{Name: "a", Version: "1.0.0"}, {Name: "@s/b", Version: "2.0.0+build"}} {
		files, integrity, known, err := Client{Web: service.Web(), Base: s.URL}.Files(t.Context(), p)
		want := map[string]supplychain.Digest{
			"package.json": supplychain.DigestOf("package.json", []byte(`{"name":"a"}`)),
			"lib/a.js":     supplychain.DigestOf("lib/a.js", []byte("1")),
		}
		if diff := cmp.Diff(want, files); diff != "" || err != nil || !known {
			t.Errorf("%s: %t, %v (-want +got):\n%s", p.Name, known, err, diff)
		}
		if want := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); integrity != want {
			t.Errorf("integrity %s, want %s", integrity, want)
		}
	}
	crlf := service.Run(t, map[string]string{"GET /a/-/a-1.0.0.tgz": pack(t, "package/a.js", "1\r\n2")})
	texts, _, _, err := Client{
		Web:  service.Web(),
		Base: crlf.URL,
	}.Texts(
		t.Context(),
		supplychain.Package{Name: "a", Version: "1.0.0"},
		func(string, []byte) {},
	)
	if err != nil || texts["a.js"] != supplychain.TextDigest([]byte("1\n2")) || texts["a.js"] == supplychain.TextDigest([]byte("12")) {
		t.Errorf("the texts are %v, %v", texts, err)
	}
	if _, _, known, err := (Client{Web: service.Web(), Base: s.URL}).Files(
		t.Context(),
		supplychain.Package{Name: "none", Version: "1.0.0"},
	); known ||
		err != nil {
		t.Errorf("a package nobody published: %t, %v", known, err)
	}
	for _, p := range []supplychain.Package{{Name: "../a", Version: "1.0.0"}, {Name: "a", Version: "1.0.0/../x"},
		{Name: "a?x", Version: "1.0.0"}} {
		if _, _, _, err := (Client{Web: service.Web(), Base: s.URL}).Files(t.Context(), p); err == nil {
			t.Errorf("%+v was asked for", p)
		}
	}
	if n := len(s.Asked()); n != 3 {
		t.Errorf("asked %d times: %q", n, s.Asked())
	}
}

// npm installs the later of two files of one name.
func TestTheLaterOfTwoFilesCounts(t *testing.T) {
	digests := func(body string) map[string]supplychain.Digest {
		s := service.Run(t, map[string]string{"GET /a/-/a-1.0.0.tgz": body})
		files, _, known, err := Client{Web: service.Web(), Base: s.URL}.Files(t.Context(), supplychain.Package{Name: "a", Version: "1.0.0"})
		if err != nil || !known {
			t.Fatalf("%t, %v", known, err)
		}
		return files
	}
	if diff := cmp.Diff(digests(pack(t, "package/a", "2")), digests(pack(t, "package/./a", "1", "package/a", "2"))); diff != "" {
		t.Errorf("one file (-), two of one name (+):\n%s", diff)
	}
}

func TestTroubles(t *testing.T) {
	service.Troubles(t, supplychain.Ran, func(way *web.Client, base string) error {
		_, _, _, err := Client{Web: way, Base: base}.Files(t.Context(), supplychain.Package{Name: "a", Version: "1.0.0"})
		return err
	})
}

func TestHostileTarballs(t *testing.T) {
	for name, body := range map[string]string{
		"a name that climbs": pack(t, "package/../../x", "1"), "a name twice by case": pack(t, "package/a", "1", "package/A", "2"),
		"no file":     pack(t),
		"a bomb":      pack(t, "package/a", strings.Repeat("\x00", maxUnpacked/2)),
		"half of one": pack(t, "package/a", strings.Repeat("abc", 9000))[:40],
	} {
		s := service.Run(t, map[string]string{"GET /a/-/a-1.0.0.tgz": body})
		_, _, known, err := Client{Web: service.Web(), Base: s.URL}.Files(t.Context(), supplychain.Package{Name: "a", Version: "1.0.0"})
		if state, _ := web.Outcome(err); known || state != web.Failed {
			t.Errorf("%s: %t, %v", name, known, err)
		}
	}
}
