package lint

import (
	"strconv"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// The oldest version an engines.vscode admits: "^1.85.0", ">=1.85", "1.85.x".
var oldest = lazyregexp.Lazy(`^\s*(?:\^|~|>=|=)?\s*1\.(\d{1,6})(?:\.|$|[-\s])`)

// nodes returns the Node versions on which editors that satisfy engines.vscode
// run: those of 1.100, 1.117 and 1.139 are known. Where a version lies between
// two of them the older Node counts as well, and what is no version, or "*",
// admits all.
func nodes(editor string) []int {
	m := oldest().FindStringSubmatch(editor)
	if m == nil {
		return catalog.NodeVersions()
	}
	minor, err := strconv.Atoi(m[1])
	switch {
	case err != nil || minor < 117:
		return catalog.NodeVersions()
	case minor < 139:
		return []int{22, 24}
	}
	return []int{24}
}
