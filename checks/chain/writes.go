package chain

import (
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
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

// plantedAt finds the soil that a call writes to. Where the path is not known, the names of such
// places that stand beside the call are taken for it.
func plantedAt(in check.Input, u facts.Use, e catalog.Entry) (soil, string, bool) {
	if !writesContent(u, e) {
		return soil{}, "", false
	}
	known := false
	for _, role := range []catalog.Role{catalog.RolePathDest, catalog.RolePath} {
		for _, v := range uses.WithRole(u, e, role) {
			for _, p := range uses.Texts(v) {
				text := strings.ReplaceAll(p.String(), `\`, "/")
				if s, ok := soilOf(in.Catalog, text); ok {
					return s, text, true
				}
				known = known || strings.Trim(strings.ReplaceAll(text, "<unknown>", ""), "/.") != "" && p[len(p)-1].Kind != facts.Unknown
			}
		}
	}
	if known {
		return soil{}, "", false
	}
	for _, s := range nearStrings(in, u.Where) {
		if found, ok := soilOf(in.Catalog, "<unknown>/"+s.Text); ok && found.named {
			return found, s.Text, true
		}
	}
	return soil{}, "", false
}
