package uses

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// SensitiveArgument finds the sensitive place among the paths of a call, one
// that is written before one that is read.
func SensitiveArgument(
	c *catalog.Catalog,
	u facts.Use,
	e catalog.Entry,
) (place catalog.SensitivePath, pattern facts.Pattern, writes, ok bool) {
	for _, role := range []catalog.Role{catalog.RolePathDest, catalog.RolePath, catalog.RolePattern, catalog.RolePathSource} {
		for _, v := range WithRole(u, e, role) {
			for _, p := range Texts(v) {
				if place, ok := c.SensitivePath(p.String()); ok {
					return place, p, role != catalog.RolePathSource && mayWrite(u, e), true
				}
			}
		}
	}
	return catalog.SensitivePath{}, nil, false, false
}

// mayWrite reports whether a use changes what its path names. Flags decide
// where a function takes them: what is not known to only read may write.
func mayWrite(u facts.Use, e catalog.Entry) bool {
	if e.Capability == catalog.FileWrite || e.Capability == catalog.VSFilesWrite {
		return true
	}
	for _, v := range WithRole(u, e, catalog.RoleFlags) {
		if v.Props != nil && v.Alts == nil {
			// createReadStream's options: flags are one of them.
			flags, given := v.Props["flags"]
			if !given {
				continue
			}
			v = flags
		}
		for _, p := range Texts(v) {
			if s, ok := p.Constant(); !ok || s != "r" && s != "rs" && s != "sr" {
				return true
			}
		}
		if v.IsUnknown() && v.Open {
			return true
		}
	}
	return false
}
