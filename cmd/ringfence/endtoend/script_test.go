// Package endtoend runs the whole program: transcripts of its verbs, the action on a
// stand-in for GitHub, workflows, the walks of the README. The test binary is the
// program, so that Go's cache of tests knows all that it is made of. It has tests only.
package endtoend

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/ringfence-dev/ringfence/cmd/ringfence/cli"
	"github.com/ringfence-dev/ringfence/internal/testkit/service"
	"github.com/rogpeppe/go-internal/testscript"
)

// The binary of the tests is the program too: the scripts run it as ringfence,
// and it starts itself again as the child that parses.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ringfence": func() { os.Exit(cli.Start()) }, "pack-stand-in": packFolder})
}

// Each file in testdata/transcripts is a transcript: commands and what they must
// say. A folder is a verb.
func TestScripts(t *testing.T) {
	nobody := closed(t)
	transcripts, err := filepath.Glob("../../../testdata/transcripts/*/*.txtar")
	if err != nil || len(transcripts) < 60 {
		t.Fatalf("only %d transcripts: %v", len(transcripts), err)
	}
	testscript.Run(t, testscript.Params{
		Files: transcripts,
		Setup: func(e *testscript.Env) error {
			examples, err := filepath.Abs("../../../docs/examples")
			if err != nil {
				return err
			}
			e.Setenv("EXAMPLES", examples)
			e.Setenv("ESC", "\x1b")
			// No transcript asks anybody but the stand-ins it names.
			e.Setenv("NOBODY", nobody)
			e.Setenv("RINGFENCE_BLOCKLISTS_URL", nobody)
			e.Setenv("RINGFENCE_DNS", "127.0.0.1:1")
			e.Values[dnsKey{}] = &running{}
			// Where testscript put the program: a PATH with nothing else.
			e.Setenv("ONLY", filepath.SplitList(e.Getenv("PATH"))[0])
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"says":    says,
			"repeat":  repeat,
			"vsix":    vsix,
			"tgz":     tgz,
			"serve":   serve,
			"dns":     dns,
			"nowhere": nowhere,
		},
		UpdateScripts:      os.Getenv("UPDATE") != "",
		RequireUniqueNames: true,
	})
}

// closed is the address of a service that says at once that it is not there. At a
// port where nobody listens the program tries again, for seconds each time, which the
// tests of internal/clients/web look at.
func closed(t *testing.T) string {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// exits runs ringfence and wants one exit code: "exits 2 scan nothing".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: exits CODE ARGUMENT…")
	}
	want, err := strconv.Atoi(args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	err = ts.Exec("ringfence", args[1:]...)
	got := 0
	if err != nil {
		var code interface{ ExitCode() int }
		var ok bool
		if code, ok = err.(interface{ ExitCode() int }); !ok {
			ts.Fatalf("ringfence %q: %v", args[1:], err)
		}
		got = code.ExitCode()
	}
	if got != want {
		ts.Fatalf("ringfence %q exits with %d, want %d", args[1:], got, want)
	}
}

// says is stdout and stderr for text that is folded: it matches what was printed last with every
// run of blanks and line ends as one blank.
func says(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: says REGEXP")
	}
	pattern, err := regexp.Compile(args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	text := strings.Join(strings.Fields(ts.ReadFile("stdout")+" "+ts.ReadFile("stderr")), " ")
	if pattern.MatchString(text) == neg {
		ts.Fatalf("says %q: %t in\n%s", args[0], !neg, text)
	}
}

// repeat writes a file of one text many times over: "repeat a.js 1000000 a=>".
func repeat(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: repeat FILE COUNT TEXT")
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], n)+"1"), 0o600))
}

// vsix packs a folder as an extension's archive: "vsix out.vsix folder".
func vsix(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: vsix FILE FOLDER")
	}
	ts.Check(pack(ts.MkAbs(args[1]), ts.MkAbs(args[0])))
}

// pack makes an extension's archive of a folder, without the folders of these names.
func pack(folder, file string, without ...string) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	root := os.DirFS(folder)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if slices.Contains(without, name) {
				return fs.SkipDir
			}
			return nil
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		w, err := z.Create("extension/" + name)
		if err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	})
	if err := errors.Join(err, z.Close()); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o600)
}

// tgz packs a folder as npm packs a package: "tgz out.tgz folder".
func tgz(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tgz FILE FOLDER")
	}
	var b bytes.Buffer
	gz := gzip.NewWriter(&b)
	w := tar.NewWriter(gz)
	dir := os.DirFS(ts.MkAbs(args[1]))
	ts.Check(fs.WalkDir(dir, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return err
		}
		if err := w.WriteHeader(&tar.Header{Name: "package/" + name, Typeflag: tar.TypeReg, Size: int64(len(data)), Mode: 0o644}); err != nil {
			return err
		}
		_, err = w.Write(data)
		return err
	}))
	ts.Check(w.Close())
	ts.Check(gz.Close())
	ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(args[0])), 0o700))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o600))
}

// serve runs a stand-in for services, "serve VARIABLE FOLDER": the file
// FOLDER/METHOD/PATH is the answer to a request, one that begins with "HTTP 503"
// fails so, FOLDER/all answers whatever else there is, and without it that is a
// 404. VARIABLE gets the address. What is asked
// is written to FOLDER/asked.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: serve VARIABLE FOLDER")
	}
	dir := ts.MkAbs(args[1])
	var mu sync.Mutex
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		f, err := os.OpenFile(filepath.Join(dir, "asked"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			fmt.Fprintf(f, "%s %s %s\n", r.Method, r.URL.Path, body)
			_ = f.Close()
		}
		answer, err := os.ReadFile(filepath.Join(dir, r.Method, filepath.FromSlash(r.URL.Path)))
		if err != nil {
			// "all" answers whatever has no answer of its own.
			answer, err = os.ReadFile(filepath.Join(dir, "all"))
		}
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if code, ok := strings.CutPrefix(strings.TrimSpace(string(answer)), "HTTP "); ok {
			n, _ := strconv.Atoi(code)
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(n)
			return
		}
		_, _ = w.Write(answer)
	}))
	ts.Defer(server.Close)
	ts.Setenv(args[0], server.URL)
}

// dns runs a stand-in for a resolver, "dns FILE": each line of FILE is a name and
// its records, "api.fixture.zz 192.0.2.1" or "fixture.zz NS". RINGFENCE_DNS gets the address;
// "dns asked FILE" writes the names that were asked for and ends it.
func dns(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 2 && args[0] == "asked" && !neg {
		d, ok := ts.Value(dnsKey{}).(*running)
		if !ok || d.DNS == nil {
			ts.Fatalf("no resolver was started")
		}
		ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(d.Asked(), "\n")+"\n"), 0o600))
		d.Close()
		return
	}
	if neg || len(args) != 1 {
		ts.Fatalf("usage: dns FILE, or dns asked FILE")
	}
	records := map[string][]string{}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if fields := strings.Fields(line); len(fields) > 0 {
			records[fields[0]] = fields[1:]
		}
	}
	d, err := service.RunDNS(records)
	ts.Check(err)
	ts.Defer(d.Close)
	ts.Value(dnsKey{}).(*running).DNS = d
	ts.Setenv("RINGFENCE_DNS", d.Address)
}

// running is the resolver of a transcript.
type running struct{ *service.DNS }

type dnsKey struct{}

// nowhere wants no file of a folder to hold a text, the transcript's own aside:
// "nowhere TEXT FOLDER".
func nowhere(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: nowhere TEXT FOLDER")
	}
	files := 0
	ts.Check(filepath.WalkDir(ts.MkAbs(args[1]), func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		files++
		data, err := os.ReadFile(name)
		if err == nil && bytes.Contains(data, []byte(args[0])) {
			err = fmt.Errorf("%s holds %q", name, args[0])
		}
		return err
	}))
	if files == 0 {
		ts.Fatalf("there is no file at all")
	}
}
