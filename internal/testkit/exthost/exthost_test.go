package exthost

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// run runs an extension of testdata, or of a folder, or skips the test where that is impossible.
func run(t *testing.T, o Options) Result {
	t.Helper()
	if o.Kit == (Kit{}) {
		o.Kit = Current()
	}
	err := Supported()
	if err == nil {
		_, err = o.Kit.Install(t.Context())
	}
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no extension host: %v", err)
	}
	if !filepath.IsAbs(o.Extension) {
		o.Extension = copyExtension(t, o.Extension)
	}
	result, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func copyExtension(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", name))); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestEveryKitActivatesAndRunsACommand(t *testing.T) {
	eachKit(t, func(t *testing.T, kit Kit) {
		got := run(t, Options{Kit: kit, Extension: "calls", Commands: [][]any{{"calls.greet", "you"}}})
		if !got.Activated {
			t.Fatalf("not activated: %s\n%s", got.Error, got.Output)
		}
		if greeting := string(got.Results["calls.greet"]); greeting != `"hello you"` {
			t.Errorf("the command returned %s; %s", greeting, got.Steps["command calls.greet"])
		}
	})
}

// The fixtures name on each line what should be recorded there, so this fails
// both for what is missed and for what is recorded too much.
func TestRecorderNamesTheExtensionsOwnCalls(t *testing.T) {
	for _, tc := range []struct{ extension, ignore string }{
		{"calls", "assert util"},
		{"esm", ""},
	} {
		t.Run(tc.extension, func(t *testing.T) {
			dir := t.TempDir()
			got := run(t, Options{Extension: tc.extension, Record: dir})
			if !got.Activated {
				t.Fatalf("not activated: %s\n%s", got.Error, got.Output)
			}
			rec, err := ReadRecording(dir)
			if err != nil {
				t.Fatal(err)
			}
			var recorded []string
			for _, c := range rec.Calls {
				if slices.Contains(strings.Fields(tc.ignore), c.Module) {
					continue
				}
				recorded = append(recorded, c.File+":"+strconv.Itoa(c.Line)+" "+c.Module+"."+c.Member)
			}
			slices.Sort(recorded)
			if diff := cmp.Diff(wanted(t, filepath.Join("testdata", tc.extension)), slices.Compact(recorded)); diff != "" {
				t.Errorf("recorded calls (-want +got):\n%s", diff)
			}
		})
	}
}

// wanted reads the "// module.member" comments of a fixture's files.
func wanted(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	files, err := filepath.Glob(filepath.Join(dir, "*js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		for n := 1; lines.Scan(); n++ {
			_, comment, ok := strings.Cut(lines.Text(), "; // ")
			if ok && !strings.Contains(comment, " ") {
				out = append(out, filepath.Base(file)+":"+strconv.Itoa(n)+" "+comment)
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestAHangingExtensionTakesNothingWithIt(t *testing.T) {
	pids := t.TempDir()
	start := time.Now()
	got := run(t, Options{Extension: "hangs", Env: map[string]string{"PID_DIR": pids}, Timeout: 3 * time.Second})
	if got.Activated || got.Error == "" {
		t.Errorf("activated = %v, error %q; want a time-out", got.Activated, got.Error)
	}
	if took := time.Since(start); took > 40*time.Second {
		t.Errorf("it took %v", took)
	}
	data, err := os.ReadFile(filepath.Join(pids, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(data))
	if err != nil {
		t.Fatal(err)
	}
	if alive(pid) {
		t.Errorf("its child %d still runs", pid)
	}
}

// alive waits a moment for a killed process to go; a zombie that nobody reaps
// counts as gone.
func alive(pid int) bool {
	for range 20 {
		p, err := os.FindProcess(pid)
		if err != nil || p.Signal(syscall.Signal(0)) != nil {
			return false
		}
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return false
		}
		time.Sleep(100 * time.Millisecond)
	}
	return true
}
