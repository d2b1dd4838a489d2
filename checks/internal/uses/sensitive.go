package uses

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"slices"
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
			all := Texts(v)
			for i, p := range all {
				if place, ok := c.SensitivePath(p.String()); ok {
					place, p = moreExact(c, place, p, all[i+1:])
					return place, p, role != catalog.RolePathSource && mayWrite(u, e), true
				}
			}
		}
	}
	return catalog.SensitivePath{}, nil, false, false
}

// ReadsKeys is the place, by its id, and the path of a call which reads what the person logs in with elsewhere: keys, and not who is known
// there or how that is set up, or the one file in which a program keeps logins.
func ReadsKeys(c *catalog.Catalog, u facts.Use, e catalog.Entry) (id, path string, ok bool) {
	if u.Kind != facts.Call || e.Capability != catalog.FileRead && e.Capability != catalog.VSFilesRead {
		return "", "", false
	}
	for _, v := range WithRole(u, e, catalog.RolePath) {
		for _, p := range Texts(v) {
			text := p.String()
			place, known := c.SensitivePath(text)
			if !known || !place.Anchored || place.Kind != "credential" {
				continue
			}
			if place.ID == "ssh" && keyFile().MatchString(text) || slices.Contains(loginFiles, place.ID) {
				return place.ID, text, true
			}
		}
	}
	return "", "", false
}

// loginFiles are places that are nothing but what somebody logs in with.
var loginFiles = []string{"docker", "netrc", "git-credentials", "pypirc", "pgpass", "vault", "npmrc", "cargo", "gem"}

// keyFile is a key in the folder of keys: by the usual name, or whichever it is.
var keyFile = lazyregexp.Lazy(`[/\\]\.ssh[/\\](id_\w+|[^/\\]*<unknown>)$`)

// moreExact is a further alternative of a path that is known to its end, where the first one is not and both are of one kind.
func moreExact(
	c *catalog.Catalog, place catalog.SensitivePath, p facts.Pattern, others []facts.Pattern,
) (catalog.SensitivePath, facts.Pattern) {
	last := func(p facts.Pattern) facts.PartKind { return p[len(p)-1].Kind }
	if len(p) == 0 || last(p) != facts.Unknown {
		return place, p
	}
	for _, o := range others {
		if len(o) == 0 || last(o) == facts.Unknown {
			continue
		}
		other, ok := c.SensitivePath(o.String())
		if ok && other.Kind == place.Kind && other.Severity == place.Severity && other.Anchored == place.Anchored {
			return other, o
		}
	}
	return place, p
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
