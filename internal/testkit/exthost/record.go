package exthost

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
)

// Recorded is one place in an extension's own code that called a function of a
// Node core module. The zero value of a field is left out of JSON.
type Recorded struct {
	// Extension is the id of the extension the calling frame belongs to.
	Extension string `json:"extension,omitempty"`
	// Module and Member name the function: ("fs", "promises.readFile"),
	// ("net", "Socket().connect"), ("globals", "fetch").
	Module string `json:"module"`
	Member string `json:"member"`
	// Kind is "call" or "new".
	Kind string `json:"kind"`
	// File is the calling file, relative to the extension; Line and Column
	// count from 1.
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	// Process is where it ran: "host", or the entry file of a process, or
	// "worker".
	Process string `json:"process"`
	// About are the resources that calls at this place named, sorted; only
	// with Options.Resources.
	About []Resource `json:"about,omitempty"`
}

// merge joins sorted lines of the same place.
func merge(calls []Recorded) []Recorded {
	var out []Recorded
	for _, c := range calls {
		if n := len(out); n > 0 && out[n-1].samePlace(c) {
			out[n-1].About = append(out[n-1].About, c.About...)
			continue
		}
		c.About = slices.Clone(c.About)
		out = append(out, c)
	}
	for i := range out {
		out[i].About = SortResources(out[i].About)
	}
	return out
}

func (r Recorded) samePlace(o Recorded) bool {
	r.About, o.About = nil, nil
	return reflect.DeepEqual(r, o)
}

// Recording is all a run recorded.
type Recording struct {
	// Calls are sorted by module, member, place, and each is there once.
	Calls []Recorded
	// Aliases maps "module.member" to the other names of the same function.
	Aliases map[string][]string
	// Unwrapped are functions whose calls cannot be recorded.
	Unwrapped []string
}

// ReadRecording reads what the recorder wrote to a directory. The last line of
// a process that was killed may be cut off; it is dropped.
func ReadRecording(dir string) (Recording, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return Recording{}, err
	}
	var rec Recording
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return Recording{}, fmt.Errorf("reading the recording: %w", err)
		}
		if err := rec.add(data); err != nil {
			return Recording{}, fmt.Errorf("reading the recording %s: %w", filepath.Base(file), err)
		}
	}
	slices.SortFunc(rec.Calls, func(a, b Recorded) int {
		return cmp.Or(
			cmp.Compare(a.Extension, b.Extension), cmp.Compare(a.Module, b.Module), cmp.Compare(a.Member, b.Member),
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Process, b.Process),
		)
	})
	rec.Calls = merge(rec.Calls)
	return rec, nil
}

// add takes in one process's file: a line about the process, one about the
// recorder, then calls.
func (r *Recording) add(data []byte) error {
	var line struct {
		Recorded
		Entry     string
		Aliases   map[string][]string
		Unwrapped []string
	}
	process := ""
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		line.Recorded, line.Aliases = Recorded{}, nil
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			if !bytes.HasSuffix(data, []byte("\n")) && bytes.HasSuffix(data, lines.Bytes()) {
				return nil
			}
			return fmt.Errorf("line %d: %w", n, err)
		}
		switch {
		case n == 1:
			if process = line.Process; process == "process" {
				process = line.Entry
			}
		case line.Aliases != nil:
			r.Aliases, r.Unwrapped = line.Aliases, line.Unwrapped
		default:
			line.Recorded.Process = process
			r.Calls = append(r.Calls, line.Recorded)
		}
	}
	return lines.Err()
}
