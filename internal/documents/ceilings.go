package documents

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// abovePolicy holds a policy's document against the organisation's ceilings, prints
// what is above and says whether anything is.
func abovePolicy(p *process.Process, dir string, of policy.Policy, today string, central *org.Named, repository string) (bool, error) {
	why, err := evidenceBeside(p, dir)
	if err != nil {
		return false, err
	}
	out, err := central.Judge(org.Input{
		File: central.File, SHA256: central.SHA256, Extension: of.Extension, Repository: repository, Policy: of, Evidence: why, Today: today,
	})
	if err != nil {
		return false, err
	}
	for _, ceiling := range out.Ceilings {
		for _, b := range ceiling.Breaches {
			level := "above"
			if b.Waiver != "" {
				level = "waived"
			}
			if _, err := fmt.Fprintf(p.Stdout, "%s %s (line %d of %s): %s\n", level, ceiling.Of, ceiling.Line, out.File, b.Text()); err != nil {
				return false, err
			}
			for _, place := range b.Places {
				if _, err := fmt.Fprintf(p.Stdout, "  %s\n", place.Text()); err != nil {
					return false, err
				}
			}
		}
		if ceiling.More > 0 {
			if _, err := fmt.Fprintf(p.Stdout, "above %s: %d more\n", ceiling.Of, ceiling.More); err != nil {
				return false, err
			}
		}
	}
	for _, w := range out.Waivers {
		if w.Use == org.Expired || w.Use == org.Unused {
			if _, err := fmt.Fprintf(p.Stdout, "warning waiver (line %d of %s): %s\n", w.Line, out.File, w.Text()); err != nil {
				return false, err
			}
		}
	}
	return out.Stands(), nil
}

// evidenceBeside reads the evidence of a repository's policy; without it a line has
// no places, and is above a ceiling none the less.
func evidenceBeside(p *process.Process, dir string) (evidence.Document, error) {
	file := filepath.Join(dir, policygen.EvidenceFile)
	if err := p.NotLinked(file); err != nil {
		return evidence.Document{}, err
	}
	if _, err := os.Lstat(p.Path(file)); errors.Is(err, fs.ErrNotExist) {
		return evidence.Document{}, nil
	}
	data, err := p.ReadBounded(file, evidence.MaxBytes)
	if err != nil {
		return evidence.Document{}, err
	}
	d, err := evidence.Parse(data)
	if err != nil {
		return d, exit.Usagef("%s: %w", escape.Quoted(file), err)
	}
	return d, nil
}
