package supplychain

// History is what a registry knows of the past of a package that ships. Days are
// written 2027-01-31; empty: not known.
type History struct {
	Package Package `json:"package"`
	// Published is the day of the version that ships, First that of the package's
	// first version, Newest that of its newest.
	Published string `json:"published"`
	First     string `json:"first"`
	Newest    string `json:"newest"`
	// Deprecated are the maintainers' words about the version; empty: it is not
	// deprecated.
	Deprecated string `json:"deprecated,omitempty"`
	// Maintainers counts who may publish the package; 0: not known.
	Maintainers int `json:"maintainers"`
}
