package documents

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Observe takes over what the logs of a repository say that its extension did; code is
// the extension whose code is asked what it names.
func Observe(ctx context.Context, p *process.Process, logs []string, repository, code string) error {
	_, there, err := Folder(p, repository)
	if err != nil {
		return err
	}
	file, ok := there(policygen.PolicyFile)
	if !ok {
		return exit.Usagef("there is no %s; what was seen is compared with it: ringfence policy generate makes it", escape.Quoted(file))
	}
	static, err := ReadPolicy(p, file)
	if err != nil {
		return err
	}
	log := &observation.Log{Extension: static.Extension}
	for _, name := range logs {
		if err := readLog(p, log, name); err != nil {
			return err
		}
	}
	if len(log.Uses) == 0 && log.Others > 0 {
		return exit.Usagef("the logs are not about %s", escape.Quoted(static.Extension))
	}
	names, err := namedIn(ctx, p, code)
	if err != nil {
		return err
	}
	decision, err := observation.Decide(log, static, names)
	if err != nil {
		return err
	}
	if err := writeObserved(p, there, decision); err != nil {
		return err
	}
	return printObserved(p, log, decision)
}

// readLog reads one log. What is no plain file could keep us for ever.
func readLog(p *process.Process, log *observation.Log, name string) error {
	info, err := os.Stat(p.Path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return exit.Usagef("there is no log %s; a wrapped extension writes %s: ringfence observe FOLDER/ringfence.jsonl", escape.Quoted(name),
			"ringfence.jsonl into the editor's folder globalStorage/ringfence/PUBLISHER.NAME")
	case err != nil:
		return exit.AsUsage(err)
	case !info.Mode().IsRegular():
		return exit.Usagef("%s is no file; a log is named by its file: ringfence observe FOLDER/ringfence.jsonl", escape.Quoted(name))
	}
	f, err := os.Open(p.Path(name))
	if err != nil {
		return exit.AsUsage(err)
	}
	defer f.Close()
	before := *log
	if err := log.Read(f); err != nil {
		return exit.Usagef("%s: %w", escape.Quoted(name), err)
	}
	if log.Unread > before.Unread && known(log) == known(&before) {
		return exit.Usagef("%s is no log of the loader: none of its lines is one. The page of permissions of a wrapped extension "+
			"names its log: https://github.com/ringfence-dev/ringfence/blob/main/docs/guide/wrap.md", escape.Quoted(name))
	}
	return nil
}

// known counts what was read of the loader's lines.
func known(l *observation.Log) int {
	return len(l.Uses) + l.Others + l.Redacted + l.Denied + l.Failures + l.Full + l.Dropped
}

// one are the words of a line that counts one.
var one = strings.NewReplacer(
	"uses cannot", "use cannot", "uses hold", "use holds", "password and are", "password and is",
	"lines were redacted and grant", "line was redacted and grants", "lines are", "line is", "logs end", "log ends",
	"sessions did more than their", "session did more than its", "uses are", "use is", "lines say", "line says",
)

// namedIn reads the code that is asked what it names.
func namedIn(ctx context.Context, p *process.Process, target string) (observation.Names, error) {
	ext, err := extension.Load(ctx, p.Path(target), extension.Limits{})
	if err != nil {
		return nil, exit.AsUsage(err)
	}
	defer ext.Close()
	var code observation.Code
	for _, f := range ext.Files() {
		if f.TooLarge || !slices.Contains([]string{".js", ".cjs", ".mjs"}, path.Ext(f.Path)) {
			continue
		}
		data, err := ext.ReadFile(f.Path)
		if err != nil {
			return nil, err
		}
		code.Add(string(data))
	}
	return code.Names, nil
}

// writeObserved joins a decision with the documents that are there, and writes
// those that changed.
func writeObserved(p *process.Process, there func(string) (string, bool), d observation.Decision) error {
	observed, ok := there(policygen.ObservedFile)
	if ok {
		before, err := ReadPolicy(p, observed)
		if err != nil {
			return err
		}
		if d.Observed, err = policy.Merge(before, d.Observed); err != nil {
			return exit.AsUsage(err)
		}
	}
	proposals, ok := there(policygen.ProposalsFile)
	if ok {
		data, err := p.ReadInput(proposals, policy.MaxBytes)
		if err != nil {
			return err
		}
		before, err := policy.ParseProposals(proposals, data)
		if err != nil {
			return exit.AsUsage(err)
		}
		if before.Extension != d.Proposals.Extension {
			return exit.Usagef("%s is about %s", escape.Quoted(proposals), escape.Quoted(before.Extension))
		}
		d.Proposals = before.With(d.Proposals.Entries...)
	}
	if err := p.Replace(observed, d.Observed.Bytes()); err != nil {
		return err
	}
	if len(d.Proposals.Entries) == 0 {
		if err := os.Remove(p.Path(filepath.Clean(proposals))); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return p.Replace(proposals, d.Proposals.Bytes())
}

// printObserved prints what became of the logs.
func printObserved(p *process.Process, log *observation.Log, d observation.Decision) error {
	for _, g := range d.Observed.Grants {
		if _, err := fmt.Fprintf(p.Stdout, "observed: %s\n", g); err != nil {
			return err
		}
	}
	for _, x := range d.Proposals.Entries {
		if _, err := fmt.Fprintf(p.Stdout, "proposed: %s\n          %s\n", x.Grant, x.Reason); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(p.Stdout, "%d uses: %d the policy has already, %d observed, %d proposed\n", len(log.Uses), d.Granted,
		len(d.Observed.Grants), len(d.Proposals.Entries)); err != nil {
		return err
	}
	for _, n := range []struct {
		count int
		what  string
	}{
		{d.Unwritable, "uses cannot be written as a grant of them alone"},
		{d.Secret, "uses hold what looks like a key or a password and are not written down"},
		{log.Redacted, "lines were redacted and grant nothing"},
		{log.Others, "lines are about another extension"}, {log.Unread, "lines are none of the loader's"},
		{log.Torn, "logs end in the middle of a line"}, {log.Full, "sessions did more than their log holds"},
		{log.Dropped, "uses are past the most that are kept"}, {log.Denied, "lines say what was denied"},
		{log.Failures, "lines say what went wrong in the loader"},
	} {
		if n.count > 0 {
			if n.count == 1 {
				n.what = one.Replace(n.what)
			}
			if _, err := fmt.Fprintf(p.Stderr, "ringfence: %d %s\n", n.count, n.what); err != nil {
				return err
			}
		}
	}
	return nil
}
