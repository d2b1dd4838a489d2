package synth

import (
	"net/url"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// connect grants the addresses of a request or a connection. The grain is the
// host with its scheme and port: paths below it change with every release.
func (c call) connect() {
	if !c.has(catalog.RoleURL, catalog.RoleHost, catalog.RoleSocket, catalog.RolePort) {
		return // writing to what was opened elsewhere
	}
	found, open := c.addresses(false)
	c.grantAddresses(policy.NetworkConnect, found, open)
}

// listen grants the addresses on which connections are accepted. A port without
// a host is every network the machine is in.
func (c call) listen() {
	if !c.has(catalog.RoleHost, catalog.RoleSocket, catalog.RolePort) {
		return
	}
	found, open := c.addresses(true)
	c.grantAddresses(policy.NetworkListen, found, open)
}

func (c call) grantAddresses(section policy.Section, found []string, open bool) {
	for _, text := range found {
		if !c.grant(policy.Grant{Section: section, Pattern: text, TrustedOnly: c.trusted(text)}, c.place) {
			open = true
		}
	}
	if open {
		c.unresolved(section, "", c.flows(), c.place)
	}
}

// addresses are what the arguments name.
func (c call) addresses(listening bool) (found []string, open bool) {
	add := func(text string) {
		if !slices.Contains(found, text) {
			found = append(found, text)
		}
	}
	urls := c.values(catalog.RoleURL)
	for _, v := range urls {
		open = open || v.Open
		for _, p := range v.Alts {
			switch text, fate := address(p); fate {
			case known:
				add(text)
			case lost:
				open = true
			}
			for _, d := range c.byDefault(p) {
				if text, fate := address(d); fate == known {
					add(text)
				}
			}
		}
	}
	for _, p := range c.socketPaths() {
		if text, ok := socket(p); ok {
			add(text)
		}
	}
	hosts, hostsOpen := c.hosts()
	if len(found) > 0 && len(urls) == 0 && len(hosts) == 0 && !hostsOpen {
		// A socket or a pipe: what else the argument may be is not a port.
		return found, open
	}
	ports, portsOpen := c.ports()
	switch {
	case len(hosts) > 0:
		for _, h := range hosts {
			for _, p := range ports {
				add(h + ":" + p)
			}
		}
		// Who listens on text and not on a number listens on a socket.
		open = open || hostsOpen || listening && portsOpen
	case listening && len(ports) > 0 && (!hostsOpen && !portsOpen || c.mayLack(catalog.RoleHost)):
		for _, p := range ports {
			add("*:" + p)
		}
		open = open || hostsOpen
	case !listening && c.alone(hostsOpen):
		for _, p := range ports {
			add("localhost:" + p)
		}
		open = open || portsOpen
	case len(found) == 0:
		open = true
	}
	return found, open
}

// socketPaths are the values that may be the path of a socket: a property that is called a port is none.
func (c call) socketPaths() (out []facts.Pattern) {
	for _, a := range c.entry.Args {
		if a.Index < 0 || a.Role != catalog.RoleSocket && (a.Role != catalog.RolePort || a.Prop != "") {
			continue
		}
		if v, ok := c.value(a); ok {
			out = append(out, v.Alts...)
		}
	}
	return out
}

// alone reports a connection to a port without a host, which is this machine's: net.connect(port). What nobody
// knows may be that port.
func (c call) alone(hostsOpen bool) bool {
	return !hostsOpen && slices.ContainsFunc(c.entry.Args, func(a catalog.Arg) bool {
		if a.Index < 0 || a.Role != catalog.RolePort {
			return false
		}
		v, ok := c.value(a)
		return ok && v.Props == nil && !c.use.Spread
	})
}

// mayLack reports an argument that is not named and may be there, since its object takes properties from another.
func (c call) mayLack(role catalog.Role) bool {
	for _, a := range c.entry.Args {
		if a.Role == role && a.Prop != "" && a.Index >= 0 && a.Index < len(c.use.Args) {
			if v := c.use.Args[a.Index]; v.Props != nil && v.Open {
				_, named := v.Props[a.Prop]
				return !named
			}
		}
	}
	return false
}

// hosts are the constant hosts of the arguments.
func (c call) hosts() (out []string, open bool) {
	values := c.values(catalog.RoleHost)
	for _, v := range values {
		open = open || v.Open
		for _, p := range v.Alts {
			text, ok := p.Constant()
			switch {
			case len(p) == 1 && p[0].Kind == facts.Keyword, ok && text == "":
			case !ok:
				open = true
				if d := c.byDefault(p); len(d) == 1 {
					text, ok = d[0].Constant()
				}
				if !ok {
					continue
				}
				fallthrough
			default:
				name, err := pattern.CanonicalHost(text)
				if err != nil {
					open = true
					continue
				}
				if strings.Contains(name, ":") {
					name = "[" + name + "]"
				}
				if !slices.Contains(out, name) {
					out = append(out, name)
				}
			}
		}
	}
	return out, open
}

// ports are the ports of the arguments, or any.
func (c call) ports() (out []string, open bool) {
	for _, v := range c.values(catalog.RolePort) {
		open = open || v.Open && v.Props == nil // an object of options is none
		for _, p := range v.Alts {
			text := p.String()
			switch {
			case len(p) != 1 || p[0].Kind == facts.Unknown || p[0].Kind == facts.Root || p[0].Kind == facts.Env || p[0].Kind == facts.Config:
				open = true
			case text == "0":
				out = append(out, "*") // whichever is free
			case text != "" && strings.Trim(text, "0123456789") == "":
				out = append(out, text)
			}
		}
	}
	if open || len(out) == 0 || slices.Contains(out, "*") {
		return []string{"*"}, open
	}
	slices.Sort(out)
	return slices.Compact(out), false
}

// address reads an URL as far as its host.
func address(p facts.Pattern) (string, fate) {
	if len(p) == 0 || len(p) == 1 && (p[0].Kind == facts.Keyword || p[0].Kind == facts.Literal && p[0].Text == "") {
		return "", nothing
	}
	text := textOf(p)
	scheme, rest, ok := strings.Cut(text, "://")
	any := ok && strings.Trim(scheme, hole) == "" // any scheme, a known host
	if !ok || strings.Contains(scheme, hole) && !any {
		if strings.HasPrefix(text, "data:") {
			return "", nothing
		}
		return "", lost
	}
	scheme = strings.ToLower(scheme)
	host := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		host = rest[:i]
	} else if strings.HasSuffix(rest, hole) && !strings.Contains(strings.TrimSuffix(rest, hole), ":") {
		return "", lost // the name may go on
	}
	if i := strings.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	name, port, ported := strings.Cut(host, ":")
	if strings.Trim(port, hole) == "" && ported {
		port = "*"
	}
	if strings.Contains(port, hole) {
		return "", lost
	}
	// A hole at the beginning of a name, before a dot, is what is below it.
	if below, ok := strings.CutPrefix(name, hole+"."); ok && strings.Contains(below, ".") && !strings.Contains(below, hole) {
		name = "*." + below
	}
	if name == "" || strings.Contains(name, hole) {
		return "", lost
	}
	out := scheme + "://" + strings.ToLower(name)
	if any {
		if out = strings.ToLower(name); !ported {
			out += ":*"
		}
	}
	if u, err := url.Parse(scheme + "://" + host); ported && (err != nil || u.Port() != own(scheme) || any) {
		out += ":" + port
	}
	if _, err := pattern.ParseAddress(out); err != nil {
		return "", lost
	}
	return out, known
}

// own is the port a scheme means.
func own(scheme string) string {
	return map[string]string{"http": "80", "ws": "80", "https": "443", "wss": "443", "ftp": "21"}[scheme]
}

// socket reads the path of a unix socket or the name of a pipe.
func socket(p facts.Pattern) (string, bool) {
	text := textOf(p)
	for _, prefix := range []string{"//./pipe/", "//?/pipe/"} {
		if name, ok := strings.CutPrefix(text, prefix); ok {
			out := "pipe:" + stars(name)
			_, err := pattern.ParseAddress(out)
			return out, err == nil && strings.Trim(name, hole) != ""
		}
	}
	if out, fate := pathOf(p); fate == known {
		_, err := pattern.ParseAddress("unix:" + out)
		return "unix:" + out, err == nil
	}
	return "", false
}
