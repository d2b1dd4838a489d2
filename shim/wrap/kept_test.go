package wrap_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

func keep(t *testing.T, path string, o wrap.Options) (wrap.Kept, error) {
	t.Helper()
	ext, err := extension.Load(context.Background(), path, extension.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer ext.Close()
	return wrap.Keep(t.Context(), ext, o)
}

// What a repository keeps is what wrapping writes, in two files: the loader's own
// text, and what it is told, which is the same whether a folder or the archive
// made of it is read.
func TestWhatIsKeptIsWhatIsWrapped(t *testing.T) {
	o := enforcing(policy.New("Acme.toy"))
	pack := archive(t, files(), nil)
	kept, err := keep(t, folder(t, files()), o)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := keep(t, pack, o); err != nil || cmp.Diff(kept, again) != "" {
		t.Errorf("%v\n%s", err, cmp.Diff(kept, again))
	}
	o.Kept = &kept
	out := filepath.Join(t.TempDir(), "out.vsix")
	r, err := wrap.Wrap(t.Context(), pack, out, o)
	if err != nil {
		t.Fatal(err)
	}
	loader := contents(t, out)["extension/"+r.Loader]
	text, ok := strings.CutPrefix(loader, string(kept.Loader))
	if !ok || string(kept.Loader) != bundle {
		t.Fatalf("the loader begins with %.80q", loader)
	}
	var told bytes.Buffer
	if err := json.Compact(&told, kept.Sidecar); err != nil {
		t.Fatal(err)
	}
	told.Truncate(len(bytes.TrimSpace(told.Bytes())))
	if want := strings.ReplaceAll(
		strings.ReplaceAll(told.String(), `\`, `\\`),
		`'`,
		`\'`,
	); !strings.HasPrefix(
		text,
		"start(module, require, '"+want+"', '",
	) {
		t.Errorf("the loader is told\n%s\nand kept is\n%s", text, want)
	}
	// A change of one file of code is a change of one line.
	other := files()
	other["out/data.json"] = "[2]"
	changed, err := keep(t, folder(t, other), o)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(kept.Sidecar), "\n"), strings.Split(string(changed.Sidecar), "\n")
	n := 0
	for i := range was {
		if len(is) != len(was) || was[i] != is[i] {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d lines differ:\n%s\n%s", n, kept.Sidecar, changed.Sidecar)
	}
}

// Nothing is wrapped from a loader that is not what comes out.
func TestAKeptLoaderThatIsAnother(t *testing.T) {
	kept, err := keep(t, folder(t, files()), enforcing(policy.New("Acme.toy")))
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*wrap.Kept){
		"its text":   func(k *wrap.Kept) { k.Loader = append(bytes.Clone(k.Loader), "//\n"...) },
		"its table":  func(k *wrap.Kept) { k.Sidecar = bytes.Replace(k.Sidecar, []byte("enforce"), []byte("observe"), 1) },
		"its blanks": func(k *wrap.Kept) { k.Sidecar = bytes.TrimSpace(k.Sidecar) },
		"nothing":    func(k *wrap.Kept) { *k = wrap.Kept{} },
	} {
		o := enforcing(policy.New("Acme.toy"))
		mine := kept
		change(&mine)
		o.Kept = &mine
		_, err := wrap.Wrap(t.Context(), archive(t, files(), nil), filepath.Join(t.TempDir(), "out.vsix"), o)
		var refusal *wrap.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), "the loader that is kept") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Its own folder does not ship: the table would be about itself.
func TestALoaderThatWouldShip(t *testing.T) {
	own := files()
	own[".ringfence/config.yml"] = "fenced: true\n"
	_, err := keep(t, archive(t, own, nil), enforcing(policy.New("Acme.toy")))
	var refusal *wrap.Refusal
	if !errors.As(err, &refusal) || !strings.Contains(err.Error(), ".ringfence/** in .vscodeignore") {
		t.Errorf("%v", err)
	}
}

func enforcing(p policy.Policy) wrap.Options {
	o := options()
	o.Mode, o.Policy = wrap.Enforce, p
	return o
}
