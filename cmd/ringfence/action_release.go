package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/github"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/run"
	"github.com/ringfence-dev/ringfence/shim/wrap"
)

// The files of a release that are about all its packages.
const (
	sumsFile       = "SHA256SUMS"
	provenanceFile = "provenance.intoto.json"
)

// publish wraps the packages of a release and attaches them with what belongs to
// them. Where a gate does not hold nothing is made.
func (s *step) publish(ctx context.Context, g *gated) (vsix string, err error) {
	tag := s.runner.Read("tag")
	if tag == "" && s.event.Release != nil {
		tag = s.event.Release.Tag
	}
	switch {
	case tag == "":
		return "", usagef("mode release: the event is about no release, and input tag names none")
	case !g.document.Passes:
		s.warn("the gates do not hold, so that nothing is attached to the release")
		return "", nil
	}
	dir := filepath.Join(s.c.path(s.dir), "release")
	files, packages := map[string][]byte{}, map[string][]byte{}
	taken := map[string]bool{}
	first := ""
	for _, x := range g.extensions {
		source := g.packages[x.judged.Path]
		if source == "" {
			return "", usagef("mode release: input package names no .vsix for %s", quoted(x.judged.Path))
		}
		stem := strings.TrimSuffix(fileName(x.report, "json", taken), ".json")
		name := stem + ".ringfence.vsix"
		data, err := s.wrapped(ctx, source, x)
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
		files[stem+".policy.json"] = x.policies.Head.Bytes()
		if files[stem+".evidence.json"], err = x.policies.Evidence.Bytes(); err != nil {
			return "", err
		}
		var b bytes.Buffer
		if err := report.Write(&b, x.report); err != nil {
			return "", err
		}
		files[stem+".report.json"] = b.Bytes()
	}
	var reports []*report.Report
	for _, x := range g.extensions {
		reports = append(reports, inRepository(x.report, x.judged.Path))
	}
	if err := g.sarif(files, reports); err != nil {
		return "", err
	}
	repository := s.event.Server + "/" + s.event.Repository
	statement, err := run.Provenance(files, run.Origin{
		Repository: repository, Ref: s.ref, Commit: s.commit, Tool: tool().Version, Packages: packages,
		Run: fmt.Sprintf("%s/actions/runs/%s/attempts/%s", repository, s.c.env("GITHUB_RUN_ID"), s.c.env("GITHUB_RUN_ATTEMPT")),
	})
	if err != nil {
		return "", err
	}
	files[provenanceFile] = statement
	files[sumsFile] = run.Sums(files)
	if err := writeInto(dir, files); err != nil {
		return "", err
	}
	s.attach(ctx, tag, files)
	return first, nil
}

// wrapped is a package with the loader before its code, which enforces the
// policy.
func (s *step) wrapped(ctx context.Context, source string, x gatedExtension) ([]byte, error) {
	o, err := s.c.fence(x.policies.Head)
	if err != nil {
		return nil, err
	}
	// What was compared is what is wrapped from.
	if o.Kept = x.kept; o.Kept != nil {
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
		return nil, refused(source, err)
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

// attach adds the files to the release, the sums last: whoever sees them sees
// what they are about.
func (s *step) attach(ctx context.Context, tag string, files map[string][]byte) {
	if s.hub == nil {
		s.warn("nothing is attached to the release: %s", s.closed)
		return
	}
	release, err := s.hub.Release(ctx, tag)
	if err != nil {
		s.denied("nothing is attached to the release", err)
		return
	}
	replace, _ := s.runner.Flag("replace-assets")
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(n string) bool { return n == sumsFile })
	for _, name := range append(names, sumsFile) {
		_, err := s.hub.AttachTo(ctx, release, github.Attach{Name: name, Data: files[name], Replace: replace})
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
