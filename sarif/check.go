package sarif

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// What GitHub takes besides the limits of limits.go.
const (
	maxLocations  = 1_000
	maxThreadFlow = 10_000
	maxExtensions = 100
	// maxProblems bounds what Check says; the rest is counted.
	maxProblems = 50
)

// Check says what GitHub would refuse in a SARIF file, or take and not show as
// it is meant: the limits, and the mistakes that schema and validators let
// pass. Nothing said means that nothing was found, the schema aside.
func Check(doc []byte) []string {
	c := &checker{}
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		return []string{"it is not JSON: " + escape.Printable(err.Error(), 200)}
	}
	if size, err := zipped(doc, MaxGzip); err != nil || size > MaxGzip {
		c.say("", "%d bytes of gzip, and GitHub takes %d", size, MaxGzip)
	}
	c.document(node{v: v})
	if c.over > 0 {
		c.problems = append(c.problems, fmt.Sprintf("and %d more", c.over))
	}
	return c.problems
}

type checker struct {
	problems []string
	over     int
}

func (c *checker) say(path, format string, args ...any) {
	if len(c.problems) == maxProblems {
		c.over++
		return
	}
	text := fmt.Sprintf(format, args...)
	if path != "" {
		text = path + ": " + text
	}
	c.problems = append(c.problems, escape.Printable(text, 400))
}

// node is a value somewhere in the document. Names are compared exactly, which
// encoding/json does not do for structs.
type node struct {
	path string
	v    any
}

func (n node) get(names ...string) node {
	for _, name := range names {
		m, _ := n.v.(map[string]any)
		n = node{strings.TrimPrefix(n.path+"."+name, "."), m[name]}
	}
	return n
}

func (n node) list() []node {
	l, _ := n.v.([]any)
	out := make([]node, len(l))
	for i, v := range l {
		out[i] = node{n.path + "[" + strconv.Itoa(i) + "]", v}
	}
	return out
}

func (n node) text() string { s, _ := n.v.(string); return s }

// number is -1 when there is none.
func (n node) number() int {
	f, ok := n.v.(float64)
	if !ok || f != float64(int(f)) {
		return -1
	}
	return int(f)
}

func (c *checker) oneOf(n node, words ...string) {
	if n.v != nil && !slices.Contains(words, n.text()) {
		c.say(n.path, "%v is none of %s", n.v, strings.Join(words, ", "))
	}
}

func (c *checker) atMost(n node, most int) {
	if l := len(n.list()); l > most {
		c.say(n.path, "%d, and GitHub takes %d", l, most)
	}
}

func (c *checker) document(d node) {
	if d.get("$schema").text() == "" || d.get("version").text() != "2.1.0" {
		c.say("", "$schema is missing or version is not 2.1.0")
	}
	if _, ok := d.get("runs").v.([]any); !ok {
		c.say("runs", "there is no list")
	}
	c.atMost(d.get("runs"), MaxRuns)
	taken := map[string]string{}
	for _, r := range d.get("runs").list() {
		c.run(r)
		// GitHub cuts at the last slash; what comes behind it names one run of
		// the category.
		id := r.get("automationDetails", "id").text()
		category := r.get("tool", "driver", "name").text() + "\x00" + id[:strings.LastIndex(id, "/")+1]
		if other, ok := taken[category]; ok {
			c.say(r.path, "%s has the same tool and category %q, and GitHub takes each once", other, id)
		}
		taken[category] = r.path
	}
}

func (c *checker) run(r node) {
	driver := r.get("tool", "driver")
	if driver.get("name").text() == "" {
		c.say(driver.path, "the tool has no name")
	}
	c.atMost(r.get("tool", "extensions"), maxExtensions)
	c.atMost(driver.get("rules"), MaxRules)
	c.atMost(r.get("results"), MaxResults)
	ids := map[string]int{}
	for i, rule := range driver.get("rules").list() {
		id := rule.get("id").text()
		if _, ok := ids[id]; ok {
			c.say(rule.path, "the id %q is taken", id)
		}
		ids[id] = i
		c.rule(rule)
	}
	for _, res := range r.get("results").list() {
		c.result(res, ids)
	}
	c.oneOf(r.get("columnKind"), "utf16CodeUnits", "unicodeCodePoints")
	for _, inv := range r.get("invocations").list() {
		for _, kind := range []string{"toolExecutionNotifications", "toolConfigurationNotifications"} {
			for _, n := range inv.get(kind).list() {
				c.oneOf(n.get("level"), "none", "note", "warning", "error")
				c.message(n.get("message"))
				for _, l := range n.get("locations").list() {
					c.location(l)
				}
			}
		}
	}
}

func (c *checker) rule(r node) {
	if r.get("id").text() == "" {
		c.say(r.path, "there is no id")
	}
	for _, p := range []struct {
		field string
		most  int
	}{{"shortDescription", maxDescription}, {"fullDescription", maxDescription}, {"help", 0}} {
		text := r.get(p.field, "text")
		if strings.TrimSpace(text.text()) == "" {
			c.say(text.path, "is missing or empty")
		}
		if n := len([]rune(text.text())); p.most > 0 && n > p.most {
			c.say(text.path, "%d characters, and GitHub takes %d", n, p.most)
		}
	}
	if n := len([]rune(r.get("name").text())); n > maxName {
		c.say(r.path, "the name has %d characters, and GitHub takes %d", n, maxName)
	}
	c.oneOf(r.get("defaultConfiguration", "level"), "none", "note", "warning", "error")
	props := r.get("properties")
	c.atMost(props.get("tags"), maxTags)
	seen := map[string]bool{}
	for _, t := range props.get("tags").list() {
		if t.text() == "" || seen[t.text()] {
			c.say(t.path, "a tag is empty, no text or there twice")
		}
		seen[t.text()] = true
	}
	c.oneOf(props.get("precision"), "very-high", "high", "medium", "low")
	c.oneOf(props.get("problem.severity"), "error", "warning", "recommendation")
	if s := props.get("security-severity"); s.v != nil {
		n, err := strconv.ParseFloat(s.text(), 64)
		if err != nil || !(n > 0 && n <= 10) {
			c.say(s.path, "%v is no text with a number over 0.0 and up to 10.0", s.v)
		}
		if !seen["security"] {
			c.say(props.get("tags").path, "security-severity is shown only with the tag security")
		}
	}
}

func (c *checker) result(r node, rules map[string]int) {
	id := r.get("ruleId").text()
	at, ok := rules[id]
	switch index := r.get("ruleIndex"); {
	case !ok:
		c.say(r.path, "there is no rule %q", id)
	case index.v != nil && index.number() != at:
		c.say(index.path, "%v is not the rule %q", index.v, id)
	}
	c.oneOf(r.get("level"), "none", "note", "warning", "error")
	c.oneOf(r.get("kind"), "notApplicable", "pass", "fail", "review", "open", "informational")
	c.message(r.get("message"))
	if n := len(r.get("locations").list()); n == 0 || n > maxLocations {
		c.say(r.path, "%d locations, and GitHub takes 1 to %d", n, maxLocations)
	}
	for _, name := range []string{"locations", "relatedLocations"} {
		for _, l := range r.get(name).list() {
			c.location(l)
		}
	}
	if strings.TrimSpace(r.get("partialFingerprints", "primaryLocationLineHash").text()) == "" {
		c.say(r.path, "there is no partialFingerprints.primaryLocationLineHash")
	}
	var steps []node
	for _, flow := range r.get("codeFlows").list() {
		for _, thread := range flow.get("threadFlows").list() {
			steps = append(steps, thread.get("locations").list()...)
		}
	}
	if len(steps) > maxThreadFlow {
		c.say(r.path, "%d steps of code flows, and GitHub takes %d", len(steps), maxThreadFlow)
	}
	for _, s := range steps {
		c.location(s.get("location"))
	}
	for _, s := range r.get("suppressions").list() {
		c.oneOf(s.get("kind"), "inSource", "external")
		c.oneOf(s.get("status"), "accepted", "underReview", "rejected")
	}
}

func (c *checker) message(m node) {
	if strings.TrimSpace(m.get("text").text()) == "" {
		c.say(m.path, "the text is missing or empty")
	}
}

func (c *checker) location(l node) {
	place := l.get("physicalLocation")
	address := place.get("artifactLocation", "uri")
	if why := badURI(address.text()); why != "" {
		c.say(address.path, "%q %s", address.text(), why)
	}
	region := place.get("region")
	line, end := region.get("startLine").number(), region.get("endLine")
	if line < 1 {
		c.say(region.path, "there is no startLine from 1 on")
	}
	if end.v != nil && end.number() < line {
		c.say(end.path, "it ends before it begins")
	}
	for _, name := range []string{"startColumn", "endColumn"} {
		if col := region.get(name); col.v != nil && col.number() < 1 {
			c.say(col.path, "columns count from 1")
		}
	}
}

// badURI says what is wrong with the address of a file: it has to be relative to
// the root of the repository and to stay below it.
func badURI(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "is no URI"
	}
	plain := strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r >= 0x7F || strings.ContainsRune(`"<>\^{|}`+"`", r) })
	switch {
	case s == "":
		return "is empty"
	case plain:
		return "holds characters that have to be percent-encoded"
	case u.Scheme != "" || u.Host != "" || strings.HasPrefix(s, "//"):
		return "has a scheme or a host"
	case strings.HasPrefix(s, "/"):
		return "is absolute"
	case u.RawQuery != "" || u.ForceQuery || strings.Contains(s, "#"):
		return "has a query or a fragment"
	case !finding.LocalPath(strings.TrimSuffix(u.Path, "/")):
		return "does not stay below the root"
	}
	return ""
}
