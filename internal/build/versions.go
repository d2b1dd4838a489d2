package build

import "github.com/ringfence-dev/ringfence/internal/lazyregexp"

// The versions used where a project names none, with what npm says they hash
// to. Lock files of one manager are not read by every version of it: an older
// form would be written anew, which a frozen install refuses.
const (
	yarnClassic = "1.22.22"
	yarn3       = "3.8.7"
	yarn49      = "4.9.2"
	yarn4       = "4.18.1"
	pnpm7       = "7.33.7"
	pnpm8       = "8.15.9"
	pnpm10      = "10.34.8"
)

// integrity is the sha512 of the tarball of a version of ours, as npm writes it.
var integrity = map[string]string{
	"yarn@" + yarnClassic:         "sha512-prL3kGtyG7o9Z9Sv8IPfBNrWTDmXB4Qbes8A9rEzt6wkJV8mUvoirjU0Mp3GGAU06Y0XQyA3/2/RQFVuK7MTfg==",
	"@yarnpkg/cli-dist@" + yarn3:  "sha512-YMoAlLR9f+kxXjK72ggBIidi3ulQQrQpMSxzrLUt0OUk9Xdst2v26LBSYFlzOm+7KRNWgYIJpFjA8uRnCgB5xQ==",
	"@yarnpkg/cli-dist@" + yarn49: "sha512-qrMyWzvEnWhaWOflvE1pGxWGiVOPsO/q4XfGCeRPnLU8ECkvhrhJEfCNakcy3s3VHcApBASQ4fmL0sOEw6xtZQ==",
	"@yarnpkg/cli-dist@" + yarn4:  "sha512-EH+A4TxAtBWXKE0DGQxW9Bo9crXHLJ73mfxjTQJuv8XonNWWTpei8BQ5JjczHJNU9GROTycwMFn8iOvRIZXUcA==",
	"pnpm@" + pnpm7:               "sha512-ev4kEGQrOcaY30baTOXHIxpczjYGmNafjPj0IlfUCz5D8jEFOwe43oSf1P+/SnH/V7g1E3d3o1I4jz09p0cgDg==",
	"pnpm@" + pnpm8:               "sha512-SZQ0ydj90aJ5Tr9FUrOyXApjOrzuW7Fee13pDzL0e1E6ypjNXP0AHDHw20VLw4BO3M1XhQHkyik6aBYWa72fgQ==",
	"pnpm@" + pnpm10:              "sha512-9ieo6XE0Ov5J39D2PQKCNCAd+oMdXLWIcz4eX42ya/FpiaMhYatcG02zsf28NzFgYGtbieAC323RmoWt+R/FqA==",
}

var (
	pnpmLock  = lazyregexp.Lazy(`(?m)^lockfileVersion: *['"]?([0-9]+)\.`)
	berryLock = lazyregexp.Lazy(`(?m)^__metadata:\r?\n(?:  [^\n]*\n){0,5}?  version: *['"]?([0-9]+)`)
)

// pnpmVersion is the version that reads a pnpm-lock.yaml of this form.
func pnpmVersion(lock []byte) string {
	m := pnpmLock().FindSubmatch(lock)
	switch {
	case m != nil && string(m[1]) == "5":
		return pnpm7
	case m != nil && string(m[1]) == "6":
		return pnpm8
	}
	return pnpm10
}

// berryVersion is the version that reads this yarn.lock; empty: it is yarn 1's.
func berryVersion(lock []byte) string {
	m := berryLock().FindSubmatch(lock)
	switch {
	case m == nil:
		return ""
	case len(m[1]) == 1 && m[1][0] <= '6':
		return yarn3
	case len(m[1]) == 1 && m[1][0] <= '8':
		return yarn49
	}
	return yarn4
}
