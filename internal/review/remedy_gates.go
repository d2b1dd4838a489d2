package review

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/baseline"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/shell"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// write fills the outcome's commands in.
func (r remedy) write(o *gate.Outcome, in gate.Input) {
	r.widened = o.Of(gate.Widening).State == gate.Fails
	for i := range o.Results {
		x := &o.Results[i]
		if x.State != gate.Fails && x.State != gate.Unknown {
			continue
		}
		if x.State == gate.Unknown && in.Unbuilt != "" && !r.misconfigured {
			continue // the gate of layers says how it is built
		}
		x.Command, x.Fix = r.of(*x, in, o.New)
		x.Command, x.Fix = escape.Printable(x.Command, finding.MaxMessage), escape.Printable(x.Fix, finding.MaxMessage)
	}
	for i := range o.FailOn {
		x := &o.FailOn[i]
		x.Command, x.Fix = r.ofWord(x.Word, in, o.New)
		x.Command, x.Fix = escape.Printable(x.Command, finding.MaxMessage), escape.Printable(x.Fix, finding.MaxMessage)
	}
}

const ownChange = ", merged in a pull request of its own first: what a change says of itself does not count for it"

func (r remedy) of(x gate.Result, in gate.Input, news []finding.Finding) (command, fix string) {
	switch x.Gate {
	case gate.Reject, gate.Review:
		f, some := deciding(in.Head.Verdict.Because, in.Head.Findings)
		command, fix = r.scan(), "read why, and take out what the verdict is about"
		if some {
			command = "ringfence explain " + f.Check
			fix = "take it out; if it is meant, somebody signs for it: " + r.answer(f, "exceptions") + ownChange
		}
		if x.Gate == gate.Review {
			fix = r.agree(gate.Review, fix)
		}
	case gate.Layers:
		command, fix = r.layer(in)
	case gate.Secrets:
		f, _ := first(in.Head.Findings, func(f finding.Finding) bool {
			return f.Module == finding.SecretsModule && f.Severity >= finding.High
		})
		command = "ringfence explain " + f.Check
		fix = "take it out and revoke it with its provider; if it is none, answer it: " + r.answer(f, "ignore") + ownChange
	case gate.Findings:
		if x.State == gate.Unknown && r.unbuilt {
			return r.judge(), "judge what is built"
		}
		if x.State == gate.Unknown {
			return "ringfence build " + shell.Quote(r.at) + " --out ../base.vsix",
				"in a checkout of the base; then name it with --base-package (input base-package of the action)"
		}
		f, _ := first(news, func(f finding.Finding) bool { return f.Severity >= in.Threshold })
		command = "ringfence explain " + f.Check
		fix = "change the code, or answer it: " + r.answer(f, "ignore") + ownChange
	case gate.Widening:
		return r.widening(x)
	case gate.Ceiling:
		command, fix = r.scan(), "need less, or ask who keeps the organisation's file for a waiver: no approval opens this gate"
		if o := in.Head.Organisation; o != nil {
			for _, c := range o.Ceilings {
				for _, b := range c.Breaches {
					if b.Waiver == "" && b.Grant != "" {
						return r.explain(b.Grant), fix
					}
				}
			}
		}
	case gate.Drift:
		if x.State == gate.Unknown && r.misconfigured {
			return r.mendConfiguration()
		}
		if x.State == gate.Unknown && r.unbuilt {
			return r.judge(), "judge what is built; the workflow of ringfence init does so"
		}
		if x.State == gate.Unknown {
			return "ringfence policy check " + shell.Quote(r.at), "mend what it says, and commit it"
		}
		command, fix = r.generate(), "and commit "+path.Join(r.at, ".ringfence")
		if r.widened {
			fix += "; that opens this gate alone: widening still fails until somebody accepts it"
		}
	case gate.Settings:
		command = "git diff " + r.base + " --"
		for _, name := range in.Settings[:min(len(in.Settings), 5)] {
			command += " " + shell.Quote(changedPath(name))
		}
		fix = "take it into a change of its own if it is not meant; " + r.agree(gate.Settings,
			"it counts once whoever may push to the base's branch has merged it")
	}
	return command, fix
}

// mendConfiguration is about a configuration that would stop every run once it is merged.
func (r remedy) mendConfiguration() (command, fix string) {
	return "ringfence scan " + shell.Quote(r.at),
		"mend " + path.Join(r.at, baseline.ConfigName) + ": the command says the same until it can be read"
}

// widening is about the first line that is wider.
func (r remedy) widening(x gate.Result) (command, fix string) {
	if x.State == gate.Unknown && r.misconfigured {
		return r.mendConfiguration()
	}
	if x.State == gate.Unknown && r.unbuilt {
		return r.judge(), "judge what is built; the workflow of ringfence init does so"
	}
	if x.State == gate.Unknown {
		return "ringfence policy check " + shell.Quote(r.at), "mend what it says; until then the policies cannot be compared"
	}
	command = r.scan()
	for i, l := range r.wider {
		// That a module is used says less than what it is used for.
		if !l.Denial && (i == 0 || l.Grant.Section != policy.Modules) {
			command = r.explain(l.Grant.String())
			if len(l.Places) == 0 {
				// No code needs it: a document of the change grants it.
				command = "git diff " + r.base + " -- " + shell.Quote(path.Join(r.at, ".ringfence"))
			}
			if l.Grant.Section != policy.Modules {
				break
			}
		}
	}
	fix = "read why it is needed, and take it out if it is not; " + r.accepting()
	if entries := r.allowances(); entries != "" {
		fix += "; the entry: " + entries
	}
	return command, fix
}

// maxAllowances is how long the entries of an override may be to be written out, in bytes: with
// the words before them they stay below finding.MaxMessage, and no entry is cut.
const maxAllowances = 200

// allowances are the entries of an override that allow what is wider, ready to be copied;
// empty where there are too many.
func (r remedy) allowances() string {
	var out []string
	for _, l := range r.wider {
		if !l.Denial {
			out = append(out, policy.Allowance(l.Grant))
		}
	}
	text := strings.Join(out, ", ")
	if len(text) > maxAllowances {
		return ""
	}
	return text
}

// layer says how a layer looks.
func (r remedy) layer(in gate.Input) (command, fix string) {
	if in.Unbuilt != "" {
		return r.build(),
			"mend what it says; in a workflow the log of the job that builds has it"
	}
	for _, m := range in.Head.Config.Require {
		for _, risk := range in.Head.Verdict.Modules {
			if risk.Module != m || risk.State == verdict.Ran {
				continue
			}
			if m == finding.CodeModule || m == finding.NetworkModule {
				return r.build(),
					"build it and name the package with --package (input package of the action), or mend what was not seen"
			}
		}
	}
	return "ringfence gate " + shell.Quote(r.at) + " --online",
		"a layer that asks services runs with --online (input online: true of the action)"
}

func (r remedy) ofWord(word string, in gate.Input, news []finding.Finding) (command, fix string) {
	switch word {
	case string(verdict.Sandbox):
		return r.scan(), "read what it uses, and take it out if it is not needed; or take the word out of fail-on in " +
			path.Join(r.at, baseline.ConfigName) + ownChange
	case "incomplete":
		return r.scan(), "mend or take out what was not seen"
	}
	threshold := finding.None
	_ = threshold.UnmarshalText([]byte(word)) // a word of the program's own
	fs := news
	if fs == nil || in.Base == in.Head {
		fs = in.Head.Findings
	}
	f, ok := first(fs, func(f finding.Finding) bool { return f.Severity >= threshold })
	if !ok {
		return r.scan(), "read what it is about"
	}
	return "ringfence explain " + f.Check, "change the code, or answer it: " + r.answer(f, "ignore") + ownChange
}

// first returns the first finding that nobody answered and that is meant.
func first(fs []finding.Finding, meant func(finding.Finding) bool) (finding.Finding, bool) {
	for _, f := range fs {
		if f.Suppressed == nil && meant(f) {
			return f, true
		}
	}
	return finding.Finding{}, false
}

// deciding returns the first finding that a verdict is about.
func deciding(because []verdict.Reason, fs []finding.Finding) (finding.Finding, bool) {
	for _, row := range because {
		for _, i := range row.Findings {
			if i >= 0 && i < len(fs) {
				return fs[i], true
			}
		}
	}
	return finding.Finding{}, false
}

// changedPath is the file that a line of the settings is about.
func changedPath(line string) string {
	for _, how := range []string{" is added", " is changed", " is removed", baseline.Rebased} {
		line = strings.TrimSuffix(line, how)
	}
	return line
}
