package pictures

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/color/palette"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// marked makes HTML of Markdown, as a forge does.
var marked = npm.Package{
	Name:      "marked",
	Version:   "18.2.1",
	Integrity: "sha512-ii4bxCTCqqwpT86XZWgJNs+ZnAIZksmLGYMViWA7PDIXYIeNo1x6cDdX3JOip9NM/cI6p8z57FxliACboTruMA==",
}

// heights are those of the pictures, in pixels; the width is the same for all.
var heights = map[string]int{"git": 1000, "malicious": 900, "change": 1000, "comment": 700, "fleet": 760, "playground": 1000}

const width, edge = 1280, 200

// TestPictures makes all pictures, and writes what their pages are made of beside them.
func TestPictures(t *testing.T) {
	chromium := os.Getenv("PICTURES")
	if chromium == "" {
		t.Skip("make pictures: a Chromium")
	}
	for name, page := range all(t) {
		shown := page
		if name == "comment" {
			shown = asAForgeShows(t, page)
		}
		for theme, number := range map[string]string{"light": "1", "dark": "0"} {
			var shot []byte
			if name == "playground" {
				shot = inThePlayground(t, chromium, theme)
			} else {
				shot = shoot(t, chromium, shown, heights[name], number)
			}
			if err := os.WriteFile(filepath.Join(place, name+"-"+theme+".png"), small(t, shot, heights[name]), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(place, name+".txt"), []byte(outline(string(page))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// shoot opens a page and gives its picture. The theme is Chromium's number for it.
func shoot(t *testing.T, chromium string, page []byte, height int, theme string) []byte {
	t.Helper()
	dir := t.TempDir()
	file, out := filepath.Join(dir, "page.html"), filepath.Join(dir, "page.png")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), chromium,
		"--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir="+filepath.Join(dir, "user"),
		"--blink-settings=preferredColorScheme="+theme, "--virtual-time-budget=5000",
		// A window has an edge, which is no part of the page.
		"--window-size="+strconv.Itoa(width)+","+strconv.Itoa(height+edge), "--screenshot="+out, "file://"+file)
	cmd.WaitDelay = 5 * time.Second
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// small makes a picture of that height and of at most 256 colours, those that occur most.
func small(t *testing.T, data []byte, height int) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := full.Bounds()
	size.Max.Y = min(size.Max.Y, size.Min.Y+height)
	count := map[color.RGBA]int{}
	at := func(x, y int) color.RGBA {
		c, _ := color.RGBAModel.Convert(full.At(x, y)).(color.RGBA)
		// Shades of letters' edges differ by less than anybody sees.
		return color.RGBA{c.R &^ 7, c.G &^ 7, c.B &^ 7, 255}
	}
	exact := map[color.RGBA]map[color.RGBA]int{}
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			rough := at(x, y)
			count[rough]++
			if exact[rough] == nil {
				exact[rough] = map[color.RGBA]int{}
			}
			c, _ := color.RGBAModel.Convert(full.At(x, y)).(color.RGBA)
			exact[rough][c]++
		}
	}
	colours := make([]color.RGBA, 0, len(count))
	for c := range count {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b color.RGBA) int {
		if d := count[b] - count[a]; d != 0 {
			return d
		}
		return int(a.R)<<16 + int(a.G)<<8 + int(a.B) - int(b.R)<<16 - int(b.G)<<8 - int(b.B)
	})
	var chosen color.Palette
	known := map[color.RGBA]uint8{}
	for _, c := range colours[:min(len(colours), len(palette.Plan9))] {
		// Of a group the colour that it has most, so that a background is exactly itself.
		best, most := c, 0
		for e, n := range exact[c] {
			if n > most || n == most && less(e, best) {
				best, most = e, n
			}
		}
		known[c] = uint8(len(chosen)) //nolint:gosec // a palette has 256 at most
		chosen = append(chosen, best)
	}
	to := image.NewPaletted(size, chosen)
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			rough := at(x, y)
			index, ok := known[rough]
			if !ok {
				index = uint8(chosen.Index(rough)) //nolint:gosec // a palette has 256 at most
				known[rough] = index
			}
			to.SetColorIndex(x, y, index)
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, to); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func less(a, b color.RGBA) bool {
	return int(a.R)<<16+int(a.G)<<8+int(a.B) < int(b.R)<<16+int(b.G)<<8+int(b.B)
}

// asAForgeShows is a comment as people meet it.
func asAForgeShows(t *testing.T, text []byte) []byte {
	t.Helper()
	dir, err := npm.Cached(t.Context(), "pack-"+marked.String(), func(ctx context.Context, dir string) error {
		tarball, err := npm.Pack(ctx, t.TempDir(), marked)
		if err != nil {
			return err
		}
		return npm.Untar(tarball, dir, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", "--input-type=module", "-e",
		`import { marked } from "`+filepath.ToSlash(filepath.Join(dir, "lib", "marked.esm.js"))+`";
		let s = ""; for await (const c of process.stdin) s += c; process.stdout.write(marked.parse(s));`)
	cmd.Stdin = bytes.NewReader(text)
	body, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return []byte(`<!DOCTYPE html><html lang="en"><meta charset="utf-8"><style>` + forge + `</style><body>` +
		`<article><header><b>ringfence</b> commented</header><main>` +
		string(body) + `</main></article></body></html>`)
}

// forge is how a forge draws a comment, about.
const forge = `:root{color-scheme:light dark;--bg:#fff;--fg:#1f2328;--line:#d1d9e0;--head:#f6f8fa;--link:#0969da}
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--fg:#f0f6fc;--line:#3d444d;--head:#151b23;--link:#4493f8}}
body{margin:0;padding:24px;background:var(--bg);color:var(--fg);font:15px/1.5 sans-serif}
article{border:1px solid var(--line);border-radius:6px;overflow:hidden}
header{background:var(--head);border-bottom:1px solid var(--line);padding:8px 16px}
main{padding:8px 16px}h1,h2{border-bottom:1px solid var(--line);padding-bottom:.3em;margin:.6em 0}
h1{font-size:1.6em}h2{font-size:1.3em}h3{font-size:1.1em}
a{color:var(--link)}table{border-collapse:collapse;margin:8px 0}th,td{border:1px solid var(--line);padding:5px 12px;text-align:left}
code,pre{font:13px monospace;background:var(--head);border-radius:6px}
code{padding:.15em .4em}pre{padding:12px}pre code{padding:0}summary{cursor:pointer}`
