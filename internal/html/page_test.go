package html

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	parse "golang.org/x/net/html"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report"
	"github.com/ringfence-dev/ringfence/internal/verdict"
	"github.com/ringfence-dev/ringfence/policygen/change"
	"github.com/ringfence-dev/ringfence/policygen/evidence"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// sample is a small report with one of everything. Every text that a stranger could have
// written goes through name.
func sample(name func(string) string) *report.Report {
	at := func(file string, line int) finding.Location {
		return finding.Location{File: name(file), Line: line, Column: 5}
	}
	place := func(file string, line int, symbol string) []evidence.Place {
		return []evidence.Place{{Where: at(file, line), Symbol: name(symbol), Path: []string{name(file), name("activate " + file)}}}
	}
	need := func(part int, places []evidence.Place) []report.Need {
		return []report.Need{{Part: part, Uses: 3, Places: places}}
	}
	return &report.Report{
		ReportVersion: report.Version, Tool: report.Tool{Name: "ringfence", Version: "1.2.3"}, Subject: name("."),
		Extension: report.Extension{
			ID: name("acme.tool"), Version: name("1.0.0"), DisplayName: name("Tool"), Source: extension.Repository, Files: 12, Bytes: 34_567,
		},
		Verdict: verdict.Result{
			Profile: "default", Category: verdict.Reject, NeedsReview: true, Incomplete: true, Overall: finding.High,
			Modules: []verdict.ModuleRisk{{Module: finding.CodeModule, State: verdict.Ran, Risk: finding.High, Findings: 2}},
			Because: []verdict.Reason{{Rule: "high-risk", Text: name("1 finding of high severity"), Findings: []int{0}}},
		},
		Code: report.Code{
			Analysed: true, Files: 3, Bytes: 9000, Reached: 2,
			Entries: []report.Entry{
				{File: name("main.js"), Kind: facts.EntryMain, Via: "main"}, {File: name("page.js"), Kind: facts.EntryWebview, Via: name("main.js")},
			},
			BlindSpots: []report.BlindSpot{{File: name("blob.js"), Line: 3, Reason: name("it could not be parsed"), Reached: true}},
		},
		Checks: []report.Check{
			{Name: "code_dynamic_eval", Module: finding.CodeModule, State: "nothing"},
			{Name: "code_weak_hash", Module: finding.CodeModule, State: "failed", Why: name("it broke")},
		},
		Problems: []report.Problem{{Message: name("a name twice"), Where: at("package.json", 2)}},
		Findings: []finding.Finding{
			{
				Check: "code_sensitive_path", Module: finding.CodeModule, Severity: finding.High, Confidence: "likely", Intent: finding.Malicious,
				Message: name("reads SSH keys"), Where: at("main.js", 7), Reach: finding.Unreached,
				Excerpt: &finding.Excerpt{Text: escape.Printable(name("fs.read(key)"), finding.MaxExcerpt), From: 3, To: 7},
				Flow: []finding.Step{
					{Where: at("main.js", 3), Message: name("reads the key")},
					{Where: at("main.js", 9), Message: name("sends it")},
				},
				Fix: &finding.Fix{Text: name("take it out"), Edits: []finding.Edit{
					{File: name("package.json"), Pointer: "/main", Value: finding.JSON("null")},
				}},
			},
			{
				Check: "code_weak_hash", Module: finding.CodeModule, Severity: finding.Low, Confidence: "confirmed", Message: name("uses MD5"),
				Where:   at("main.js", 12),
				Origin:  &finding.Origin{File: name("src/main.ts"), Line: 4, Column: 2, Package: name("lib")},
				Opinion: &finding.Opinion{Model: name("m"), Reason: name("who knows")},
			},
			{
				Check: "code_weak_hash", Module: finding.CodeModule, Severity: finding.Low, Confidence: "confirmed", Message: name("uses SHA-1"),
				Where:      at("main.js", 13),
				Suppressed: &finding.Suppression{Reason: name("a checksum"), SignedOffBy: name("somebody"), Rule: "ignore[0]"},
			},
		},
		Permissions: &report.Permissions{
			Parts: []report.Part{
				{Files: []string{name("main.js")}, Entries: []string{name("main.js")}, EntriesTold: true},
				{Package: name("fetcher"), Told: true, Files: []string{name("node_modules/fetcher/index.js")}, Entries: []string{}},
			},
			Lines: []report.Permission{
				{Section: policy.FilesRead, Text: name("${home}/.ssh/id_rsa"), State: report.Denied, Needs: []report.Need{}},
				{
					Section: policy.NetworkConnect, Text: name("https://*"), State: report.Granted, Mark: policy.Unresolved,
					Question: name("Where does it connect to?"), Needs: need(1, place("node_modules/fetcher/index.js", 2, "https.get")),
				},
				{
					Section: policy.Processes, Text: name("docker run alpine"), State: report.Widened, TrustedOnly: true, Origins: []string{"accepted"},
					Needs: need(0, place("main.js", 9, "child_process.spawn")),
				},
			},
		},
	}
}

func plain(s string) string { return s }

// pages are the four pages of a sample.
func pages(t testing.TB, name func(string) string) map[string][]byte {
	t.Helper()
	r := sample(name)
	grant := policy.Grant{Section: policy.Processes, Pattern: name("docker"), Args: []string{name("run")}}
	old := policy.Grant{Section: policy.Processes, Pattern: name("git")}
	d := change.Diff{
		Extension: name("acme.tool"),
		Wider:     []change.Line{{Change: policy.Change{Grant: grant, Reason: name("the old policy does not allow it")}}},
		Narrower:  []change.Line{{Change: policy.Change{Grant: old, Reason: name("trust is narrower")}}},
	}
	out := map[string][]byte{}
	put := func(file string, write func(*bytes.Buffer) error) {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		out[file] = b.Bytes()
	}
	put("report.html", func(b *bytes.Buffer) error { return Report(b, r) })
	put("diff.html", func(b *bytes.Buffer) error { return writeDiff(b, d) })
	put("change.html", func(b *bytes.Buffer) error {
		return WriteChange(b, Change{
			Tool: "ringfence 1.2.3", Base: name("0123456789abcdef0123"), Notes: []string{name("a note")},
			Extensions: []Changed{{
				Report: r, Path: name("."), Brings: "1 new finding", New: r.Findings[:1], Policies: Sides{Diff: d, Kept: []policy.Grant{grant}},
				Notes: []string{name("a note of its own")},
				Gates: []Gate{
					{Name: "reject", State: "holds", Passes: true},
					{
						Name: "widening", State: "fails", Why: name("the policy allows more"),
						Details: []string{name("docker")}, Command: name("ringfence x"), Fix: name("ask"),
					},
				},
			}}})
	})
	put("fleet.html", func(b *bytes.Buffer) error {
		return WriteFleet(b, Fleet{
			Tool: "ringfence 1.2.3", Headline: name("fleet: 2 extensions"), Reasons: []string{name("1 target is missing")},
			Next:    name("scan it"),
			Totals:  []Count{{Name: "extensions", N: 2}, {Name: "above a ceiling", Text: "not checked"}},
			Missing: []Fact{{name("acme/gone"), name("nobody brought it")}}, Facts: []Fact{{name("judged by"), name("no file")}},
			Extensions: []FleetExtension{
				{
					Subject: name("acme/tool"), ID: name("acme.tool"), Version: name("1.0.0"), Category: verdict.Sandbox,
					Analysed: true, Findings: "1 low",
					Uses: map[catalog.Capability]int{catalog.ProcessRun: 3},
				},
				{Subject: name("acme/blind"), Category: verdict.Reject, Notes: []string{"needs review"}},
			},
		})
	})
	return out
}

// The pages are as they were, and the same bytes every time.
func TestGolden(t *testing.T) {
	again := pages(t, plain)
	for file, page := range pages(t, plain) {
		if !bytes.Equal(page, again[file]) {
			t.Errorf("%s: two runs differ", file)
		}
		name := filepath.Join("testdata", file)
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(name, page, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), string(page)); diff != "" {
			t.Errorf("%s (UPDATE=1 writes it anew): %s", file, diff)
		}
	}
}

// A reader without the script, and one who only hears the page, gets the verdict, why,
// what to do, each permission with its code and entry, and what was not checked.
func TestAPageIsReadWithoutItsScript(t *testing.T) {
	for file, want := range map[string][]string{
		"report.html": {
			"acme.tool 1.0.0", "Reject: do not run or publish it as it is.", "1 finding of high severity",
			"Take it out", "Not checked", "check code_weak_hash",
			"blob.js:3", "1 check looked and found nothing", "main.js starts docker run alpine",
			"docker run alpine", "new in this change", "denied by the override",
			"unresolved: what exactly is not known", "fetcher, 3 places", "activate main.js", "reads the key", "a checksum (signed off by somebody)",
			"Entries that lead to nothing that needs a permission: page.js",
		},
		"change.html": {
			"This change does not pass.", "The policy allows more: docker", "ringfence x", "before", "after", "docker run",
			"git", "new in this change",
		},
		"diff.html":  {"The new policy allows more: 1 line that the old one does not have.", "docker run", "trust is narrower"},
		"fleet.html": {"Fleet: 2 extensions.", "1 target is missing", "acme/gone", "nobody brought it", "not checked", "starts programs"},
	} {
		text := strings.Join(strings.Fields(read(t, pages(t, plain)[file]).text), " ")
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s does not say %q:\n%s", file, w, text)
			}
		}
	}
}

// seen is what a parser sees of a page.
type seen struct {
	text     string
	scripts  []string
	styles   []string
	policy   string
	elements map[string]int
	// regions are the labels of the regions.
	regions []string
	// wrong says what has no business in a page.
	wrong []string
}

// read parses a page as browsers do and says what is wrong with it: an element or an
// attribute that no template has, an address that leaves the page, an id twice, an end
// tag without a beginning, a link to nowhere.
func read(t testing.TB, page []byte) seen {
	t.Helper()
	s := seen{elements: map[string]int{}}
	ids, links := map[string]bool{}, []string{}
	doc, err := parse.Parse(bytes.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	var walk func(n *parse.Node)
	walk = func(n *parse.Node) {
		if n.Type == parse.TextNode {
			switch n.Parent.Data {
			case "script":
				s.scripts = append(s.scripts, n.Data)
			case "style":
				s.styles = append(s.styles, n.Data)
			default:
				text.WriteString(n.Data)
			}
		}
		if n.Type == parse.ElementNode {
			s.elements[n.Data]++
			if !strings.Contains(elements, " "+n.Data+" ") {
				s.wrong = append(s.wrong, "element "+n.Data)
			}
			equiv := false
			for _, a := range n.Attr {
				if !strings.Contains(attributes, " "+a.Key+" ") {
					s.wrong = append(s.wrong, "attribute "+a.Key+" of "+n.Data)
				}
				switch a.Key {
				case "id":
					if ids[a.Val] {
						s.wrong = append(s.wrong, "id "+a.Val+" twice")
					}
					ids[a.Val] = true
				case "href":
					links = append(links, a.Val)
				case "aria-label":
					if n.Data == "div" {
						s.regions = append(s.regions, a.Val)
					}
				case "http-equiv":
					equiv = true
				case "content":
					if equiv {
						s.policy = a.Val
					}
				}
			}
		}
		if n.Type == parse.CommentNode {
			s.wrong = append(s.wrong, "comment "+n.Data)
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
			if c.Type == parse.ElementNode {
				text.WriteString(" ")
			}
		}
	}
	walk(doc)
	for _, l := range links {
		if to, ok := strings.CutPrefix(l, "#"); !ok || !ids[to] {
			s.wrong = append(s.wrong, "link to "+l)
		}
	}
	s.text = text.String()
	return s
}

// What the templates are made of.
const (
	elements = " html head body meta title style script a header nav ul li main section p h1 h2 h3 h4 div ol dl dt dd span pre code mark " +
		"details summary article strong table caption thead tbody tr th td footer svg g rect text path "
	attributes = " lang charset http-equiv content name class href id aria-label aria-labelledby aria-hidden tabindex role scope open " +
		"viewbox viewBox width height x y rx d data-k data-sort data-filter data-n "
)
