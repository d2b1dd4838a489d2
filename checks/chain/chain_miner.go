package chain

import (
	"context"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/endpoint"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

var chainMiner = check.Check{
	Name:       "chain_miner",
	Module:     finding.CodeModule,
	Worst:      finding.Critical,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{400, 506},
	Needs:      []check.Need{check.NeedCode},
	Run:        runChainMiner,
}

var (
	// miners are programs that mine, and the flags they take.
	miners = lazyregexp.Lazy(
		`(?i)\b(xmrig|xmr-stak|nbminer|phoenixminer|minerd|cpuminer|lolminer|t-rex|gminer|nanominer|srbminer|coinhive|coinimp|cryptonight)\b|` +
			`--donate-level|--coin[= ]|--cpu-max-threads-hint`,
	)
	pools = lazyregexp.Lazy(`(?i)\bstratum\d?\+(tcp|ssl|tls)://\S+`)
)

// mines finds the wallet of a coin that is mined on processors, beside the number of a port that is connected to.
func mines(in check.Input) (pool, wallet *link) {
	for _, s := range in.Program.Strings {
		if !mined().MatchString(s.Text) {
			continue
		}
		for _, p := range nearStrings(in, s.Where) {
			if hostPort().MatchString(p.Text) {
				return &link{p.Where, "the port of another machine: " + wording.Quote(p.Text)},
					&link{s.Where, "a wallet of a coin that is mined on processors: " + wording.Quote(s.Text)}
			}
		}
	}
	return nil, nil
}

var (
	mined    = lazyregexp.Lazy(`^(4[0-9AB]|8[1-9A-HJ-NP-Za-km-z])[1-9A-HJ-NP-Za-km-z]{93}$`)
	hostPort = lazyregexp.Lazy(`(?i)^([a-z][a-z0-9+]*://)?([\w-]+\.)+[\w-]+:\d{2,5}/?$`)
)

func runChainMiner(_ context.Context, in check.Input) []finding.Finding {
	var program, pool *link
	set := func(at **link, l link) {
		if *at == nil {
			*at = &l
		}
	}
	for _, c := range commands(in) {
		if pools().MatchString(c.line) {
			set(&pool, link{c.use.Where, "names a pool of miners: " + wording.Quote(pools().FindString(c.line))})
		}
		if miners().MatchString(c.line) {
			set(&program, link{c.use.Where, "starts a miner: " + wording.Quote(c.line)})
		}
	}
	for _, s := range in.Program.Strings {
		if strings.Contains(s.Text, "://") && pools().MatchString(s.Text) {
			set(&pool, link{s.Where, "names a pool of miners: " + wording.Quote(s.Text)})
		}
	}
	for u := range uses.Calls(in, catalog.NetConnect) {
		for _, d := range uses.AddressesOf(in, u) {
			if d.Known && d.Address.Is(endpoint.Pool) {
				set(&pool, link{u.Where, "talks to a pool of miners: " + wording.Quote(d.Address.Host)})
			}
		}
	}
	for u, e := range uses.Calls(in, catalog.CodeWasm, catalog.CodeLoad) {
		for _, role := range []catalog.Role{catalog.RolePath, catalog.RoleModule, catalog.RoleURL} {
			for _, v := range uses.WithRole(u, e, role) {
				for _, p := range uses.Texts(v) {
					if miners().MatchString(p.String()) {
						set(&program, link{u.Where, "loads a miner: " + wording.Quote(p.String())})
					}
				}
			}
		}
	}
	var out []finding.Finding
	if pool, wallet := mines(in); pool != nil {
		out = append(out, chain(in, finding.Likely, "a miner works for somebody's wallet", *pool, *wallet))
	}
	switch {
	case program != nil && pool != nil:
		return append(out, chain(in, finding.Confirmed, "a miner works for somebody's pool", *pool, *program))
	case program != nil:
		return append(out,
			chain(in, finding.Likely, "a miner is started", *program, link{program.where, "and nothing was seen that asks the user"}))
	}
	return out
}
