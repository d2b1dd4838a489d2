package chain

import (
	"context"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainUntoldHost = check.Check{
	Name:       "chain_untold_host",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 506},
	Needs:      []check.Need{check.NeedManifest, check.NeedCode, check.NeedTold},
	Run:        runChainUntoldHost,
}

// cell is a row of the decision table: what has to come together with a host of which people are told nowhere. The
// page of the check shows the table, and a test holds the two together.
type cell struct {
	name string
	// mail is true for the row of addresses of mail, which no other row looks at.
	mail bool
	// own is true for what nobody wants done, whoever the host belongs to: that a sibling of it is told is not enough.
	own bool
	// holds says in a clause what is done, and by which links; "" when it is not.
	holds func(check.Input, ask) (string, []link)
}

// cells is the table, the surest row first. A row is in it that, by itself, stops malicious extensions of several blind
// rounds and no benign one of any (docs/measurements/blind.md).
func cells(in check.Input) []cell {
	return []cell{
		{name: "private data goes there", holds: privateGoes},
		{name: "a program in a text asks it", holds: programAsks},
		{name: "something private is read beside the request", holds: readBeside},
		{name: "code, a program or a foreign file beside the request", holds: actBeside},
		{name: "private data is sent beside it", holds: sentBeside},
		{name: "it gets a blind copy of each mail", own: true, mail: true, holds: blindCopy},
		{name: "private data is mailed", mail: true, holds: mailed},
		{name: "credentials are told apart beside the request", own: true, holds: credentialsBeside},
		{name: "what all code shares is replaced beside the request", own: true, holds: sharedBeside},
		{name: "a request for it is made up as one of a content network", own: true, holds: disguised},
		{name: "links are led through it", own: true, holds: linksLed},
		{name: "its address stands beside what others run or obey", holds: plantedBeside},
		{name: "a program is started with it", holds: programGiven(commands(in))},
		{name: "a setting is set to it", holds: settingGiven},
		{name: "markup loads from it", holds: markupLoads},
		{name: "a page of it is opened, and nobody asked", holds: openedUnasked(in)},
		{name: "code inside another program asks it", holds: askedInside},
		{name: "a page asks for the password of somebody else's service", holds: passwordAsked},
		{name: "a script of a page tells it something", holds: pageTells},
		{name: "it is a number", holds: bareNumber},
		{name: "a connection is opened to it", holds: connectionOpened},
		{name: "an update brings it", holds: updateBrings},
	}
}

// runChainUntoldHost goes through the table for each host that the code asks or names and nothing that people see
// names. The first row that holds says it, once a host.
func runChainUntoldHost(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	said := map[string]bool{}
	hosts := untoldHosts(in)
	written := writtenAt(in, hosts)
	for _, c := range cells(in) {
		for _, a := range hosts {
			if said[a.host] || a.mail != c.mail || a.sibling && !c.own {
				continue
			}
			what, links := c.holds(in, a)
			if what == "" {
				continue
			}
			said[a.host] = true
			if at, ok := written[a.host]; ok && !near(at, a.where) && a.text == "" {
				links = append(links, link{at, "the host is written here: " + wording.Quote(a.host)})
			}
			out = append(out, chain(in, finding.Likely, what+" "+wording.Quote(a.host)+", a host of which people are told nowhere",
				append(links, link{a.where, wording.Quote(a.host) + " is in no page, title, description or setting that the extension shows"})...))
		}
	}
	return out
}

// blindCopy: a message that the code makes has an address there as bcc, whoever it is written to.
func blindCopy(in check.Input, a ask) (string, []link) {
	for _, s := range in.Program.Strings {
		if a.mail && s.Copied && s.Where == a.where {
			return "mail that the person sends goes, as a blind copy, to " + wording.Quote(a.text) + " on",
				[]link{{a.where, "who gets it is seen by nobody whom it is written to: " + wording.Quote(a.text)}}
		}
	}
	return "", nil
}

// credentialsBeside: an expression finds, by the names of headers, what people are known by, and the request carries something
// that the code does not write out. Requests are written by people and by libraries; who sorts out these is after them.
func credentialsBeside(in check.Input, a ask) (string, []link) {
	if a.use.Module == "" || !carries(in, a) {
		return "", nil
	}
	for _, s := range in.Program.Expressions {
		if credentialNames().MatchString(s.Text) && near(s.Where, a.where) {
			return "the credentials in the headers of requests (" + wording.Quote(s.Text) + ") are told apart beside a request to",
				[]link{{s.Where, "the expression: " + wording.Quote(s.Text)}}
		}
	}
	return "", nil
}

// credentialNames are the names of such headers in an expression.
var credentialNames = lazyregexp.Lazy(`(?i)(^|[^a-z])(authori[sz]ation|(set-)?cookie|x-api-key|(private|access|x-auth)-token)([^a-z]|$)`)

// sharedBeside: a function of a module of Node or VS Code, or of a global, is replaced for all code of the process.
func sharedBeside(in check.Input, a ask) (string, []link) {
	if !a.called() {
		return "", nil
	}
	for _, w := range in.Program.Writes {
		if w.Kind == facts.WriteShared && near(w.Where, a.where) {
			name := strings.TrimPrefix(w.Module+"."+w.Member, "globals.")
			return name + " is replaced for all code of the process beside a request to",
				[]link{{w.Where, "all code, of other extensions too, gets this function for " + name}}
		}
	}
	return "", nil
}

// disguised: a request that the code makes has headers that a content network's answers alone have.
func disguised(_ check.Input, a ask) (string, []link) {
	for _, v := range a.use.Args {
		for name := range v.Props["headers"].Props {
			if networkHeader().MatchString(name) {
				return "something is sent in a header that answers of a content network have, " + wording.Quote(name) + ", to",
					[]link{{a.where, "no request needs it"}}
			}
		}
	}
	return "", nil
}

// networkHeader are the headers by which content networks say where an answer came from.
var networkHeader = lazyregexp.Lazy(`(?i)^(x-amz-cf-(id|pop)|cf-ray|x-served-by|x-cache(-hits)?|x-edge-[a-z-]+)$`)

// linksLed: another address is put behind one of it, beside an expression that finds the links of a page.
func linksLed(in check.Input, a ask) (string, []link) {
	if a.text == "" || !leads().MatchString(a.text) {
		return "", nil
	}
	for _, s := range in.Program.Expressions {
		if near(s.Where, a.where) && strings.Contains(s.Text, "href") {
			return "links of a page, which " + wording.Quote(s.Text) + " finds, are led through",
				[]link{{a.where, "the address: " + wording.Quote(a.text)}}
		}
	}
	return "", nil
}

// leads is the address of a page that leads on, up to where the other address is put.
var leads = lazyregexp.Lazy(`(?i)https?://[^/?#\s"']+/[^#\s"']*[?&][a-z_]+=$`)

// carries holds for a request by which the host is told something that the code does not write out.
func carries(in check.Input, a ask) bool {
	if slices.ContainsFunc(a.use.Args, func(v facts.Value) bool { return decidedLater(v, 3) }) {
		return true
	}
	return slices.ContainsFunc(in.Program.Uses, func(u facts.Use) bool {
		body := strings.HasSuffix(u.Member, "().write") || strings.HasSuffix(u.Member, "().end") || strings.HasSuffix(u.Member, "().send")
		return body && u.Module == a.use.Module && len(u.Args) > 0 && u.Beside(a.use)
	})
}
