package supplychain

// Resolution is where the DNS says that a name leads.
type Resolution struct {
	Name  string `json:"name"`
	Leads Leads  `json:"leads"`
	// Unheld is the part of a name that leads nowhere which nobody holds, so that
	// anybody may come to: "gone.zz" of "api.gone.zz". Empty: somebody holds it, or
	// nobody knows.
	Unheld string `json:"unheld,omitempty"`
}

// Leads says where a name leads.
type Leads string

// Where names lead. A name with several addresses leads to the most telling of
// them.
const (
	Outside     Leads = "outside"
	Nowhere     Leads = "nowhere"
	ThisMachine Leads = "this machine"
	Inside      Leads = "a private network"
	// LinkLocal is a network of neighbours; clouds hand out credentials in it.
	LinkLocal Leads = "link-local"
)
