package build

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Description is how an extension would be built, as far as its files say. All
// text in it that people read is safe to print.
type Description struct {
	Project
	// Manager installs, with its version where that is known, and Lock is the
	// file that says what, relative to the repository's root; empty: none does.
	Manager, Lock string
	Node          Node
	// Entries are the files that main and browser name, relative to the
	// extension's folder.
	Entries []string
	// Prepublish is the script that vsce runs itself, as package.json has it;
	// empty: there is none.
	Prepublish string
	// Scripts are the names of the others that could build, sorted by how likely.
	Scripts []string
	// Preparing are what scripts run before they call vsce, as commands: "node prepare.js" of
	// "node prepare.js && vsce package".
	Preparing []string
	// makes is the one whose text names an entry; empty: none does.
	makes string
	// runner runs one of them.
	runner string
}

// buildScripts are the names under which people build, the likeliest first.
var buildScripts = []string{"build", "compile", "bundle", "build:prod", "build:production", "esbuild", "webpack", "rollup", "tsc"}

// scriptName is what a script may be called to be run by its name in a shell.
var scriptName = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9_.:-]{0,60}$`)

// Describe reads how the extension in a folder of a repository is built. It runs
// nothing.
func Describe(repository, folder string) (Description, error) {
	p, err := plan(Options{Repository: repository, Folder: folder})
	if err != nil {
		return Description{}, fmt.Errorf("reading how %s is built: %w", escape.Printable(folder, 200), err)
	}
	root, err := os.OpenRoot(repository)
	if err != nil {
		return Description{}, err
	}
	defer func() { _ = root.Close() }()
	d := Description{Project: p.project, Manager: p.manager.String(), Node: nodeOf(root, folder), runner: p.manager.runner()}
	if p.manager.locked {
		d.Lock = path.Join(p.manager.folder, p.manager.lockFile(root))
	}
	for _, entry := range []string{p.manifest.Main, p.manifest.Browser} {
		if entry != "" && !slices.Contains(d.Entries, path.Clean(entry)) {
			d.Entries = append(d.Entries, path.Clean(entry))
		}
	}
	d.scripts(p.manifest.Scripts)
	return d, nil
}

func (d *Description) scripts(all []extension.Pair) {
	texts := map[string]string{}
	for _, s := range all {
		texts[s.Key] = s.Value
	}
	d.Prepublish = texts["vscode:prepublish"]
	for _, name := range buildScripts {
		if text := texts[name]; text != "" && !packs(text) {
			d.Scripts = append(d.Scripts, name)
		}
	}
	var others []string
	for name, text := range texts {
		likely := strings.Contains(name, "build") || strings.Contains(name, "compile") || strings.Contains(name, "bundle")
		if likely && scriptName().MatchString(name) && !slices.Contains(d.Scripts, name) && !packs(text) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	d.Scripts = append(d.Scripts, others...)
	for _, s := range all {
		if before, _, ok := strings.Cut(s.Value, "vsce package"); ok {
			// npx and its kin belong to vsce; what does not end in && decides nothing here.
			if at := strings.LastIndex(before, "&&"); at > 0 && !packs(before[:at]) {
				d.Preparing = append(d.Preparing, strings.TrimSpace(before[:at]))
			}
		}
	}
	slices.Sort(d.Preparing)
	d.Preparing = slices.Compact(d.Preparing)
	// One that names the entry makes it, whatever it is called.
	makes := func(name string) bool {
		return slices.ContainsFunc(d.Entries, func(entry string) bool {
			entry = strings.TrimSuffix(entry, path.Ext(entry))
			return strings.Contains(entry, "/") && strings.Contains(texts[name], entry)
		})
	}
	if i := slices.IndexFunc(d.Scripts, makes); i >= 0 {
		d.makes = d.Scripts[i]
		d.Scripts = slices.Insert(slices.Delete(d.Scripts, i, i+1), 0, d.makes)
	}
}

// packs reports that a script packages or never ends.
func packs(text string) bool {
	return strings.Contains(text, "vsce") || strings.Contains(text, "ovsx") || strings.Contains(text, "watch")
}

// Command runs a script of package.json with the project's package manager.
func (d Description) Command(script string) string { return d.runner + " run " + script }

// Others returns the commands that may build, besides one that was tried.
func (d Description) Others(tried string) []string {
	out := slices.Clone(d.Preparing)
	for _, s := range d.Scripts {
		out = append(out, d.Command(s))
	}
	return slices.DeleteFunc(out, func(c string) bool { return c == tried })
}

// Likely is the command that builds what an entry needs, where vsce runs none
// itself: the script that names an entry, else the first with a name for it.
// Empty: nothing says.
func (d Description) Likely() string {
	if d.Prepublish != "" || len(d.Scripts) == 0 || d.makes == "" && !slices.Contains(buildScripts, d.Scripts[0]) {
		return ""
	}
	return d.Command(d.Scripts[0])
}

// runner is the program that runs the scripts of a project of this manager.
func (m manager) runner() string { return strings.TrimSuffix(m.name, "-berry") }

// lockFile is the name of the lock file that was seen.
func (m manager) lockFile(root *os.Root) string {
	for _, l := range locks {
		if info, err := root.Lstat(path.Join(m.folder, l.file)); err == nil && info.Mode().IsRegular() && l.manager == m.runner() {
			return l.file
		}
	}
	return ""
}
