package githubaction

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/output"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/review"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// The files of a release that are about all its packages.
const (
	sumsFile       = "SHA256SUMS"
	provenanceFile = "provenance.intoto.json"
)

// attachRelease wraps the packages of a release and attaches them with what belongs to
// them. Where a gate does not hold nothing is made.
func (s *step) attachRelease(ctx context.Context, r *review.Result) (vsix string, err error) {
	tag := s.runner.Read("tag")
	if tag == "" && s.event.Release != nil {
		tag = s.event.Release.Tag
	}
	switch {
	case tag == "":
		return "", exit.Usagef("mode release: the event is about no release, and input tag names none")
	case !r.Document.Passes:
		s.warn("the gates do not hold, so that nothing is attached to the release")
		return "", nil
	}
	dir := filepath.Join(s.path(s.dir), "release")
	files, packages := map[string][]byte{}, map[string][]byte{}
	taken := map[string]bool{}
	first := ""
	for _, x := range r.Extensions {
		source := r.Packages[x.Judged.Path]
		if source == "" {
			return "", exit.Usagef("mode release: input package names no .vsix for %s", escape.Quoted(x.Judged.Path))
		}
		stem := strings.TrimSuffix(output.FileName(x.Report, ".json", taken), ".json")
		name := stem + ".ringfence.vsix"
		data, err := s.wrap(ctx, source, x)
		if err != nil {
			return "", err
		}
		files[name] = data
		if packages[stem+".vsix"], err = os.ReadFile(source); err != nil {
			return "", fmt.Errorf("reading the package: %w", err)
		}
		if first == "" {
			first = filepath.Join(dir, name)
		}
		files[stem+".policy.json"] = x.Policies.Head.Bytes()
		if files[stem+".evidence.json"], err = x.Policies.Evidence.Bytes(); err != nil {
			return "", err
		}
		var b bytes.Buffer
		if err := report.Write(&b, x.Report); err != nil {
			return "", err
		}
		files[stem+".report.json"] = b.Bytes()
	}
	if err := r.SARIF(files); err != nil {
		return "", err
	}
	repository := s.event.Server + "/" + s.event.Repository
	statement, err := provenance(files, origin{
		Repository: repository, Ref: s.ref, Commit: s.commit, Tool: s.program.Version, Packages: packages,
		Run: fmt.Sprintf("%s/actions/runs/%s/attempts/%s", repository, s.program.Getenv("GITHUB_RUN_ID"), s.program.Getenv("GITHUB_RUN_ATTEMPT")),
	})
	if err != nil {
		return "", err
	}
	files[provenanceFile] = statement
	files[sumsFile] = sums(files)
	if err := review.WriteFiles(dir, files); err != nil {
		return "", err
	}
	s.attach(ctx, tag, files)
	return first, nil
}

// wrap returns a package with the loader before its code, which enforces the
// policy.
func (s *step) wrap(ctx context.Context, source string, x review.Extension) ([]byte, error) {
	o, err := x.Shipping.WrapOptions(x.Policies.Head, s.program.Worker)
	if err != nil {
		return nil, err
	}
	// What was compared is what is wrapped from.
	if o.Kept = x.Loader; o.Kept != nil {
		o.Bundle = string(o.Kept.Loader)
	}
	dir, err := os.MkdirTemp("", "ringfence-release-")
	if err != nil {
		return nil, fmt.Errorf("making a temporary folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	out := filepath.Join(dir, "wrapped.vsix")
	r, err := wrap.Wrap(ctx, source, out, o)
	if err != nil {
		return nil, notWrapped(source, err)
	}
	for _, n := range r.Blind {
		s.warn("%s could not be read and will not be run by the wrapped package: %s", n.File, n.Text)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		return nil, fmt.Errorf("reading what was wrapped: %w", err)
	}
	return data, nil
}

// notWrapped makes what is wrong with the extension a matter of who named it.
func notWrapped(source string, err error) error {
	var refusal *wrap.Refusal
	if errors.As(err, &refusal) {
		return exit.Usagef("%s is left as it is: %w", escape.Quoted(source), err)
	}
	return err
}

// attach adds the files to the release, the sums last: whoever sees them sees
// what they are about.
func (s *step) attach(ctx context.Context, tag string, files map[string][]byte) {
	if s.client == nil {
		s.warn("nothing is attached to the release: %s", s.noClient)
		return
	}
	release, err := s.client.Release(ctx, tag)
	if err != nil {
		s.denied("nothing is attached to the release", err)
		return
	}
	replace, _ := s.runner.Flag("replace-assets")
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(n string) bool { return n == sumsFile })
	for _, name := range append(names, sumsFile) {
		_, err := s.client.AttachTo(ctx, release, github.Attach{Name: name, Data: files[name], Replace: replace})
		switch github.KindOf(err) {
		case "":
		case github.Exists:
			s.warn("the release has a file %s already; input replace-assets: true replaces it", name)
		default:
			s.denied(name+" is not attached to the release", err)
			if kind := github.KindOf(err); kind == github.Forbidden || kind == github.Unauthorized {
				return // every further file would be refused alike
			}
		}
	}
}
