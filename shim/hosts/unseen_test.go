package hosts_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
	"github.com/ringfence-dev/ringfence/internal/recall/tightness"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
	"github.com/ringfence-dev/ringfence/internal/testkit/loaderlog"
	"github.com/ringfence-dev/ringfence/internal/testkit/static"
	"github.com/ringfence-dev/ringfence/policygen/policy"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// unseen is what became of one extension that was built elsewhere: names and counts, none of its code.
type unseen struct {
	ID, Version string
	// Commit is the state of ringfence that met it first; empty where that was not kept.
	Commit string `json:",omitempty"`
	// List is the list of names drawn beforehand that it stands in, where it stands in one.
	List string `json:",omitempty"`
	// Unwrapped says why it does not activate without the loader; then nothing else is known.
	Unwrapped string `json:",omitempty"`
	// Commands are those that its manifest contributes, Ran those that ran without an error in
	// both runs without the loader.
	Commands, Ran int
	// Static is the run under the policy of the analysis alone, Observed the one that was
	// observed, Enforced the one with what observation granted by itself.
	Static, Observed, Enforced effect
	// Grants counts the lines of the analysis, Added those of the observation.
	Grants, Added int
	// Waiting is what waits for a person.
	Waiting []string `json:",omitempty"`
	// Accepted is the run in which a person accepted all that waited; nil where nothing did.
	Accepted *effect `json:",omitempty"`
	// Needed is what a run without the loader needed and how much of it the analysis found; nil
	// where nobody measured it.
	Needed *needed `json:",omitempty"`
}

// needed counts the functions with power and the resources that were used, and those the policy of the
// analysis does not allow.
type needed struct {
	Functions, Resources             int
	MissedFunctions, MissedResources []string `json:",omitempty"`
	// Granted counts the functions with power in the policy of the analysis; nil in older records.
	Granted *int `json:",omitempty"`
}

// reached reports that the run used three fifths of the functions with power that the analysis found, and that
// this is known.
func (n *needed) reached() (yes, known bool) {
	if n == nil || n.Granted == nil {
		return false, false
	}
	return 5*(n.Functions-len(n.MissedFunctions)) >= 3**n.Granted, true
}

// effect is how a run under the loader differs from the two without.
type effect struct {
	// Lost is what both runs without the loader did and this one did not.
	Lost   []string `json:",omitempty"`
	Denied []string `json:",omitempty"`
	// Warned counts what the loader told the person.
	Warned int
}

// ranCommands reports that at least four fifths of its commands ran without the loader, and one.
func (u unseen) ranCommands() bool { return u.Ran > 0 && 5*u.Ran >= 4*u.Commands }

// exercised reports that its commands ran and that the run reached what the analysis found.
func (u unseen) exercised() bool {
	reached, _ := u.Needed.reached()
	return u.ranCommands() && reached
}

// same reports that nothing was lost.
func (e effect) same() bool { return len(e.Lost) == 0 }

// brief is a resource without the code that may stand in it, of another language in a program's argument.
func brief(text string) string {
	if r := []rune(text); len(r) > 160 {
		return string(r[:100]) + "…"
	}
	return text
}

// briefly is brief of each.
func briefly(texts []string) []string {
	for i, t := range texts {
		texts[i] = brief(t)
	}
	return texts
}

// did is what a run did, by kind and name: a set, since the host's answers have no fixed number.
func did(r exthost.Result) map[string]bool {
	out := map[string]bool{}
	if r.Activated {
		out["activates"] = true
	}
	for _, c := range exthost.Own(r.Commands) {
		out["registers "+c] = true
	}
	for c := range r.Calls {
		if ownCall(c) {
			out["calls "+c] = true
		}
	}
	for step, how := range r.Steps {
		if how == "ok" {
			out["step "+step] = true
		}
	}
	return out
}

// compare says what under is short of and what it was denied.
func compare(plain [2]map[string]bool, under exthost.Result, data string) (effect, error) {
	var out effect
	is := did(under)
	for what := range plain[0] {
		if plain[1][what] && !is[what] {
			if how, tried := under.Steps[strings.TrimPrefix(what, "step ")]; tried {
				what += ": " + how
			}
			out.Lost = append(out.Lost, brief(loaderlog.Again.ReplaceAllString(what, "…")))
		}
	}
	slices.Sort(out.Lost)
	before, after, err := loaderlog.Denials(data, 0)
	out.Denied = briefly(slices.Compact(slices.Sorted(slices.Values(append(before, after...)))))
	for _, m := range under.Messages {
		if strings.Contains(m, "ringfence") {
			out.Warned++
		}
	}
	return out, err
}

// measure runs one extension: twice as it is, under the analysis alone, observed, under both, with
// what waited accepted, and once more to record what it needs.
func measure(ctx context.Context, source, scratch, keep string, o wrap.Options) (unseen, error) {
	var manifest struct {
		Publisher, Name, Version string
		Contributes              struct{ Commands []struct{ Command string } }
	}
	text, err := os.ReadFile(filepath.Join(source, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &manifest)
	}
	if err != nil {
		return unseen{}, err
	}
	out := unseen{
		ID: strings.ToLower(manifest.Publisher + "." + manifest.Name), Version: manifest.Version,
		Commands: len(manifest.Contributes.Commands),
	}
	// One place for all runs, as somebody's workspace has; named as the folders of a run are, which the comparison knows.
	above, err := os.MkdirTemp("", "exthost-")
	if err != nil {
		return out, err
	}
	defer os.RemoveAll(above)
	run := func(name, extension string) (exthost.Result, string, error) {
		data, err := os.MkdirTemp(scratch, "data-")
		if err != nil {
			return exthost.Result{}, "", err
		}
		options, err := asAPerson(ctx, out.ID, above)
		if err != nil {
			return exthost.Result{}, "", err
		}
		options.Extension, options.Data = extension, data
		r, err := exthost.Run(ctx, options)
		if err != nil {
			r.Error = err.Error() // a host that hangs is a result
		}
		// The whole of it, to look for a cause.
		text, err := json.MarshalIndent(r, "", " ")
		if err == nil {
			err = os.WriteFile(filepath.Join(keep, filepath.Base(source)+"."+name+".txt"), text, 0o644)
		}
		return r, data, err
	}
	var plain [2]map[string]bool
	for i := range plain {
		r, _, err := run("plain", source)
		if err != nil {
			return out, err
		}
		if !r.Activated {
			out.Unwrapped = strings.TrimSpace(strings.ReplaceAll(firstLine(r.Error), source, "${extension}"))
			return out, nil
		}
		plain[i] = did(r)
	}
	for _, c := range manifest.Contributes.Commands {
		if plain[0]["step command "+c.Command] && plain[1]["step command "+c.Command] {
			out.Ran++
		}
	}
	granted, names, err := static.Policy(ctx, source)
	if err != nil {
		return out, err
	}
	out.Grants = len(granted.Grants)
	under := func(name string, mode wrap.Mode, p policy.Policy) (effect, string, error) {
		o.Policy, o.Mode = p, mode
		to := filepath.Join(scratch, name, filepath.Base(source))
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return effect{}, "", err
		}
		if _, err := wrap.Wrap(ctx, source, to, o); err != nil {
			return effect{}, "", err
		}
		r, data, err := run(name, to)
		if err != nil {
			return effect{}, "", err
		}
		e, err := compare(plain, r, data)
		return e, data, err
	}
	if out.Static, _, err = under("static", wrap.Enforce, granted); err != nil {
		return out, err
	}
	var data string
	if out.Observed, data, err = under("observed", wrap.Observe, granted); err != nil {
		return out, err
	}
	decision, err := loaderlog.Decide(data, granted, names)
	if err != nil {
		return out, err
	}
	out.Added = len(decision.Observed.Grants)
	out.Waiting = briefly(loaderlog.Waiting(decision))
	both, err := policy.Merge(granted, decision.Observed)
	if err != nil {
		return out, err
	}
	if out.Enforced, _, err = under("enforced", wrap.Enforce, both); err != nil {
		return out, err
	}
	if len(decision.Proposals.Entries) > 0 {
		for _, e := range decision.Proposals.Entries {
			both.Grants = append(both.Grants, e.Grant)
		}
		accepted, _, err := under("accepted", wrap.Enforce, both)
		if err != nil {
			return out, err
		}
		out.Accepted = &accepted
	}
	out.Needed, err = need(ctx, source, scratch, above, granted)
	return out, err
}

// asAPerson is a run with what somebody who uses the extension has: the folder UNSEEN_WITH/ID holds
// settings.json, workspace-settings.json where the workspace brings some along, and workspace/, files that are added
// to the workspace, programs in its bin among them. The workspace is made anew in the folder above.
func asAPerson(ctx context.Context, id, above string) (exthost.Options, error) {
	o := exthost.Options{
		Exercise: true, Timeout: 60 * time.Second,
		Answers: map[string]string{"ringfence: ": ""}, // what the loader says is read, and not followed
	}
	if err := os.RemoveAll(above); err != nil {
		return o, err
	}
	o.Workspace = filepath.Join(above, "workspace")
	if err := os.MkdirAll(above, 0o755); err != nil {
		return o, err
	}
	if err := exthost.PrepareWorkspace(ctx, o.Workspace); err != nil {
		return o, err
	}
	with := filepath.Join(os.Getenv("UNSEEN_WITH"), strings.ToLower(id))
	if os.Getenv("UNSEEN_WITH") == "" {
		with = ""
	}
	if more := filepath.Join(with, "workspace"); with != "" && isFolder(more) {
		if err := os.CopyFS(o.Workspace, os.DirFS(more)); err != nil {
			return o, err
		}
	}
	// Programs are installed, not the workspace's.
	bin := filepath.Join(above, "bin")
	if err := os.CopyFS(bin, os.DirFS(filepath.Join(o.Workspace, "bin"))); err != nil {
		return o, err
	}
	o.Env = map[string]string{"PATH": bin + string(filepath.ListSeparator) + "/usr/local/bin:/usr/bin:/bin"}
	settings, err := settingsOf(id, o.Workspace, "settings.json")
	if err != nil {
		return o, err
	}
	o.Settings = settings
	o.WorkspaceSettings, err = settingsOf(id, o.Workspace, "workspace-settings.json")
	return o, err
}

// settingsOf reads a file of UNSEEN_WITH/ID, in which ${workspace} stands for a folder.
func settingsOf(id, workspace, file string) (out map[string]any, err error) {
	with := os.Getenv("UNSEEN_WITH")
	if with == "" {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(with, strings.ToLower(id), file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(strings.ReplaceAll(string(text), "${workspace}", workspace)), &out)
	}
	return out, err
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// need records a thorough run without the loader, and looks up in the policy what it needed.
func need(ctx context.Context, source, scratch, above string, p policy.Policy) (*needed, error) {
	o, err := asAPerson(ctx, p.Extension, above)
	if err != nil {
		return nil, err
	}
	o.Extension, o.Record, o.Resources, o.Thorough, o.Timeout = source, filepath.Join(scratch, "calls"), true, true, 100*time.Second
	if err := os.MkdirAll(o.Record, 0o755); err != nil {
		return nil, err
	}
	result, err := exthost.Run(ctx, o)
	if err != nil {
		return nil, err
	}
	read, err := exthost.ReadRecording(o.Record)
	if err != nil {
		return nil, err
	}
	recorded := recording.Recording{Extension: p.Extension}
	for _, c := range read.Calls {
		if c.Extension == result.ID {
			recorded.Calls = append(recorded.Calls, recording.Call{Recorded: c})
		}
	}
	functions, resources := tightness.Needs(catalog.Default(), recorded, recording.Aliases(read.Aliases))
	settings, err := settingsOf(p.Extension, "${workspace}", "settings.json")
	if err != nil {
		return nil, err
	}
	row, err := tightness.Compare(catalog.Default(), p.Extension, p, functions, resources, settings)
	if err != nil {
		return nil, err
	}
	missed := func(answers []tightness.Answer) (out []string) {
		for _, a := range answers {
			if a.Cover == tightness.Missed {
				out = append(out, brief(string(a.Section)+" "+a.Text))
			}
		}
		return out
	}
	return &needed{len(row.Functions), len(row.Resources), missed(row.Functions), missed(row.Resources), &row.Granted}, nil
}

// TestUnseen measures extensions that lie built in the folder UNSEEN, each in a folder of its own,
// and keeps what it measured as JSON in UNSEEN_DIR, so that a broken-off run goes on. UNSEEN_JOBS is how many at a time.
func TestUnseen(t *testing.T) {
	from, keep := os.Getenv("UNSEEN"), os.Getenv("UNSEEN_DIR")
	if from == "" {
		t.Skip("make unseen: extensions that somebody built (CONTRIBUTING.md)")
	}
	inHost(t)
	if keep == "" {
		keep = t.TempDir()
	}
	if err := os.MkdirAll(keep, 0o755); err != nil {
		t.Fatal(err)
	}
	manifests, err := filepath.Glob(filepath.Join(from, "*", "package.json"))
	if err != nil || len(manifests) == 0 {
		t.Fatalf("no folder with a package.json in %s: %v", from, err)
	}
	o := withLoader(t)
	workers, _ := strconv.Atoi(os.Getenv("UNSEEN_JOBS"))
	all := make([]unseen, len(manifests))
	var wait sync.WaitGroup
	turn := make(chan struct{}, cmp.Or(max(workers, 0), 4)) // most of a run is waiting
	for i, m := range manifests {
		wait.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			u, err := keptUnseen(t, keep, filepath.Dir(m), o)
			if err != nil {
				t.Errorf("%s: %v", m, err)
				return
			}
			all[i] = u
			t.Logf("%s: ran %d of %d commands; static %s; observed %s; enforced %s; %d + %d grants, %d wait; %s",
				u.ID, u.Ran, u.Commands, short(u.Static), short(u.Observed), short(u.Enforced), u.Grants, u.Added, len(u.Waiting), u.Unwrapped)
		})
	}
	wait.Wait()
	all = slices.DeleteFunc(all, func(u unseen) bool { return u.ID == "" }) // what could not be measured failed above
	text, err := json.MarshalIndent(all, "", "  ")
	if err == nil {
		err = os.WriteFile(filepath.Join(keep, "all.json"), append(text, '\n'), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func short(e effect) string { return fmt.Sprintf("lost %d denied %d", len(e.Lost), len(e.Denied)) }

func keptUnseen(t *testing.T, keep, source string, o wrap.Options) (out unseen, err error) {
	file := filepath.Join(keep, filepath.Base(source)+".json")
	if text, err := os.ReadFile(file); err == nil {
		return out, json.Unmarshal(text, &out)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return out, err
	}
	scratch := t.TempDir()
	defer os.RemoveAll(scratch)
	if out, err = measure(t.Context(), source, scratch, keep, o); err != nil {
		return out, err
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return out, err
	}
	return out, os.WriteFile(file, text, 0o600)
}
