package hostile

import (
	"testing"
)

// A file that cannot be seen counts wherever it would run: each of these
// extensions hides its code in a file that does not parse, and no verdict may
// pass over that.
func TestBlindWhereverItRuns(t *testing.T) {
	const broken = "(" + marker
	const head = `{"name":"toy","publisher":"acme","version":"1.0.0","engines":{"vscode":"^1.90.0"},`
	load := func(code string) map[string]string {
		return map[string]string{
			"package.json": manifest, "x.js": broken,
			"main.js": `exports.activate=(line)=>{require("child_process").exec(line);` + code + "};\n",
		}
	}
	for _, c := range some(t, []struct {
		name  string
		files map[string]string
	}{
		{"required", load(`require("./x")`)},
		{"required by a name that folds", load(`require("./"+"x"+".js")`)},
		{"required by a name nobody knows", load(`require(line)`)},
		{"required as a template", load("require(`./x`)")},
		{"imported", load(`import("./x.js")`)},
		{"joined to the folder", load(`require(require("path").join(__dirname,"x.js"))`)},
		{"through createRequire", load(`require("module").createRequire(__filename)("./x.js")`)},
		{"forked", load(`require("child_process").fork(require("path").join(__dirname,"x.js"))`)},
		{"spawned as Node", load(`require("child_process").spawn(process.execPath,[require("path").join(__dirname,"x.js")])`)},
		{"a worker", load(`new (require("worker_threads").Worker)(require("path").join(__dirname,"x.js"))`)},
		{"a script of a vm", load(`new (require("vm").Script)(require("fs").readFileSync(require("path").join(__dirname,"x.js"),"utf8")).` +
			`runInThisContext()`)},
		{"a language server", load(`const {LanguageClient}=require("vscode-languageclient/node");new ` +
			`LanguageClient("a","b",{run:{module:require("path").join(__dirname,"x.js")},debug:{}},{}).start()`)},
		{"the browser's main", map[string]string{
			"package.json": head + `"main":"./main.js","browser":"./x.js"}`, "main.js": loader(), "x.js": broken}},
		{"run at uninstallation", map[string]string{
			"package.json": head + `"main":"./main.js","scripts":{"vscode:uninstall":"node ./x.js"}}`, "main.js": loader(), "x.js": broken}},
		{"a debug adapter", map[string]string{
			"package.json": head + `"main":"./main.js","contributes":{"debuggers":[{"type":"a","program":"./x.js","runtime":"node"}]}}`,
			"main.js":      loader(), "x.js": broken}},
		{"behind another file", map[string]string{
			"package.json": manifest, "main.js": loader("y.js"), "y.js": `require("./x")`, "x.js": broken}},
		{"a package", map[string]string{
			"package.json": manifest, "x.js": "1", "node_modules/p/package.json": `{"name":"p","main":"x.js"}`, "node_modules/p/x.js": broken,
			"main.js": `exports.activate=(line)=>{require("child_process").exec(line);require("p")};`}},
	}) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			o := scan(t, write(t, c.files))
			o.scanned(t)
			if !o.report.Verdict.Incomplete || o.ExitCode != no {
				t.Errorf("exit code %d, incomplete: %t; blind: %+v", o.ExitCode, o.report.Verdict.Incomplete, o.report.Code.BlindSpots)
			}
		})
	}
}

// The mirror: a broken file that nothing leads to is named, and does not change
// the verdict.
func TestBlindWhereNothingLeads(t *testing.T) {
	for _, name := range []string{"template.js", "media/x.js", "node_modules/p/test/bad.js"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := scan(t, write(t, map[string]string{"package.json": manifest, "main.js": loader(), name: "(" + marker}))
			o.scanned(t)
			if o.blind(name) == "" {
				t.Error("the file is not named")
			}
			if o.report.Verdict.Incomplete {
				t.Errorf("%s cannot run, and the verdict is incomplete", name)
			}
		})
	}
}
