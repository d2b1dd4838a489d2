package recording

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

// workTime bounds one extension's workload; commands that wait for a window
// that never comes take their time-outs out of it.
const workTime = 100 * time.Second

// maxAbout bounds the resources that are kept of one function and file.
const maxAbout = 400

// npmHost is the npm registry's, which no file of this repository names.
const npmHost = "registry.npm" + "js.org"

// Outcome is a new recording and what it came from.
type Outcome struct {
	Recording Recording
	Aliases   Aliases
	// Steps are what the workload did, and how each step ended.
	Steps map[string]string
}

// Record runs one extension of the corpus twice, with the settings it comes with
// and with the others, and notes what it called. scratch is an empty directory.
func Record(ctx context.Context, corpusDir string, e corpus.Extension, scratch string) (Outcome, error) {
	server, err := serve()
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	defer server.close()
	calls := ""
	out := Recording{Extension: e.ID, Calls: []Call{}}
	steps, id := map[string]string{}, ""
	for _, round := range []string{"first", "other"} {
		manifest, options, err := prepare(ctx, corpusDir, e, scratch, round)
		if err == nil {
			err = server.furnish(options.Workspace)
		}
		if err != nil {
			return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
		}
		if round == "other" {
			options.Settings = manifest.others(options.Settings)
		}
		calls = options.Record
		result, err := exthost.Run(ctx, options)
		if err != nil {
			return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
		}
		out.Version, out.Host, id = manifest.Version, options.Kit.String(), result.ID
		out.Workbench = append(out.Workbench, slices.Sorted(maps.Keys(result.Calls))...)
		if !result.Activated {
			out.Error = strings.ReplaceAll(firstLine(result.Error), corpusDir, "")
		}
		for step, how := range result.Steps {
			steps[round+": "+step] = how
		}
	}
	slices.Sort(out.Workbench)
	out.Workbench = slices.Compact(out.Workbench)
	rec, err := exthost.ReadRecording(calls)
	if err != nil {
		return Outcome{}, fmt.Errorf("recording %s: %w", e.ID, err)
	}
	for _, c := range rec.Calls {
		if c.Extension != id { // a sibling's
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
		for k, r := range c.About {
			if r.Role == catalog.RoleURL { // what is asked for is no resource, and may be a key
				r.Value, _, _ = strings.Cut(r.Value, "?")
			}
			c.About[k].Value = strings.ReplaceAll(r.Value, npmHost, "npm.example.org")
		}
		about := exthost.SortResources(c.About)
		out.Calls[i].About = about[:min(len(about), maxAbout)]
	}
	return Outcome{out, rec.Aliases, steps}, nil
}

type manifest struct {
	Version               string
	ExtensionDependencies []string
	Contributes           struct{ Configuration configuration }
}

// prepare lays out a run of one extension below scratch, in a workspace of that
// name. All runs below one scratch are recorded into one place.
func prepare(ctx context.Context, corpusDir string, e corpus.Extension, scratch, name string) (manifest, exthost.Options, error) {
	var m manifest
	data, err := os.ReadFile(filepath.Join(e.Dir, "package.json"))
	if err != nil {
		return m, exthost.Options{}, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, exthost.Options{}, fmt.Errorf("reading its manifest: %w", err)
	}
	o := exthost.Options{
		Kit: exthost.Current(), Extension: e.Dir, Workspace: filepath.Join(scratch, name), Record: filepath.Join(scratch, "calls"),
		Resources: true, Exercise: true, Thorough: true, Timeout: workTime,
		Env: map[string]string{"no_proxy": "127.0.0.1", "NO_PROXY": "127.0.0.1"},
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
	return m, o, os.MkdirAll(o.Record, 0o755)
}

func sameFunctionAndFile(a, b exthost.Recorded) bool {
	return a.Module == b.Module && a.Member == b.Member && a.File == b.File
}

// configuration is a list of groups of settings, or one of them.
type configuration []group

type group struct {
	Properties map[string]struct {
		Type    any
		Default any
		Enum    []any
	}
}

// UnmarshalJSON reads one group as a list of one.
func (c *configuration) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte("[")) {
		return json.Unmarshal(data, (*[]group)(c))
	}
	*c = make(configuration, 1)
	return json.Unmarshal(data, &(*c)[0])
}

// others turns every switch among an extension's settings the other way, and
// takes the last choice of each list; what switches the whole off stays on.
func (m manifest) others(settings map[string]any) map[string]any {
	out := map[string]any{}
	for _, g := range m.Contributes.Configuration {
		for id, s := range g.Properties {
			on, isSwitch := s.Default.(bool)
			switch {
			case isSwitch && on && (strings.HasSuffix(id, ".enabled") || strings.HasSuffix(id, ".enable")):
			case isSwitch:
				out[id] = !on
			case len(s.Enum) > 1 && s.Default != nil:
				out[id] = s.Enum[len(s.Enum)-1]
				if out[id] == s.Default || out[id] == "off" || out[id] == "never" {
					out[id] = s.Enum[len(s.Enum)-2]
				}
			}
		}
	}
	for id, value := range settings {
		if _, ok := out[id].(bool); !ok {
			out[id] = value
		}
	}
	delete(out, "php.validate.executablePath") // it is searched for then
	return out
}

// settings switch on what is off by default and would leave code unreached.
func settings(workspace string) map[string]any {
	return map[string]any{
		"php.validate.executablePath": filepath.Join(workspace, "bin", "php"),
		"grunt.autoDetect":            "on", "gulp.autoDetect": "on", "jake.autoDetect": "on", "npm.autoDetect": "on",
		"git.allowForcePush": true, "git.allowNoVerifyCommit": true, "git.confirmForcePush": false,
		"git.autofetch": true, "git.useEditorAsCommitInput": false, "git.confirmSync": false, "git.enableSmartCommit": true,
		"markdown.validate.enabled": true, "json.schemaDownload.enable": true,
		"emmet.extensionsPath": []string{workspace}, "css.customData": []string{"./data.json"}, "html.customData": []string{"./data.json"},
		"json.schemas": []any{map[string]any{"fileMatch": []string{"data.json"}, "url": "./schema.json"}},
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
