package extension

import (
	"os"
	"path/filepath"
	"strings"
)

// folderKind tells a repository from an installed extension, of which every file
// counts: VS Code runs them all, whatever a .vscodeignore among them says. So what
// is installed must not pass for a repository by anything that its author could put
// into the archive.
//
//   - .vsixmanifest wins. VS Code makes it of the archive's own manifest, and no
//     author has one in a repository.
//   - "__metadata" in package.json is VS Code's as well, but authors who worked on an
//     installed copy commit it. A clone has a .git; and so may an archive, which VS Code
//     unpacks as it is. What tells the two apart is the folder above, which is not the
//     author's to write: editors list there what they installed.
//   - Where nothing there tells, a .git that is one makes it a repository, and that this
//     is doubtful is said (doubt). Code that ships and loads a file which .vscodeignore
//     leaves out is seen in part, which the facts say.
func folderKind(root *os.Root, dir string, limits Limits) (kind Source, doubt bool) {
	has := func(name string) bool {
		_, err := root.Lstat(name)
		return err == nil
	}
	if has(".vsixmanifest") {
		return Installed, false
	}
	if data, err := (rootFS{root, limits.MaxManifest}).ReadFile(manifestName); err == nil && strings.Contains(string(data), `"__metadata"`) {
		if amongInstalled(dir) || !isClone(root) {
			return Installed, false
		}
		return Repository, true
	}
	if filepath.Base(dir) == "extension" {
		if _, err := os.Lstat(filepath.Join(filepath.Dir(dir), vsixManifestName)); err == nil {
			return Directory, false
		}
	}
	// None of these is ever packaged, so a folder that has one was not.
	for _, name := range []string{".vscodeignore", ".git", "package-lock.json", "yarn.lock", "npm-shrinkwrap.json"} {
		if has(name) {
			return Repository, false
		}
	}
	return Directory, false
}

// amongInstalled holds for a folder beside the lists that an editor keeps of the
// extensions it installed and of those it is about to remove.
func amongInstalled(dir string) bool {
	for _, name := range []string{"extensions.json", ".obsolete"} {
		if _, err := os.Lstat(filepath.Join(filepath.Dir(dir), name)); err == nil {
			return true
		}
	}
	return false
}

// isClone holds for a folder with git's own folder, or with the file that a work
// tree and a submodule have in its place.
func isClone(root *os.Root) bool {
	info, err := root.Lstat(".git")
	if err != nil {
		return false
	}
	if info.Mode().IsRegular() {
		data, err := (rootFS{root, 4 << 10}).ReadFile(".git")
		return err == nil && strings.HasPrefix(string(data), "gitdir: ")
	}
	head, err := root.Lstat(".git/HEAD")
	if err != nil || !head.Mode().IsRegular() {
		return false
	}
	for _, name := range []string{".git/objects", ".git/refs"} {
		if info, err := root.Lstat(name); err != nil || !info.IsDir() {
			return false
		}
	}
	return true
}
