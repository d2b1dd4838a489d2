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
	// holds says in a clause what is done, and by which links; "" when it is not.
	holds func(check.Input, ask) (string, []link)
}

// cells is the table, the surest row first. A row is in it that, by itself, stops malicious extensions of several blind
// rounds and no benign one of any (docs/measurements/blind.md).
func cells(in check.Input) []cell {
	return []cell{
		{"private data goes there", privateGoes},
		{"a program in a text asks it", programAsks},
		{"something private is read beside the request", readBeside},
		{"code, a program or a foreign file beside the request", actBeside},
		{"its address stands beside what others run or obey", plantedBeside},
		{"a program is started with it", programGiven(commands(in))},
		{"a setting is set to it", settingGiven},
		{"markup loads from it", markupLoads},
		{"a page asks for the password of somebody else's service", passwordAsked},
		{"it is a number", bareNumber},
		{"a connection is opened to it", connectionOpened},
		{"an update brings it", updateBrings},
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
			if said[a.host] {
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
