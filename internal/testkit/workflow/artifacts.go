package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// The two actions that hand files from job to job, as their source has them. Their
// bundles lie in two repositories of GitHub and in no registry of packages, so they
// cannot be run here; TestTheBundlesAreInNoRegistry asks. What is done instead is
// derived from the source, and its lines are named:
//
//	download: actions/download-artifact, commit 3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c (v8.0.1), src/download-artifact.ts
//	upload:   actions/upload-artifact, commit bbbca2ddaa5d8feaa63e36b76fdaad77386f024f (v7.0.0), src/upload/upload-artifact.ts
//	search:   the same commit, src/shared/search.ts
//	glob:     @actions/glob 0.6.1, lib/internal-globber.js and lib/internal-pattern-helper.js
//
// The library below both, @actions/artifact, is in npm's registry. Every case of the two
// tables in artifacts_test.go was compared once with what the source of both actions
// does with version 6.2.1 of it and a local artifact service, and none differed. That
// source is not ours to keep here.
//
// The workflows pin upload-artifact at v7.0.1, whose source could not be had; its
// release notes name no change but of pages and one package.

// Upload and Download are the pins that this was derived for. A workflow that names
// another commit ends the test: the lines above have to be read again first.
const (
	Upload   = "actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a"
	Download = "actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c"
)

// Artifacts are those of one run.
type Artifacts struct {
	// Of are the files of each artifact by its name.
	Of map[string]map[string][]byte
}

// with is what a step gives an action, filled in.
type with map[string]string

func (w with) yes(name string) bool { return w[name] == "true" }

// only refuses an input that this stand-in does nothing about.
func (w with) only(known ...string) error {
	for _, name := range slices.Sorted(maps.Keys(w)) {
		if !slices.Contains(known, name) {
			return unknown("an input %s", name)
		}
	}
	return nil
}

// upload returns what is said; an error is that of the step.
func (a *Artifacts) upload(workspace string, in with) (string, error) {
	err := in.only("name", "path", "if-no-files-found", "retention-days", "compression-level", "overwrite", "include-hidden-files", "archive")
	if err != nil {
		return "", err
	}
	name := in["name"]
	if name == "" {
		name = "artifact"
	}
	if in["path"] == "" {
		return "", errors.New("Input required and not supplied: path") //nolint:staticcheck // the action's own words
	}
	found, root, err := search(workspace, in["path"], in.yes("include-hidden-files"))
	if err != nil {
		return "", err
	}
	if len(found) == 0 { // upload 31-52
		said := fmt.Sprintf("No files were found with the provided path: %s. No artifacts will be uploaded.\n", in["path"])
		switch in["if-no-files-found"] {
		case "", "warn":
			return "::warning::" + said, nil
		case "ignore":
			return said, nil
		case "error":
			return "", errors.New(strings.TrimSpace(said))
		}
		//nolint:staticcheck // the action's own words
		return "", fmt.Errorf("Unrecognized if-no-files-found input. Provided: %s", in["if-no-files-found"])
	}
	if in["archive"] == "false" { // upload 60-66, 81; the name is the file's (action.yml)
		if len(found) > 1 {
			//nolint:staticcheck // the action's own words
			return "", fmt.Errorf("When 'archive' is set to false, only a single file can be uploaded. Found %d files to upload", len(found))
		}
		name = filepath.Base(found[0])
	}
	if strings.ContainsAny(name, "\":<>|*?\r\n\\/") {
		return "", fmt.Errorf("The artifact name is not valid: %s", name) //nolint:staticcheck // the action's own words
	}
	if _, there := a.Of[name]; there && !in.yes("overwrite") {
		//nolint:staticcheck // the service's own words
		return "", errors.New("Failed to CreateArtifact: Received non-retryable error: Failed request: (409) Conflict: " +
			"an artifact with this name already exists on the workflow run")
	}
	files := map[string][]byte{}
	for _, f := range found {
		data, err := os.ReadFile(f)
		if err != nil {
			return "", err
		}
		inside, err := filepath.Rel(root, f)
		if err != nil || !filepath.IsLocal(inside) {
			//nolint:staticcheck // the action's own words
			return "", fmt.Errorf("The rootDirectory: %s is not a parent directory of the file: %s", root, f)
		}
		if in["archive"] == "false" {
			inside = filepath.Base(f)
		}
		files[filepath.ToSlash(inside)] = data
	}
	if a.Of == nil {
		a.Of = map[string]map[string][]byte{}
	}
	a.Of[name] = files
	return fmt.Sprintf("Artifact %s has been successfully uploaded with %d file(s)\n", name, len(files)), nil
}

// search finds the files of upload's input path, and the folder that names within
// the artifact are relative to.
func search(workspace, text string, hidden bool) (found []string, root string, err error) {
	var patterns []string
	for line := range strings.Lines(text) { // glob: create
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "!") || strings.HasPrefix(line, "~") || strings.Contains(line, "**") {
			return nil, "", unknown("the pattern %s", line)
		}
		if !filepath.IsAbs(line) {
			line = filepath.Join(workspace, line)
		}
		patterns = append(patterns, filepath.Clean(line))
	}
	paths := searchPaths(patterns)
	for _, p := range patterns {
		matches, err := filepath.Glob(p)
		if err != nil {
			return nil, "", err
		}
		for _, m := range matches {
			// A hidden file, or folder, that was found below a search path or is one; those above
			// it are not asked about (glob: globGenerator, "Hidden file or directory?").
			if below, _ := filepath.Rel(literal(p), m); !hidden && (dotted(below) || dotted(filepath.Base(literal(p)))) {
				continue
			}
			// implicitDescendants: what a pattern names with all that is below it (search 16).
			err := filepath.WalkDir(m, func(name string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				if name != m && !hidden && strings.HasPrefix(d.Name(), ".") {
					if d.IsDir() {
						return filepath.SkipDir
					}
					return nil
				}
				info, err := os.Stat(name) // links are followed (search 16-18)
				if err != nil {
					return nil //nolint:nilerr // omitBrokenSymbolicLinks (search 18)
				}
				if d.Type()&fs.ModeSymlink != 0 && info.IsDir() {
					return unknown("a link to a folder, %s", name)
				}
				if !info.IsDir() && !slices.Contains(found, name) { // search 106
					found = append(found, name)
				}
				return nil
			})
			if err != nil {
				return nil, "", err
			}
		}
	}
	slices.Sort(found)
	switch {
	case len(paths) > 1: // search 128-141
		root = ancestor(paths)
	case len(found) == 1 && paths[0] == found[0]: // search 147-152
		root = filepath.Dir(found[0])
	case len(paths) == 1: // search 154-157
		root = paths[0]
	}
	return found, root, nil
}

func dotted(name string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(name), "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." {
			return true
		}
	}
	return false
}

// literal is the part of a pattern before the first segment with a wildcard.
func literal(pattern string) string {
	segments := strings.Split(pattern, string(filepath.Separator))
	for i, s := range segments {
		if strings.ContainsAny(s, "*?[") {
			return filepath.Clean(strings.Join(segments[:i], string(filepath.Separator)) + string(filepath.Separator))
		}
	}
	return pattern
}

// searchPaths are where the search begins, without those below another one (glob:
// getSearchPaths). They count whether or not anything is there.
func searchPaths(patterns []string) []string {
	var all, out []string
	for _, p := range patterns {
		all = append(all, literal(p))
	}
	for _, p := range all {
		below := slices.Contains(out, p)
		for at := p; filepath.Dir(at) != at; at = filepath.Dir(at) {
			below = below || slices.Contains(all, filepath.Dir(at))
		}
		if !below {
			out = append(out, p)
		}
	}
	return out
}

// ancestor is the least common ancestor of the search paths, by whole segments
// (search 32-80).
func ancestor(paths []string) string {
	common := strings.Split(paths[0], string(filepath.Separator))
	for _, p := range paths[1:] {
		segments := strings.Split(p, string(filepath.Separator))
		n := 0
		for n < len(common) && n < len(segments) && common[n] == segments[n] {
			n++
		}
		common = common[:n]
	}
	return filepath.Clean(strings.Join(common, string(filepath.Separator)) + string(filepath.Separator))
}

// download writes artifacts into folders.
func (a *Artifacts) download(workspace string, in with) (string, error) {
	if err := in.only("name", "path", "pattern", "merge-multiple"); err != nil {
		return "", err
	}
	fails := func(format string, args ...any) (string, error) {
		return "", fmt.Errorf("Unable to download artifact(s): "+format, args...) // download 250
	}
	to := in["path"]
	switch { // download 45-51, 62
	case to == "":
		to = workspace
	case strings.HasPrefix(to, "~"):
		return "", unknown("a path below the home, %s", to)
	case !filepath.IsAbs(to):
		to = filepath.Join(workspace, to)
	}
	names := slices.Sorted(maps.Keys(a.Of))
	single := in["name"] != "" // download 60
	switch {
	case single: // download 85-101
		if _, there := a.Of[in["name"]]; !there {
			return fails("Artifact not found for name: %s", in["name"])
		}
		names = []string{in["name"]}
	case in["pattern"] != "": // download 157-163
		if strings.ContainsAny(in["pattern"], "{}!()|@+[]") {
			return "", unknown("the pattern %s", in["pattern"])
		}
		names = slices.DeleteFunc(names, func(name string) bool {
			ok, err := path.Match(in["pattern"], name)
			return err != nil || !ok
		})
	}
	for _, name := range names {
		dir := filepath.Join(to, name)
		if single || in.yes("merge-multiple") || len(names) == 1 { // download 190-194
			dir = to
		}
		for file, data := range a.Of[name] {
			at := filepath.Join(dir, filepath.FromSlash(file))
			if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o755), os.WriteFile(at, data, 0o644)); err != nil { //nolint:gosec // as unzipped
				return "", err
			}
		}
	}
	// Nothing that matches is no failure (download 176, 244).
	return fmt.Sprintf("Total of %d artifact(s) downloaded\n", len(names)), nil
}
