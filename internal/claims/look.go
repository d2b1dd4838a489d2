package claims

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Facts are what an extension claims, and what it brings to bear it out.
type Facts struct {
	Claims []Made
	Fence  Fence
	// Skipped are the files nobody looked into.
	Skipped []string
}

// Made is a claim in a file.
type Made struct {
	File string
	Claim
}

// Fence is what stands behind a claim.
type Fence string

// The fences.
const (
	// NoFence: nothing in the extension could bear a claim out.
	NoFence Fence = ""
	// Observing: a loader is in it that writes down and denies nothing.
	Observing Fence = "observe"
	// Enforcing: a loader is in it that holds it to a policy, as its package.json
	// says.
	Enforcing Fence = "enforce"
)

// maxFile is the largest file that is looked into.
const maxFile = 16 << 20

// read are the endings of the files that hold text for people.
var read = []string{".md", ".markdown", ".txt", ".json", ".js", ".cjs", ".mjs", ".ts", ".tsx", ".jsx", ".html"}

// Look looks through what an extension and its sources say, the packages below
// node_modules aside: what they claim is for others to answer.
func Look(ctx context.Context, e *extension.Extension) (*Facts, error) {
	out := &Facts{Fence: fence(e)}
	files := append(e.Files(), e.Sources()...)
	slices.SortFunc(files, func(a, b extension.File) int { return strings.Compare(a.Path, b.Path) })
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("looking for claims: %w", err)
		}
		if strings.Contains("/"+f.Path, "/node_modules/") || !slices.Contains(read, strings.ToLower(path.Ext(f.Path))) {
			continue
		}
		if f.Size > maxFile {
			out.Skipped = append(out.Skipped, f.Path)
			continue
		}
		data, err := e.ReadFile(f.Path)
		if err != nil {
			out.Skipped = append(out.Skipped, f.Path)
			continue
		}
		for _, c := range Find(data) {
			out.Claims = append(out.Claims, Made{f.Path, c})
		}
	}
	return out, nil
}

// fence reads what package.json says of a loader in the extension. It may lie,
// and gains nothing but a finding that says nothing.
func fence(e *extension.Extension) Fence {
	data, err := e.ReadFile("package.json")
	var m struct {
		RealEntryPoint string
		Ringfence      struct {
			Mode    Fence
			Browser string
		}
	}
	if err != nil || json.Unmarshal(data, &m) != nil || m.RealEntryPoint == "" {
		return NoFence
	}
	if m.Ringfence.Browser == "unfenced" {
		// Part of it runs without a loader: no claim about all of it is borne out.
		return NoFence
	}
	return m.Ringfence.Mode
}

// Judge says how far a fence bears a claim out.
func Judge(f Fence) (severity finding.Severity, because string) {
	switch f {
	case Enforcing:
		return finding.None, "a loader in it enforces a policy, which holds what its threat model names and no more"
	case Observing:
		return finding.Low, "the loader in it observes, and denies nothing"
	}
	return finding.Low, "VS Code runs every extension with all rights of its user, and nothing here says otherwise"
}
