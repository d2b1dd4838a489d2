package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// step is one run of the installer, with folders as a runner has them.
type step struct {
	t *testing.T
	// installer is the script; beside it lies the table that counts.
	installer string
	// server is a mirror of the release.
	server *httptest.Server
	// asked counts what the mirror was asked for.
	asked atomic.Int32
	dir   string
}

const stepVersion = "1.2.3"

// newStep makes a checkout of the action with a table, and a mirror that serves
// what the table names: archives of small shell scripts that say who they are.
func newStep(t *testing.T) *step {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skipf("there is no bash: the installer was not tried: %v", err)
	}
	s := &step{t: t, dir: t.TempDir()}
	for _, d := range []string{"action/release", "workspace", "temp", "tools", "served"} {
		if err := os.MkdirAll(filepath.Join(s.dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script, err := os.ReadFile("../../release/install.sh")
	if err != nil {
		t.Fatal(err)
	}
	s.installer = filepath.Join(s.dir, "action/release/install.sh")
	write(t, s.installer, string(script))
	made := table{version: stepVersion, sums: map[string]string{}}
	for _, program := range programs {
		for _, platform := range platforms {
			exe := program
			if strings.HasPrefix(platform, "windows") {
				exe += ".exe"
			}
			for _, packing := range packings {
				// Where there is no zstd, none is made, and the installer wants none.
				if packing != ".tar.gz" && packing != packingHere {
					continue
				}
				name := fmt.Sprintf("%s_%s_%s%s", program, stepVersion, platform, packing)
				file := filepath.Join(s.dir, "served", name)
				write(t, file, archiveOf(t, packing, exe, "#!/bin/sh\necho "+program+" for "+platform+"\n"))
				if made.sums[name], err = sumOf(file); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	write(t, filepath.Join(s.dir, "action/release/checksums.txt"), made.String())
	files := http.FileServer(http.Dir(filepath.Join(s.dir, "served")))
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(s.server.Close)
	return s
}

// archiveOf packs a program as a release does.
func archiveOf(t *testing.T, packing, name, text string) string {
	t.Helper()
	var b, packed bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range []struct{ name, text string }{{"LICENSE", "words"}, {name, text}} {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Mode: 0o755, Size: int64(len(f.text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if packing == ".tar.zst" {
		cmd := exec.CommandContext(t.Context(), "zstd", "-cq")
		cmd.Stdin, cmd.Stdout = &b, &packed
		if err := cmd.Run(); err != nil {
			t.Fatalf("zstd: %v", err)
		}
		return packed.String()
	}
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(b.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}

// run runs the installer as action.yml does and gives its outputs, what it said
// and its exit code. env is added to that of a Linux runner.
func (s *step) run(env ...string) (outputs map[string]string, said string, code int) {
	s.t.Helper()
	return s.script(nil, env...)
}

// plan asks the installer which Go it takes.
func (s *step) plan(env ...string) (outputs map[string]string, said string, code int) {
	s.t.Helper()
	return s.script([]string{"plan"}, env...)
}

func (s *step) script(args []string, env ...string) (outputs map[string]string, said string, code int) {
	s.t.Helper()
	file := filepath.Join(s.dir, "output")
	write(s.t, file, "")
	cmd := exec.CommandContext(s.t.Context(), "bash", append([]string{s.installer}, args...)...)
	cmd.Dir = filepath.Join(s.dir, "workspace")
	cmd.Env = append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + s.dir, "GITHUB_OUTPUT=" + file, "GITHUB_WORKSPACE=" + cmd.Dir,
		"RUNNER_TEMP=" + filepath.Join(s.dir, "temp"), "RUNNER_TOOL_CACHE=" + filepath.Join(s.dir, "tools"),
		"RUNNER_OS=Linux", "RUNNER_ARCH=X64", "INPUT_MIRROR=" + s.server.URL,
	}, env...)
	out, err := cmd.CombinedOutput()
	if err != nil && cmd.ProcessState == nil {
		s.t.Fatalf("bash: %v", err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	outputs = map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		outputs[name] = value
	}
	return outputs, string(out), cmd.ProcessState.ExitCode()
}

// runs wants a program that says the words.
func (s *step) runs(program, words string) {
	s.t.Helper()
	out, err := exec.CommandContext(s.t.Context(), program).CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != words {
		s.t.Errorf("%s says %q (%v), want %q", program, out, err, words)
	}
}

func (s *step) cached(name string) string {
	return filepath.Join(s.dir, "tools/ringfence", stepVersion, name)
}

// packingHere is what the installer takes on this machine.
var packingHere = func() string {
	if _, err := exec.LookPath("zstd"); err != nil {
		return ".tar.gz"
	}
	return ".tar.zst"
}()

var linuxArchive = "ringfence_1.2.3_linux_amd64" + packingHere

// The archive comes from the mirror once; the second run takes it from the tool
// cache and asks nobody.
func TestInstallFromTheMirrorThenFromTheCache(t *testing.T) {
	s := newStep(t)
	for i, want := range []string{"downloads " + s.server.URL, "from the tool cache"} {
		outputs, said, code := s.run()
		if code != 0 || !strings.Contains(said, want) {
			t.Fatalf("run %d: exit code %d, without %q:\n%s", i+1, code, want, said)
		}
		s.runs(outputs["binary"], "ringfence for linux_amd64")
		if n := s.asked.Load(); n != 1 {
			t.Errorf("after run %d the mirror was asked %d times, want once", i+1, n)
		}
		if _, there := outputs["scorecard"]; there {
			t.Error("ringfence-scorecard was installed unasked")
		}
	}
}

// Where zstd is, the archive that zstd packed is taken and no other, and where it
// is not, gzip's. What its checksum says and zstd cannot read installs nothing.
func TestInstallByWhatUnpacks(t *testing.T) {
	if packingHere != ".tar.zst" {
		t.Skip("there is no zstd: its archives were not tried")
	}
	for want, path := range map[string]string{".tar.zst": os.Getenv("PATH"), ".tar.gz": withoutZstd(t)} {
		s := newStep(t)
		outputs, said, code := s.run("PATH=" + path)
		if code != 0 || !strings.Contains(said, "linux_amd64"+want+"\n") || s.asked.Load() != 1 {
			t.Fatalf("%s: exit code %d\n%s", want, code, said)
		}
		s.runs(outputs["binary"], "ringfence for linux_amd64")
		if _, err := os.Stat(s.cached("ringfence_1.2.3_linux_amd64" + want)); err != nil {
			t.Error(err)
		}
	}

	for what, text := range map[string]string{
		"no archive": "#!/bin/sh\necho words\n",
		"cut short":  archiveOf(t, ".tar.zst", "ringfence", strings.Repeat("#!/bin/sh\necho short\n", 1<<16))[:200],
		"empty":      "",
	} {
		s := newStep(t)
		file := filepath.Join(s.dir, "served", linuxArchive)
		was, err := sumOf(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, text)
		is, err := sumOf(file)
		if err != nil {
			t.Fatal(err)
		}
		sums := filepath.Join(s.dir, "action/release/checksums.txt")
		old, err := os.ReadFile(sums)
		if err != nil {
			t.Fatal(err)
		}
		write(t, sums, strings.Replace(string(old), was, is, 1))
		if outputs, said, code := s.run(); code != 3 || len(outputs) > 0 || !strings.Contains(said, "unpacking "+linuxArchive+" failed") {
			t.Errorf("%s: exit code %d, outputs %v\n%s", what, code, outputs, said)
		}
	}
}

// withoutGo is a PATH of what the installer needs to plan, and no Go.
func withoutGo(t *testing.T) string { return withoutZstd(t) }

// withoutZstd is a PATH of what the installer needs and nothing else.
func withoutZstd(t *testing.T) string {
	t.Helper()
	bin := t.TempDir()
	for _, name := range strings.Fields("sh bash dirname basename uname mktemp sed awk curl sha256sum shasum tar gzip chmod mkdir mv rm " +
		"tr grep") {
		if file, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(file, filepath.Join(bin, name)); err != nil {
				t.Skipf("elsewhere: no links here: %v", err)
			}
		}
	}
	return bin
}

// Each runner gets the archive for it, and with scorecard the second
// program comes the same way.
func TestInstallForEachRunner(t *testing.T) {
	s := newStep(t)
	for _, c := range []struct{ system, arch, platform string }{
		{"Linux", "X64", "linux_amd64"}, {"Linux", "ARM64", "linux_arm64"}, {"macOS", "X64", "darwin_amd64"},
		{"macOS", "ARM64", "darwin_arm64"}, {"Windows", "X64", "windows_amd64"}, {"Windows", "ARM64", "windows_arm64"},
	} {
		outputs, said, code := s.run("RUNNER_OS="+c.system, "RUNNER_ARCH="+c.arch, "INPUT_SCORECARD=true")
		if code != 0 {
			t.Fatalf("%s: exit code %d\n%s", c.platform, code, said)
		}
		s.runs(outputs["binary"], "ringfence for "+c.platform)
		s.runs(outputs["scorecard"], "ringfence-scorecard for "+c.platform)
	}
}

// A wrong checksum stops the run before anything of the archive is unpacked,
// whether it is wrong at the mirror, in the table, or in the cache.
func TestAWrongChecksumStops(t *testing.T) {
	evil := archiveOf(t, packingHere, "ringfence", "#!/bin/sh\necho somebody else\n")
	t.Run("mirror", func(t *testing.T) {
		s := newStep(t)
		write(t, filepath.Join(s.dir, "served", linuxArchive), evil)
		outputs, said, code := s.run()
		if code != 3 || len(outputs) > 0 || !strings.Contains(said, "::error") ||
			!strings.Contains(said, "it is another file, and nothing of it was run") {
			t.Fatalf("exit code %d, outputs %v\n%s", code, outputs, said)
		}
		left, err := filepath.Glob(filepath.Join(s.dir, "t*", "*", "*"))
		if err != nil || len(left) > 0 {
			t.Errorf("left behind: %v %v", left, err)
		}
	})
	t.Run("table", func(t *testing.T) {
		s := newStep(t)
		file := filepath.Join(s.dir, "action/release/checksums.txt")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum, err := sumOf(filepath.Join(s.dir, "served", linuxArchive))
		if err != nil {
			t.Fatal(err)
		}
		write(t, file, strings.Replace(string(text), sum, strings.Repeat("0", 64), 1))
		if outputs, said, code := s.run(); code != 3 || len(outputs) > 0 {
			t.Fatalf("exit code %d, outputs %v\n%s", code, outputs, said)
		}
	})
	t.Run("cache", func(t *testing.T) {
		s := newStep(t)
		if _, said, code := s.run(); code != 0 {
			t.Fatal(said)
		}
		write(t, s.cached(linuxArchive), evil)
		outputs, said, code := s.run()
		if code != 0 || !strings.Contains(said, "::warning") {
			t.Fatalf("exit code %d\n%s", code, said)
		}
		s.runs(outputs["binary"], "ringfence for linux_amd64")
		if n := s.asked.Load(); n != 2 {
			t.Errorf("the mirror was asked %d times, want twice: the cache held another file", n)
		}
	})
}

// binary-path is taken as it is, and needs no mirror; in the workspace it is
// refused, because a pull request writes there.
func TestInstallOfAGivenProgram(t *testing.T) {
	s := newStep(t)
	program := func(name string) string {
		file := filepath.Join(s.dir, name)
		write(t, file, "#!/bin/sh\necho given\n")
		if err := os.Chmod(file, 0o755); err != nil {
			t.Fatal(err)
		}
		return file
	}
	outside, inside := program("temp/own"), program("workspace/own")
	outputs, said, code := s.run("INPUT_BINARY_PATH=" + outside)
	if code != 0 {
		t.Fatal(said)
	}
	s.runs(outputs["binary"], "given")

	link, folder := filepath.Join(s.dir, "temp/link"), filepath.Join(s.dir, "temp/folder")
	for name, target := range map[string]string{link: inside, folder: filepath.Dir(inside)} {
		if err := os.Symlink(target, name); err != nil {
			t.Skipf("elsewhere: no links here: %v", err)
		}
	}
	for path, want := range map[string]string{
		inside: "lies in the workspace", "own": "lies in the workspace", folder + "/own": "lies in the workspace",
		outside + "/../../workspace/own": "there is no file", filepath.Dir(outside) + "/../workspace/own": "lies in the workspace",
		link: "is a link", outside + "x": "there is no file", filepath.Join(s.dir, "served", linuxArchive): "not executable",
	} {
		if outputs, said, code := s.run("INPUT_BINARY_PATH=" + path); code != 2 || len(outputs) > 0 || !strings.Contains(said, want) {
			t.Errorf("%s: exit code %d, outputs %v, want %q:\n%s", path, code, outputs, want, said)
		}
	}
	if n := s.asked.Load(); n != 0 {
		t.Errorf("the mirror was asked %d times", n)
	}
}

// What is asked wrongly or cannot be had is an error that says so.
func TestInstallThatCannotBe(t *testing.T) {
	s := newStep(t)
	for env, want := range map[string]struct {
		code int
		text string
	}{
		"INPUT_FROM_SOURCE=yes":         {2, "neither true nor false"},
		"INPUT_SCORECARD=1":             {2, "neither true nor false"},
		"INPUT_MIRROR=ftp://mirror":     {2, "no address of https, http or file"},
		"INPUT_MIRROR=-o/tmp/x":         {2, "no address of https, http or file"},
		"RUNNER_OS=Plan9":               {2, "there is no release for Plan9"},
		"RUNNER_ARCH=X86":               {2, "there is no release for X86"},
		"INPUT_MIRROR=" + "file:///no/": {3, "downloading file:///no/" + linuxArchive + " failed"},
		"GITHUB_OUTPUT=":                {2, "this is no step of a run"},
		"RUNNER_TEMP=/no/such/folder":   {3, "no folder could be made"},
	} {
		// Another one's download must not be found in the cache.
		if outputs, said, code := s.run(
			"RUNNER_TOOL_CACHE="+t.TempDir(),
			env,
		); code != want.code || len(outputs) > 0 ||
			!strings.Contains(said, want.text) {
			t.Errorf("%s: exit code %d, outputs %v, want %d and %q:\n%s", env, code, outputs, want.code, want.text, said)
		}
	}
}

// What an input holds stays in the one line of the workflow command it is said
// in: no input and no server speaks for the step.
func TestInstallerSpeaksForItself(t *testing.T) {
	s := newStep(t)
	for _, env := range []string{
		"INPUT_BINARY_PATH=/no\n::set-env name=X::y", "INPUT_MIRROR=ftp://x\r\n::add-mask::ringfence", "RUNNER_OS=a\n::stop-commands::x",
		"INPUT_FROM_SOURCE=x\n::debug::y",
		"INPUT_BINARY_PATH=/no%0A::set-env name=X::y",
	} {
		_, said, _ := s.run(env)
		lines := strings.Split(strings.TrimSpace(said), "\n")
		if len(lines) != 1 || !strings.HasPrefix(lines[0], "::error title=ringfence could not be installed::") || strings.Contains(said, "%0A") {
			t.Errorf("%q said:\n%s", env, said)
		}
	}
}

// A cache that cannot be written costs a download and nothing else.
func TestInstallWithoutACache(t *testing.T) {
	s := newStep(t)
	file := filepath.Join(s.dir, "tools/ringfence")
	write(t, file, "a file where the folder should be")
	outputs, said, code := s.run()
	if code != 0 || !strings.Contains(said, "could not write the tool cache") {
		t.Fatalf("exit code %d\n%s", code, said)
	}
	s.runs(outputs["binary"], "ringfence for linux_amd64")
}

// sources puts programs into the checkout that say the words.
func (s *step) sources(program, scorecard string) {
	s.t.Helper()
	for dir, text := range map[string]string{"action": program, "action/cmd/ringfence-scorecard": scorecard} {
		main := filepath.Join(s.dir, dir, "cmd/ringfence/main.go")
		if dir != "action" {
			main = filepath.Join(s.dir, dir, "main.go")
		}
		if err := os.MkdirAll(filepath.Dir(main), 0o755); err != nil {
			s.t.Fatal(err)
		}
		write(s.t, main, "package main\n\nfunc main() { println(\""+text+"\") }\n")
		write(s.t, filepath.Join(s.dir, dir, "go.mod"), "module example.com/x\n\ngo 1.26\n")
	}
}
