package checks

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/regex"
)

var chainMiner = Check{
	Name:       "chain_miner",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{400, 506},
	Needs:      []Need{NeedCode},
	Run:        runChainMiner,
}

var (
	// miners are programs that mine, and the flags they take.
	miners = regex.Lazy(`(?i)\b(xmrig|xmr-stak|nbminer|phoenixminer|minerd|cpuminer|lolminer|t-rex|gminer|nanominer|srbminer|coinhive|coinimp|cryptonight)\b|--donate-level|--coin[= ]|--cpu-max-threads-hint`)
	pools  = regex.Lazy(`(?i)\bstratum\d?\+(tcp|ssl|tls)://\S+`)
)

func runChainMiner(_ context.Context, in Input) []finding.Finding {
	var program, pool *link
	set := func(at **link, l link) {
		if *at == nil {
			*at = &l
		}
	}
	for _, c := range in.commands() {
		if pools().MatchString(c.line) {
			set(&pool, link{c.use.Where, "names a pool of miners: " + quote(pools().FindString(c.line))})
		}
		if miners().MatchString(c.line) {
			set(&program, link{c.use.Where, "starts a miner: " + quote(c.line)})
		}
	}
	for _, s := range in.Program.Strings {
		if strings.Contains(s.Text, "://") && pools().MatchString(s.Text) {
			set(&pool, link{s.Where, "names a pool of miners: " + quote(s.Text)})
		}
	}
	for u := range calls(in, catalog.NetConnect) {
		for _, d := range in.addressesOf(u) {
			if d.known && d.address.Is(endpoint.Pool) {
				set(&pool, link{u.Where, "talks to a pool of miners: " + quote(d.address.Host)})
			}
		}
	}
	for u, e := range calls(in, catalog.CodeWasm, catalog.CodeLoad) {
		for _, role := range []catalog.Role{catalog.RolePath, catalog.RoleModule, catalog.RoleURL} {
			for _, v := range withRole(u, e, role) {
				for _, p := range text(v) {
					if miners().MatchString(p.String()) {
						set(&program, link{u.Where, "loads a miner: " + quote(p.String())})
					}
				}
			}
		}
	}
	switch {
	case program != nil && pool != nil:
		return []finding.Finding{in.chain(finding.Confirmed, "a miner works for somebody's pool", *pool, *program)}
	case program != nil:
		return []finding.Finding{in.chain(finding.Likely, "a miner is started", *program, link{program.where, "and nothing was seen that asks the user"})}
	}
	return nil
}
