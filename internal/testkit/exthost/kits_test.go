package exthost

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// eachKit runs a test on every version of VS Code; with -short on the newest.
func eachKit(t *testing.T, test func(t *testing.T, kit Kit)) {
	t.Helper()
	kits := Kits()
	if testing.Short() {
		kits = kits[:1]
	}
	for _, kit := range kits {
		t.Run(kit.codeServer.Version, func(t *testing.T) { test(t, kit) })
	}
}

// The recordings are made on the newest kit. What the recorder sees of the same
// extension is the same on the others: the fixture that names each call, and real
// extensions that start a server, look for files and run a program. The newest
// git is none of them: it asks for functions of vscode that 1.100 has not.
func TestTheRecorderSeesTheSameOnEveryKit(t *testing.T) {
	if testing.Short() {
		t.Skip("short: one version is compared with nothing; TestRecorderNamesTheExtensionsOwnCalls records on it")
	}
	extensions := []string{"calls"}
	dir, err := corpus.Fetch(t.Context())
	if err == nil {
		for _, id := range []string{"vscode.css-language-features", "vscode.npm", corpus.TheiaGit} {
			extensions = append(extensions, filepath.Join(dir, id))
		}
	} else {
		t.Logf("without the corpus: %v", err)
	}
	for _, extension := range extensions {
		t.Run(filepath.Base(extension), func(t *testing.T) {
			var newest []string
			eachKit(t, func(t *testing.T, kit Kit) {
				seen := recordedOn(t, kit, extension, 4*time.Second)
				if newest == nil {
					if newest = seen; len(seen) < 2 {
						t.Errorf("only %q was recorded", seen)
					}
					return
				}
				if !slices.Equal(newest, seen) {
					// What an extension goes on with by itself takes longer on a busy machine.
					newest, seen = recordedOn(t, Current(), extension, 20*time.Second), recordedOn(t, kit, extension, 20*time.Second)
				}
				if diff := cmp.Diff(newest, seen); diff != "" {
					t.Errorf("%s sees otherwise than %s (-newest +here):\n%s", kit, Current(), diff)
				}
			})
		})
	}
}

// recordedOn returns the functions that an extension's own files call in the host
// while it activates and for a while after.
func recordedOn(t *testing.T, kit Kit, extension string, wait time.Duration) []string {
	t.Helper()
	record := t.TempDir()
	got := run(
		t,
		Options{
			Kit:       kit,
			Extension: extension,
			Record:    record,
			Commands:  [][]any{{"workbench:wait", wait.Milliseconds()}},
			Timeout:   30*time.Second + wait,
		},
	)
	if !got.Activated {
		t.Fatalf("not activated: %s\n%s", got.Error, got.Output)
	}
	rec, err := ReadRecording(record)
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, c := range rec.Calls {
		if c.Process == "host" {
			seen = append(seen, c.Module+"."+c.Member+" in "+c.File)
		}
	}
	slices.Sort(seen)
	return slices.Compact(seen)
}

// A workspace is trusted, or it is not, or it comes to be: the extension is told
// so by every version.
func TestTrustOnEveryKit(t *testing.T) {
	eachKit(t, func(t *testing.T, kit Kit) {
		for want, o := range map[string]Options{
			`[true,true]`:            {},
			`[false,false]`:          {Untrusted: true},
			`[false,"granted",true]`: {Untrusted: true, Commands: [][]any{{"workbench:trust"}}},
		} {
			o.Kit, o.Extension = kit, "trust"
			o.Commands = append(o.Commands, []any{"trust.asked"})
			got := run(t, o)
			if said := string(got.Results["trust.asked"]); said != want {
				t.Errorf("untrusted %t: the extension sees %s, want %s (%s) %v", o.Untrusted, said, want, got.Error, got.Steps)
			}
		}
	})
}

// An extension that never comes back costs its time-out and no more, on every
// version.
func TestHangingOnEveryKit(t *testing.T) {
	if testing.Short() {
		t.Skip("short: TestAHangingExtensionTakesNothingWithIt hangs on one version")
	}
	eachKit(t, func(t *testing.T, kit Kit) {
		start := time.Now()
		got := run(t, Options{Kit: kit, Extension: "hangs", Env: map[string]string{"PID_DIR": t.TempDir()}, Timeout: 3 * time.Second})
		if took := time.Since(start); got.Activated || got.Error == "" || took > 40*time.Second {
			t.Errorf("activated %t, error %q, after %v", got.Activated, got.Error, took)
		}
	})
}
