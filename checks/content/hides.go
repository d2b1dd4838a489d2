package content

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/told"
)

// named is something of a script that its writer hid, and that was worked out: what a reviewer asks for first.
type named struct {
	verb  string // what the code does with it
	text  string
	where finding.Location
	rank  int // called before written
}

// Bounds of what a message and a path say.
const (
	mostNamed  = 3  // of one verb, before all others had their turn
	longNamed  = 90 // characters
	mostShown  = 12
	spareRunes = 20
)

// verbs are in the order in which they are said.
var verbs = []string{"asks", "sets", "starts", "touches", "names"}

// namedIn lists, for each file, what its code asks, sets, starts and touches; of hosts only those of which people are
// told nowhere. It is what facts know after all constant decoders: nothing is guessed.
func namedIn(in check.Input) map[string][]named {
	out := map[string][]named{}
	if in.Program == nil {
		return out
	}
	add := func(verb, text string, where finding.Location, rank int) {
		text = strings.TrimSpace(text)
		if !letters().MatchString(holes().ReplaceAllString(text, "")) {
			return
		}
		list := out[where.File]
		for i := range list {
			switch n := &list[i]; {
			case n.text == text:
				return
			case n.verb == "asks" && verb == "names" && strings.Contains(text, n.text):
				n.text = text // the whole address says more than its host
				return
			}
		}
		out[where.File] = append(list, named{verb, text, where, rank})
	}
	host := func(verb, text, name string, where finding.Location, rank int) {
		if name != "" && !own().MatchString(name) && !told.Known(name) && !in.Told.Of(name) {
			add(verb, text, where, rank)
		}
	}
	for _, r := range in.Program.Requests {
		if a, ok := endpoint.Parse(r.To); ok {
			host("asks", strings.TrimPrefix(r.To, "tcp://"), a.Host, r.Where, 0)
		}
	}
	if in.Catalog != nil {
		for u, e := range uses.Calls(in, catalog.NetConnect, catalog.NetResolve) {
			for _, d := range uses.AddressesOf(in, u) {
				host("asks", d.Address.Host, d.Address.Host, u.Where, 0)
			}
			for _, v := range uses.WithRole(u, e, catalog.RoleHost) {
				for _, p := range v.Alts {
					if name, ok := p.Constant(); ok {
						host("asks", name, name, u.Where, 0)
					}
				}
			}
		}
		for u, e := range uses.Calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.VSTerminal, catalog.VSTask) {
			if line := started(u, e); line != "" {
				add("starts", line, u.Where, 0)
			}
		}
		for _, u := range in.Program.Uses {
			if e, ok := in.Catalog.Lookup(u.Module, u.Member); ok && (u.Kind == facts.Call || u.Kind == facts.New) {
				if place, p, _, ok := uses.SensitiveArgument(in.Catalog, u, e); ok && place.Kind != "repository" {
					add("touches", p.String(), u.Where, 0)
				}
			}
		}
	}
	for _, w := range in.Program.SettingWrites {
		if w.Named() {
			add("sets", w.ID, w.Where, 0)
		}
	}
	for _, s := range in.Program.Strings {
		if m := address().FindStringSubmatch(s.Text); m != nil {
			host("names", m[0], m[1], s.Where, 1)
		} else if bareHost().MatchString(s.Text) {
			host("names", s.Text, s.Text, s.Where, 1)
		}
		if _, ok := uses.Redirects(s.Text); ok && !strings.HasSuffix(s.Text, ".json") {
			add("names", s.Text, s.Where, 1)
		}
	}
	for _, list := range out {
		slices.SortStableFunc(list, func(a, b named) int {
			return cmp.Or(a.rank-b.rank, slices.Index(verbs, a.verb)-slices.Index(verbs, b.verb), a.where.Compare(b.where))
		})
	}
	return out
}

// address is one of the web, or of a connection, in a text, up to where its first hole or its questions begin.
var address = lazyregexp.Lazy(
	`(?i)\b(?:https?|wss?|ftps?|tcp|stratum\+tcp)://(?:[^\s/@"'?]+@)?([a-z0-9_.-]+\.[a-z0-9-]+)(?::\d+)?(?:/[^\s"'<>?]*)?`)

// bareHost is a text that is nothing but the name of a host, by an end that no member of code has, or its number.
var bareHost = lazyregexp.Lazy(`(?i)^(?:(?:[a-z0-9_-]+\.)+(?:com|net|org|io|dev|xyz|top|site|online|ru|cn|cc|su|pw|me|tk|cloud|tech|` +
	`store|live|pro|club|link|click|gg|sh|ai|co|example|invalid|test|onion)|\d{1,3}(?:\.\d{1,3}){3})$`)

// own are the names of this machine.
var own = lazyregexp.Lazy(`(?i)^(?:localhost|127\..*|0\.0\.0\.0|::1?|\[::1?\])$`)

// holes are the parts of a text that are known when it runs.
var (
	holes   = lazyregexp.Lazy(`<unknown>|\$\{[^}]*\}`)
	letters = lazyregexp.Lazy(`[A-Za-z0-9]`)
)

// started is the line that a call starts, or types in a terminal, as far as it is known.
func started(u facts.Use, e catalog.Entry) string {
	roles := []catalog.Role{catalog.RoleCommand, catalog.RoleModule}
	if strings.HasSuffix(u.Member, "sendText") {
		roles = []catalog.Role{catalog.RoleContent}
	}
	var words []string
	for _, role := range append(roles, catalog.RoleArgs) {
		for _, v := range uses.WithRole(u, e, role) {
			for _, v := range append([]facts.Value{v}, v.Items...) {
				if texts := uses.Texts(v); len(texts) > 0 {
					words = append(words, texts[0].String())
				}
			}
		}
	}
	return strings.Join(words, " ")
}

// hides says in a clause what a script names, as long as a message may be, and where.
func hides(list []named, room int) (clause string, steps []finding.Step) {
	var picked []named
	for _, most := range []int{1, mostNamed, mostShown} {
		for _, verb := range verbs {
			n := 0
			for _, x := range list {
				if x.verb != verb {
					continue
				}
				if n++; n > most || len(picked) == mostShown {
					break
				}
				if !slices.ContainsFunc(picked, func(p named) bool { return p.text == x.text }) {
					picked = append(picked, x)
				}
			}
		}
	}
	said := map[string][]string{}
	room -= spareRunes
	for _, x := range picked {
		quoted := `"` + escape.Printable(x.text, longNamed) + `"`
		need := utf8.RuneCountInString(quoted) + 2
		if len(said[x.verb]) == 0 {
			need += len(x.verb) + 1
		}
		if need > room {
			continue
		}
		room -= need
		said[x.verb] = append(said[x.verb], quoted)
		steps = append(steps, finding.Step{Where: x.where, Message: x.verb + " " + wording.Quote(x.text)})
	}
	slices.SortStableFunc(steps, func(a, b finding.Step) int { return a.Where.Compare(b.Where) })
	var parts []string
	for _, verb := range verbs {
		if len(said[verb]) > 0 {
			parts = append(parts, verb+" "+strings.Join(said[verb], ", "))
		}
	}
	return strings.Join(parts, "; "), steps
}
