//go:build unix

package build

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The binary of the tests is the keeper too.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "build-keeper" {
		if err := Keep(os.Args[2:], os.Stdin, os.NewFile(3, "report")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func keeperCommand(t *testing.T) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return []string{self, "build-keeper"}
}

func program(t *testing.T, name string) string {
	t.Helper()
	file, err := exec.LookPath(name)
	if err != nil {
		cannot(t, err)
	}
	return file
}

// cannot skips a test that could not run, and fails it where that must not
// happen.
func cannot(t *testing.T, err error) {
	t.Helper()
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skipf("could not run: %v", err)
	}
}

const secret = "ghs_thisIsTheTokenOfTheJob"

// job is the environment of a step that holds what an attacker wants.
func job(extra ...string) []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=/home/runner", "LANG=C.UTF-8",
		"GITHUB_TOKEN=" + secret, "ACTIONS_RUNTIME_TOKEN=" + secret, "ACTIONS_ID_TOKEN_REQUEST_URL=" + secret, "RUNNER_TEMP=" + secret,
		"INPUT_TOKEN=" + secret, "INPUT_GITHUB-TOKEN=" + secret, "NPM_TOKEN=" + secret, "NODE_AUTH_TOKEN=" + secret, "OPENAI_API_KEY=" + secret,
		"MY_SECRET=" + secret, "AWS_SECRET_ACCESS_KEY=" + secret, "npm_config__auth=" + secret, "UNNAMED=" + secret, "GITHUB_ENV=" + secret,
	}, extra...)
}

// attack runs a script twice: as a workflow that knows nothing of us would, and
// as a step of a build.
func attack(t *testing.T, script string, env []string) (naive, fenced string, ended int, err error) {
	t.Helper()
	sh := program(t, "sh")
	cmd := exec.Command(sh, "-c", script)
	cmd.Env, cmd.Dir = env, t.TempDir()
	out, _ := cmd.CombinedOutput()
	naive = string(out)
	w := workplace{root: t.TempDir()}
	given, envErr := environment(env, w, nil)
	if envErr != nil {
		t.Fatal(envErr)
	}
	if err := w.make(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	s := step{
		name:    "attack",
		command: []string{sh, "-c", script},
		dir:     w.source(),
		env:     given,
		keeper:  keeperCommand(t),
		timeout: 20 * time.Second,
		most:    1 << 20,
		log:     &log,
	}
	ended, err = s.run(t.Context())
	return naive, log.String(), ended, err
}

func TestABuildSeesNoSecret(t *testing.T) {
	for name, script := range map[string]string{
		"the environment":            `env`,
		"its own /proc":              `tr '\0' '\n' < /proc/self/environ`,
		"its parent's /proc":         `tr '\0' '\n' < /proc/$PPID/environ`,
		"a child's":                  `sh -c env`,
		"the environment of a shell": `export`,
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(script, "/proc") && runtime.GOOS != "linux" {
				t.Skip("elsewhere: there is no /proc")
			}
			if strings.Contains(name, "parent") {
				// Naively, the parent is the step that holds the token.
				naive := exec.Command(program(t, "sh"), "-c", "sh -c '"+strings.ReplaceAll(script, "'", `'\''`)+"'; true")
				naive.Env = job()
				if out, _ := naive.CombinedOutput(); !strings.Contains(string(out), secret) {
					t.Fatalf("the attack does not work where nothing stops it: %s", out)
				}
			}
			naive, fenced, _, err := attack(t, script, job("HTTPS_PROXY=http://user:"+secret+"@127.0.0.1:1"))
			if err != nil && !strings.Contains(name, "parent") {
				t.Fatal(err)
			}
			if !strings.Contains(name, "parent") && !strings.Contains(naive, secret) {
				t.Fatalf("the attack does not work where nothing stops it: %s", naive)
			}
			if strings.Contains(fenced, secret) {
				t.Errorf("the build saw it:\n%s", fenced)
			}
			if !strings.Contains(name, "parent") && !strings.Contains(fenced, "LANG") {
				t.Errorf("the build saw nothing at all, this test shows nothing:\n%s", fenced)
			}
		})
	}
}

// This is why the action has no input that builds: in one job with it, a build
// reads the token of the shell that started the step, whatever ringfence keeps
// from it, and can put another program where the installed one lies. In the job
// that builds there is no token (internal/scaffold). Should this test fail one day
// because the attacks do not work any more, docs/guide/build.md says too little.
func TestABuildInTheJobOfTheTokenWouldReachIt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere: there is no /proc")
	}
	shell := exec.CommandContext(t.Context(), program(t, "sh"), "-c", "echo up; read line")
	shell.Env = job()
	in, err := shell.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := shell.StdoutPipe()
	if err == nil {
		err = shell.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close(); _ = shell.Wait() }()
	if _, err := out.Read(make([]byte, 3)); err != nil {
		t.Fatal(err)
	}
	installed := filepath.Join(t.TempDir(), "ringfence")
	if err := os.WriteFile(installed, []byte("ours"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`tr '\0' '\n' < /proc/%d/environ; echo theirs > %q`, shell.Process.Pid, installed)
	_, fenced, _, err := attack(t, script, job())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(fenced, "INPUT_TOKEN="+secret) {
		t.Errorf("the token of the shell was not read:\n%s", fenced)
	}
	if data, err := os.ReadFile(installed); err != nil || string(data) != "theirs\n" {
		t.Errorf("the program was not replaced: %q, %v", data, err)
	}
}

// What the runner would take for a command, by the rules of its own parser: a
// line that begins with "::" after spaces, or that has "##[" anywhere; lines end
// at carriage returns as well.
func commands(output string) (found []string) {
	for _, line := range strings.FieldsFunc(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || strings.Contains(line, "##[") {
			found = append(found, line)
		}
	}
	return found
}

func TestABuildCannotSpeakToTheRunner(t *testing.T) {
	for _, script := range []string{
		`echo '::set-output name=category::unrestricted'`,
		`echo '   ::add-mask::x'`,
		`printf 'innocent\r::set-env name=PATH::/tmp\r\n'`,
		`echo 'text ##[set-env name=PATH;]/tmp'`,
		`echo '###[add-mask]x'`,
		`printf '\033[0m::stop-commands::x\n'`,
		`printf '##\033[0m[add-mask]x\n::error::y\n'`,
		`echo '::error::on standard error' >&2`,
		`printf '\n\n::endgroup::'`,
	} {
		naive, fenced, _, err := attack(t, script, job())
		if err != nil {
			t.Fatal(err)
		}
		// Those with colours must not become one when these are taken out.
		if len(commands(naive)) == 0 && !strings.Contains(script, `\033`) {
			t.Errorf("%s is no command where nothing stops it: %q", script, naive)
		}
		if found := commands(fenced); len(found) > 0 || fenced == "" {
			t.Errorf("%s: the runner would obey %q", script, found)
		}
	}
}

func TestABuildCannotFlood(t *testing.T) {
	sh := program(t, "sh")
	// Naively: as much as one likes.
	naive := exec.Command(sh, "-c", "head -c 30000000 /dev/zero")
	if out, err := naive.Output(); err != nil || len(out) != 30_000_000 {
		t.Fatalf("%d bytes, %v", len(out), err)
	}
	for _, script := range []string{`yes "a line of text"`, `cat /dev/zero`, `yes >&2`} {
		var log bytes.Buffer
		s := step{
			name:    "flood",
			command: []string{sh, "-c", script},
			dir:     t.TempDir(),
			env:     []string{"PATH=" + os.Getenv("PATH")},
			keeper:  keeperCommand(t),
			timeout: time.Minute,
			most:    1 << 20,
			log:     &log,
		}
		began := time.Now()
		_, err := s.run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "more than it may") {
			t.Errorf("%s: %v", script, err)
		}
		if log.Len() > 8<<20 || time.Since(began) > 30*time.Second {
			t.Errorf("%s: %d bytes were passed on in %s", script, log.Len(), time.Since(began))
		}
	}
}

func TestABuildCannotHang(t *testing.T) {
	sh := program(t, "sh")
	for _, script := range []string{`sleep 300`, `trap '' TERM INT HUP; while :; do sleep 1; done`} {
		s := step{
			name:    "hanging",
			command: []string{sh, "-c", script},
			dir:     t.TempDir(),
			env:     []string{"PATH=" + os.Getenv("PATH")},
			keeper:  keeperCommand(t),
			timeout: time.Second,
			most:    1 << 20,
			log:     &bytes.Buffer{},
		}
		began := time.Now()
		_, err := s.run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "took longer than 1s") {
			t.Errorf("%s: %v", script, err)
		}
		if time.Since(began) > 20*time.Second {
			t.Errorf("%s: it took %s to end it", script, time.Since(began))
		}
	}
	t.Run("and ends when a person says so", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s := step{
			name:    "hanging",
			command: []string{sh, "-c", "sleep 300"},
			dir:     t.TempDir(),
			env:     []string{"PATH=" + os.Getenv("PATH")},
			keeper:  keeperCommand(t),
			timeout: time.Minute,
			most:    1 << 20,
			log:     &bytes.Buffer{},
		}
		began := time.Now()
		if _, err := s.run(ctx); err == nil || time.Since(began) > 20*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
	})
}

// forks are ways to run on after the program that was started has ended.
var forks = map[string]string{
	"in the background":  `sleep 291 & echo $! > "$1"`,
	"without a terminal": `nohup sleep 292 >/dev/null 2>&1 & echo $! > "$1"`,
	"in its own session": `setsid sh -c 'echo $$ > "$0"; exec sleep 293' "$1" >/dev/null 2>&1 & while ! test -s "$1"; do sleep 0.1; done`,
	"twice removed": `(setsid sh -c '(setsid sh -c "echo \$\$ > \"\$0\"; exec sleep 294" "$0" &) ; exit' "$1" >/dev/null 2>&1 &) ;` +
		` while ! test -s "$1"; do sleep 0.1; done`,
}

func TestABuildCannotOutlive(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere: only Linux gives orphans to whom they descend from")
	}
	sh := program(t, "sh")
	program(t, "setsid")
	for name, script := range forks {
		t.Run(name, func(t *testing.T) {
			naiveFile := filepath.Join(t.TempDir(), "pid")
			naive := exec.Command(sh, "-c", script, "sh", naiveFile)
			if err := naive.Run(); err != nil {
				t.Fatal(err)
			}
			if pid := pidIn(t, naiveFile); !running(pid) {
				t.Fatal("it ended where nothing stops it: this attack shows nothing")
			} else if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "pid")
			s := step{
				name:    "fork",
				command: []string{sh, "-c", script, "sh", file},
				dir:     t.TempDir(),
				env:     []string{"PATH=" + os.Getenv("PATH")},
				keeper:  keeperCommand(t),
				timeout: time.Minute,
				most:    1 << 20,
				log:     &bytes.Buffer{},
			}
			if _, err := s.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if pid := pidIn(t, file); running(pid) {
				t.Errorf("process %d runs on", pid)
			}
		})
	}
	t.Run("those that time runs out for", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "pid")
		s := step{
			name:    "fork",
			command: []string{sh, "-c", forks["twice removed"] + "; sleep 300", "sh", file},
			dir:     t.TempDir(),
			env:     []string{"PATH=" + os.Getenv("PATH")},
			keeper:  keeperCommand(t),
			timeout: 3 * time.Second,
			most:    1 << 20,
			log:     &bytes.Buffer{},
		}
		if _, err := s.run(t.Context()); err == nil {
			t.Error("it ended by itself")
		}
		if pid := pidIn(t, file); running(pid) {
			t.Errorf("process %d runs on", pid)
		}
	})
}

// A build that kills its keeper has not succeeded.
func TestABuildThatKillsItsKeeperFails(t *testing.T) {
	s := step{
		name:    "kill",
		command: []string{program(t, "sh"), "-c", "kill -9 $PPID; exit 0"},
		dir:     t.TempDir(),
		env:     []string{"PATH=" + os.Getenv("PATH")},
		keeper:  keeperCommand(t),
		timeout: time.Minute,
		most:    1 << 20,
		log:     &bytes.Buffer{},
	}
	if _, err := s.run(t.Context()); err == nil || !strings.Contains(err.Error(), "without a word") {
		t.Errorf("%v", err)
	}
}

func TestHowAStepEnds(t *testing.T) {
	for script, want := range map[string]string{"exit 0": "", "exit 7": "it failed (exit 7)", "kill -15 $$": "it failed (signal 15)"} {
		s := step{
			name:    "step",
			command: []string{program(t, "sh"), "-c", script},
			dir:     t.TempDir(),
			env:     []string{"PATH=" + os.Getenv("PATH")},
			keeper:  keeperCommand(t),
			timeout: time.Minute,
			most:    1 << 20,
			log:     &bytes.Buffer{},
		}
		_, err := s.run(t.Context())
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
	s := step{
		name:    "step",
		command: []string{"/nowhere/program"},
		dir:     t.TempDir(),
		keeper:  keeperCommand(t),
		timeout: time.Minute,
		most:    1 << 20,
		log:     &bytes.Buffer{},
	}
	if _, err := s.run(t.Context()); err == nil || !strings.Contains(err.Error(), "could not be started") {
		t.Errorf("%v", err)
	}
}

func pidIn(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// running says whether a process is there and no zombie.
func running(pid int) bool {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	state := bytes.TrimSpace(data[bytes.LastIndexByte(data, ')')+1:])
	return len(state) > 0 && state[0] != 'Z'
}
