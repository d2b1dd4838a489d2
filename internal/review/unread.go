package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// A base that nobody could build is compared by sources, and often one of them does
// not even parse: that is why nobody could build it. What lies behind such a file was
// there and was not seen, and a change that only mends the file did not bring it.

// lineBytes bounds a source that is compared line by line.
const lineBytes = 4 << 20

// unread reports a source of the base that ends being read at some line, as one that
// does not parse does, where the change has another text that was read.
func (r *repository) unread(ctx context.Context, base, head *report.Report, at, where string) bool {
	return slices.ContainsFunc(base.Code.BlindSpots, func(b report.BlindSpot) bool {
		if !b.Reached || b.File == "" || b.Line == 0 || strings.Contains("/"+b.File, "/node_modules/") {
			return false
		}
		if slices.ContainsFunc(head.Code.BlindSpots, func(h report.BlindSpot) bool { return h.File == b.File }) {
			return false
		}
		was, errBase := r.base.File(ctx, path.Join(where, b.File), lineBytes)
		is, errHead := r.readHead(path.Join(at, b.File), lineBytes)
		return errBase == nil && errHead == nil && !bytes.Equal(was, is)
	})
}

// completed is the base with the findings of the head whose lines it has: the place
// and every step of the way stand on a line that the base's file of that name holds
// too. A way through a line of the change's own stays new.
func (r *repository) completed(ctx context.Context, base, head *report.Report, at, where string) *report.Report {
	known := map[string][2][]string{}
	lines := func(file string) [2][]string {
		if both, ok := known[file]; ok {
			return both
		}
		var both [2][]string
		is, err := r.readHead(path.Join(at, file), lineBytes)
		if was, errBase := r.base.File(ctx, path.Join(where, file), lineBytes); err == nil && errBase == nil {
			both = [2][]string{strings.Split(string(is), "\n"), strings.Split(string(was), "\n")}
			for i, line := range both[1] {
				both[1][i] = strings.TrimSpace(line)
			}
			slices.Sort(both[1])
		}
		known[file] = both
		return both
	}
	had := func(l finding.Location) bool {
		both := lines(l.File)
		if l.Line < 1 || l.Line > len(both[0]) {
			return false
		}
		_, ok := slices.BinarySearch(both[1], strings.TrimSpace(both[0][l.Line-1]))
		return ok
	}
	out := *base
	out.Findings = slices.Clone(base.Findings)
	for _, f := range head.Findings {
		if had(f.Where) && !slices.ContainsFunc(f.Flow, func(s finding.Step) bool { return !had(s.Where) }) {
			out.Findings = append(out.Findings, f)
		}
	}
	return &out
}

// locks are the files in which package managers say what they install.
var locks = []string{"package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "bun.lockb"}

// samePackages reports that base and head ask for the same packages and lock the same:
// in the extension's folder and in those above it.
func (r *repository) samePackages(ctx context.Context, at, where string) bool {
	if asks, ok := r.dependencies(ctx, at, where); !ok || !asks {
		return false
	}
	if at != where {
		return false // moved: what lies above is another's
	}
	for dir := at; ; dir = path.Dir(dir) {
		for _, name := range locks {
			if !r.sameFile(ctx, path.Join(dir, name)) {
				return false
			}
		}
		if dir == "." {
			return true
		}
	}
}

// sameFile reports a file that base and head both have in the same bytes, or both lack.
func (r *repository) sameFile(ctx context.Context, name string) bool {
	const most = 64 << 20
	was, errBase := r.base.File(ctx, name, most)
	is, errHead := r.readHead(name, most)
	if errors.Is(errBase, fs.ErrNotExist) && errors.Is(errHead, fs.ErrNotExist) {
		return true
	}
	return errBase == nil && errHead == nil && bytes.Equal(was, is)
}

// dependencies compares what two manifests ask for. ok is false when one cannot be
// read.
func (r *repository) dependencies(ctx context.Context, at, where string) (same, ok bool) {
	most := extension.DefaultLimits().MaxManifest
	was, errBase := r.base.File(ctx, path.Join(where, "package.json"), most)
	is, errHead := r.readHead(path.Join(at, "package.json"), most)
	if errBase != nil || errHead != nil {
		return false, false
	}
	var sides [2]map[string]json.RawMessage
	for i, data := range [][]byte{was, is} {
		if err := json.Unmarshal(data, &sides[i]); err != nil {
			return false, false
		}
	}
	for _, section := range []string{
		"dependencies", "devDependencies", "optionalDependencies", "peerDependencies", "bundledDependencies", "bundleDependencies",
		"overrides", "resolutions", "pnpm", "workspaces", "packageManager", "patchedDependencies",
	} {
		var compact [2]bytes.Buffer
		for i, side := range sides {
			if raw, ok := side[section]; ok {
				if err := json.Compact(&compact[i], raw); err != nil {
					return false, false
				}
			}
		}
		if !bytes.Equal(compact[0].Bytes(), compact[1].Bytes()) {
			return false, true
		}
	}
	return true, true
}
