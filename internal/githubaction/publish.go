package githubaction

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/gate"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/ringfence-dev/ringfence/internal/verdict"
)

// publish says the result in every way that is open. None of them changes it: the
// exit code is the gates'.
func (s *step) publish(ctx context.Context, r *review.Result, vsix string) error {
	files, err := r.Files()
	if err != nil {
		return err
	}
	s.dir = s.path(s.dir)
	if err := review.WriteFiles(s.dir, files); err != nil {
		return err
	}
	s.uploadResults(ctx, files)
	if err := s.runner.Fenced(r.Document.Text(), FenceWord()); err != nil {
		return err
	}
	s.annotate(r)
	// The pages come last: they tell which of the other ways were closed.
	s.comment(ctx, r)
	s.summary(r)
	return s.outputs(r, vsix)
}

// uploadResults sends SARIF to code scanning.
func (s *step) uploadResults(ctx context.Context, files map[string][]byte) {
	if on, _ := s.runner.Flag("sarif"); !on {
		return
	}
	if s.client == nil {
		s.warn("code scanning got no results: %s", s.noClient)
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
		out := s.client.UploadSARIF(ctx, github.Scan{SARIF: files[name], Commit: s.commit, Ref: s.ref, Tool: "ringfence"})
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
func (s *step) annotate(r *review.Result) {
	if on, _ := s.runner.Flag("annotations"); !on {
		return
	}
	said := 0
	var groups []Placed
	for _, x := range r.Extensions {
		if !x.Judged.Passes {
			said++
			_ = s.runner.Error(fmt.Sprintf("%s does not pass: %s", named(x), strings.Join(failing(x), ", ")))
		}
		fs := x.Report.Findings
		if s.event.Pull != nil && x.Judged.Gates.New != nil {
			fs = x.Judged.Gates.New
		}
		groups = append(groups, Placed{Prefix: review.Prefix(x.Judged.Path), Findings: fs})
	}
	_ = s.runner.Annotate(groups, said)
}

func named(x review.Extension) string {
	if x.Judged.ID == "" {
		return x.Judged.Path
	}
	return fmt.Sprintf("%s (%s)", x.Judged.ID, x.Judged.Path)
}

func failing(x review.Extension) []string {
	var out []string
	for _, g := range x.Judged.Gates.Results {
		if g.State == gate.Fails || g.State == gate.Unknown {
			out = append(out, fmt.Sprintf("%s (%s)", g.Gate, g.Why))
		}
	}
	for _, w := range x.Judged.Gates.FailOn {
		out = append(out, fmt.Sprintf("fail-on %s (%s)", w.Word, w.Why))
	}
	return out
}

// pages are what people read about each extension; the first has what did not work.
func pages(r *review.Result, warnings []string) []result.Page {
	var out []result.Page
	for i, x := range r.Extensions {
		p := x.Page
		p.Outcome = x.Judged.Gates
		p.Notes = slices.Clone(p.Notes)
		if i == 0 {
			p.Notes = append(p.Notes, warnings...)
		}
		out = append(out, p)
	}
	return out
}

func (s *step) comment(ctx context.Context, r *review.Result) {
	if on, _ := s.runner.Flag("comment"); !on || s.event.Pull == nil {
		return
	}
	if s.client == nil {
		s.warn("there is no comment on the pull request: %s", s.noClient)
		return
	}
	body, marker := Comment(pages(r, s.warnings))
	if _, err := s.client.Comment(ctx, s.event.Pull.Number, marker, body); err != nil {
		s.denied("there is no comment on the pull request", err)
	}
}

func (s *step) summary(r *review.Result) {
	if on, _ := s.runner.Flag("summary"); !on {
		return
	}
	var b strings.Builder
	all := pages(r, s.warnings)
	for i, p := range all {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(p.Markdown(result.MaxPage/2/len(all) - 1))
	}
	if err := s.runner.AddSummary(b.String()); err != nil {
		s.warn("there is no summary: %v", err)
	}
}

func (s *step) outputs(r *review.Result, vsix string) error {
	category, risk, widened := verdict.Unrestricted, finding.None, false
	for _, x := range r.Extensions {
		if x.Judged.Category.Level() > category.Level() {
			category = x.Judged.Category
		}
		risk, widened = max(risk, x.Judged.Risk), widened || x.Judged.Widened
	}
	dir := ""
	if len(r.Extensions) > 0 {
		dir = r.Folder(r.Extensions[0], map[string]bool{})
	}
	at := func(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }
	for _, kv := range [][2]string{
		{"category", string(category)}, {"risk", risk.String()}, {"widened", fmt.Sprint(widened)}, {"passes", fmt.Sprint(r.Document.Passes)},
		{"policy", at(dir + "policy.json")}, {"sarif", at(review.SARIFFile)}, {"report", at(dir + review.ReportFile)}, {"vsix", vsix},
		{"directory", s.dir},
	} {
		if err := s.runner.SetOutput(kv[0], kv[1]); err != nil {
			s.warn("output %s was not set: %v", kv[0], err)
		}
	}
	return nil
}

// maxComment is the length GitHub takes of a comment's body, in bytes here although it
// counts characters.
const maxComment = 65_536 - 1024

// Comment is the body of the one comment about the extensions of a run, a section
// each, and the marker with which it starts. The marker makes the comment known again.
// It is no proof: whoever updates the comment has to see that it is their own.
func Comment(pages []result.Page) (body, marker string) {
	var paths []string
	for _, p := range pages {
		paths = append(paths, p.Path)
	}
	sum := sha256.Sum256([]byte(strings.Join(paths, "\x00")))
	marker = "<!-- ringfence " + hex.EncodeToString(sum[:8]) + " -->"
	var b strings.Builder
	b.WriteString(marker + "\n")
	for i, p := range pages {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(p.Markdown((maxComment-64)/len(pages) - 1))
	}
	return b.String(), marker
}
