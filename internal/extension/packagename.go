package extension

import "github.com/ringfence-dev/ringfence/internal/lazyregexp"

// packageName is an identifier that is a name of a file on every system.
var packageName = lazyregexp.Lazy(`^[A-Za-z0-9][A-Za-z0-9.-]{0,150}$`)

// PackageName returns the path of an extension's package in commands that are proposed;
// id is publisher.name. The package lies beside the clone, not in it: there git does not
// list it, it does not ship, and it stays when another branch is checked out.
func PackageName(id string) string {
	if !packageName().MatchString(id) {
		id = "extension"
	}
	return "../" + id + ".vsix"
}
