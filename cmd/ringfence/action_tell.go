package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/action"
	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// tell says the result in every way that is open. None of them changes it: the
// exit code is the gates'.
func (s *step) tell(ctx context.Context, g *gated, vsix string) error {
	files, err := g.files()
	if err != nil {
		return err
	}
	s.dir = s.c.path(s.dir)
	if err := writeInto(s.dir, files); err != nil {
		return err
	}
	s.results(ctx, files)
	if err := s.runner.Fenced(g.document.Text(), word()); err != nil {
		return err
	}
	s.annotate(g)
	// The pages come last: they tell which of the other ways were closed.
	s.comment(ctx, g)
	s.summary(g)
	return s.outputs(g, vsix)
}

// results sends SARIF to code scanning.
func (s *step) results(ctx context.Context, files map[string][]byte) {
	if on, _ := s.runner.Flag("sarif"); !on {
		return
	}
	if s.hub == nil {
		s.warn("code scanning got no results: %s", s.closed)
		return
	}
	var names []string
	for name := range files {
		if strings.HasSuffix(name, ".sarif") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		out := s.hub.UploadSARIF(ctx, github.Scan{SARIF: files[name], Commit: s.commit, Ref: s.ref, Tool: "ringfence"})
		switch out.State {
		case github.ScanDone:
		case github.ScanPending:
			s.warn("code scanning took the results and was not done with them when we stopped asking")
		case github.ScanFailed:
			s.warn("code scanning could not read the results: %s", strings.Join(out.Errors, "; "))
		case github.ScanNotEnabled:
			s.warn("the repository has no code scanning, so that it got no results; input sarif: false asks for none")
		case github.ScanTooLarge:
			s.warn("the results are longer than code scanning takes; they are in %s", name)
		default:
			s.denied("code scanning got no results", out.Err)
		}
	}
}

// annotate writes what fails, and then findings: those the change brings, or all
// of them where there is no change.
func (s *step) annotate(g *gated) {
	if on, _ := s.runner.Flag("annotations"); !on {
		return
	}
	said := 0
	var groups []action.Placed
	for _, x := range g.extensions {
		if !x.judged.Passes {
			said++
			_ = s.runner.Error(fmt.Sprintf("%s does not pass: %s", named(x), strings.Join(failing(x), ", ")))
		}
		fs := x.report.Findings
		if s.event.Pull != nil && x.judged.Gates.New != nil {
			fs = x.judged.Gates.New
		}
		groups = append(groups, action.Placed{Prefix: folderPrefix(x.judged.Path), Findings: fs})
	}
	_ = s.runner.Annotate(groups, said)
}

func named(x gatedExtension) string {
	if x.judged.ID == "" {
		return x.judged.Path
	}
	return fmt.Sprintf("%s (%s)", x.judged.ID, x.judged.Path)
}

func failing(x gatedExtension) []string {
	var out []string
	for _, r := range x.judged.Gates.Results {
		if r.State == gate.Fails || r.State == gate.Unknown {
			out = append(out, fmt.Sprintf("%s (%s)", r.Gate, r.Why))
		}
	}
	for _, w := range x.judged.Gates.FailOn {
		out = append(out, fmt.Sprintf("fail-on %s (%s)", w.Word, w.Why))
	}
	return out
}

// pages are what people read about each extension.
func (s *step) pages(g *gated) []action.Page {
	var out []action.Page
	for i, x := range g.extensions {
		p := x.page
		p.Outcome = x.judged.Gates
		p.Notes = slices.Clone(p.Notes)
		if i == 0 {
			p.Notes = append(p.Notes, s.warnings...)
		}
		out = append(out, p)
	}
	return out
}

func (s *step) comment(ctx context.Context, g *gated) {
	if on, _ := s.runner.Flag("comment"); !on || s.event.Pull == nil {
		return
	}
	if s.hub == nil {
		s.warn("there is no comment on the pull request: %s", s.closed)
		return
	}
	body, marker := action.Comment(s.pages(g))
	if _, err := s.hub.Comment(ctx, s.event.Pull.Number, marker, body); err != nil {
		s.denied("there is no comment on the pull request", err)
	}
}

func (s *step) summary(g *gated) {
	if on, _ := s.runner.Flag("summary"); !on {
		return
	}
	var b strings.Builder
	pages := s.pages(g)
	for i, p := range pages {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(p.Summary(action.MaxSummary/2/len(pages) - 1))
	}
	if err := s.runner.AddSummary(b.String()); err != nil {
		s.warn("there is no summary: %v", err)
	}
}

func (s *step) outputs(g *gated, vsix string) error {
	category, risk, widened := verdict.Unrestricted, finding.None, false
	for _, x := range g.extensions {
		if x.judged.Category.Level() > category.Level() {
			category = x.judged.Category
		}
		risk, widened = max(risk, x.judged.Risk), widened || x.judged.Widened
	}
	dir := ""
	if len(g.extensions) > 0 {
		dir = g.folder(g.extensions[0], map[string]bool{})
	}
	at := func(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }
	for _, kv := range [][2]string{
		{"category", string(category)}, {"risk", risk.String()}, {"widened", fmt.Sprint(widened)}, {"passes", fmt.Sprint(g.document.Passes)},
		{"policy", at(dir + "policy.json")}, {"sarif", at(gateSARIF)}, {"report", at(dir + gateReport)}, {"vsix", vsix}, {"directory", s.dir},
	} {
		if err := s.runner.SetOutput(kv[0], kv[1]); err != nil {
			s.warn("output %s was not set: %v", kv[0], err)
		}
	}
	return nil
}
