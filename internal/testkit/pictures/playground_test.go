package pictures

import (
	"archive/zip"
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/playground"
	"github.com/ringfence-dev/ringfence/internal/testkit/playwright"
)

// playgroundPage is what the picture of the playground shows: the page as it is served,
// with its style inside, and the report below it. The report is the command's, byte by
// byte (make playground holds that), so that this needs no browser.
func playgroundPage(t *testing.T, report []byte) []byte {
	t.Helper()
	read := func(name string) string {
		text, err := fs.ReadFile(playground.Assets, "assets/"+name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	const link = `<link rel="stylesheet" href="style.css">`
	index := read("index.html.tmpl")
	if !strings.Contains(index, link) {
		t.Fatalf("the playground's page has no %s", link)
	}
	page := strings.Replace(index, link, "<style>"+read("style.css")+"</style>", 1)
	return append([]byte(page), report...)
}

// inThePlayground drops the malicious fixture on the page that make playground built, and
// gives what the browser shows when the report is there.
func inThePlayground(t *testing.T, chromium, theme string) []byte {
	t.Helper()
	dir := os.Getenv("PLAYGROUND")
	if dir == "" {
		t.Fatal("PLAYGROUND names no folder: make playground writes it")
	}
	driver, err := playwright.Folder(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if found, err := exec.LookPath(chromium); err == nil {
		chromium = found
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	out := filepath.Join(t.TempDir(), "seen")
	run(t, ".", "node", "../../../cmd/ringfence/playground/testdata/browser.js", driver, chromium, server.URL, out,
		"--theme", theme, packed(t, malicious))
	shot, err := os.ReadFile(out + "-whole.png")
	if err != nil {
		t.Fatal(err)
	}
	return shot
}

// packed is a folder as a .vsix. What is packed well is refused as a bomb, so nothing is.
func packed(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: "extension/" + name, Method: zip.Store})
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	file := filepath.Join(t.TempDir(), "helper.vsix")
	if err := errors.Join(err, z.Close(), os.WriteFile(file, b.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	return file
}
