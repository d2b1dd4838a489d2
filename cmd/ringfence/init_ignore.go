package main

import (
	"errors"
	"io/fs"
	"path"

	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/initial"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/policygen"
)

// unpackaged adds the extension's .vscodeignore to the files where it has to change
// so that nothing init writes ships.
func (c *Command) unpackaged(b *setup) error {
	manifest, err := c.ownManifest(b)
	if err != nil {
		return err
	}
	p := initial.Packaging{HasFiles: manifest.HasFiles}
	for _, f := range manifest.Files {
		p.Files = append(p.Files, f.Value)
	}
	at := path.Join(b.folder, initial.Ignore)
	data, err := c.readText(b, at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	p.Ignore, p.HasIgnore = string(data), err == nil
	all := []initial.Unpacked{initial.Documents(
		run.PolicyName, run.ConfigName, policygen.Dir+"/"+initial.Evidence, initial.Uncommitted, run.LoaderName, run.SidecarName,
	)}
	if b.folder == "." {
		all = append(all, initial.Workflows(b.settings.WorkflowFile(), b.settings.ReleaseFile()))
	}
	text, lines, left := p.Unpackaged(all)
	if b.ignored = lines; len(lines) > 0 {
		b.files[at] = []byte(text)
	}
	switch {
	case left == "":
	case !p.HasIgnore && p.HasFiles:
		b.ships = left + ` ships with the extension: "files" of package.json lists it`
	default:
		b.ships = left + " ships with the extension: a line of .vscodeignore that begins with ! brings it back"
	}
	return nil
}

// ownManifest reads the extension's package.json as it lies in the repository.
func (c *Command) ownManifest(b *setup) (*extension.Manifest, error) {
	data, err := c.readText(b, path.Join(b.folder, "package.json"))
	if err != nil {
		return nil, err
	}
	manifest, err := extension.ParseManifest(data, nil, extension.DefaultLimits())
	if err != nil {
		return nil, exit.AsUsage(err)
	}
	return manifest, nil
}
