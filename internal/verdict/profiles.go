package verdict

import (
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Profile is a way to judge: which severities count and which row decides.
type Profile struct {
	Name string
	// Doc is one sentence for help texts.
	Doc string
	// Paper is true when the severities of the published matrix count.
	Paper bool
	// Rows are tried in order; the first that holds decides.
	Rows []Row
}

// Row is one row of a decision table.
type Row struct {
	// Rule names the row in reports; never renamed once released.
	Rule string
	// Condition says in words what when decides.
	Condition string
	Category  Category
	Marks     Marks
	when      condition
}

// Marks say what else a row means.
type Marks uint8

// The marks.
const (
	// Review asks for a person.
	Review Marks = 1 << iota
	// Fails makes the answer no whatever the category and the thresholds.
	Fails
	// Fallback rows are a reason only when nothing else is.
	Fallback
)

// Severity is the severity of a finding under the profile.
func (p Profile) Severity(f finding.Finding) finding.Severity {
	if p.Paper {
		return f.PaperSeverity
	}
	return f.Severity
}

// Profiles lists the profiles, the default first.
func Profiles() []Profile { return []Profile{defaultProfile(), paperProfile()} }

// ByName finds a profile.
func ByName(name string) (Profile, bool) {
	for _, p := range Profiles() {
		if p.Name == name {
			return p, true
		}
	}
	return Profile{}, false
}

// defaultProfile is calibrated on real, benign extensions: it takes evidence
// to reject, a privilege in use is reason enough for a fence, and metadata
// alone (activation, contributions) never decides.
func defaultProfile() Profile {
	return Profile{
		Name: "default",
		Doc:  "calibrated on real benign extensions: privileges in use ask for a policy, rejection needs evidence of malice",
		Rows: []Row{
			{"malicious-confirmed", "a confirmed malicious finding", Reject, 0, confirmedMalice},
			{
				"malicious-chains",
				"two independent chains that look malicious, or one and a further malicious signal (unless reject-on: confirmed)",
				Reject,
				0,
				manyChains,
			},
			{"malicious-chain", "a chain that looks malicious", Sandbox, Review, someChain},
			{
				"critical",
				"a critical finding of the code or of the settings it writes, whatever it is meant for (what a workspace's settings decide is no such)",
				Sandbox,
				Review,
				criticalCode,
			},
			{"secret", "a usable secret in the package", Sandbox, Fails, secret},
			{"high-risk", "a vulnerability of high or critical severity", Sandbox, 0, highRisk(true)},
			{"privileged", "code that uses a privileged capability", Sandbox, 0, privileged},
			{"incomplete", "something that can run could not be analysed", Sandbox, 0, incomplete},
			{"required-layer", "a layer that the configuration requires did not run", Sandbox, 0, requiredMissing},
			{"no-privilege", "code without a privileged capability", Unrestricted, Fallback, hasCode},
			{"no-code", "nothing that runs", Unrestricted, Fallback, always},
		},
	}
}

// paperProfile reads the published matrix ("Automated Security Framework for
// VS Code Extensions", NHSJS 2025) literally. Where the paper says nothing, we
// chose: its only malicious rows are the critical ones of its malware and
// network layers, and code that cannot be analysed is fenced, since the paper
// gives it an empty allow-list.
func paperProfile() Profile {
	return Profile{
		Name:  "paper",
		Doc:   "the published risk matrix, read literally: for comparison, it flags half of all benign extensions",
		Paper: true,
		Rows: []Row{
			{
				"malicious-confirmed",
				"a confirmed malicious finding of the malware or network layer that the matrix calls critical",
				Reject,
				0,
				confirmedCritical,
			},
			{"high-risk", "any finding of high or critical severity", Sandbox, 0, highRisk(false)},
			{"incomplete", "something that can run could not be analysed", Sandbox, 0, incomplete},
			{"required-layer", "a layer that the configuration requires did not run", Sandbox, 0, requiredMissing},
			{"no-high-risk", "code without a finding of high severity", Unrestricted, Fallback, hasCode},
			{"no-code", "nothing that runs", Unrestricted, Fallback, always},
		},
	}
}
