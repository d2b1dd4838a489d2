package recording

import (
	"embed"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"time"
)

// web is a server of this machine that has an answer for whatever an extension
// asks it, so that what follows a download runs as well.
type web struct {
	URL    string
	server *http.Server
}

func serve() (*web, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("starting a web server: %w", err)
	}
	w := &web{URL: "http://" + l.Addr().String(), server: &http.Server{Handler: http.HandlerFunc(answer), ReadHeaderTimeout: 10 * time.Second}}
	go func() { _ = w.server.Serve(l) }()
	return w, nil
}

func (w *web) close() { _ = w.server.Close() }

// pixel is a whole PNG image.
const pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\b\x06\x00\x00\x00\x1f\x15\xc4\x89\x00\x00\x00\n" +
	"IDATx\x9cc\x00\x01\x00\x00\x05\x00\x01\r\n-\xb4\x00\x00\x00\x00IEND\xaeB`\x82"

func answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", `"1"`)
	switch path.Ext(r.URL.Path) {
	case ".png":
		w.Header().Set("Content-Type", "image/png")
		fmt.Fprint(w, pixel)
	default:
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(
			w,
			`{"type": "object", "properties": {"name": {"type": "string"}}, "name": "example", "description": "x", "dist-tags": {"latest": `+
				`"9.9.9"}}`,
		)
	}
}

// documents are files for editors that look at little else.
//
//go:embed documents
var documents embed.FS

// furnish adds documents to a workspace, some of which name the server, and the
// dependency that its package.json names.
func (w *web) furnish(workspace string) error {
	files, err := fs.Sub(documents, "documents")
	if err == nil {
		err = os.CopyFS(workspace, files)
	}
	module := filepath.Join(workspace, "node_modules", "left-pad")
	if err == nil {
		err = os.MkdirAll(module, 0o755)
	}
	if err != nil {
		return fmt.Errorf("furnishing the workspace: %w", err)
	}
	for name, text := range map[string]string{
		"node_modules/left-pad/package.json": `{"name": "left-pad", "version": "1.3.0", "main": "index.js"}`,

		"remote.json": "{\n  \"$schema\": \"" + w.URL + "/schema.json\",\n  \"name\": 1\n}\n",
		"remote.html": "<!DOCTYPE html>\n<img src=\"" + w.URL + "/a.png\">\n<img src=\"image.png\">\n<a href=\"docs/\">x</a>\n",
		"remote.css": "@import \"./theme.css\";\n.a { background: url(\"" + w.URL +
			"/a.png\"); }\n.b { background: url(\"image.png\"); }\n.c { background: url(\"docs/\"); }\n",
	} {
		if err := os.WriteFile(filepath.Join(workspace, filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
			return fmt.Errorf("furnishing the workspace: %w", err)
		}
	}
	return nil
}
