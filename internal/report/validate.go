package report

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/checks"
	"github.com/ringfence-dev/ringfence/internal/config"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// validate checks what the types do not say: closed sets, printable texts,
// places inside the extension, indexes that exist.
func (r *Report) validate() error {
	return errors.Join(
		r.validateLists(),
		r.validateTexts(),
		r.validateFindings(),
		r.validateVerdict(),
		r.validateConfig(),
		r.validateCode(),
		r.validateProblems(),
		r.validateOrganisation(),
		r.Permissions.validate(),
	)
}

func (r *Report) validateOrganisation() error {
	if r.Organisation == nil {
		return nil
	}
	return r.Organisation.Validate()
}

// validateLists refuses null where a list belongs.
func (r *Report) validateLists() error {
	v, c := r.Verdict, r.Code
	absent := r.Checks == nil || r.Services == nil || r.Problems == nil || r.Findings == nil || v.Modules == nil || v.Because == nil ||
		v.Fails == nil || r.Config.Require == nil || r.Config.FailOn == nil || r.Config.Entries == nil ||
		c.Entries == nil || c.Imports == nil || c.Capabilities == nil || c.BlindSpots == nil
	for _, b := range v.Because {
		absent = absent || b.Findings == nil
	}
	for _, u := range c.Capabilities {
		absent = absent || u.Symbols == nil
	}
	if absent {
		return errors.New("a list is null")
	}
	return nil
}

func (r *Report) validateTexts() error {
	e := r.Extension
	for _, s := range []string{
		r.Tool.Name, r.Tool.Version, r.Subject, e.ID, e.Version, e.DisplayName, string(e.Source), e.TargetPlatform,
	} {
		if !escape.IsPrintable(s, maxText) {
			return fmt.Errorf("the text %q does not print", escape.Printable(s, 60))
		}
	}
	if b := r.Base; b != nil {
		for _, s := range []string{b.Subject, b.ID, b.Version} {
			if !escape.IsPrintable(s, maxText) {
				return fmt.Errorf("the base's text %q does not print", escape.Printable(s, 60))
			}
		}
	}
	if e.Files < 0 || e.Bytes < 0 {
		return errors.New("the extension has a negative size")
	}
	for _, c := range r.Checks {
		if !slices.Contains(checks.States(), checks.State(c.State)) || !slices.Contains(finding.Modules(), c.Module) ||
			c.Findings < 0 || c.Dropped < 0 || !escape.IsPrintable(c.Name, 80) || !escape.IsPrintable(c.Why, maxReason) {
			return fmt.Errorf("check %q is not as a run leaves it", escape.Printable(c.Name, 80))
		}
	}
	for i, s := range r.Services {
		if slices.ContainsFunc(r.Services[:i], func(o supplychain.Service) bool { return o.Name == s.Name && o.Module == s.Module }) {
			return fmt.Errorf("service %q stands twice for one layer", escape.Printable(s.Name, 80))
		}
		if !slices.Contains(supplychain.States(), s.State) || !slices.Contains(finding.Modules(), s.Module) ||
			!escape.IsPrintable(s.Name, 80) || !escape.IsPrintable(s.Why, maxReason) {
			return fmt.Errorf("service %q is not as a run leaves it", escape.Printable(s.Name, 80))
		}
	}
	return nil
}

func (r *Report) validateFindings() error {
	for i, f := range r.Findings {
		if err := f.Validate(); err != nil {
			return fmt.Errorf("finding %d: %w", i, err)
		}
	}
	if sorted := finding.Sort(slices.Clone(r.Findings)); !slices.EqualFunc(sorted, r.Findings, finding.Finding.Equal) {
		return errors.New("the findings are not in order")
	}
	return nil
}

func (r *Report) validateVerdict() error {
	v := r.Verdict
	if v.Category.Level() < 0 || !escape.IsPrintable(v.Profile, maxText) || len(v.Because) == 0 {
		return errors.New("the verdict has no category, no reason or an unprintable profile")
	}
	for i, m := range v.Modules {
		if slices.ContainsFunc(v.Modules[:i], func(o verdict.ModuleRisk) bool { return o.Module == m.Module }) {
			return errors.New("the verdict names a layer twice")
		}
		if !slices.Contains(finding.Modules(), m.Module) || !slices.Contains(verdict.LayerStates(), m.State) || m.Findings < 0 ||
			m.Suppressed < 0 {
			return errors.New("the verdict names an unknown module or state")
		}
	}
	for _, w := range v.Fails {
		if !escape.IsPrintable(w, 80) {
			return errors.New("a word the verdict fails on does not print")
		}
	}
	for _, b := range v.Because {
		if !escape.IsPrintable(b.Rule, 80) || !escape.IsPrintable(b.Text, 4*maxReason) || len(b.Findings) > verdict.MaxReasonFindings {
			return errors.New("a reason of the verdict does not print")
		}
		for _, i := range b.Findings {
			if i < 0 || i >= len(r.Findings) {
				return fmt.Errorf("a reason of the verdict names finding %d of %d", i, len(r.Findings))
			}
		}
	}
	return nil
}

func (r *Report) validateConfig() error {
	c := r.Config
	for _, m := range c.Require {
		if !slices.Contains(finding.Modules(), m) {
			return errors.New("the configuration requires an unknown module")
		}
	}
	for _, w := range c.FailOn {
		if !slices.Contains(verdict.FailWords(), w) {
			return errors.New("the configuration fails on an unknown word")
		}
	}
	if !slices.Contains([]Origin{NoConfig, OfRepository, Named}, c.Origin) || !escape.IsPrintable(c.File, maxText) ||
		!escape.IsPrintable(c.PassedOver, maxReason) || c.RejectOn != verdict.OnLikely && c.RejectOn != verdict.OnConfirmed {
		return errors.New("the configuration is not as a run leaves it")
	}
	for _, e := range c.Entries {
		if !slices.Contains(config.States(), e.State) || !escape.IsPrintable(e.Rule, 80) || !escape.IsPrintable(e.Check, 80) ||
			!escape.IsPrintable(e.Text, maxReason) || e.Text == "" || e.Line < 0 || e.Findings < 0 || e.Refused < 0 {
			return fmt.Errorf("entry %q of the configuration is not as a run leaves it", escape.Printable(e.Rule, 80))
		}
	}
	return nil
}

func (r *Report) validateCode() error {
	c := r.Code
	if !escape.IsPrintable(c.Why, maxReason) || c.Files < 0 || c.Bytes < 0 || c.Reached < 0 {
		return errors.New("the code's figures or reason are out of range")
	}
	if c.Basis != "" && c.Basis != facts.Sources {
		return errors.New("the code has a basis that nobody knows")
	}
	for _, e := range c.Entries {
		if e.File != "" && !finding.LocalPath(e.File) || !escape.IsPrintable(string(e.Kind)+e.Via, 2*maxText) {
			return errors.New("an entry does not print or lies outside the extension")
		}
	}
	for _, i := range c.Imports {
		if !escape.IsPrintable(i, maxText) {
			return errors.New("the name of an import does not print")
		}
	}
	for _, u := range c.Capabilities {
		if !escape.IsPrintable(string(u.Capability), 80) || u.Uses < 0 || u.Privileged < 0 {
			return errors.New("a capability does not print")
		}
		for _, s := range u.Symbols {
			if !escape.IsPrintable(s.Symbol, maxText) || s.Uses < 0 {
				return errors.New("a symbol does not print")
			}
			if err := s.First.Validate(); err != nil {
				return fmt.Errorf("symbol %s: %w", s.Symbol, err)
			}
		}
	}
	for _, b := range c.BlindSpots {
		if b.File != "" && !finding.LocalPath(b.File) || b.Line < 0 || !escape.IsPrintable(b.Reason, maxReason) {
			return errors.New("a blind spot does not print or lies outside the extension")
		}
	}
	return nil
}

func (r *Report) validateProblems() error {
	for _, p := range r.Problems {
		if !escape.IsPrintable(p.Message, maxReason) || !escape.IsPrintable(string(p.Kind), 80) {
			return errors.New("the message of a problem does not print")
		}
		if err := p.Where.Validate(); err != nil {
			return fmt.Errorf("problem: %w", err)
		}
	}
	return nil
}
