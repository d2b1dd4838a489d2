package recording

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// workTime bounds one extension's workload; commands that wait for a window
// that never comes take their time-outs out of it.
const workTime = 100 * time.Second

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
	data, err := os.ReadFile(filepath.Join(e.Dir, "package.json"))
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	var manifest struct {
		Version               string
		ExtensionDependencies []string
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		return Outcome{}, fmt.Errorf("recording %s: reading its manifest: %w", e.ID, err)
	}
	var siblings []string
	for _, id := range manifest.ExtensionDependencies {
		if dir := filepath.Join(corpusDir, id); dirExists(dir) {
			siblings = append(siblings, dir)
		}
	}
	kit := exthost.Current()
	workspace := filepath.Join(scratch, "workspace")
	if err := exthost.PrepareWorkspace(ctx, workspace); err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	calls := filepath.Join(scratch, "calls")
	if err := os.Mkdir(calls, 0o755); err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	result, err := exthost.Run(ctx, exthost.Options{
		Kit: kit, Extension: e.Dir, Siblings: siblings, Workspace: workspace, Record: calls,
		Exercise: true, Timeout: workTime, Settings: settings(workspace),
	})
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	rec, err := exthost.ReadRecording(calls)
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	out := Recording{Extension: e.ID, Version: manifest.Version, Host: kit.String(), Calls: []Call{}}
	if !result.Activated {
		out.Error = strings.ReplaceAll(firstLine(result.Error), corpusDir, "")
	}
	for _, c := range rec.Calls {
		if c.Extension != result.ID { // a sibling's
			continue
		}
		c.Extension = ""
		if n := len(out.Calls); n > 0 && sameFunctionAndFile(out.Calls[n-1].Recorded, c) {
			continue // the first place of a file stands for the others
		}
		out.Calls = append(out.Calls, Call{c})
	}
	return Outcome{out, rec.Aliases, result.Steps}, nil
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
