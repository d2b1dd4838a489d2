package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// The forms of CycloneDX that are written, no more.
type (
	bom struct {
		Schema       string      `json:"$schema"`
		Format       string      `json:"bomFormat"`
		Spec         string      `json:"specVersion"`
		Version      int         `json:"version"`
		Metadata     bomMetadata `json:"metadata"`
		Components   []component `json:"components"`
		Dependencies []dependsOn `json:"dependencies"`
	}
	bomMetadata struct {
		Component  component  `json:"component"`
		Properties []property `json:"properties"`
	}
	component struct {
		Type    string    `json:"type"`
		Ref     string    `json:"bom-ref"`
		Name    string    `json:"name"`
		Version string    `json:"version,omitempty"`
		Hashes  []bomHash `json:"hashes,omitempty"`
		PURL    string    `json:"purl,omitempty"`
		// Properties hold a module's sum as go.sum has it: that is the hash of a
		// list of hashes and no file's.
		Properties []property `json:"properties,omitempty"`
	}
	bomHash struct {
		Alg     string `json:"alg"`
		Content string `json:"content"`
	}
	dependsOn struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// sbom is the document about what a program is made of, read from the program itself: the
// modules that Go's linker wrote down, the standard library among them. What a
// module holds of others, copied in, is not seen.
func sbom(program string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, fmt.Errorf("reading what %s is made of: %w", filepath.Base(program), err)
	}
	sum, err := sumOf(program)
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(bomOf(info, sum), "", "  ")
	return append(text, '\n'), err
}

// bomOf is the document about a build; sum is the program's SHA-256.
func bomOf(info *debug.BuildInfo, sum string) bom {
	name := path.Base(info.Path)
	root := component{Type: "application", Ref: name, Name: name, Hashes: []bomHash{{"SHA-256", sum}}}
	b := bom{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1,
		Metadata: bomMetadata{Component: root},
	}
	for _, s := range info.Settings {
		if slices.Contains([]string{"-trimpath", "-tags", "CGO_ENABLED", "GOOS", "GOARCH", "GOAMD64", "GOARM64"}, s.Key) {
			b.Metadata.Properties = append(b.Metadata.Properties, property{"ringfence:build:" + s.Key, s.Value})
		}
	}
	goVersion := strings.TrimPrefix(info.GoVersion, "go")
	b.Components = append(
		b.Components,
		component{Type: "library", Ref: "std", Name: "std", Version: goVersion, PURL: "pkg:golang/std@" + goVersion},
	)
	on := []string{"std"}
	for _, m := range info.Deps {
		c := moduleComponent(m)
		b.Components = append(b.Components, c)
		on = append(on, c.Ref)
	}
	slices.SortFunc(b.Components, func(a, c component) int { return strings.Compare(a.Ref, c.Ref) })
	slices.Sort(on)
	b.Dependencies = []dependsOn{{root.Ref, on}}
	return b
}

// moduleComponent is one module; one that is replaced by a folder of ours keeps
// its name, and has no address where others could get it.
func moduleComponent(m *debug.Module) component {
	if m.Replace != nil && strings.HasPrefix(m.Replace.Path, ".") {
		return component{Type: "library", Ref: m.Path, Name: m.Path}
	}
	if m.Replace != nil {
		m = m.Replace
	}
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := component{Type: "library", Ref: purl, Name: m.Path, Version: m.Version, PURL: purl}
	if m.Sum != "" {
		c.Properties = []property{{"ringfence:module:sum", m.Sum}}
	}
	return c
}
