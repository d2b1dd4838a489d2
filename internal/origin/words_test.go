package origin

import "testing"

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
		{"another name of require", []string{`const { spawn: run } = require("child_process");`, `export const ps = () => run("docker", ["ps"]);`}, true},
		{"the name of another", []string{`import { exec as run, spawn } from "child_process";`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"no name of an import", []string{`import { spawn } from "child_process";`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"one a line", []string{"  spawn as run,", `export const ps = () => run("docker", ["ps"]);`}, true},
		{"a cast", []string{`const x = spawn as run;`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"a type", []string{`interface A { spawn: run }`, `export const ps = () => run("docker", ["ps"]);`}, false},
		{"with other arguments", []string{`import { spawn as run } from "child_process";`, `export const ps = () => run("podman", ["ps"]);`}, false},
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
