package sourcemap

import (
	"encoding/json"
	"strings"
	"testing"
)

// A source may call what it imports by another name; a bundler puts the module's own
// name back. Any other difference is one.
func TestAnImportUnderAnotherName(t *testing.T) {
	const built = `var ps=()=>(0,cp.spawn)("docker",["ps"]);`
	for _, c := range []struct {
		name   string
		source []string
		want   bool
	}{
		{"as it is", []string{`import { spawn } from "child_process";`, `export const ps = () => spawn("docker", ["ps"]);`}, true},
		{"another name", []string{`import { exec, spawn as run } from "child_process";`, `export const ps = () => run("docker", ["ps"]);`}, true},
		{"another name of require",
			[]string{`const { spawn: run } = require("child_process");`, `export const ps = () => run("docker", ["ps"]);`}, true},
		{"the name of another", []string{`import { exec as run, spawn } from "child_process";`, `export const ps = () => run("docker", ["ps"]);`},
			false},
		{"no name of an import", []string{`import { spawn } from "child_process";`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"one a line", []string{"  spawn as run,", `export const ps = () => run("docker", ["ps"]);`}, true},
		{"a cast", []string{`const x = spawn as run;`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"a type", []string{`interface A { spawn: run }`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"with other arguments", []string{`import { spawn as run } from "child_process";`, `export const ps = () => run("podman", ["ps"]);`},
			false},
	} {
		const column = 14 // cp.spawn
		if got := alike(built, column, column, func(int) bool { return true }, c.source, 1, 24); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// Between two words that were met a place is given by its distance from them, unless
// the built file has code of another function there.
func TestNothingIsMeasuredAcrossOtherCode(t *testing.T) {
	source := &text{code: "opened(client); return instance; closed(docker)"}
	for built, want := range map[string]bool{
		"opened(client); a(x, zz); closed(docker)":              true,
		"opened(client); a(x, zz, 'activate'); closed(docker)":  false,
		"opened(client); a(x, 'instance', zz); closed(docker)":  true,
		"opened(client); a('activate'); a(zz); closed(docker)":  false,
		"opened(client); a(zz); closed(docker, 'activate', yy)": true,
	} {
		words, is := scan(built, false).words, -1
		a := alignment{text: source}
		for i, w := range words {
			for j, s := range source.words().words {
				if w.hash == s.hash && w.hash != hashOf("instance") {
					a.pairs = append(a.pairs, [2]int{i, j})
				}
			}
			if w.hash == hashOf("zz") {
				is = i
			}
		}
		if _, got := a.place(words, is, ""); got != want {
			t.Errorf("%s: %t, want %t", built, got, want)
		}
	}
}

// After the last statement of a module a bundle goes on with a wrapper that no source
// has, and with the next module. The map says of the wrapper what it says of the end
// of the module.
func TestTheLastStatementOfAModule(t *testing.T) {
	const source = `export const ps = () => spawn("docker", ["ps"]);`
	const code = `e.ps=()=>(0,y.spawn)("docker",["ps"])`
	for _, c := range []struct {
		name, after string
		want        bool
	}{
		{"the end of the file", "", true},
		{"the wrapper of the next module", `},52(e,t){"use strict";e.other="elsewhere"`, true},
		{"the end of the bundle", `})(),module.exports=r})();`, true},
		{"words that the source lacks", `.on("exit",()=>t.finish())`, false},
		{"a block of their own that the source lacks", `,{"stdio":"inherit"}`, false},
	} {
		dir := project(t)
		write(t, dir, "src/last.ts", source+"\n")
		write(t, dir, "dist/extension.js", code+c.after+"\n")
		segments := [][2]int{} // column of the bundle, column of the source
		for _, word := range []string{"e.ps=", "(0,", `"docker"`, `["ps"`} {
			in := map[string]string{"e.ps=": "ps", "(0,": "spawn"}[word]
			if in == "" {
				in = word
			}
			segments = append(segments, [2]int{strings.Index(code, word), strings.Index(source, in)})
		}
		m, err := json.Marshal(map[string]any{
			"version": 3, "sources": []string{"../src/last.ts"}, "sourcesContent": []string{source + "\n"}, "mappings": mappings(segments),
		})
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, "dist/extension.js.map", string(m))
		got, ok := find(t, dir, "(0,y")
		if ok != c.want || ok && (got.File != "src/last.ts" || got.By != "") {
			t.Errorf("%s: %t %+v, want %t", c.name, ok, got, c.want)
		}
	}
}

// A bundler that keeps the names of functions writes a name behind the body, and its map
// leads back to where the function begins: no word that follows in the source. A word that
// the map leads on to is one.
func TestANameThatIsKeptBehindTheBody(t *testing.T) {
	const source = `export const ps = () => spawn("docker", ["-a"]);`
	const code = `var z=a(()=>(0,y.spawn)("docker",["-a"]),"psOfDocker")`
	for _, c := range []struct {
		name string
		from string // what the map says that the name is from
		want bool
	}{{"leads back", "() =>", true}, {"leads on", ");", false}} {
		dir := project(t)
		write(t, dir, "src/last.ts", source+"\n")
		write(t, dir, "dist/extension.js", code+"\n")
		segments := [][2]int{
			{strings.Index(code, "(0,"), strings.Index(source, "spawn")},
			{strings.Index(code, `"docker"`), strings.Index(source, `"docker"`)},
			{strings.Index(code, `"psOf`), strings.Index(source, c.from)},
		}
		m, err := json.Marshal(map[string]any{
			"version": 3, "sources": []string{"../src/last.ts"}, "sourcesContent": []string{source + "\n"}, "mappings": mappings(segments),
		})
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, "dist/extension.js.map", string(m))
		if got, ok := find(t, dir, "(0,y"); ok != c.want || ok && (got.File != "src/last.ts" || got.By != "") {
			t.Errorf("%s: %t %+v, want %t", c.name, ok, got, c.want)
		}
	}
}

// mappings writes one line of a source map, all of its first source's first line.
func mappings(segments [][2]int) string {
	var out strings.Builder
	number := func(n int) {
		v := n << 1
		if n < 0 {
			v = -n<<1 | 1
		}
		for {
			digit := v & 31
			if v >>= 5; v > 0 {
				digit |= 32
			}
			out.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[digit])
			if v == 0 {
				return
			}
		}
	}
	last := [2]int{}
	for i, s := range segments {
		if i > 0 {
			out.WriteByte(',')
		}
		number(s[0] - last[0])
		number(0)
		number(0)
		number(s[1] - last[1])
		last = s
	}
	return out.String()
}
