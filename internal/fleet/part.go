package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// PartFile is the name of a part's document; its reports lie beside it.
const PartFile = "shard.json"

// Part is what a shard leaves behind.
type Part struct {
	FleetVersion int `json:"fleetVersion"`
	// Plan is the digest of the plan it was made for.
	Plan  string `json:"plan"`
	Shard int    `json:"shard"`
	// Results are the shard's targets, in the plan's order.
	Results []Result `json:"results"`
}

// Result is what became of a target.
type Result struct {
	Target  string `json:"target"`
	Reports []File `json:"reports"`
	// Unreachable says, a sentence each, what of the target could not be scanned.
	Unreachable []string `json:"unreachable"`
}

// File is a report by its name beside the part and the digest of its bytes.
type File struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// NewFile names a report.
func NewFile(name string, data []byte) File {
	sum := sha256.Sum256(data)
	return File{name, hex.EncodeToString(sum[:])}
}

// Bytes writes a part in its one form.
func (p Part) Bytes() ([]byte, error) {
	p.FleetVersion = Version
	if p.Results == nil {
		p.Results = []Result{}
	}
	for i, r := range p.Results {
		if r.Reports == nil {
			p.Results[i].Reports = []File{}
		}
		if r.Unreachable == nil {
			p.Results[i].Unreachable = []string{}
		}
	}
	return encode(p)
}

// ReadPart reads a part.
func ReadPart(data []byte) (Part, error) {
	var p Part
	if err := decode(data, &p); err != nil {
		return p, err
	}
	if p.FleetVersion != Version {
		return p, fmt.Errorf("it is of version %d, and this program reads %d; scan again with this one: ringfence fleet scan",
			p.FleetVersion, Version)
	}
	if p.Shard < 1 || p.Shard > MaxShards || !isDigest(p.Plan) || p.Results == nil || len(p.Results) > MaxTargets {
		return p, errors.New("its shard, its plan or its results are not as a run leaves them; scan the shard again: ringfence fleet scan")
	}
	files := map[string]bool{}
	for _, r := range p.Results {
		if !escape.IsPrintable(r.Target, maxWords) || r.Reports == nil || r.Unreachable == nil {
			return p, errors.New("a result is not as a run leaves it; scan the shard again: ringfence fleet scan")
		}
		for _, f := range r.Reports {
			if !finding.LocalPath(f.Name) || path.Base(f.Name) != f.Name || !isDigest(f.SHA256) || files[strings.ToLower(f.Name)] {
				return p, fmt.Errorf("the report %s is named twice or not as a run names one", escape.Printable(f.Name, 120))
			}
			if files[strings.ToLower(f.Name)] = true; len(files) > MaxReports {
				return p, fmt.Errorf("it has more than %d reports; plan more shards: ringfence fleet plan --shards", MaxReports)
			}
		}
		for _, why := range r.Unreachable {
			if why == "" || !escape.IsPrintable(why, maxWords) {
				return p, errors.New("a reason of a result does not print; scan the shard again: ringfence fleet scan")
			}
		}
	}
	return p, nil
}

func isDigest(s string) bool {
	return len(s) == 64 && strings.Trim(s, "0123456789abcdef") == ""
}
