package recording

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// workTime bounds one extension's workload; commands that wait for a window
// that never comes take their time-outs out of it.
const workTime = 100 * time.Second

// maxAbout bounds the resources that are kept of one function and file.
const maxAbout = 100

// Outcome is a new recording and what it came from.
type Outcome struct {
	Recording Recording
	Aliases   Aliases
	// Steps are what the workload did, and how each step ended.
	Steps map[string]string
}

// Record runs one extension of the corpus and notes what it called. scratch is
// an empty directory.
func Record(ctx context.Context, corpusDir string, e corpus.Extension, scratch string) (Outcome, error) {
	manifest, options, err := prepare(ctx, corpusDir, e, scratch)
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	kit, calls := options.Kit, options.Record
	result, err := exthost.Run(ctx, options)
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	rec, err := exthost.ReadRecording(calls)
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	out := Recording{Extension: e.ID, Version: manifest.Version, Host: kit.String(), Calls: []Call{}}
	out.Workbench = slices.Sorted(maps.Keys(result.Calls))
	if !result.Activated {
		out.Error = strings.ReplaceAll(firstLine(result.Error), corpusDir, "")
	}
	for _, c := range rec.Calls {
		if c.Extension != result.ID { // a sibling's
			continue
		}
		c.Extension = ""
		if n := len(out.Calls); n > 0 && sameFunctionAndFile(out.Calls[n-1].Recorded, c) {
			// The first place of a file stands for the others.
			out.Calls[n-1].About = append(out.Calls[n-1].About, c.About...)
			continue
		}
		out.Calls = append(out.Calls, Call{c})
	}
	for i, c := range out.Calls {
		about := exthost.SortResources(c.About)
		out.Calls[i].About = about[:min(len(about), maxAbout)]
	}
	return Outcome{out, rec.Aliases, result.Steps}, nil
}

type manifest struct {
	Version               string
	ExtensionDependencies []string
}

// prepare lays out a run of one extension below scratch.
func prepare(ctx context.Context, corpusDir string, e corpus.Extension, scratch string) (manifest, exthost.Options, error) {
	var m manifest
	data, err := os.ReadFile(filepath.Join(e.Dir, "package.json"))
	if err != nil {
		return m, exthost.Options{}, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, exthost.Options{}, fmt.Errorf("reading its manifest: %w", err)
	}
	o := exthost.Options{
		Kit: exthost.Current(), Extension: e.Dir, Workspace: filepath.Join(scratch, "workspace"), Record: filepath.Join(scratch, "calls"),
		Resources: true, Exercise: true, Timeout: workTime,
	}
	for _, id := range m.ExtensionDependencies {
		if dir := filepath.Join(corpusDir, id); dirExists(dir) {
			o.Siblings = append(o.Siblings, dir)
		}
	}
	o.Settings = settings(o.Workspace)
	if err := exthost.PrepareWorkspace(ctx, o.Workspace); err != nil {
		return m, o, err
	}
	return m, o, os.Mkdir(o.Record, 0o755)
}

func sameFunctionAndFile(a, b exthost.Recorded) bool {
	return a.Module == b.Module && a.Member == b.Member && a.File == b.File
}

// settings switch on what is off by default and would leave code unreached.
func settings(workspace string) map[string]any {
	return map[string]any{
		"php.validate.executablePath": filepath.Join(workspace, "bin", "php"),
		"grunt.autoDetect":            "on", "gulp.autoDetect": "on", "jake.autoDetect": "on", "npm.autoDetect": "on",
		"git.allowForcePush": true, "git.allowNoVerifyCommit": true, "git.confirmForcePush": false,
		"git.autofetch": true, "git.useEditorAsCommitInput": false, "git.confirmSync": false, "git.enableSmartCommit": true,
		"markdown.validate.enabled": true, "json.schemaDownload.enable": true,
		"emmet.extensionsPath": []string{workspace},
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func dirExists(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
