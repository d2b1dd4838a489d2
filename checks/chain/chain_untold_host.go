package chain

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
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
		{name: "private data is mailed", mail: true, holds: mailed},
		{name: "its address stands beside what others run or obey", holds: plantedBeside},
		{name: "a program is started with it", holds: programGiven(commands(in))},
		{name: "a setting is set to it", holds: settingGiven},
		{name: "markup loads from it", holds: markupLoads},
		{name: "a page asks for the password of somebody else's service", holds: passwordAsked},
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
			if said[a.host] || a.mail != c.mail {
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
