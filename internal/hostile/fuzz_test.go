package hostile

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// FuzzFacts analyses arbitrary code in this process. Whatever it is, the
// analysis ends, twice with the same result, and what it names is in the file.
// Long input is left to the bombs: here a stack too deep would end the fuzzer.
func FuzzFacts(f *testing.F) {
	for _, b := range bombs {
		text := b.text()
		f.Add(text[:min(len(text), 300)] + marker)
	}
	for _, seed := range []string{
		`const {readFile:r="x",...o}=require("node:fs");r("/etc/"+o.x);(0,o.stat)(a)`,
		`var n=m(7);module.exports=class extends n.X{#a=require("fs");static{this.b=this.#a}get c(){return super.c}}`,
		`import*as a from"fs";import b,{c as d}from"./x.js";export*from"child_process";export{d as default};await import(a+b)`,
		`(()=>{var e={747:(e,t,n)=>{e.exports=n(9)},9:e=>{e.exports=require("fs")}},t={};function n(r){var o=t[r];if(o)return o.exports;` +
			`o=t[r]={exports:{}};return e[r](o,o.exports,n),o.exports}n(747).readFileSync("x")})()`,
		`for(const k of["readFile","stat"])out[k]=promisify(fs[k]);Object.assign(exports,out,{...out})`,
		"function*f(){yield*f.call(f,...arguments);try{throw f}catch({message:m}){f`${m}`}}",
		`enum A{B="c",D=A.B+1}namespace N{export const x=A}let y=<any>N!as const satisfies unknown;@dec class C<T>{constructor(private ` +
			`readonly a?:T){}}`,
		`const w=vscode.workspace.getConfiguration("go");spawn(w.get("path",d),{shell:!0,env:{...process.env}})`,
		`label:while(1){switch(a){case b?.c?.[d]:continue label;default:delete a.b,void 0,new.target}}`,
		`x=<div a={b} {...c}>{d}</div>;`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		root := t.TempDir()
		// The file's name says which language it is in.
		name := "x" + []string{".js", ".ts", ".jsx", ".mjs"}[len(text)%4]
		for file, data := range map[string]string{
			"package.json": strings.Replace(manifest, "main.js", name, 1), name: text,
		} {
			if err := os.WriteFile(filepath.Join(root, file), []byte(data), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		first, second := analyse(t, root), analyse(t, root)
		if diff := cmp.Diff(first, second); diff != "" {
			t.Errorf("not the same twice:\n%s", diff)
		}
		lines := 1 + strings.Count(text, "\n") + strings.Count(text, "\r") + strings.Count(text, "\u2028") + strings.Count(text, "\u2029")
		for _, u := range first.Uses {
			if u.Where.File != name || u.Where.Line < 1 || u.Where.Line > lines || u.Where.Column < 1 {
				t.Errorf("%s.%s at %+v, in %d lines", u.Module, u.Member, u.Where, lines)
			}
		}
		for _, b := range first.BlindSpots {
			if b.Reason == "" {
				t.Errorf("blind without a reason: %+v", b)
			}
		}
	})
}

func analyse(t *testing.T, root string) *facts.Program {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	ext, err := extension.LoadAs(ctx, root, extension.Directory, extension.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	program, err := facts.Analyze(ctx, ext, facts.Options{})
	if err != nil {
		t.Fatalf("it did not end: %v", err)
	}
	return program
}
