package house

import (
	"encoding/xml"
	"io"
	"math"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/gate"
)

// drawn is a drawing as a reader of it has it.
type drawn struct {
	// root has the attributes of the picture; words are what is written in it.
	root  map[string]string
	words []string
	// says is its title and its description.
	says map[string]string
	// style is its colours.
	style string
	wrong []string
}

// readDrawing reads an SVG. A drawing has shapes and words, and asks nobody for anything.
func readDrawing(t *testing.T, name string) drawn {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out := drawn{root: map[string]string{}, says: map[string]string{}}
	d, at := xml.NewDecoder(strings.NewReader(string(text))), ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			at = token.Name.Local
			switch at {
			case "svg", "title", "desc", "style", "rect", "path", "text":
			default:
				out.wrong = append(out.wrong, "it has an element "+at)
			}
			for _, a := range token.Attr {
				if at == "svg" {
					out.root[a.Name.Local] = a.Value
				}
				if key := a.Name.Local; strings.HasPrefix(key, "on") || key == "href" || strings.Contains(a.Value, "url(") {
					out.wrong = append(out.wrong, "it has "+key+"="+a.Value)
				}
			}
		case xml.CharData:
			if words := strings.TrimSpace(string(token)); words != "" {
				switch at {
				case "title", "desc":
					out.says[at] = words
				case "style":
					out.style += words
				default:
					out.words = append(out.words, words)
				}
			}
		}
	}
}

var (
	fills = regexp.MustCompile(`(?m)^(text|\.[a-z]+)\{[^}]*\bfill:(#[0-9a-f]{6})`)
	dark  = "@media (prefers-color-scheme:dark){"
)

// colours are the fills of a theme: of words (text, .d) and of what is below them.
func colours(style string, theme map[string]string) map[string]string {
	out := map[string]string{}
	for k, v := range theme {
		out[k] = v
	}
	for _, m := range fills.FindAllStringSubmatch(style, -1) {
		out[m[1]] = m[2]
	}
	return out
}

// contrast is that of two colours as WCAG has it.
func contrast(a, b string) float64 {
	light := func(c string) float64 {
		sum := 0.0
		for i, share := range []float64{0.2126, 0.7152, 0.0722} {
			n, _ := strconv.ParseUint(c[1+2*i:3+2*i], 16, 8)
			v := float64(n) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += share * v
		}
		return sum
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

var shows = regexp.MustCompile(`!\[([^\]]*)\]\(([^)\s]+\.svg)\)`)

// Each drawing can be read in both themes, without seeing it, and asks nobody for anything;
// a page shows it, and says each file that is drawn.
func TestDrawings(t *testing.T) {
	pages, alt := map[string]string{}, map[string]string{}
	for _, name := range tracked(t) {
		if path.Ext(name) != ".md" || !strings.HasPrefix(name, "docs/") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range shows.FindAllStringSubmatch(string(text), -1) {
			svg := path.Join(path.Dir(name), m[2])
			pages[svg], alt[svg] = string(text), m[1]
		}
	}
	seen := 0
	for _, name := range tracked(t) {
		if path.Ext(name) != ".svg" || !strings.HasPrefix(name, "docs/") {
			continue
		}
		seen++
		d := readDrawing(t, name)
		for _, w := range d.wrong {
			t.Errorf("%s: %s", name, w)
		}
		if d.root["role"] != "img" || d.root["viewBox"] == "" || d.says["title"] == "" || len(d.says["desc"]) < 100 {
			t.Errorf("%s: it has no role, no size, no title or no description: %v %v", name, d.root, d.says)
		}
		if len(alt[name]) < 100 {
			t.Errorf("%s: no page shows it with words that say what is drawn: %q", name, alt[name])
		}
		for _, w := range d.words {
			if file := regexp.MustCompile(`^[a-z.]+\.(json|cjs)$`).FindString(w); file != "" && !strings.Contains(pages[name], "`"+file+"`") {
				t.Errorf("%s: %s is drawn, and the page does not say what it is", name, file)
			}
		}
		light, night, ok := strings.Cut(d.style, dark)
		if !ok {
			t.Errorf("%s: it has no dark colours", name)
		}
		day := colours(light, nil)
		for theme, c := range map[string]map[string]string{"light": day, "dark": colours(night, day)} {
			for _, word := range []string{"text", ".d"} {
				for _, below := range []string{".page", ".box", ".ours", ".no"} {
					if got := contrast(c[word], c[below]); got < 4.5 {
						t.Errorf("%s, %s: %s on %s has a contrast of %.1f, below 4.5", name, theme, word, below, got)
					}
				}
			}
		}
	}
	if seen < 3 {
		t.Errorf("only %d drawings were seen", seen)
	}
	if n := len(gate.Names()); n != 9 {
		t.Errorf("there are %d gates, and a drawing says nine", n)
	}
}

// The contrast is that of WCAG: black on white has 21, a colour on itself 1.
func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#ffffff", "#000000", 21}, {"#777777", "#777777", 1}, {"#767676", "#ffffff", 4.54}} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("%s on %s: %.2f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}
