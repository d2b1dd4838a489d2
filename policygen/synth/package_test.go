package synth

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Each platform's package has a policy of its own, with the bytes of its own
// addon; their union is what to show of all of them.
func TestPackagesOfPlatformsHaveAPolicyEachAndAUnion(t *testing.T) {
	addon := func(bytes string) policy.Policy {
		return synthesize(
			t,
			map[string]string{"main.js": before + `require("./addon.node"); fs.readFileSync("/a") };`, "addon.node": bytes},
		).Policy
	}
	linux, windows := addon("elf"), addon("pe")
	if len(linux.In(policy.Code)) != 1 || len(windows.In(policy.Code)) != 1 {
		t.Fatalf("%v\n%v", lines(linux), lines(windows))
	}
	both, err := policy.Merge(linux, windows)
	if err != nil {
		t.Fatal(err)
	}
	var sums []string
	for _, g := range both.In(policy.Code) {
		sums = append(sums, g.SHA256)
	}
	if len(sums) != 2 || sums[0] == sums[1] || len(both.Grants) != len(linux.Grants)+1 {
		t.Errorf("%v", lines(both))
	}
	for _, one := range []policy.Policy{linux, windows} {
		wider, err := policy.Wider(both, one)
		if err != nil || len(wider) > 0 {
			t.Errorf("the union does not hold %v: %v", wider, err)
		}
	}
}

// What an extension starts is in its policy: what a worker and a forked process
// do, and what those start. A file that nothing starts is not.
func TestWhatIsStartedIsJoined(t *testing.T) {
	r := synthesize(t, map[string]string{
		"main.js": before + `new (require("worker_threads").Worker)(context.asAbsolutePath("worker.js")); ` +
			`cp.fork(context.asAbsolutePath("server.js")) };`,
		"worker.js": `require("fs").readFileSync("/of-worker")`,
		"server.js": `require("fs").readFileSync("/of-server"); require("child_process").fork(__dirname + "/inner.js")`,
		"inner.js":  `require("fs").readFileSync("/of-inner")`,
		"idle.js":   `require("fs").readFileSync("/of-nobody")`,
	})
	var got []string
	for _, l := range lines(r.Policy) {
		if !strings.HasPrefix(l, "modules:") && !strings.HasPrefix(l, "vscode:") {
			got = append(got, l)
		}
	}
	want := []string{
		"files.read: /of-inner", "files.read: /of-server", "files.read: /of-worker",
		"code: fork ${extension}/inner.js", "code: fork ${extension}/server.js", "code: worker ${extension}/worker.js",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
