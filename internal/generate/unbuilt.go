package generate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/policygen"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Unbuilt names the entry of an extension when none of its entries is there to
// be read; empty: one is, or it has none.
func Unbuilt(ext *extension.Extension, program *facts.Program) string {
	name := ext.Manifest.Main
	if name == "" {
		name = ext.Manifest.Browser
	}
	if name == "" || program == nil {
		return ""
	}
	for _, e := range program.Entries {
		if e.Kind == facts.EntryMain || e.Kind == facts.EntryBrowser {
			return ""
		}
	}
	return name
}

// nameOf is the name that the extension of a folder gives itself.
func nameOf(p *process.Process, dir string, limits extension.Limits) (string, error) {
	f, err := process.OpenInside(p.Path(dir), "package.json")
	if err != nil {
		return "", exit.Usagef("--package: %s is no extension's folder: reading its package.json: %w", escape.Quoted(dir), err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limits.MaxManifest+1))
	if err != nil {
		return "", exit.Usagef("reading package.json of %s: %w", escape.Quoted(dir), err)
	}
	m, err := extension.ParseManifest(data, nil, limits)
	if err != nil {
		return "", exit.Usagef("reading package.json of %s: %w", escape.Quoted(dir), err)
	}
	if m.ID() == "" {
		return "", exit.Usagef("package.json of %s names no publisher and name", escape.Quoted(dir))
	}
	return m.ID(), nil
}

// losesNothing refuses to write the policy of an extension that is not built over
// one that grants what the new one does not: that was made of what is built, and
// nobody wants it gone. Sources take the place of the package only when somebody
// says so, also where they lose no line: what a gate compares is another thing then.
func losesNothing(p *process.Process, g Generated, target, out string, asked bool) error {
	if g.Unbuilt == "" && (asked || g.Policy.Result.Policy.Basis == policy.Package) {
		return nil
	}
	file := filepath.Join(out, policygen.PolicyFile)
	if err := p.NotLinked(file); err != nil {
		return err
	}
	if _, err := os.Stat(p.Path(file)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	data, err := p.ReadInput(file, policy.MaxBytes)
	if err != nil {
		return err
	}
	was, err := policy.Parse(file, data)
	if err != nil || was.Extension != g.Policy.Result.Policy.Extension {
		return nil //nolint:nilerr // what is no policy of this extension is replaced, as ever
	}
	has := map[string]bool{}
	for _, x := range g.Policy.Result.Policy.Grants {
		has[x.Key()] = true
	}
	lost := 0
	for _, x := range was.Grants {
		if !has[x.Key()] {
			lost++
		}
	}
	how := review.GenerateFromPackage(target, was.Extension)
	if g.Unbuilt == "" {
		if was.Basis == policy.Sources {
			return nil
		}
		loses := "and this one would be of sources"
		if lost > 0 {
			loses = fmt.Sprintf("and sources would lose %d of its lines", lost)
		}
		return exit.Usagef(
			"%s is not built. The policy in %s was made from the package, %s. Run: %s (or say --sources)",
			escape.Quoted(target),
			escape.Quoted(file),
			loses,
			how,
		)
	}
	if lost == 0 {
		return nil
	}
	return exit.Usagef(
		"%s is not built: package.json names %s, which is not there. The policy in %s was made from what is built, and %d of its lines would "+
			"be lost. Run: %s",
		escape.Quoted(target),
		escape.Quoted(g.Unbuilt),
		escape.Quoted(file),
		lost,
		how,
	)
}
