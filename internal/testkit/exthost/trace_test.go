package exthost

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestATraceTellsNodesDoingsFromThoseOfItsTools(t *testing.T) {
	file := filepath.Join(t.TempDir(), "trace")
	text := `100 execve("/n/node", ["/n/node", "main.js"], 0x1 /* 3 vars */) = 0
100 openat(AT_FDCWD, "/w/a.js", O_RDONLY|O_CLOEXEC) = 3
100 clone3({flags=CLONE_VM}, 88 <unfinished ...>
101 openat(AT_FDCWD, "/w/na\303\257ve.js", O_RDONLY <unfinished ...>
100 <... clone3 resumed>) = 101
100 vfork( <unfinished ...>
102 execve("/usr/bin/git", ["git", "status"], 0x1 /* 3 vars */ <unfinished ...>
100 <... vfork resumed>) = 102
102 openat(AT_FDCWD, "/w/.git/config", O_RDONLY) = 3
102 clone(child_stack=NULL, flags=SIGCHLD) = 103
103 openat(AT_FDCWD, "/etc/gitconfig", O_RDONLY) = -1 ENOENT (No such file or directory)
103 execve("/n/node", ["/n/node", "askpass.js"], 0x1 /* 3 vars */) = 0
103 connect(21, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS
100 connect(22, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), ` +
		`sin6_scope_id=0}, 28) = 0
100 connect(3, {sa_family=AF_UNIX, sun_path="/t/host.sock"}, 110) = 0
100 +++ exited with 0 +++
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadTrace(file, "/n/node")
	if err != nil {
		t.Fatal(err)
	}
	want := []Syscall{
		{"connect", "/t/host.sock", true}, {"connect", "127.0.0.1:9", true}, {"connect", "::1:443", true},
		{"exec", "/n/node", false}, {"exec", "/n/node", true}, {"exec", "/usr/bin/git", true},
		{"open", "/etc/gitconfig", false}, {"open", "/w/.git/config", false}, {"open", "/w/a.js", true}, {"open", "/w/naïve.js", true},
	}
	less := func(list []Syscall) map[Syscall]bool {
		m := map[Syscall]bool{}
		for _, s := range list {
			m[s] = true
		}
		return m
	}
	if diff := cmp.Diff(less(want), less(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestARunIsTraced(t *testing.T) {
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skipf("no strace, with which an observer is checked: %v", err)
	}
	file := filepath.Join(t.TempDir(), "trace")
	kit, err := Current().Install(t.Context())
	if err != nil {
		t.Skipf("no extension host: %v", err)
	}
	got := run(t, Options{Extension: "resources", Trace: file})
	if !got.Activated {
		t.Skipf("the host does not run under strace here: %s", got.Error)
	}
	calls, err := ReadTrace(file, kit.Node)
	if err != nil {
		t.Fatal(err)
	}
	var git, connect bool
	for _, c := range calls {
		git = git || c.Kind == "exec" && c.Node && filepath.Base(c.What) == "git"
		connect = connect || c == Syscall{"connect", "127.0.0.1:9", true}
	}
	if !git || !connect {
		t.Errorf("of %d calls none starts git (%t) or connects (%t)", len(calls), git, connect)
	}
}
