package chain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var chainSecretSent = check.Check{
	Name:       "chain_secret_sent",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainSecretSent,
}

// homesOf are the hosts a place's keys are for.
var homesOf = map[string][]string{
	"aws": {"amazonaws.com", "aws.amazon.com"}, "azure": {"azure.com", "windows.net", "microsoftonline.com", "microsoft.com"},
	"gcloud": {"googleapis.com", "google.com"}, "gh": {"github.com", "githubusercontent.com"}, "glab": {"gitlab.com"},
	"npmrc": {"npmjs.org", "npmjs.com"}, "docker": {"docker.io", "docker.com"}, "cargo": {"crates.io"}, "pypirc": {"pypi.org"},
	"heroku": {"heroku.com"}, "vercel": {"vercel.com"}, "wrangler": {"cloudflare.com"}, "doctl": {"digitalocean.com"}, "fly": {"fly.io"},
	"terraform": {"terraform.io", "hashicorp.com"},
}

// manyPlaces is how many kinds of keys go one way when nobody could mean well.
const manyPlaces = 3

func runChainSecretSent(_ context.Context, in check.Input) []finding.Finding {
	var order []finding.Location
	bySink := map[finding.Location][]facts.Flow{}
	for _, f := range trails(in, facts.ToSend, facts.FromSecret) {
		if bySink[f.Sink.Where] == nil {
			order = append(order, f.Sink.Where)
		}
		bySink[f.Sink.Where] = append(bySink[f.Sink.Where], f)
	}
	var out []finding.Finding
	said := map[string]bool{}
	for _, where := range order {
		flows := bySink[where]
		var ids []string
		for _, f := range flows {
			ids = append(ids, f.Source.What)
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
		homes := homesOf[ids[0]]
		if len(ids) > 1 {
			homes = nil
		}
		list := destinations(in, flows[0])
		to, elsewhere := foreign(list, homes...)
		var sure finding.Confidence
		switch {
		case elsewhere && len(ids) > 1:
			sure = finding.Confirmed
		case elsewhere:
			sure = finding.Likely
		case len(ids) >= manyPlaces && !slices.ContainsFunc(list, func(d uses.Destination) bool { return d.Known }):
			sure = finding.Likely
		default:
			continue
		}
		key := where.File + " " + strings.Join(ids, " ")
		if said[key] {
			continue
		}
		said[key] = true
		target := "an address decided at run time"
		if elsewhere {
			target = wording.Quote(to.Host)
		}
		out = append(
			out,
			chain(in, sure, fmt.Sprintf("%s are read and sent to %s", placeNames(in.Catalog, ids), target), stepsAsLinks(flows[0])...),
		)
	}
	return out
}

// placeNames describes places for a message.
func placeNames(c *catalog.Catalog, ids []string) string {
	const most = 4
	var words []string
	for _, id := range ids {
		word := id
		for _, p := range c.SensitivePaths() {
			if p.ID == id {
				word = p.Description
				break
			}
		}
		words = append(words, word)
	}
	if n := len(words) - most; n > 0 {
		return strings.Join(words[:most], ", ") + fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(words, ", ")
}
