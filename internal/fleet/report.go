package fleet

import (
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/org"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// Report is all that a fleet's parts say together. Lists are never nil;
// docs/schemas/fleet.schema.json says the same.
type Report struct {
	FleetVersion int `json:"fleetVersion"`
	// Plan is the digest of the plan.
	Plan string `json:"plan"`
	// PlanFile is where the plan lies, for the commands that people are shown.
	PlanFile string `json:"-"`
	// Complete is true when every target of the plan is in, all of it, once.
	Complete bool `json:"complete"`
	// Passes is true when the report is complete and nothing in it fails.
	Passes bool   `json:"passes"`
	Totals Totals `json:"totals"`
	// Organisations are the files that extensions were held against; more than one,
	// or one for some alone, and the ceilings below are not one organisation's.
	Organisations []Organisation `json:"organisations"`
	Repositories  []Repository   `json:"repositories"`
	Checks        []Check        `json:"checks"`
	Ceilings      []Ceiling      `json:"ceilings"`
	Waivers       []Waiver       `json:"waivers"`
	// Missing are the targets, or parts of them, that are not in, and why.
	Missing []Missing `json:"missing"`
	Shards  []State   `json:"shards"`
}

// Totals are the sums over all extensions.
type Totals struct {
	Targets      int `json:"targets"`
	Repositories int `json:"repositories"`
	Extensions   int `json:"extensions"`
	// Reject, Sandbox and Unrestricted count the extensions by their category.
	Reject       int `json:"reject"`
	Sandbox      int `json:"sandbox"`
	Unrestricted int `json:"unrestricted"`
	NeedsReview  int `json:"needsReview"`
	Incomplete   int `json:"incomplete"`
	// Failing counts the extensions that fail by their verdict, Above those above a
	// ceiling; one can be both.
	Failing  int    `json:"failing"`
	Above    int    `json:"above"`
	Findings Counts `json:"findings"`
}

// Counts are findings by their severity in the report's profile. What a person has
// answered counts as answered alone.
type Counts struct {
	Critical int `json:"critical"`
	High     int `json:"high"`
	Medium   int `json:"medium"`
	Low      int `json:"low"`
	None     int `json:"none"`
	Answered int `json:"answered"`
}

func (c *Counts) count(s finding.Severity, answered bool) {
	switch {
	case answered:
		c.Answered++
	case s == finding.Critical:
		c.Critical++
	case s == finding.High:
		c.High++
	case s == finding.Medium:
		c.Medium++
	case s == finding.Low:
		c.Low++
	default:
		c.None++
	}
}

func (c *Counts) add(o Counts) {
	c.Critical += o.Critical
	c.High += o.High
	c.Medium += o.Medium
	c.Low += o.Low
	c.None += o.None
	c.Answered += o.Answered
}

// Organisation is a file and how many extensions were held against it; without a
// name those that were held against none.
type Organisation struct {
	File       string `json:"file"`
	SHA256     string `json:"sha256"`
	Extensions int    `json:"extensions"`
}

// Repository is a repository, or a target that is none's, with its extensions.
type Repository struct {
	Name string `json:"name"`
	// Category is the worst of its extensions'; empty when none of them is in.
	Category   verdict.Category `json:"category"`
	Extensions []Extension      `json:"extensions"`
}

// Extension is one report in short.
type Extension struct {
	Subject     string           `json:"subject"`
	ID          string           `json:"id"`
	Version     string           `json:"version"`
	Category    verdict.Category `json:"category"`
	Risk        finding.Severity `json:"risk"`
	NeedsReview bool             `json:"needsReview"`
	Incomplete  bool             `json:"incomplete"`
	// Fails are the words that the verdict fails on, Above the powers whose
	// ceilings are in the way.
	Fails    []string `json:"fails"`
	Above    []string `json:"above"`
	Findings Counts   `json:"findings"`
	// Shard and Report say where the whole report is.
	Shard  int  `json:"shard"`
	Report File `json:"report"`

	// analysed and uses are what the report says of the code, for the page.
	analysed bool
	uses     map[catalog.Capability]int
}

// Check sums up the findings of one check.
type Check struct {
	Name string `json:"name"`
	// Worst is the highest severity that nobody has answered.
	Worst      finding.Severity `json:"worst"`
	Findings   Counts           `json:"findings"`
	Extensions int              `json:"extensions"`
}

// Ceiling counts the extensions by what became of one ceiling.
type Ceiling struct {
	Of       string `json:"of"`
	Broken   int    `json:"broken"`
	Unproven int    `json:"unproven"`
	Waived   int    `json:"waived"`
	Holds    int    `json:"holds"`
	// Above are the subjects for which it is in the way.
	Above []string `json:"above"`
}

// Waiver is what became of a waiver in the whole fleet: used when any extension
// used it, unused when none did although all were judged.
type Waiver struct {
	org.WaiverOutcome
	// Organisation is the digest of its file.
	Organisation string `json:"organisation"`
	// Extensions counts those it is for.
	Extensions int `json:"extensions"`
}

// Missing is something that is not in.
type Missing struct {
	Target string `json:"target"`
	Shard  int    `json:"shard"`
	Why    string `json:"why"`
}

// ShardState is what became of a shard.
type ShardState string

// The states.
const (
	// Merged: all that it says is in.
	Merged ShardState = "merged"
	// Absent: nobody brought it.
	Absent ShardState = "missing"
	// Torn: it cannot be read, or what it names is not there as it was.
	Torn ShardState = "torn"
	// Doubled: it was brought twice; what differs is not counted.
	Doubled ShardState = "doubled"
	// Foreign: it is of another plan.
	Foreign ShardState = "foreign"
)

// ShardStates lists the states, best first.
func ShardStates() []ShardState { return []ShardState{Merged, Doubled, Torn, Foreign, Absent} }

// State is what became of one shard.
type State struct {
	// Shard is 0 for what is no shard of the plan.
	Shard int        `json:"shard"`
	State ShardState `json:"state"`
	// Why says so in a sentence; empty for one that was merged.
	Why string `json:"why"`
}

// Bytes writes the report in its one form.
func (r *Report) Bytes() ([]byte, error) { return encode(r) }
