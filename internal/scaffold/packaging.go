package scaffold

import (
	"errors"
	"io/fs"
	"path"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/process"
	"github.com/ringfence-dev/ringfence/policygen"
)

// unpackaged adds the extension's .vscodeignore to the files where it has to change
// so that nothing init writes ships.
func unpackaged(p *process.Process, b *setup) error {
	manifest, err := ownManifest(p, b)
	if err != nil {
		return err
	}
	rules := Packaging{HasFiles: manifest.HasFiles}
	for _, f := range manifest.Files {
		rules.Files = append(rules.Files, f.Value)
	}
	at := path.Join(b.folder, Ignore)
	data, err := readText(p, b, at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rules.Ignore, rules.HasIgnore = string(data), err == nil
	all := []Unpacked{Documents(
		baseline.PolicyName, baseline.ConfigName, policygen.Dir+"/"+Evidence, Uncommitted, baseline.LoaderName, baseline.SidecarName,
	)}
	if b.folder == "." {
		all = append(all, Workflows(b.settings.WorkflowFile(), b.settings.ReleaseFile()))
	}
	text, lines, left := rules.Unpackaged(all)
	if b.ignored = lines; len(lines) > 0 {
		b.files[at] = []byte(text)
	}
	switch {
	case left == "":
	case !rules.HasIgnore && rules.HasFiles:
		b.ships = left + ` ships with the extension: "files" of package.json lists it`
	default:
		b.ships = left + " ships with the extension: a line of .vscodeignore that begins with ! brings it back"
	}
	return nil
}

// ownManifest reads the extension's package.json as it lies in the repository.
func ownManifest(p *process.Process, b *setup) (*extension.Manifest, error) {
	data, err := readText(p, b, path.Join(b.folder, "package.json"))
	if err != nil {
		return nil, err
	}
	manifest, err := extension.ParseManifest(data, nil, extension.DefaultLimits())
	if err != nil {
		return nil, exit.AsUsage(err)
	}
	return manifest, nil
}
