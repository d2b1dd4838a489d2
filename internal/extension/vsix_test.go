package extension

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension/archive"
)

const xmlHead = `<?xml version="1.0" encoding="utf-8"?><PackageManifest Version="2.0.0" ` +
	`xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">`

const leastXML = xmlHead + `<Metadata><Identity Language="en-US" Id="n" Version="1.0.0" Publisher="p"/></Metadata></PackageManifest>`

// vsixBytes packs name, content, name, content… in that order.
func vsixBytes(t testing.TB, pairs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(pairs); i += 2 {
		w, err := z.Create(pairs[i])
		if err == nil {
			_, err = io.WriteString(w, pairs[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func vsixFile(t *testing.T, pairs ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "x.vsix")
	if err := os.WriteFile(name, vsixBytes(t, pairs...), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestVSIX(t *testing.T) {
	fine := []string{
		"[Content_Types].xml",
		"<Types/>",
		"extension.vsixmanifest",
		leastXML,
		"extension/package.json",
		leastManifest,
		"extension/out/main.js",
		"let a",
	}
	for _, tc := range []struct {
		name  string
		pairs []string
		list  []string
		want  []string
	}{
		{"fine", fine, []string{"out/main.js", "package.json"}, []string{}},
		{"with a .vscodeignore, which hides nothing", slices.Concat(fine, []string{"extension/.vscodeignore", "**"}),
			[]string{".vscodeignore", "out/main.js", "package.json"}, []string{}},
		{"without extension.vsixmanifest", fine[4:], []string{"out/main.js", "package.json"},
			[]string{"bad-vsix-manifest extension.vsixmanifest"}},
		{"signed", slices.Concat(fine, []string{".signature.p7s", ""}), []string{"out/main.js", "package.json"}, []string{}},
		{"a file outside", slices.Concat(fine, []string{"evil.js", ""}), []string{"out/main.js", "package.json"}, []string{"odd-entry evil.js"}},
		// VS Code cuts the word "extension" off whatever begins with it.
		{"a file beside that is installed", slices.Concat(fine, []string{"extensionout/evil.js", ""}),
			[]string{"out/evil.js", "out/main.js", "package.json"}, []string{"odd-entry extensionout/evil.js"}},
		{"a broken extension.vsixmanifest", slices.Concat([]string{"extension.vsixmanifest", "<a"}, fine[4:]),
			[]string{"out/main.js", "package.json"}, []string{"bad-vsix-manifest extension.vsixmanifest"}},
		{"an odd name", slices.Concat(fine, []string{"extension/a\u200b.js", ""}), []string{"a\u200b.js", "out/main.js", "package.json"},
			[]string{"odd-name a\u200b.js"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e := load(t, vsixFile(t, tc.pairs...), Limits{})
			if e.Source != VSIX || e.ID() != "p.n" {
				t.Errorf("%s from %s", e.ID(), e.Source)
			}
			if diff := cmp.Diff(tc.list, paths(e.Files())); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tc.want, kinds(e.Problems())); diff != "" {
				t.Error(diff)
			}
			if data, err := e.ReadFile("out/main.js"); err != nil || string(data) != "let a" {
				t.Errorf("%q, %v", data, err)
			}
			if e.MainMissing() {
				t.Error("main is missing")
			}
		})
	}
}

func TestVSIXThatAreRefused(t *testing.T) {
	for _, tc := range []struct {
		name  string
		pairs []string
		want  string
		is    error
	}{
		{"empty", nil, "no extension/ folder", nil},
		{"an npm package", []string{"package/package.json", leastManifest}, "no extension/ folder", nil},
		{"no manifest", []string{"extension/a.js", ""}, "no package.json", nil},
		{"a manifest in capitals", []string{"extension/Package.json", leastManifest}, "no package.json", nil},
		{"two files installed in one place", []string{"extension/package.json", leastManifest, "extension/main.js", "", "extensionMain.js", ""},
			"installed in the place of", archive.ErrCollision},
		{"a file in the place of the folder", []string{"extension", "x", "extension.vsixmanifest", leastXML},
			"in the place of the extension's folder", archive.ErrCollision},
		{"zip slip", []string{"extension/package.json", leastManifest, "extension/../../x", ""}, `"extension/../../x"`, archive.ErrName},
		{"a manifest that is no JSON", []string{"extension/package.json", "nope"}, "package.json:1:1", nil},
		{"a manifest over the limit", []string{"extension/package.json", "{" + strings.Repeat(" ", 5<<20) + least + "}"}, "over the limit", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file := vsixFile(t, tc.pairs...)
			_, err := Load(t.Context(), file, Limits{MaxRatio: 10_000})
			if err == nil || !strings.Contains(err.Error(), tc.want) || !strings.Contains(err.Error(), file) ||
				tc.is != nil && !errors.Is(err, tc.is) {
				t.Errorf("error %v, want %q", err, tc.want)
			}
		})
	}
}

func TestNothingIsWritten(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("x.vsix", vsixBytes(t, "extension/package.json", leastManifest, "extension/../../evil", "x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(t.Context(), "x.vsix", Limits{}); err == nil {
		t.Error("it loads")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func TestVSIXManifest(t *testing.T) {
	text := xmlHead + `
<Metadata>
 <Identity Language="en-US" Id="n" Version="1.0.0" Publisher="p" TargetPlatform="linux-x64"/>
 <DisplayName>N &amp; M</DisplayName><Description xml:space="preserve">d</Description>
 <Tags>a,b, c</Tags><Categories>Other,Themes</Categories><GalleryFlags>Public Preview</GalleryFlags>
 <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="^1.90.0"/></Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/></Assets>
</PackageManifest>`
	got, err := ParseVSIXManifest([]byte(text), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := &VSIXManifest{
		ID: "n", Publisher: "p", Version: "1.0.0", TargetPlatform: "linux-x64", Language: "en-US", DisplayName: "N & M", Description: "d",
		Tags: []string{"a", "b", "c"}, Categories: []string{"Other", "Themes"}, GalleryFlags: []string{"Public", "Preview"},
		Properties:          []Pair{{Key: "Microsoft.VisualStudio.Code.Engine", Value: "^1.90.0"}},
		InstallationTargets: []string{"Microsoft.VisualStudio.Code"},
		Assets:              []Asset{{"Microsoft.VisualStudio.Code.Manifest", "extension/package.json", true}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, tc := range []struct{ name, text, want string }{
		{"empty", "", "one root element"},
		{"cut short", text[:200], "EOF"},
		{"another root", "<a/>", "PackageManifest"},
		{"two roots", leastXML + "<b/>", "one root element"},
		{"a document type", `<!DOCTYPE x [<!ENTITY e "eeee">]>` + leastXML, "document type"},
		{"an entity of its own", xmlHead + "<Metadata><Tags>&e;</Tags></Metadata></PackageManifest>", "entity"},
		{"too deep", xmlHead + strings.Repeat("<a>", 100), "deeper than 64"},
		{"too many parts", xmlHead + strings.Repeat("<a/>", 60_000), "more than 100000 parts"},
		{"too large", xmlHead + strings.Repeat(" ", 5<<20), "over the limit"},
	} {
		if _, err := ParseVSIXManifest([]byte(tc.text), Limits{}); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: error %v, want %q", tc.name, err, tc.want)
		}
	}
}

func TestDisagreements(t *testing.T) {
	manifest := "{" + least + `, "main": "a", "extensionPack": ["A.b", "c.d"]}`
	property := func(id, value string) string {
		return fmt.Sprintf(`<Property Id="Microsoft.VisualStudio.Code.%s" Value="%s"/>`, id, value)
	}
	const fineID = `Id="N" Version="1.0.0" Publisher="P"`
	pack := property("ExtensionPack", "c.d,a.b")
	for _, tc := range []struct{ name, id, properties, assets, want string }{
		{"fine", fineID, pack + property("Engine", "^1.90.0") + property("ExecutesCode", "true"), "extension/package.json", ""},
		{"another name", `Id="other" Version="1.0.0" Publisher="p"`, pack, "extension/package.json",
			`the name is "other" here and "n" in package.json`},
		{"another publisher", `Id="n" Version="1.0.0" Publisher="microsoft"`, pack, "extension/package.json",
			`the publisher is "microsoft" here and "p" in package.json`},
		{"another version", `Id="n" Version="1.0.1" Publisher="p"`, pack, "extension/package.json",
			`the version is "1.0.1" here and "1.0.0" in package.json`},
		{"another engine", fineID, pack + property("Engine", "*"), "extension/package.json",
			`the VS Code version is "*" here and "^1.90.0" in package.json`},
		{"a pack nobody is told of", fineID, "", "extension/package.json",
			`Microsoft.VisualStudio.Code.ExtensionPack is [] here and ["A.b" "c.d"] in package.json`},
		{"no code", fineID, pack + property("ExecutesCode", "false"), "extension/package.json",
			`it says "false" to running code, and package.json has main "a" and browser ""`},
		{"another manifest", fineID, pack, "extension/other.json",
			`it names "extension/other.json" as the manifest, and VS Code reads extension/package.json`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			text := xmlHead + "<Metadata><Identity " + tc.id + "/><Properties>" + tc.properties +
				`</Properties></Metadata><Assets><Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="` + tc.assets +
				`"/></Assets></PackageManifest>`
			e := load(t, vsixFile(t, "extension.vsixmanifest", text, "extension/package.json", manifest), Limits{})
			var got []string
			for _, p := range e.Problems() {
				if p.Kind != Disagreement || p.File != "extension.vsixmanifest" {
					t.Errorf("%+v", p)
				}
				got = append(got, p.Message)
			}
			var want []string
			if tc.want != "" {
				want = []string{tc.want}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTargetPlatform(t *testing.T) {
	withTarget := strings.Replace(leastXML, "Id=", `TargetPlatform="win32-x64" Id=`, 1)
	for _, tc := range []struct{ xml, manifest, want string }{
		{leastXML, leastManifest, ""},
		{withTarget, leastManifest, "win32-x64"},
		{leastXML, `{"__metadata": {"targetPlatform": "linux-x64"}, ` + leastManifest[1:], "linux-x64"},
		{leastXML, `{"__metadata": {"targetPlatform": "undefined"}, ` + leastManifest[1:], ""},
	} {
		e := load(t, vsixFile(t, "extension.vsixmanifest", tc.xml, "extension/package.json", tc.manifest), Limits{})
		if got := e.TargetPlatform(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}

func TestTranslationsOfAnArchive(t *testing.T) {
	manifest := "{" + least + `, "displayName": "%a%", "description": "%b%", "main": "%main%"}`
	e := load(t, vsixFile(t, "extension.vsixmanifest", leastXML, "extension/package.json", manifest,
		"extension/package.nls.json", "\uFEFF"+`{"a": "A", "b": {"message": "B", "comment": []}, "main": "./good"}`,
		"extension/package.nls.de.json", `{"a": "Ä", "main": "./böse"}`, "extension/sub/package.nls.json", `{"a": "no"}`), Limits{})
	m := e.Manifest
	if m.DisplayName != "A" || m.Description != "B" || m.Main != "./good" {
		t.Errorf("%q, %q, %q", m.DisplayName, m.Description, m.Main)
	}
	if diff := cmp.Diff([]string{"translated-identifier package.json"}, kinds(e.Problems())); diff != "" {
		t.Error(diff)
	}
}

// The same bytes give the same answer, whatever order they are met in.
func TestLoadingTwiceIsTheSame(t *testing.T) {
	name := vsixFile(
		t,
		"extension.vsixmanifest",
		leastXML,
		"extension/package.json",
		"{"+least+`, "main": 1, "icon": 2}`,
		"z",
		"",
		"a",
		"",
		"extension/b",
		"",
		"extension/a",
		"",
	)
	one, two := load(t, name, Limits{}), load(t, name, Limits{})
	if diff := cmp.Diff(one.Problems(), two.Problems()); diff != "" {
		t.Error(diff)
	}
	if !slices.IsSorted(paths(one.Files())) {
		t.Error(paths(one.Files()))
	}
	list := one.Files()
	list[0].Path = "changed"
	if one.Files()[0].Path == "changed" {
		t.Error("the extension can be changed from outside")
	}
}

func TestManyReadersAtOnce(t *testing.T) {
	content := strings.Repeat("some code; ", 10_000)
	e := load(
		t,
		vsixFile(
			t,
			"extension.vsixmanifest",
			leastXML,
			"extension/package.json",
			leastManifest,
			"extension/a",
			content,
			"extension/b",
			content+"b",
		),
		Limits{},
	)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			name, want := "a", content
			if i%2 == 1 {
				name, want = "b", content+"b"
			}
			if data, err := e.ReadFile(name); err != nil || string(data) != want {
				t.Errorf("%s: %d bytes, %v", name, len(data), err)
			}
		})
	}
	wg.Wait()
}

type noClose struct{}

func (noClose) Close() error { return nil }

// FuzzVSIX loads whole archives, so that the layers below meet.
func FuzzVSIX(f *testing.F) {
	f.Add(vsixBytes(f, "extension.vsixmanifest", leastXML, "extension/package.json", leastManifest, "extension/out/main.js", "let a"))
	f.Add(vsixBytes(f, "extension/package.json", leastManifest, "extension/package.nls.json", "{}", "extension/../a", ""))
	limits := DefaultLimits()
	limits.MaxTotal, limits.MaxFiles = 1<<20, 100
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := readVSIX(bytes.NewReader(data), int64(len(data)), noClose{}, limits)
		if err != nil {
			return
		}
		for _, file := range e.Files() {
			if content, err := e.ReadFile(file.Path); err == nil && int64(len(content)) != file.Size {
				t.Fatalf("%q announces %d and has %d bytes", file.Path, file.Size, len(content))
			}
		}
	})
}
