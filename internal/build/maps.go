package build

import (
	"archive/zip"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension"
)

// A package that is made for people holds no source maps, and without them a
// finding in a bundle is hard to place. So the maps that belong to its scripts
// are kept in an archive of their own beside it: those the build left, and, where
// it left none, those of a second run of the same bundler with its own switch for
// maps: its command line, where that can be read off the scripts, and else the whole
// build with keepmaps.cjs in it. The second run changes nothing of the package, which
// was made before; a map of it counts only when the script beside it is the packaged
// one to the byte.

// MapsSuffix takes the place of .vsix in the name of the archive that holds the
// source maps of a package.
const MapsSuffix = ".maps.zip"

// The bounds of that archive.
const (
	MaxMaps      = 2000
	maxMap       = 64 << 20
	maxMapsTotal = 512 << 20
)

// prepublish is the script that vsce runs before it packages.
const prepublish = "vscode:prepublish"

// switches are the bundlers whose command lines are known, each with the switch
// that makes it write maps and leaves the code as it is.
var switches = map[string]string{
	"webpack": "--devtool hidden-source-map",
	"esbuild": "--sourcemap=external",
	"rollup":  "--sourcemap hidden",
	"tsc":     "--sourceMap",
}

//go:embed keepmaps.cjs
var keepMaps []byte

// mapsOf gathers the maps of an archive's scripts that lie in the built folder,
// by their paths in the archive, and reports whether a script has none.
func mapsOf(ext *extension.Extension, folder string, into map[string][]byte) (lacking bool, err error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return false, fmt.Errorf("reading what was built: %w", err)
	}
	defer func() { _ = root.Close() }()
	total := 0
	for _, m := range into {
		total += len(m)
	}
	for _, f := range ext.Files() {
		name := f.Path + ".map"
		if !slices.Contains([]string{".js", ".cjs", ".mjs"}, path.Ext(f.Path)) || strings.Contains("/"+f.Path, "/node_modules/") ||
			into[name] != nil {
			continue
		}
		if _, ships := ext.Stat(name); ships {
			continue
		}
		packaged, err := ext.ReadFile(f.Path)
		if err != nil {
			continue
		}
		built, ok := readRegular(root, f.Path, int64(len(packaged))+4096)
		if !ok {
			continue
		}
		m, ok := readRegular(root, name, maxMap)
		if !ok || !bytes.Equal(unnamed(built), unnamed(packaged)) {
			lacking = true
			continue
		}
		if total += len(m); total > maxMapsTotal || len(into) == MaxMaps {
			return lacking, errors.New("the source maps are more than is kept; --no-maps keeps none")
		}
		into[name] = m
	}
	return lacking, nil
}

// unnamed is a script without the last line that names its map.
func unnamed(script []byte) []byte {
	if i := bytes.LastIndex(
		script,
		[]byte("\n//# sourceMappingURL="),
	); i >= 0 &&
		bytes.IndexByte(bytes.TrimRight(script[i+1:], "\n"), '\n') < 0 {
		script = script[:i]
	}
	return bytes.TrimRight(script, "\n")
}

func readRegular(root *os.Root, name string, most int64) ([]byte, bool) {
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return nil, false
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most))
	return data, err == nil
}

// gatherMaps returns the maps of the packaged archive's scripts. That there are none
// is no fault of a build: what goes wrong here is a note.
func (p *planned) gatherMaps(ctx context.Context, o Options, archive string, common step) (map[string][]byte, error) {
	ext, err := extension.LoadAs(ctx, archive, extension.VSIX, extension.Limits{})
	if err != nil {
		return nil, nil // which taking it says
	}
	defer func() { _ = ext.Close() }()
	folder := filepath.Join(p.work.source(), filepath.FromSlash(o.Folder))
	maps := map[string][]byte{}
	lacking, err := mapsOf(ext, folder, maps)
	if err != nil || !lacking || runtime.GOOS == "windows" {
		return maps, err
	}
	again := func(line string, env ...string) bool {
		s := common
		s.name, s.dir, s.env = "building once more for source maps", folder, append(slices.Clone(s.env), env...)
		s.command = []string{"/bin/sh", "-c", line}
		ended, failed := s.run(ctx)
		if failed != nil {
			p.notes = append(p.notes, "there are fewer source maps: "+failed.Error())
		}
		if ended > 0 {
			p.notes = append(p.notes, left(s.name, ended))
		}
		return failed == nil
	}
	bins := "$PWD/node_modules/.bin:" + filepath.Join(p.work.source(), "node_modules", ".bin")
	for _, line := range mapping(p.scripts, o.Command) {
		again(`PATH="` + bins + `:$PATH"; ` + line)
	}
	if _, err = mapsOf(ext, folder, maps); err != nil || !p.entryLacks(ext, maps) {
		return maps, err
	}
	preload := filepath.Join(p.work.tools(), "keepmaps.cjs")
	if err := os.WriteFile(preload, keepMaps, 0o600); err != nil {
		return maps, fmt.Errorf("keeping source maps: %w", err)
	}
	for _, line := range p.whole(o.Command) {
		if !again(line, "NODE_OPTIONS="+preloads(preload)) {
			break
		}
	}
	_, err = mapsOf(ext, folder, maps)
	return maps, err
}

// preloads is the value of NODE_OPTIONS with which Node reads a file first.
func preloads(file string) string {
	return `--require "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(file) + `"`
}

// entryLacks reports whether what a build made for an entry has no map. Other
// scripts without one are mostly written by hand, and not worth a second build.
func (p *planned) entryLacks(ext *extension.Extension, maps map[string][]byte) bool {
	for _, entry := range []string{p.manifest.Main, p.manifest.Browser} {
		for _, end := range []string{"", ".js", ".cjs", ".mjs", "/index.js"} {
			name := path.Clean(entry) + end
			if _, ships := ext.Stat(name); entry == "" || !ships || path.Ext(name) == "" {
				continue
			}
			if _, mapped := ext.Stat(name + ".map"); !mapped && maps[name+".map"] == nil {
				return true
			}
		}
	}
	return false
}

// whole are the command lines of a build in their order, as they were run before:
// the command that was asked for, and what vsce runs before it packages.
func (p *planned) whole(command string) (lines []string) {
	if command != "" {
		lines = append(lines, command)
	}
	if p.scripts[prepublish] != "" {
		runner := npmName // which vsce runs for pnpm's projects too
		if p.manager.name == classicName || p.manager.name == berryName {
			runner = "yarn"
		}
		lines = append(lines, runner+" run "+prepublish)
	}
	return lines
}

func writeMaps(root *os.Root, name string, maps map[string][]byte) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var names []string
	for n := range maps {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		w, err := z.Create(n)
		if err == nil {
			_, err = w.Write(maps[n])
		}
		if err != nil {
			return fmt.Errorf("writing source maps: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("writing source maps: %w", err)
	}
	// What lies there is of another build.
	_ = root.Remove(name)
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("writing source maps: %w", err)
	}
	_, err = f.Write(b.Bytes())
	return errors.Join(err, f.Close())
}

// mapping are the bundlers' own command lines of a build, each with its switch
// for maps: those of vscode:prepublish, of the command that was asked for, and of
// the scripts that these run.
func mapping(scripts map[string]string, command string) []string {
	var out []string
	seen := map[string]bool{}
	var follow func(line string, depth int)
	follow = func(line string, depth int) {
		if depth > 8 || len(out) > 20 {
			return
		}
		for _, part := range strings.FieldsFunc(strings.NewReplacer("&&", ";", "||", ";").Replace(line), func(r rune) bool {
			return r == ';' || r == '\n'
		}) {
			words := strings.Fields(part)
			if len(words) == 0 || strings.ContainsAny(part, "|&<>`$(){}") {
				continue
			}
			if words[0] == "npx" || words[0] == "cross-env" {
				words = words[1:]
			}
			for len(words) > 0 && strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") {
				words = words[1:]
			}
			if len(words) == 0 {
				continue
			}
			if s, ok := switches[words[0]]; ok {
				if strings.Contains(part, "--noEmit") || strings.Contains(part, "--watch") {
					continue
				}
				line := strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(part), "npx "), "cross-env ")) + " " + s
				if !seen[line] {
					seen[line] = true
					out = append(out, line)
				}
				continue
			}
			if words[0] != "npm" && words[0] != "yarn" && words[0] != "pnpm" && words[0] != "run-s" && words[0] != "run-p" &&
				words[0] != "npm-run-all" &&
				words[0] != "nr" {
				continue
			}
			for _, w := range words[1:] {
				if next, ok := scripts[w]; ok && !seen["script "+w] {
					seen["script "+w] = true
					follow(next, depth+1)
				}
			}
		}
	}
	follow(scripts[prepublish], 0)
	follow(command, 0)
	return out
}
