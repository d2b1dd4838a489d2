// Package webview says what the webviews of an extension lack: a policy of their
// pages, and bounds to what they may load.
package webview

import (
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Fault is one thing that is missing from how the code sets up a webview.
type Fault struct {
	Kind  Kind
	Where finding.Location
	// Root is the folder that a view with WholeDisk loads from.
	Root string
}

// Kind says what is missing.
type Kind int

// The kinds of fault.
const (
	// WholeDisk is a view whose local resources leave nothing out.
	WholeDisk Kind = iota
	// NoPagePolicy is a page of a view that runs scripts, without a policy.
	NoPagePolicy
	// InlineScripts is such a page whose policy lets inline scripts run.
	InlineScripts
)

// Unprotected says what a fault with NoPagePolicy is.
const Unprotected = "a webview that runs scripts gets a page without a Content-Security-Policy"

// Faults returns what the views of an extension lack, in the order of the
// facts.
func Faults(in check.Input) []Fault {
	var out []Fault
	// Without scripts there is nothing for a policy to stop.
	scripted := map[string]bool{}
	options := func(where finding.Location, v facts.Value) {
		if uses.IsTrue(v.Props["enableScripts"]) {
			scripted[where.File] = true
		}
		if root, ok := wholeDisk(v.Props["localResourceRoots"]); ok {
			out = append(out, Fault{Kind: WholeDisk, Where: where, Root: root})
		}
	}
	for u := range uses.Calls(in, catalog.VSWebview) {
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
		switch worstPolicy(w.Values[0]) {
		case noPolicy:
			out = append(out, Fault{Kind: NoPagePolicy, Where: w.Where})
		case anyScript:
			out = append(out, Fault{Kind: InlineScripts, Where: w.Where})
		}
	}
	return out
}

var diskRoot = lazyregexp.Lazy(`^(/|[A-Za-z]:[\\/]*)$`)

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
