package githubaction

import (
	"fmt"
	"slices"
	"strings"
)

// Input is an input of the action. action.yml hands each over as a variable
// called INPUT_ and its name in capitals, with underscores for hyphens.
type Input struct {
	Name, Default string
	// Help is what action.yml says of it.
	Help string
}

// The modes.
const (
	// Check compares and changes nothing.
	Check = "check"
	// Propose keeps a pull request with the generated files up to date.
	Propose = "pull-request"
	// Commit commits them to the branch of the run.
	Commit = "commit"
	// Publish wraps the package of a release and attaches what belongs to it.
	Publish = "release"
)

// Modes lists the modes.
func Modes() []string { return []string{Check, Propose, Commit, Publish} }

// Inputs are the inputs that the program reads, in the order of action.yml.
// Those by which the program is installed are the installer's.
func Inputs() []Input {
	return []Input{
		{"mode", Check, "What to do about generated files: check, pull-request, commit or release."},
		{"path", "", "Folders of the extensions, one a line; empty: all of the repository."},
		{"package", "", "Built extensions, FILE.vsix or PATH=FILE.vsix, one a line."},
		{"base-package", "", "Built extensions of the base, as package."},
		{"profile", "", "How to judge; empty: the configuration's, or the default one."},
		{"fail-on", "", "Words on which to fail besides the gates, separated by commas."},
		{"fail-on-new", "high", "Severity from which a new finding fails: critical, high, medium, low or none."},
		{"require", "", "Layers that must have looked, separated by commas; package: what was not built does not pass."},
		{"org", "", "The organisation's file, owner/repo/path@COMMIT, https://…#sha256:DIGEST or a path."},
		{"org-checkout", "", "A clone of the organisation's repository."},
		{"cache", "", "Folder that keeps what came of bases between runs; whoever may write it decides what a base is taken for."},
		{"online", "false", "Ask services about the extension and its packages, by name and version."},
		{"sarif", "true", "Upload results to code scanning."},
		{"annotations", "true", "Annotate the change with findings."},
		{"summary", "true", "Write the summary of the job."},
		{"comment", "true", "Keep one comment on the pull request up to date."},
		{"directory", "", "Directory for reports, SARIF, policies and patches; empty: one of the runner's temporary folder."},
		{"branch", "ringfence/policy", "The branch on which mode pull-request proposes generated files."},
		{"tag", "", "The release of mode release; empty: that of the event."},
		{"replace-assets", "false", "Let mode release replace assets of the same name."},
		{"token", "", "The token of the run; it goes to this GitHub's API and nowhere else."},
	}
}

// Outputs are the outputs of the action, with what they are. Of several
// extensions, category and risk are the worst, and paths are those of the first.
func Outputs() []Input {
	return []Input{
		{Name: "category", Help: "unrestricted, sandbox or reject."},
		{Name: "risk", Help: "none, low, medium, high or critical."},
		{Name: "widened", Help: "true when a policy allows what the base's did not."},
		{Name: "passes", Help: "true when every gate holds or was accepted."},
		{Name: "policy", Help: "Path of the generated policy."},
		{Name: "sarif", Help: "Path of the results for code scanning."},
		{Name: "report", Help: "Path of the report."},
		{Name: "vsix", Help: "Path of the wrapped package, in mode release."},
		{Name: "directory", Help: "Path of the directory with all files, to be kept as an artifact."},
	}
}

// Read returns an input that the table lists, or its default.
func (r *Runner) Read(name string) string {
	i := slices.IndexFunc(Inputs(), func(in Input) bool { return in.Name == name })
	if i < 0 {
		panic("there is no input " + name)
	}
	if v := r.Input(name); v != "" {
		return v
	}
	return Inputs()[i].Default
}

// List returns an input of several values, separated by lines or by sep.
func (r *Runner) List(name, sep string) []string {
	var out []string
	for line := range strings.Lines(r.Read(name)) {
		parts := []string{line}
		if sep != "" {
			parts = strings.Split(line, sep)
		}
		for _, p := range parts {
			if p = strings.TrimSpace(p); p != "" {
				out = append(out, p)
			}
		}
	}
	return out
}

// Flag returns an input that is true or false.
func (r *Runner) Flag(name string) (bool, error) {
	switch v := strings.ToLower(r.Read(name)); v {
	case "true", "false":
		return v == "true", nil
	default:
		return false, fmt.Errorf("input %s is true or false, not %q", name, v)
	}
}

// Environment is the environment whose approval a run with review.ConfirmLabel waits
// for.
const Environment = "ringfence"
