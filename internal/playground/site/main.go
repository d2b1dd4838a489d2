// Command site puts the playground into a folder that any server of files can serve: the
// program compiled to WebAssembly and packed, the script that threads run, and the page
// with its policy. Run it at the top of the repository:
//
//	site -out dist/playground -version 1.2.3
//
// It fails where the program is larger than MaxPacked.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/html"
	"github.com/ringfence-dev/ringfence/internal/playground"
)

// MaxPacked is how large the packed program may be: what people wait for.
const MaxPacked = 8 << 20

func main() {
	fs := flag.NewFlagSet("site", flag.ExitOnError)
	out := fs.String("out", "dist/playground", "the folder, which is written anew")
	version := fs.String("version", "", "the version of the program")
	goTool := fs.String("go", "go", "the go command")
	_ = fs.Parse(os.Args[1:])
	if err := run(context.Background(), *goTool, *out, *version, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, goTool, out, version string, talk io.Writer) error {
	if version == "" {
		return errors.New("-version names no version")
	}
	if err := os.RemoveAll(out); err != nil {
		return fmt.Errorf("removing what was there: %w", err)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("making the folder: %w", err)
	}
	program, err := compiled(ctx, goTool, version)
	if err != nil {
		return err
	}
	packed, err := pack(program)
	if err != nil {
		return err
	}
	if len(packed) > MaxPacked {
		return fmt.Errorf("the packed program is %d bytes, over %d", len(packed), MaxPacked)
	}
	script, err := threadScript(ctx, goTool)
	if err != nil {
		return err
	}
	page, err := indexPage(version, len(packed))
	if err != nil {
		return err
	}
	files := map[string][]byte{"ringfence.wasm.gz": packed, "worker.js": script, "index.html": page}
	for _, name := range []string{"page.js", "style.css"} {
		if files[name], err = playground.Assets.ReadFile("assets/" + name); err != nil {
			return fmt.Errorf("reading the page: %w", err)
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil { //nolint:gosec // it is to be served
			return fmt.Errorf("writing the page: %w", err)
		}
	}
	_, err = fmt.Fprintf(talk, "%s: the program is %d bytes, %d packed by gzip -9\n", out, len(program), len(packed))
	return err
}

// compiled is the program of the browser.
func compiled(ctx context.Context, goTool, version string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "ringfence-playground-")
	if err != nil {
		return nil, fmt.Errorf("making a temporary folder: %w", err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "ringfence.wasm")
	cmd := exec.CommandContext(ctx, goTool, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -X main.version="+version, "-o", file,
		"./cmd/ringfence/playground")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling the program: %w\n%s", err, said)
	}
	return os.ReadFile(file)
}

// pack packs as `gzip -9` does.
func pack(data []byte) ([]byte, error) {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, fmt.Errorf("packing the program: %w", err)
	}
	if _, err := z.Write(data); err != nil {
		return nil, fmt.Errorf("packing the program: %w", err)
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("packing the program: %w", err)
	}
	return b.Bytes(), nil
}

// threadScript is what a thread runs: the script that belongs to the compiler, and ours.
func threadScript(ctx context.Context, goTool string) ([]byte, error) {
	root, err := exec.CommandContext(ctx, goTool, "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("asking where Go is: %w", err)
	}
	theirs, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("reading Go's script: %w", err)
	}
	ours, err := playground.Assets.ReadFile("assets/worker.js")
	if err != nil {
		return nil, fmt.Errorf("reading the thread's script: %w", err)
	}
	return append(append(theirs, '\n'), ours...), nil
}

// indexPage is the page. Its policy allows what it fetches from beside it, WebAssembly,
// and in the frame the style and script of a report; page.js takes the fetching away.
func indexPage(version string, packed int) ([]byte, error) {
	style, script, err := html.Digests()
	if err != nil {
		return nil, err
	}
	policy := "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' " + script + "; style-src 'self' " + style +
		"; connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'"
	t, err := template.ParseFS(playground.Assets, "assets/index.html.tmpl")
	if err != nil {
		return nil, fmt.Errorf("reading the page's template: %w", err)
	}
	var b bytes.Buffer
	err = t.Execute(&b, map[string]any{
		"Policy":    template.HTML(`<meta http-equiv="Content-Security-Policy" content="` + policy + `">`), //nolint:gosec // made of digests
		"Megabytes": fmt.Sprintf("%.1f", float64(packed)/1e6),
		"Version":   version,
	})
	if err != nil {
		return nil, fmt.Errorf("writing the page: %w", err)
	}
	return b.Bytes(), nil
}
