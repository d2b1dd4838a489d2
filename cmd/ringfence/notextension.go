package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/build"
	"github.com/ringfence-dev/ringfence/internal/clients/npm"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/run"
)

// notExtension refuses what VS Code would not load: there is nothing to judge, and
// "unrestricted" would be said of code that nobody asked about. Of a folder that
// holds extensions it names them. A target that has no publisher VS Code loads, but
// with extensions below it is the root of a monorepo.
func (c *Command) notExtension(ctx context.Context, target string, ext *extension.Extension, o scanOptions) error {
	why := ext.Manifest.Refused()
	if why != "" {
		return exit.Usagef("%s is no VS Code extension: %s%s", quoted(target), why, c.below(ctx, target, o))
	}
	if (ext.Source == extension.Repository || ext.Source == extension.Directory) && ext.Manifest.Publisher == "" {
		if below := c.below(ctx, target, o); below != "" {
			return exit.Usagef(`%s is no extension to publish: its package.json names no "publisher"%s`, quoted(target), below)
		}
	}
	return nil
}

// below names the extensions that a folder holds and the command that takes one of
// them; empty when it holds none.
func (c *Command) below(ctx context.Context, target string, o scanOptions) string {
	if info, err := os.Stat(c.path(target)); strings.HasPrefix(target, npm.Prefix) || err != nil || !info.IsDir() {
		return ""
	}
	found, err := build.Discover(ctx, c.path(target))
	if err != nil || len(found.Projects) == 0 {
		return ""
	}
	const most = 5
	var names []string
	for _, p := range found.Projects[:min(most, len(found.Projects))] {
		names = append(names, fmt.Sprintf("%s (%s)", finding.Printable(placeBelow(target, p), 200), finding.Printable(p.ID(), 200)))
	}
	if more := len(found.Projects) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	which, verb := "one", o.verb
	if len(found.Projects) == 1 {
		which = "it"
	}
	if verb == "" {
		verb = "scan"
	}
	return fmt.Sprintf(". It holds %d: %s; name %s: ringfence %s %s", len(found.Projects), strings.Join(names, ", "), which, verb, run.Word(placeBelow(target, found.Projects[0])))
}

// placeBelow is the path of a project as it is written where target was.
func placeBelow(target string, p build.Project) string {
	return filepath.ToSlash(filepath.Join(target, filepath.FromSlash(p.Path)))
}
