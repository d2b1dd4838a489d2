package fleet

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/process"
)

// WritePlan splits the extensions of a list and of args into shards, writes the plan and
// prints the matrix.
func WritePlan(p *process.Process, args []string, list, root, out string, shards int) error {
	var targets []Target
	if list != "" {
		data, err := p.ReadBounded(list, MaxBytes)
		if err != nil {
			return err
		}
		if targets, err = ParseList(list, data); err != nil {
			return exit.Usagef("reading the list: %w", err)
		}
	}
	for _, a := range args {
		name := path.Clean(filepath.ToSlash(a))
		targets = append(targets, Target{Name: name, Path: name})
	}
	if len(targets) == 0 {
		return exit.Usagef("which extensions? name some, or a file of them with --list")
	}
	for i, t := range targets {
		if t.Size == 0 {
			targets[i].Size = measure(p, filepath.Join(root, filepath.FromSlash(t.Name)))
		}
	}
	plan, err := Make(targets, shards)
	if err != nil {
		return exit.AsUsage(err)
	}
	data, err := plan.Bytes()
	if err != nil {
		return err
	}
	matrix, err := plan.Matrix()
	if err != nil {
		return err
	}
	if err := p.Replace(out, data); err != nil {
		return err
	}
	_, err = p.Stdout.Write(matrix)
	return err
}

// unmeasured is the size of what is not there yet; most is how many files are
// looked at before what was seen is enough to go by.
const unmeasured, mostMeasured = 1 << 20, 100_000

// measure adds up the files of a target, as far as it is there.
func measure(p *process.Process, name string) int64 {
	var size int64
	files := 0
	err := filepath.WalkDir(p.Path(name), func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules") {
			return fs.SkipDir
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
			size += info.Size()
			files++
		}
		if files >= mostMeasured {
			return fs.SkipAll
		}
		return nil
	})
	if err != nil || files == 0 {
		return unmeasured
	}
	return size
}

// ReadPlanFile reads a plan and gives its digest.
func ReadPlanFile(p *process.Process, name string) (Plan, string, error) {
	if name == "" {
		return Plan{}, "", exit.Usagef("which plan? --plan names what fleet plan wrote")
	}
	data, err := p.ReadBounded(name, MaxBytes)
	if err != nil {
		return Plan{}, "", err
	}
	plan, digest, err := ReadPlan(data)
	if err != nil {
		return plan, "", exit.Usagef("%s: %w", escape.Quoted(name), err)
	}
	return plan, digest, nil
}

// unlinked refuses a path of which any part below root is a link: a repository
// could lead a scan out of itself.
func unlinked(p *process.Process, root, name string) error {
	at := root
	for part := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, part)
		if err := p.NotLinked(at); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(p.Path(at)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return errors.New("it was not there below the --root of fleet scan")
		}
		return err
	}
	return nil
}
