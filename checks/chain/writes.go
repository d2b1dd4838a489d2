package chain

import (
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// writesContent tells what puts a content into a file from what makes folders and changes modes.
func writesContent(u facts.Use, e catalog.Entry) bool {
	if len(uses.WithRole(u, e, catalog.RoleContent)) > 0 || len(uses.WithRole(u, e, catalog.RolePathDest)) > 0 {
		return true
	}
	return strings.HasSuffix(u.Member, "WriteStream")
}
