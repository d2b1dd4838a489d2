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
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainSecretSent = check.Check{
	Name:       "chain_secret_sent",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{200, 506},
	Needs:      []check.Need{check.NeedCode, check.NeedTold},
	Run:        runChainSecretSent,
}

// homesOf are the hosts a place's keys are for.
var homesOf = map[string][]string{
	"aws": {"amazonaws.com", "aws.amazon.com"}, "azure": {"azure.com", "windows.net", "microsoftonline.com", "microsoft.com"},
	"gcloud": {"googleapis.com", "google.com", "gstatic.com"}, "gh": {"github.com", "githubusercontent.com"}, "glab": {"gitlab.com"},
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
		list := destinations(in, flows[0])
		ids = slices.DeleteFunc(ids, func(id string) bool { return isFor(id, list) })
		if len(ids) == 0 {
			continue
		}
		lone := len(ids) == 1 && strings.HasPrefix(ids[0], facts.VariablePrefix)
		var homes []string
		if len(ids) == 1 {
			homes = homesOf[ids[0]]
		}
		to, elsewhere := foreign(list, homes...)
		var sure finding.Confidence
		switch {
		case elsewhere && len(ids) > 1:
			sure = finding.Confirmed
		case elsewhere && lone:
			sure = finding.Heuristic // one variable: SDKs read those of several clouds, and hand them around
		case elsewhere:
			sure = finding.Likely
		case kinds(ids) >= manyPlaces && !slices.ContainsFunc(list, func(d uses.Destination) bool { return d.Known }):
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
			chain(in, sure, fmt.Sprintf("%s read and sent to %s", whichAre(in.Catalog, ids), target), stepsAsLinks(flows[0])...),
		)
	}
	if len(out) == 0 {
		out = besideAddress(in)
	}
	if len(out) == 0 {
		out = keysAnew(in)
	}
	return out
}

// keysAnew finds a release that reads the keys by which the person logs in elsewhere, of an extension that asks the network and whose
// pages say nothing of keys or logins: the release before read none. What becomes of them need not be seen.
func keysAnew(in check.Input) []finding.Finding {
	if in.Base == nil || in.Base.Power == nil || in.Base.Power.InPart {
		return nil
	}
	var asks *facts.Use
	for u := range uses.Calls(in, catalog.NetConnect) {
		asks = &u
		break
	}
	if asks == nil || slices.ContainsFunc(keyWords, in.Told.Says) {
		return nil
	}
	for u, e := range uses.Calls(in, catalog.FileRead, catalog.VSFilesRead) {
		id, path, ok := uses.ReadsKeys(in.Catalog, u, e)
		if !ok || !readsContent(u) || slices.Contains(in.Base.Power.Keys, id) {
			continue
		}
		if id == "ssh" || !in.Told.Says(path[strings.LastIndexAny(path, `/\`)+1:]) && !slices.ContainsFunc(loginWords, in.Told.Says) {
			return []finding.Finding{chain(in, finding.Likely, "the update reads what the person logs in with elsewhere, "+
				wording.Quote(path)+", and no page of the extension speaks of any",
				link{asks.Where, "the code asks the network: " + uses.Symbol(*asks)}, link{u.Where, "reads " + wording.Quote(path)})}
		}
	}
	return nil
}

// keyWords are words by which a page says that an extension has to do with such keys, in lower case.
var keyWords = []string{"ssh", "sftp", "private key", "remote host", "key pair", "keypair"}

// loginWords are further words, for the file in which a program keeps logins.
var loginWords = []string{"credential", "log in", "login", "signed in", "sign in", "password", "authenticat"}

// isFor holds for a key of whom the request asks: OPENAI_API_KEY is for api.openai.com, and nobody has to say so.
func isFor(id string, list []uses.Destination) bool {
	variable, ok := strings.CutPrefix(id, facts.VariablePrefix)
	word, _, _ := strings.Cut(strings.ToLower(variable), "_")
	return slices.ContainsFunc(list, func(d uses.Destination) bool {
		return ok && strings.Contains(d.Address.Host, word) || !ok && d.Address.Host != "" && atHome(d.Address, []string{id})
	})
}

// kinds counts the kinds of keys. All variables are one: a kit for several clouds reads those of each.
func kinds(ids []string) int {
	n, variables := 0, 0
	for _, id := range ids {
		if strings.HasPrefix(id, facts.VariablePrefix) {
			variables = 1
		} else {
			n++
		}
	}
	return n + variables
}

// besideAddress finds keys of several kinds that are read near one another and near an address of the
// network, where their way to it is not seen: through a package, or a protocol nobody has heard of.
func besideAddress(in check.Input) []finding.Finding {
	type read struct {
		id    string
		where finding.Location
	}
	var reads []read
	for u, e := range uses.Calls(in, catalog.FileRead, catalog.VSFilesRead) {
		if !readsContent(u) {
			continue
		}
		for _, v := range uses.WithRole(u, e, catalog.RolePath) {
			for _, p := range uses.Texts(v) {
				if place, ok := in.Catalog.SensitivePath(p.String()); ok && place.Anchored && place.ReadMatters() {
					reads = append(reads, read{place.ID, u.Where})
				}
			}
		}
	}
	for _, r := range reads {
		ids := []string{r.id}
		for _, o := range reads {
			if near(r.where, o.where) && !slices.Contains(ids, o.id) {
				ids = append(ids, o.id)
			}
		}
		if len(ids) < 2 {
			continue
		}
		for _, s := range nearStrings(in, r.where) {
			a, ok := endpoint.Parse(s.Text)
			if !ok || a.Scheme == "" || a.Private() || !posts().MatchString(s.Text) || atHome(a, ids) {
				continue
			}
			return []finding.Finding{chain(in, finding.Likely,
				fmt.Sprintf("%s are read beside %s", placeNames(in.Catalog, ids), wording.Quote(a.Host)),
				link{r.where, "reads keys of several kinds"}, link{s.Where, "names an address: " + wording.Quote(s.Text)})}
		}
	}
	return nil
}

// posts are addresses that look as if they were told something rather than read by people.
var posts = lazyregexp.Lazy(
	`(?i)^(https?|wss?)://([^/]*(api|hook|collect|ingest|telemetry|metrics|stats|upload|cdn)[^/]*/|` +
		`[^/]+/\S*(api|hook|collect|upload|v\d|log|track|` +
		`ingest|report|event|bot|sync|cache|up|in|c|r|t)\b)`,
)

// atHome holds for a host that one of some keys is for.
func atHome(a endpoint.Address, ids []string) bool {
	return slices.ContainsFunc(ids, func(id string) bool {
		return slices.ContainsFunc(homesOf[id], func(h string) bool { return endpoint.Under(a.Host, h) })
	})
}

// whichAre is placeNames with the verb: keys are in most places, a variable or what a program prints is one.
func whichAre(c *catalog.Catalog, ids []string) string {
	if len(ids) == 1 && (strings.HasPrefix(ids[0], facts.VariablePrefix) || strings.HasPrefix(ids[0], "what ")) {
		return placeNames(c, ids) + " is"
	}
	return placeNames(c, ids) + " are"
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
