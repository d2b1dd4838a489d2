// Package endpoint reads addresses: which host a text names, whether it is a
// bare number, a name of some private network or one written in letters that look
// like others, and whether it is one of the hosts that anybody may write to.
//
// It knows no service and asks nobody; who is behind a name is another package's
// question. Text comes from strangers and is bounded by the caller.
package endpoint

import (
	"bufio"
	_ "embed"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"unicode"
)

//go:embed hosts.txt
var hosts string

// Kind says what a host is used for.
type Kind string

// The kinds of the table.
const (
	DeadDrop  Kind = "dead-drop" // a page that others fill with text
	Paste     Kind = "paste"     // text and files without an owner
	Webhook   Kind = "webhook"   // takes what is sent
	RPC       Kind = "rpc"       // a blockchain's node
	Shortener Kind = "shortener" // hides another address
	Tunnel    Kind = "tunnel"    // a way in from outside
	Pool      Kind = "pool"      // of miners
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{DeadDrop, Paste, Webhook, RPC, Shortener, Tunnel, Pool} }

// Entry is a line of the table.
type Entry struct {
	// Host is the name, and the path an address must begin with when the table
	// has one ("discord.com/api/webhooks").
	Host string
	Kind Kind
	// Source is the report that names it.
	Source string
}

var table = sync.OnceValue(func() []Entry {
	list, err := parseTable(hosts)
	if err != nil {
		panic("endpoint: " + err.Error())
	}
	return list
})

// Table is the table of hosts, in its own order.
func Table() []Entry { return append([]Entry{}, table()...) }

func parseTable(text string) ([]Entry, error) {
	var out []Entry
	seen := map[string]bool{}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words, source, ok := strings.Cut(line, " # ")
		fields := strings.Fields(words)
		if !ok || len(fields) != 2 || source == "" {
			return nil, fmt.Errorf("line %d: want \"host kind # source\"", n)
		}
		e := Entry{Host: fields[0], Kind: Kind(fields[1]), Source: source}
		known := false
		for _, k := range Kinds() {
			known = known || k == e.Kind
		}
		if !known || seen[e.Host] || e.Host != strings.ToLower(e.Host) {
			return nil, fmt.Errorf("line %d: an unknown kind, a host named twice or in capitals", n)
		}
		seen[e.Host] = true
		out = append(out, e)
	}
	return out, nil
}

// Address is a place on a network that a text names.
type Address struct {
	// Scheme is empty when the text does not say.
	Scheme string
	// Host is in lower case, without a port, a user or brackets.
	Host string
	// Path begins with a slash, or is empty.
	Path string
}

// Parse reads a URL, or a host by itself with or without a port. ok is false for
// what names no host as it stands: a relative path, a host with a hole in it.
func Parse(text string) (Address, bool) {
	var a Address
	rest := strings.TrimSpace(text)
	if scheme, after, ok := strings.Cut(rest, "://"); ok {
		if !word(scheme) {
			return a, false
		}
		a.Scheme, rest = strings.ToLower(scheme), after
	} else {
		rest = strings.TrimPrefix(rest, "//")
	}
	end := strings.IndexAny(rest, "/?#\\")
	host := rest
	if end >= 0 {
		host = rest[:end]
		if rest[end] == '/' {
			a.Path, _, _ = strings.Cut(rest[end:], "?")
			a.Path, _, _ = strings.Cut(a.Path, "#")
		}
	}
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	if inside, ok := strings.CutPrefix(host, "["); ok {
		inside, _, ok = strings.Cut(inside, "]")
		if !ok {
			return a, false
		}
		host = inside
	} else if at := strings.LastIndexByte(host, ':'); at >= 0 && digits(host[at+1:]) {
		host = host[:at]
	}
	a.Host = strings.TrimSuffix(strings.ToLower(host), ".")
	if a.Host == "" || len(a.Host) > 253 || strings.ContainsAny(a.Host, "<>${} \t\n\"'`|,;()") {
		return Address{}, false
	}
	if _, ok := a.IP(); !ok && a.Scheme == "" && !strings.Contains(a.Host, ".") && a.Host != "localhost" {
		return Address{}, false
	}
	if !strings.Contains(a.Host, ":") && strings.Trim(a.Host, ".-_") == "" {
		return Address{}, false
	}
	return a, true
}

func word(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '-' && r != '.'
	}) < 0
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// IP returns the number a host is, however it is written: 192.0.2.1, ::1, and the
// forms that only the C library and browsers read (0xc0000201, 3221225985).
func (a Address) IP() (netip.Addr, bool) {
	if ip, err := netip.ParseAddr(a.Host); err == nil {
		return ip.Unmap(), true
	}
	return loose(a.Host)
}

// Private says that a host is of this machine or of some private network, whose
// names mean nothing outside and must not be told anybody.
func (a Address) Private() bool {
	if ip, ok := a.IP(); ok {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast()
	}
	if !strings.Contains(a.Host, ".") {
		return true
	}
	for _, end := range []string{".localhost", ".local", ".internal", ".intranet", ".lan", ".corp", ".home", ".home.arpa", ".private", ".test",
		".example", ".invalid", ".onion"} {
		if strings.HasSuffix(a.Host, end) {
			return end != ".onion" && end != ".invalid" && end != ".example"
		}
	}
	return false
}

// Local says that a host is this machine.
func (a Address) Local() bool {
	if ip, ok := a.IP(); ok {
		return ip.IsLoopback() || ip.IsUnspecified()
	}
	return a.Host == "localhost" || strings.HasSuffix(a.Host, ".localhost")
}

// Entry finds the line of the table a host is in, the longest name first.
func (a Address) Entry() (Entry, bool) {
	best, found := Entry{}, false
	for _, e := range table() {
		host, path, _ := strings.Cut(e.Host, "/")
		if !Under(a.Host, host) || path != "" && !strings.HasPrefix(a.Path, "/"+path) {
			continue
		}
		if !found || len(e.Host) > len(best.Host) {
			best, found = e, true
		}
	}
	return best, found
}

// Is reports whether a host is of one of some kinds.
func (a Address) Is(kinds ...Kind) bool {
	e, ok := a.Entry()
	if !ok {
		return false
	}
	for _, k := range kinds {
		if e.Kind == k {
			return true
		}
	}
	return false
}

// Under reports whether a host is a name or below it.
func Under(host, name string) bool { return host == name || strings.HasSuffix(host, "."+name) }
