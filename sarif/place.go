package sarif

import (
	"cmp"
	"net/url"
	"path"
	"strings"

	"github.com/owenrumney/go-sarif/v2/sarif"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
)

// shown is the place to point a person to: in the sources, with the function
// around it, where it stands in a file of the repository. A report that was read
// back may name another one, which is then not believed.
func shown(r *report.Report, where finding.Location, o *finding.Origin) *sarif.Location {
	at := finding.Shown(where, o)
	if at == where {
		return location(r, where)
	}
	if _, ok := at.Below(cmp.Or(subjectPath(r), ".")); !ok {
		return location(r, where)
	}
	l := location(r, at)
	if o.Function != "" {
		l.LogicalLocations = []*sarif.LogicalLocation{{FullyQualifiedName: ptr(plain(o.Function)), Kind: ptr("function")}}
	}
	return l
}

// location is a place. GitHub wants a file and a line of every result: what is
// about the extension as a whole stands at its manifest.
func location(r *report.Report, l finding.Location) *sarif.Location {
	file, line := l.Anchor()
	if base := subjectPath(r); base != "" {
		file = path.Join(base, file)
	}
	region := &sarif.Region{StartLine: ptr(line)}
	if l.Line > 0 && l.Column > 0 {
		region.StartColumn = ptr(l.Column)
	}
	if l.EndLine > 0 {
		region.EndLine = ptr(l.EndLine)
		if l.EndColumn > 0 {
			region.EndColumn = ptr(l.EndColumn)
		}
	}
	return &sarif.Location{PhysicalLocation: &sarif.PhysicalLocation{
		ArtifactLocation: &sarif.ArtifactLocation{URI: ptr(uri(file)), URIBaseId: ptr(rootID)},
		Region:           region,
	}}
}

// subjectPath is where the extension's folder lies below the place the tool was
// started in; empty for an archive or a folder elsewhere.
func subjectPath(r *report.Report) string {
	switch r.Extension.Source {
	case extension.Repository, extension.Directory, extension.Installed:
	default:
		return ""
	}
	if strings.HasPrefix(r.Subject, "npm:") {
		return ""
	}
	p := path.Clean(strings.ReplaceAll(r.Subject, `\`, "/"))
	if p == "." || !finding.LocalPath(p) {
		return ""
	}
	return p
}

// uri escapes a path segment by segment, so that a file called "https:" or
// "a?b" stays a file.
func uri(p string) string {
	parts := strings.Split(p, "/")
	for i, s := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(s), ":", "%3A")
	}
	return strings.Join(parts, "/")
}
