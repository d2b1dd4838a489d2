package fleet

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/org"
)

// Plan says which shard scans what.
type Plan struct {
	FleetVersion int     `json:"fleetVersion"`
	Shards       []Shard `json:"shards"`
}

// Shard is one job's share.
type Shard struct {
	// Shard counts from 1.
	Shard int `json:"shard"`
	// Size is the sum of the targets'.
	Size    int64    `json:"size"`
	Targets []Target `json:"targets"`
}

// Make splits targets into at most so many shards, none of them empty: the largest
// first, each to the shard that has least. The order of the targets does not count.
func Make(targets []Target, shards int) (Plan, error) {
	if len(targets) == 0 || len(targets) > MaxTargets {
		return Plan{}, fmt.Errorf("a fleet has 1 to %d targets, and there are %d; split what --list names", MaxTargets, len(targets))
	}
	if shards < 1 || shards > MaxShards {
		return Plan{}, fmt.Errorf("a fleet has 1 to %d shards; say how many with --shards", MaxShards)
	}
	sorted := slices.Clone(targets)
	slices.SortFunc(sorted, func(a, b Target) int {
		return cmp.Or(cmp.Compare(b.Size, a.Size), cmp.Compare(a.Name, b.Name))
	})
	p := Plan{FleetVersion: Version, Shards: []Shard{}}
	for i := range min(shards, len(sorted)) {
		p.Shards = append(p.Shards, Shard{Shard: i + 1, Targets: []Target{}})
	}
	for i, t := range sorted {
		least := 0
		for k, s := range p.Shards {
			// A shard without a target comes first, whatever the sizes.
			if len(s.Targets) == 0 && len(p.Shards[least].Targets) > 0 ||
				s.Size < p.Shards[least].Size && (len(s.Targets) == 0) == (len(p.Shards[least].Targets) == 0) {
				least = k
			}
		}
		if i > 0 && strings.EqualFold(sorted[i-1].Name, t.Name) {
			return Plan{}, fmt.Errorf("%s is named twice", escape.Printable(t.Name, 300))
		}
		p.Shards[least].Targets = append(p.Shards[least].Targets, t)
		p.Shards[least].Size += t.Size
	}
	for _, s := range p.Shards {
		slices.SortFunc(s.Targets, func(a, b Target) int { return cmp.Compare(a.Name, b.Name) })
	}
	return p, p.validate()
}

// Bytes writes a plan in its one form.
func (p Plan) Bytes() ([]byte, error) { return encode(p) }

// ReadPlan reads a plan and gives its digest, by which parts name it.
func ReadPlan(data []byte) (Plan, string, error) {
	var p Plan
	if err := decode(data, &p); err != nil {
		return p, "", fmt.Errorf("reading the plan: %w", err)
	}
	if err := p.validate(); err != nil {
		return p, "", fmt.Errorf("reading the plan: %w", err)
	}
	sum := sha256.Sum256(data)
	return p, hex.EncodeToString(sum[:]), nil
}

func (p Plan) validate() error {
	if p.FleetVersion != Version {
		return fmt.Errorf("it is of version %d, and this program reads %d; plan again with this one: ringfence fleet plan",
			p.FleetVersion, Version)
	}
	if len(p.Shards) == 0 || len(p.Shards) > MaxShards {
		return fmt.Errorf("it has %d shards; plan again: ringfence fleet plan", len(p.Shards))
	}
	names := map[string]int{}
	for i, s := range p.Shards {
		if s.Shard != i+1 || len(s.Targets) == 0 {
			return fmt.Errorf("shard %d is not in its place, or empty; plan again: ringfence fleet plan", i+1)
		}
		var size int64
		for _, t := range s.Targets {
			if t.Repository != "" && !org.IsRepository(t.Repository) || t.Path != "" && !local(t.Path) || t.Path == "" && t.Repository == "" ||
				t.Name != path.Join(t.Repository, t.Path) || t.Size < 0 || t.Size > maxSize || !escape.IsPrintable(t.Name, maxWords) {
				return fmt.Errorf("the target %s is not as a plan has it", escape.Printable(t.Name, 300))
			}
			if _, twice := names[strings.ToLower(t.Name)]; twice || len(names) == MaxTargets {
				return errors.New("a target is named twice, or there are too many; plan again: ringfence fleet plan")
			}
			names[strings.ToLower(t.Name)] = i
			size += t.Size
		}
		if size != s.Size {
			return fmt.Errorf("shard %d has another size than its targets; plan again: ringfence fleet plan", s.Shard)
		}
	}
	for name := range names {
		if _, within := overlapping(names, path.Dir(name)); within {
			return fmt.Errorf("%s lies in another target and would count twice", escape.Printable(name, 300))
		}
	}
	return nil
}

// Matrix is the plan as GitHub Actions wants a matrix, on one line: a job for each
// shard, with its number and the repositories it has to check out.
func (p Plan) Matrix() ([]byte, error) {
	type job struct {
		Shard        int    `json:"shard"`
		Of           int    `json:"of"`
		Repositories string `json:"repositories"`
	}
	matrix := struct {
		Include []job `json:"include"`
	}{[]job{}}
	for _, s := range p.Shards {
		var repositories []string
		for _, t := range s.Targets {
			if t.Repository != "" {
				repositories = append(repositories, t.Repository)
			}
		}
		slices.Sort(repositories)
		// The names were checked: none holds a space or means something to a shell.
		matrix.Include = append(matrix.Include, job{s.Shard, len(p.Shards), strings.Join(slices.Compact(repositories), " ")})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(matrix); err != nil {
		return nil, fmt.Errorf("writing the matrix: %w", err)
	}
	return b.Bytes(), nil
}
