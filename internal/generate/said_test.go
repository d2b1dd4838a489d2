package generate

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/docs/reference"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// What is said ends in the one next step: the questions first, then what was not seen, then
// the commit; what is no repository is wrapped.
func TestSaid(t *testing.T) {
	git := policy.Grant{Section: policy.Processes, Pattern: "git", Args: []string{"log", "..."}}
	spawn := policy.Grant{Section: policy.Modules, Name: "child_process", Pattern: "spawn"}
	open := policy.Grant{Section: policy.FilesRead, Pattern: "${workspace}/**", Mark: policy.Unresolved}
	const both = "          (a call needs both: its function, under modules, and what it is given)\n"
	const wrote = "  wrote   out/policy.json, the policy\n          out/evidence.json, the code behind each line\n"
	for _, c := range []struct {
		name         string
		made         policy.Policy
		source       extension.Source
		code, target string
		want         string
	}{
		{
			"all is sure", policy.New("acme.tool", git, spawn), extension.Repository, ".", ".",
			"acme.tool: 2 grants; what they do not name is not allowed\n  none is wider than the code shows; no question is open\n" +
				"  grants  processes: git log ...\n          modules: child_process.spawn\n" + both + wrote +
				"  signs   ... any further arguments\n          all: " + policy.SignsPage + "\n" +
				"  next    read it and commit it (ringfence gate fails what widens it); the code behind a line:\n" +
				"          ringfence policy explain . 'processes: git log ...'\n",
		},
		{
			"a question", policy.New("acme.tool", open, spawn), extension.VSIX, "../tool.vsix", ".",
			"acme.tool: 2 grants; what they do not name is not allowed\n" +
				"  1 with a question for you (\"unresolved\"): the code does not say what, and a default is allowed\n" +
				"  grants  files.read: ${workspace}/** (unresolved)\n          modules: child_process.spawn\n" + both + wrote +
				"  signs   ** in a path: all files and folders below\n          ${workspace} the folders that are open\n" +
				"          (unresolved) the code does not say what, so the default of its kind is allowed\n" +
				"          all: " + policy.SignsPage + "\n" +
				"  next    answer the questions (" + reference.Docs + "guide/unresolved.md); the code behind the first:\n" +
				"          ringfence policy explain ../tool.vsix 'files.read: ${workspace}/** (unresolved)'\n",
		},
		{
			"nothing is needed", policy.New("acme.tool"), extension.Repository, ".", ".",
			"acme.tool: 0 grants; what they do not name is not allowed\n" + wrote + "  next    commit it; ringfence gate fails what widens it\n",
		},
		{
			"a package of somebody's", policy.New("acme.tool", spawn), extension.VSIX, "a b.vsix", "a b.vsix",
			"acme.tool: 1 grant; what they do not name is not allowed\n  none is wider than the code shows; no question is open\n" +
				"  grants  modules: child_process.spawn\n" + wrote +
				"  next    run the extension behind it:\n" +
				"          ringfence wrap 'a b.vsix' --mode enforce --policy out/policy.json -o fenced.vsix\n",
		},
		{
			"a package of the registry", policy.New("acme.tool", spawn), extension.VSIX, "npm:x@1.0.0", "npm:x@1.0.0",
			"acme.tool: 1 grant; what they do not name is not allowed\n  none is wider than the code shows; no question is open\n" +
				"  grants  modules: child_process.spawn\n" + wrote +
				"  next    read it; how to enforce it:\n          " + reference.Docs + "guide/wrap.md\n",
		},
	} {
		g := Generated{Extension: &extension.Extension{Source: c.source}}
		g.Policy.Result.Policy = c.made
		if diff := cmp.Diff(c.want, said(g, c.code, c.target, "out")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
	blind := policy.New("acme.tool", spawn)
	blind.Notes = []policy.Note{{Mark: policy.Incomplete, Question: "main.js was not seen"}}
	g := Generated{Extension: &extension.Extension{Source: extension.Repository}}
	g.Policy.Result.Policy = blind
	if got, want := next(g, ".", ".", "x"), "  next    mend what is incomplete, and make the policy again\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// A clone that is not built is built first, and its package named.
	g.Unbuilt = "dist/main.js"
	want := "  next    build it, and make the policy of its package:\n          ringfence build 'a b' --out ../acme.tool.vsix && " +
		"ringfence policy generate 'a b' --package ../acme.tool.vsix\n"
	if got := next(g, "a b", "a b", "x"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	// The mirror: of a package that lacks its main the package is at fault.
	if got := next(g, "x.vsix", ".", "x"); got != "  next    mend what is incomplete, and make the policy again\n" {
		t.Errorf("%q", got)
	}
}
