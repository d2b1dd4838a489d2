package checks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/regex"
)

var codeWebviewCSP = Check{
	Name:       "code_webview_csp",
	Module:     finding.CodeModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{79, 552, 693},
	Needs:      []Need{NeedCode},
	Run:        runCodeWebviewCSP,
}

func runCodeWebviewCSP(_ context.Context, in Input) []finding.Finding {
	files := filesOf(in.Program)
	var out []finding.Finding
	add := func(where finding.Location, s finding.Severity, message string) {
		out = append(out, finding.Finding{
			Severity:      files.rate(s, where.File),
			PaperSeverity: finding.None,
			Intent:        finding.Vulnerable,
			Confidence:    finding.Likely,
			Provenance:    files.provenance(where.File),
			Message:       message,
			Where:         where,
		})
	}
	// Without scripts there is nothing for a policy to stop.
	scripted := map[string]bool{}
	options := func(where finding.Location, v facts.Value) {
		if isTrue(v.Props["enableScripts"]) {
			scripted[where.File] = true
		}
		if root, ok := wholeDisk(v.Props["localResourceRoots"]); ok {
			add(where, finding.Medium, fmt.Sprintf("a webview may load every file below %s", quote(root)))
		}
	}
	for u := range calls(in, catalog.VSWebview) {
		if u.Member == "window.createWebviewPanel" && len(u.Args) > 3 {
			options(u.Where, u.Args[3])
		}
	}
	for _, w := range in.Program.Writes {
		if w.Kind == facts.WriteView && len(w.Values) > 0 {
			options(w.Where, w.Values[0])
		}
	}
	for _, w := range in.Program.Writes {
		if w.Kind != facts.WritePage || len(w.Values) == 0 || !scripted[w.Where.File] {
			continue
		}
		worst := worstPolicy(w.Values[0])
		switch worst {
		case noPolicy:
			add(w.Where, finding.Medium, "a webview that runs scripts gets a page without a Content-Security-Policy")
		case anyScript:
			add(w.Where, finding.Low, "the Content-Security-Policy of a webview's page lets inline scripts run")
		}
	}
	return out
}

func isTrue(v facts.Value) bool {
	return slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
		return len(p) == 1 && p[0].Kind == facts.Keyword && p[0].Text == "true"
	})
}

var diskRoot = regex.Lazy(`^(/|[A-Za-z]:[\\/]*)$`)

// wholeDisk finds a root of local resources that leaves nothing out.
func wholeDisk(v facts.Value) (string, bool) {
	for _, item := range v.Items {
		for _, p := range item.Alts {
			if s, ok := p.Constant(); ok && diskRoot().MatchString(strings.TrimPrefix(s, "file://")) {
				return s, true
			}
			if len(p) == 1 && p[0].Kind == facts.Root && p[0].Text == "home" {
				return p.String(), true
			}
		}
	}
	return "", false
}

// policy says what a page's own policy allows, worst last.
type policy int

const (
	unseen    policy = iota // no whole page, or a hole where the policy may be
	strict                  // there is one
	anyScript               // it allows inline scripts
	noPolicy                // there is none
)

func worstPolicy(page facts.Value) policy {
	worst := unseen
	for _, p := range page.Alts {
		worst = max(worst, policyOf(p))
	}
	return worst
}

// policyOf reads one page. A hole before the end of its head may hold anything.
func policyOf(p facts.Pattern) policy {
	var b strings.Builder
	whole := true
	for _, part := range p {
		if part.Kind == facts.Literal {
			b.WriteString(strings.ToLower(part.Text))
			continue
		}
		if !strings.Contains(b.String(), "</head>") && !strings.Contains(b.String(), "<body") && !openTag(b.String()) {
			whole = false
		}
		b.WriteString("\x00")
	}
	html := b.String()
	_, csp, found := strings.Cut(html, "content-security-policy")
	switch {
	case found:
		// The policy ends with its tag; what follows is the page.
		csp, _, _ = strings.Cut(csp, ">")
		if inlineScripts(csp) {
			return anyScript
		}
		return strict
	case !whole || !strings.Contains(html, "<html") && !strings.Contains(html, "<head"):
		return unseen
	}
	return noPolicy
}

// openTag reports whether text ends within a tag: a hole there is an attribute.
func openTag(text string) bool {
	return strings.LastIndexByte(text, '<') > strings.LastIndexByte(text, '>')
}

// inlineScripts reports whether the directive for scripts allows inline ones. A
// nonce or hash beside the word switches it off.
func inlineScripts(csp string) bool {
	directive := ""
	for d := range strings.SplitSeq(csp, ";") {
		if i := strings.Index(d, "script-src "); i >= 0 {
			directive = d[i:]
			break
		}
		if i := strings.Index(d, "default-src "); i >= 0 {
			directive = d[i:]
		}
	}
	return strings.Contains(directive, "'unsafe-inline'") && !strings.Contains(directive, "'nonce-") && !strings.Contains(directive, "'sha")
}
