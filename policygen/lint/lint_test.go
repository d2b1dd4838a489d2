package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Each case is a policy's grants and what is said; a case without remarks is the
// mirror of the one before it.
func TestRemarks(t *testing.T) {
	file := func(p string) policy.Grant { return policy.Grant{Section: policy.FilesRead, Pattern: p} }
	call := func(m, f string) policy.Grant { return policy.Grant{Section: policy.Modules, Name: m, Pattern: f} }
	run := func(words ...string) policy.Grant {
		return policy.Grant{Section: policy.Processes, Pattern: words[0], Args: words[1:]}
	}
	trusted := func(g policy.Grant) policy.Grant { g.TrustedOnly = true; return g }
	marked := func(g policy.Grant) policy.Grant { g.Mark = policy.Unresolved; return g }
	seen := map[string]bool{}
	const without = "warning unbounded: this has no bounds, and no mark says why"
	for _, c := range []struct {
		grants []policy.Grant
		denied []policy.Grant
		editor string
		want   string
	}{
		{grants: []policy.Grant{call("child-process", "spawn")},
			want: `error unknown-module: there is no module "child-process"; did you mean child_process?`},
		{grants: []policy.Grant{call("child_process", "spawn"), call("globals", "fetch"), call("fs/promises", "readFile")}},
		{grants: []policy.Grant{call("fs", "readFil")}, want: `error unknown-function: fs has no function "readFil"; did you mean readFile?`},
		{grants: []policy.Grant{call("fs", "readFile"), call("net", "connect().write"), call("fs", "promises.readFile"), call("net", "")}},
		{grants: []policy.Grant{call("_http_common", "HTTPParser().headersCompleted")}, editor: "^1.120.0",
			want: `warning absent-function: _http_common.HTTPParser().headersCompleted is in Node 20, and engines.vscode "^1.120.0" runs on ` +
				`Node 22, 24`},
		{grants: []policy.Grant{call("_http_common", "HTTPParser().headersCompleted")}, editor: "^1.90.0"},
		{grants: []policy.Grant{file("${workspace}/**"), file("${workspace}/a")},
			want: "warning unreachable: another line grants it: files.read: ${workspace}/**"},
		{grants: []policy.Grant{marked(file("${workspace}/**")), file("${workspace}/a")}},
		{grants: []policy.Grant{marked(file("${workspace}/**")), file("${workspace}/a")}, denied: []policy.Grant{file("${workspace}/*")},
			want: "error unreachable: a denial takes all of it"},
		{grants: []policy.Grant{marked(file("${workspace}/**")), file("${workspace}/*"), file("${workspace}/a")},
			want: "warning unreachable: another line grants it: files.read: ${workspace}/*"},
		{grants: []policy.Grant{trusted(file("${workspace}/**")), file("${workspace}/a")}},
		{grants: []policy.Grant{file("${home}/**"), file("${home}/.ssh/config")}, want: "warning sensitive: this opens the sensitive place ssh"},
		{grants: []policy.Grant{file("${home}/a")}, denied: []policy.Grant{file("${home}/**")},
			want: "error unreachable: a denial takes all of it"},
		{grants: []policy.Grant{file("${home}/**")}, denied: []policy.Grant{file("${home}/a")}},
		{grants: []policy.Grant{file("**")}, want: without},
		{grants: []policy.Grant{marked(file("**"))}},
		{grants: []policy.Grant{file("/re:.+")}, want: without},
		{grants: []policy.Grant{file("/re:home/.+")}},
		{grants: []policy.Grant{file("C:/*/**")}, want: without},
		{grants: []policy.Grant{file("C:/Users/**")}},
		{grants: []policy.Grant{file("**/package.json")}, want: without},
		{grants: []policy.Grant{{Section: policy.EnvRead, Pattern: "re:.*"}}, want: without},
		{grants: []policy.Grant{{Section: policy.EnvRead, Pattern: "re:A.*"}}},
		{grants: []policy.Grant{{Section: policy.Processes, Pattern: "re:.*", Shell: true}}, want: without},
		{grants: []policy.Grant{{Section: policy.Processes, Pattern: "re:npm .*", Shell: true}}},
		{grants: []policy.Grant{run("*", "--version")}, want: without},
		{grants: []policy.Grant{run("/**", "...")}, want: without},
		{grants: []policy.Grant{run("py*", "--version")}},
		{grants: []policy.Grant{{Section: policy.NetworkConnect, Pattern: "unix:/**"}}, want: without},
		{grants: []policy.Grant{{Section: policy.NetworkListen, Pattern: "pipe:*"}}, want: without},
		{grants: []policy.Grant{{Section: policy.NetworkListen, Pattern: "pipe:acme*"},
			{Section: policy.NetworkConnect, Pattern: "unix:${tmp}/**"}}},
		{grants: []policy.Grant{{Section: policy.VSCode, Name: "command"}}, want: without},
		{grants: []policy.Grant{{Section: policy.VSCode, Name: "files.write", Pattern: "/**"}}, want: without},
		{grants: []policy.Grant{{Section: policy.VSCode, Name: "command", Pattern: "git.*"}}},
		{grants: []policy.Grant{{Section: policy.Code, Name: policy.Fork, Pattern: "/**"}}, want: without},
		{grants: []policy.Grant{{Section: policy.Code, Name: policy.Fork, Pattern: "${extension}/**"}}},
		{grants: []policy.Grant{run("**", "...")}, want: without},
		{grants: []policy.Grant{{Section: policy.Processes, Pattern: "**", Shell: true}}, want: without},
		{grants: []policy.Grant{run("git", "...")}},
		{grants: []policy.Grant{{Section: policy.NetworkConnect, Pattern: "*:443"}}, want: without},
		{grants: []policy.Grant{{Section: policy.NetworkConnect, Pattern: "*.example.com:443"}}},
		{grants: []policy.Grant{run("${config:go.path}/go", "...")},
			want: "warning setting-untrusted: a workspace may carry the setting; trustedOnly, unless its scope is machine or application"},
		{grants: []policy.Grant{trusted(run("${config:go.path}/go", "..."))}},
	} {
		p := policy.New("acme.tool", c.grants...)
		p.Denied = c.denied
		got, err := Check(p, policy.Override{}, c.editor)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, r := range got {
			seen[r.Code] = true
			lines = append(lines, fmt.Sprintf("%s %s: %s", r.Level, r.Code, r.Text))
		}
		if diff := cmp.Diff(c.want, strings.Join(lines, "\n")); diff != "" {
			t.Errorf("%v: %s", c.grants, diff)
		}
	}
	p := policy.New("acme.tool", file("${home}/a"))
	o := policy.Override{
		Rulings: []policy.Ruling{{Deny: true, Grant: file("${home}/**"), Line: 4}, {Deny: true, Grant: run("git", "..."), Line: 5}},
	}
	got, err := Check(p, o, "")
	want := []Remark{
		{Mistake, "contradicts", file("${home}/a"), "line 4 of the override denies it: generate the policy again"},
		{Doubt, "override-unreached", run("git", "..."), "line 5 of the override denies what nothing grants"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	for _, r := range got {
		seen[r.Code] = true
	}
	// A denial of a part of a line has to stand in the policy; the mirror has it.
	p = policy.New("acme.tool", file("${home}/**"))
	o = policy.Override{Rulings: []policy.Ruling{{Deny: true, Grant: file("${home}/a"), Line: 2}}}
	if got, err := Check(p, o, ""); err != nil || len(got) != 1 || got[0].Code != "contradicts" || got[0].Level != Mistake {
		t.Errorf("a denial that the policy lacks: %v %v", got, err)
	}
	p.Denied = []policy.Grant{file("${home}/a")}
	if got, err := Check(p, o, ""); err != nil || len(got) != 0 {
		t.Errorf("a denial that the policy has: %v %v", got, err)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(Codes())), slices.Sorted(maps.Keys(seen))); diff != "" {
		t.Errorf("the codes and what was seen: %s", diff)
	}
}

func TestNodesOfAnEditor(t *testing.T) {
	for editor, want := range map[string]string{
		"": "[20 22 24]", "*": "[20 22 24]", "^1.85.0": "[20 22 24]", ">=1.100.0": "[20 22 24]", "^1.110.0": "[20 22 24]", "^1.117.0": "[22 24]",
		"1.139.0": "[24]", "^1.200.0-insider": "[24]", "latest": "[20 22 24]", "^2.0.0": "[20 22 24]", "~1.139": "[24]",
	} {
		if got := fmt.Sprint(nodes(editor)); got != want {
			t.Errorf("%q runs on %s, want %s", editor, got, want)
		}
	}
}

func TestManyLinesAreNotComparedInSilence(t *testing.T) {
	lines := func(n int) policy.Policy {
		var grants []policy.Grant
		for i := range n {
			grants = append(grants, policy.Grant{Section: policy.EnvRead, Pattern: fmt.Sprintf("re:(a|b)*a(a|b){9}%04d", i)})
		}
		return policy.New("a.b", grants...)
	}
	got, err := Check(lines(1000), policy.Override{}, "")
	if err != nil || len(got) != 1 || !strings.Contains(got[0].Text, "not every line was compared") {
		t.Errorf("%v %v", err, got)
	}
	if got, err := Check(lines(10), policy.Override{}, ""); err != nil || len(got) > 0 {
		t.Errorf("few lines: %v %v", err, got)
	}
}
