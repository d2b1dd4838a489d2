package main

import (
	"archive/tar"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The packages of the npm registry: one that people install, and one with the program
// for each platform, of which npm installs the one that fits. Nothing is run on the way:
// no package has an install script.
const (
	npmScope = "@ringfence-dev/"
	npmMain  = npmScope + "cli"
)

//go:embed npm/ringfence.cjs
var npmLauncher string

//go:embed npm/README.md
var npmReadme string

// npmOf is how npm calls a platform of Go.
func npmOf(platform string) (system, machine string) {
	system, machine, _ = strings.Cut(platform, "_")
	return map[string]string{"darwin": "darwin", "linux": "linux", "windows": "win32"}[system],
		map[string]string{"amd64": "x64", "arm64": "arm64"}[machine]
}

// npmManifest is a package.json, in the order in which it is written.
type npmManifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	License      string            `json:"license"`
	Repository   map[string]string `json:"repository"`
	Bin          map[string]string `json:"bin,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	Files        []string          `json:"files"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"`
}

// npmPackages writes the packages of a version below out, a folder each, as `npm publish`
// takes them. program gives the program of a platform; nil data: that platform is left out
// of this run, and the main package names it all the same, since a release has it.
func npmPackages(version, out string, license []byte, program func(platform string) ([]byte, error)) error {
	if version == "" {
		return errors.New("the packages of npm need a version")
	}
	base := npmManifest{
		Version: version, License: "Apache-2.0",
		Repository: map[string]string{"type": "git", "url": "git+https://github.com/ringfence-dev/ringfence.git"},
	}
	main := base
	main.Name, main.Description = npmMain, "Least privilege for VS Code extensions: scan, policy, gate and loader"
	main.Bin = map[string]string{"ringfence": "bin/ringfence.cjs"}
	main.Files, main.Engines, main.Optional = []string{"bin"}, map[string]string{"node": ">=18"}, map[string]string{}
	for _, platform := range platforms {
		system, machine := npmOf(platform)
		name := npmMain + "-" + system + "-" + machine
		main.Optional[name] = version
		data, err := program(platform)
		if err != nil {
			return fmt.Errorf("the program for %s: %w", platform, err)
		}
		if data == nil {
			continue
		}
		one := base
		one.Name, one.Description = name, "The program of "+npmMain+" for "+system+" on "+machine+"; install that package"
		one.OS, one.CPU, one.Files, one.PreferUnplug = []string{system}, []string{machine}, []string{"bin"}, true
		binary := "bin/ringfence"
		if system == "win32" {
			binary += ".exe"
		}
		if err := npmPackage(out, one, map[string][]byte{binary: data, "LICENSE": license}); err != nil {
			return err
		}
	}
	return npmPackage(out, main, map[string][]byte{
		"bin/ringfence.cjs": []byte(npmLauncher), "README.md": []byte(npmReadme), "LICENSE": license,
	})
}

// npmPackage writes one package into a folder named as it.
func npmPackage(out string, m npmManifest, files map[string][]byte) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("writing package.json: %w", err)
	}
	files["package.json"] = append(text, '\n')
	dir := filepath.Join(out, filepath.FromSlash(m.Name))
	for name, data := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("making the package's folder: %w", err)
		}
		mode := os.FileMode(0o644)
		if strings.HasPrefix(name, "bin/") {
			mode = 0o755
		}
		if err := os.WriteFile(file, data, mode); err != nil {
			return fmt.Errorf("writing the package: %w", err)
		}
	}
	return nil
}

// npmFromRelease writes the packages of the release that a build left in dist. Every
// archive is there and has the sum that is said of it, or nothing is written.
func npmFromRelease(dist, out string) error {
	t, err := tableOf(dist)
	if err != nil {
		return err
	}
	license, err := os.ReadFile("LICENSE")
	if err != nil {
		return fmt.Errorf("reading the licence: %w", err)
	}
	return npmPackages(t.version, out, license, func(platform string) ([]byte, error) {
		return programIn(filepath.Join(dist, "ringfence_"+t.version+"_"+platform+".tar.gz"))
	})
}

// programIn reads the program out of an archive of a release.
func programIn(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil, fmt.Errorf("%s holds no program", filepath.Base(file))
		}
		if err != nil {
			return nil, err
		}
		if name := filepath.Base(h.Name); h.Typeflag == tar.TypeReg && (name == "ringfence" || name == "ringfence.exe") {
			return io.ReadAll(r)
		}
	}
}
