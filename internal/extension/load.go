package extension

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// LoadAs is Load for a caller who knows better what path is; an empty source
// means to find out. A .vsix is always one.
func LoadAs(ctx context.Context, name string, source Source, limits Limits) (*Extension, error) {
	if err := limits.check(); err != nil {
		return nil, err
	}
	limits = limits.withDefaults()
	info, err := os.Stat(name)
	if err != nil {
		var why *fs.PathError
		if errors.As(err, &why) {
			err = why.Err
		}
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	var e *Extension
	switch {
	case info.Mode().IsRegular() && (source == "" || source == VSIX):
		e, err = loadVSIX(name, limits)
	case info.IsDir() && source != VSIX:
		e, err = loadFolder(ctx, name, source, limits)
	case source != "":
		err = fmt.Errorf("it cannot be read as %s", source)
	default:
		err = errors.New("it is neither a folder nor a file")
	}
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", name, err)
	}
	return e, nil
}

// finish reads the manifests through the store, which must be ready, and puts
// everything in order.
func (e *Extension) finish(vsixManifest File) (err error) {
	defer func() {
		if err != nil {
			_ = e.store.close()
		}
	}()
	slices.SortFunc(e.files, compareFiles)
	slices.SortFunc(e.sources, compareFiles)
	if err := e.readManifest(); err != nil {
		return err
	}
	if vsixManifest.Path != "" {
		e.readVSIXManifest(vsixManifest)
	}
	slices.SortStableFunc(e.problems, compareProblems)
	return nil
}

func compareFiles(a, b File) int { return cmp.Compare(a.Path, b.Path) }

func (e *Extension) readManifest() error {
	f, ok := e.Stat(manifestName)
	if !ok {
		return errors.New("there is no package.json")
	}
	data, err := e.read(f, e.limits.MaxManifest)
	if err != nil {
		return err
	}
	words := e.readTranslations()
	e.Manifest, err = ParseManifest(data, words, e.limits)
	if err != nil {
		return err
	}
	e.problems = append(e.problems, e.Manifest.problems...)
	return nil
}

// maxLanguages bounds how many translations are looked at.
const maxLanguages = 100

// readTranslations reads all package.nls*.json and gives the English words.
func (e *Extension) readTranslations() translations {
	var words translations
	n := 0
	for _, f := range e.files {
		if !isNLS(f.Path) {
			continue
		}
		if n++; n > maxLanguages {
			e.problem(f.Path, BadTranslation, "it is not read: there are over %d translations", maxLanguages)
			break
		}
		data, err := e.read(f, e.limits.MaxManifest)
		if err != nil {
			e.problem(f.Path, BadTranslation, "%v", err)
			continue
		}
		w, problems := readNLS(f.Path, data, e.limits.MaxDepth)
		e.problems = append(e.problems, problems...)
		if f.Path == "package.nls.json" {
			words = w
		}
	}
	return words
}

func (e *Extension) readVSIXManifest(f File) {
	data, err := e.read(f, e.limits.MaxManifest)
	if err == nil {
		e.VSIX, err = ParseVSIXManifest(data, e.limits)
	}
	if err != nil {
		e.problem(f.Path, BadVSIXManifest, "%v", err)
		return
	}
	e.problems = append(e.problems, disagreements(f.Path, e.VSIX, e.Manifest)...)
}

func (e *Extension) problem(file string, kind ProblemKind, format string, args ...any) {
	e.problems = append(e.problems, Problem{File: file, Kind: kind, Message: fmt.Sprintf(format, args...)})
}

const vsixManifestName = "extension.vsixmanifest"

// MainMissing says that package.json names a main file that does not ship;
// in a repository it is not built yet. VS Code adds ".js" where it lacks it.
func (e *Extension) MainMissing() bool { return e.entryMissing(e.Manifest.Main) }

// BrowserMissing is MainMissing for the browser entry.
func (e *Extension) BrowserMissing() bool { return e.entryMissing(e.Manifest.Browser) }

func (e *Extension) entryMissing(entry string) bool {
	if entry == "" {
		return false
	}
	_, ok := e.Entry(entry)
	return !ok
}

// Entry finds the shipped file that an entry of the manifest ("./out/main")
// means, as Node resolves it: as it is, with an extension, or as a folder.
func (e *Extension) Entry(entry string) (File, bool) {
	clean := path.Clean(strings.TrimLeft(strings.ReplaceAll(entry, "\\", "/"), "/"))
	for _, try := range []string{"", ".js", ".cjs", ".mjs", ".json", ".node", "/index.js", "/index.cjs", "/index.mjs", "/index.json",
		"/index.node"} {
		p := clean + try
		i, ok := slices.BinarySearchFunc(e.files, p, func(f File, p string) int { return cmp.Compare(f.Path, p) })
		if ok {
			return e.files[i], true
		}
	}
	return File{}, false
}
