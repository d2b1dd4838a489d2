package fleet

import (
	"path"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/config/strict"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
)

// Target is one thing to scan.
type Target struct {
	// Name is where it lies below the folder of all, with slashes: the repository
	// and the path in it. It is what reports call it.
	Name string `json:"name"`
	// Repository is owner/name; empty: it is no repository's.
	Repository string `json:"repository"`
	// Path is the folder or the archive within the repository, or on its own; empty:
	// every extension of the repository.
	Path string `json:"path"`
	// Size is how much there is to scan, in bytes or any other unit that all share.
	Size int64 `json:"size"`
}

// maxSize keeps sums of sizes within an integer.
const maxSize = 1 << 48

// ParseList reads a list of targets. file is its name in messages. The error is of
// type strict.Errors.
func ParseList(file string, data []byte) ([]Target, error) {
	r, doc := strict.New(file, "a list of extensions", MaxBytes, data)
	var out []Target
	if doc == nil {
		r.Fail(nil, "it lists no extension")
	} else if fields, ok := r.Fields(doc, "a list of extensions", []string{"extensions"}); ok {
		f, there := fields["extensions"]
		if !there {
			r.Fail(doc, "it has no list of extensions")
		} else {
			out = targets(r, f.Value)
		}
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return out, nil
}

func targets(r *strict.Reader, n *strict.Node) []Target {
	var out []Target
	lines := map[string]int{}
	items := r.Items(n, "extensions", MaxTargets)
	for _, item := range items {
		fields, ok := r.Fields(item, "an extension", []string{"repository", "path", "size"})
		if !ok {
			continue
		}
		before := r.Mistakes()
		var t Target
		if f, ok := fields["repository"]; ok {
			if t.Repository, ok = r.Text(f.Value, "repository", 140); ok && !org.IsRepository(t.Repository) {
				r.Fail(f.Value, "repository is owner/name, and %s is not", strict.Quoted(t.Repository))
			}
		}
		if f, ok := fields["path"]; ok {
			if t.Path, ok = r.Text(f.Value, "path", 300); ok && !local(t.Path) {
				r.Fail(f.Value, "path is relative and with slashes, and %s is not", strict.Quoted(t.Path))
			}
		}
		if f, ok := fields["size"]; ok {
			s, ok := r.Text(f.Value, "size", 40)
			if size, err := strconv.ParseInt(s, 10, 64); ok && (err != nil || size < 1 || size > maxSize) {
				r.Fail(f.Value, "size is a number of bytes, and %s is not", strict.Quoted(s))
			} else {
				t.Size = size
			}
		}
		if fields["repository"].Value == nil && fields["path"].Value == nil {
			r.Fail(item, "an extension needs a repository or a path")
		}
		if r.Mistakes() > before {
			continue
		}
		t.Name = path.Join(t.Repository, t.Path)
		if line, within := overlapping(lines, t.Name); within {
			r.Fail(item, "%s lies in what line %d names, and would count twice", strict.Quoted(t.Name), line)
			continue
		}
		lines[strings.ToLower(t.Name)] = item.Line
		out = append(out, t)
	}
	if len(items) == 0 && r.Mistakes() == 0 {
		r.Fail(n, "it lists no extension")
	}
	// What was named first may lie in what was named later.
	for _, t := range out {
		line := lines[strings.ToLower(t.Name)]
		delete(lines, strings.ToLower(t.Name))
		if other, within := overlapping(lines, t.Name); within {
			r.Fail(n, "%s of line %d lies in what line %d names, and would count twice", strict.Quoted(t.Name), line, other)
		}
		lines[strings.ToLower(t.Name)] = line
	}
	return out
}

// overlapping returns the line of a name that is this one or a folder above it.
func overlapping(lines map[string]int, name string) (line int, ok bool) {
	name = strings.ToLower(name)
	for name != "." && name != "/" {
		if line, ok = lines[name]; ok {
			return line, true
		}
		name = path.Dir(name)
	}
	return 0, false
}

// local reports a path that stays where it is, in its one spelling.
func local(p string) bool {
	return p == "." || finding.LocalPath(p) && path.Clean(p) == p
}
