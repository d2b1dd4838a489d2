package facts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/internal/facts"
)

func TestWaysLeadFromTheFileToTheUse(t *testing.T) {
	for _, c := range []struct{ name, code, want string }{
		{"at the top of the file", `fs.rmSync("a")`, "main.js"},
		{"called by what the host calls", `function activate() { run() } function run() { fs.rmSync("a") } exports.activate = activate`,
			"main.js > activate > run"},
		{"the shortest of two", `function run() { fs.rmSync("a") } function more() { run() } function activate() { more(); run() }`,
			"main.js > activate > run"},
		{"handed on", `function run() { fs.rmSync("a") } exports.activate = function activate() { x(run) }`, "main.js > activate > run"},
		{"those that only call each other", `function a() { b() } function b() { a(); fs.rmSync("a") }`, "main.js > b"},
		{"in another file", `const b = require("./b"); exports.activate = function activate() { b.go() }`, "main.js > activate > go"},
	} {
		in := files{"main.js": `const fs = require("fs");` + c.code, "b.js": `exports.go = function go() { require("fs").rmSync("a") }`}
		for _, wanted := range []bool{true, false} {
			p, err := facts.Analyze(t.Context(), load(t, in), facts.Options{CallPaths: wanted})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, u := range p.Uses {
				if u.Member != "rmSync" || strings.Contains(c.code, "require") != (u.Where.File == "b.js") {
					continue
				}
				for _, f := range p.CallPath(u) {
					if f.Name == "" {
						f.Name = f.Where.File
					}
					got = append(got, f.Name)
				}
			}
			want := c.want
			if !wanted {
				want = ""
			}
			if fmt.Sprint(strings.Join(got, " > ")) != want {
				t.Errorf("%s, asked %v: %s, want %s", c.name, wanted, strings.Join(got, " > "), want)
			}
		}
	}
}

func TestTheWholeEnvironment(t *testing.T) {
	for code, want := range map[string]bool{
		`x(Object.keys(process.env))`:                            true,
		`x({...process.env})`:                                    true,
		`x(process.env)`:                                         true,
		`Object.assign({}, process.env)`:                         true,
		`function f(e) { return e.HOME } f(process.env)`:         false,
		`x(process.env.HOME)`:                                    false,
		`if (process.env) { x() }`:                               false,
		`function f(e) { return Object.keys(e) } f(process.env)`: true,
		`function f(e) { return {...e} } x(f({...{a: 1}}))`:      false,
		`const {HOME} = process.env; x(HOME)`:                    false,
		`x(process.env[y()])`:                                    true,
	} {
		p := analyze(t, files{"main.js": code})
		found := false
		for _, u := range p.Uses {
			found = found || u.Module == "process" && u.Member == "env.?"
		}
		if found != want {
			t.Errorf("%s: %v", code, found)
		}
	}
}
