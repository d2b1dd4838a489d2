package build

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The package managers.
const (
	npmName     = "npm"
	pnpmName    = "pnpm"
	classicName = "yarn"       // yarn 1
	berryName   = "yarn-berry" // yarn 2 and later, another program
)

// manager is the package manager a project is written for.
type manager struct {
	name string
	// version is exact; empty: for npm whatever the machine has.
	version string
	// sum is what packageManager says the version hashes to, "sha512.…" and
	// such; empty: nothing.
	sum string
	// folder is where its lock file lies, relative to the repository's root:
	// there it installs.
	folder string
	// locked is set when there is a lock file.
	locked bool
}

func (m manager) String() string {
	if m.version == "" {
		return m.name
	}
	return strings.TrimSuffix(m.name, "-berry") + " " + m.version
}

// unsupported are the lock files of bun, which is none of the managers here.
var unsupported = []string{"bun.lock", "bun.lockb"}

// noBun says what to do where bun is needed.
func noBun(where string) error {
	return fmt.Errorf(
		"%s: bun is not supported (npm, pnpm and yarn are); build the extension yourself and give the .vsix to \"ringfence gate\" with "+
			"--package, or to \"ringfence scan\"",
		where,
	)
}

var locks = []struct{ file, manager string }{
	{"package-lock.json", npmName}, {"npm-shrinkwrap.json", npmName}, {"pnpm-lock.yaml", pnpmName}, {"yarn.lock", classicName},
}

// detect finds the manager of the extension in folder: by the nearest lock
// file there or above it, up to the repository's root, and by the nearest
// "packageManager".
func detect(root *os.Root, folder string) (manager, error) {
	var named manager
	for dir := folder; ; dir = path.Dir(dir) {
		if named.name == "" {
			var err error
			if named, err = packageManager(root, dir); err != nil {
				return manager{}, err
			}
		}
		found, err := lockedBy(root, dir)
		if err != nil {
			return manager{}, err
		}
		if len(found) == 0 && named.name == "" {
			for _, file := range unsupported {
				if _, err := root.Lstat(filepath.FromSlash(path.Join(dir, file))); err == nil {
					return manager{}, noBun(path.Join(dir, file))
				}
			}
		}
		if len(found) > 0 || dir == "." {
			return choose(root, dir, found, named, folder)
		}
	}
}

func choose(root *os.Root, dir string, found []string, named manager, folder string) (manager, error) {
	if named.name == "" && dir != "." {
		// It may stand above the lock file.
		for up := path.Dir(dir); named.name == ""; up = path.Dir(up) {
			var err error
			if named, err = packageManager(root, up); err != nil {
				return manager{}, err
			}
			if up == "." {
				break
			}
		}
	}
	family := func(name string) string { return strings.TrimSuffix(name, "-berry") }
	switch {
	case len(found) == 0 && named.name == "":
		return manager{name: npmName, folder: folder}, nil
	case len(found) == 0:
		named.folder = folder
		return named, nil
	case named.name == "" && len(found) > 1:
		return manager{}, fmt.Errorf("there are lock files of %s and no packageManager that says which counts", strings.Join(found, " and "))
	case named.name != "" && !slices.Contains(found, family(named.name)):
		return manager{}, fmt.Errorf("packageManager is %s, and the lock file is %s's", family(named.name), strings.Join(found, "'s and "))
	case named.name != "":
		named.folder, named.locked = dir, true
		return named, nil
	}
	m := manager{name: found[0], folder: dir, locked: true}
	switch m.name {
	case pnpmName:
		text, err := readSmall(root, path.Join(dir, "pnpm-lock.yaml"))
		m.version = pnpmVersion(text)
		return m, err
	case classicName:
		text, err := readSmall(root, path.Join(dir, "yarn.lock"))
		if version := berryVersion(text); version != "" {
			m.name, m.version = berryName, version
		} else {
			m.version = yarnClassic
		}
		return m, err
	}
	return m, nil
}

// lockedBy names the managers that have a lock file in a folder.
func lockedBy(root *os.Root, dir string) ([]string, error) {
	var found []string
	for _, l := range locks {
		info, err := root.Lstat(filepath.FromSlash(path.Join(dir, l.file)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		case info.Mode().IsRegular() && !slices.Contains(found, l.manager):
			found = append(found, l.manager)
		}
	}
	return found, nil
}

// packageManagerRE is what corepack reads: a name, an exact version, a hash.
var packageManagerRE = lazyregexp.Lazy(
	`^(npm|pnpm|yarn)@([0-9]{1,5}\.[0-9]{1,5}\.[0-9]{1,5}(?:-[0-9A-Za-z.-]{1,50})?)(?:\+(sha224|sha256|sha512)\.([0-9a-f]{56,128}))?$`,
)

// packageManager reads the field of that name; none gives the zero value.
func packageManager(root *os.Root, dir string) (manager, error) {
	text, err := readSmall(root, path.Join(dir, "package.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return manager{}, nil
	}
	if err != nil {
		return manager{}, err
	}
	var m struct {
		PackageManager string `json:"packageManager"`
	}
	if err := json.Unmarshal(text, &m); err != nil || m.PackageManager == "" {
		return manager{}, nil // what the manifest is worth, vsce says
	}
	parts := packageManagerRE().FindStringSubmatch(m.PackageManager)
	if parts == nil && strings.HasPrefix(m.PackageManager, "bun@") {
		return manager{}, noBun(fmt.Sprintf("packageManager %q", escape.Printable(m.PackageManager, 100)))
	}
	if parts == nil {
		return manager{}, fmt.Errorf("packageManager %q names no exact version of npm, pnpm or yarn", escape.Printable(m.PackageManager, 100))
	}
	found := manager{name: parts[1], version: parts[2]}
	if parts[3] != "" {
		found.sum = parts[3] + "." + parts[4]
	}
	if found.name == classicName && !strings.HasPrefix(found.version, "1.") && !strings.HasPrefix(found.version, "0.") {
		found.name = berryName
	}
	return found, nil
}

// readSmall reads a regular file of the repository of at most 64 MiB, which
// lock files of large monorepos stay well below.
func readSmall(root *os.Root, name string) ([]byte, error) {
	const most = 64 << 20
	info, err := root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%q is no regular file of a reasonable size", name)
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
