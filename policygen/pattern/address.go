package pattern

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// An Address is a pattern of what is connected to or listened on.
//
//	https://api.example.com        every path there, at the scheme's own port
//	https://api.example.com/v1/**  this path and all below; * within a part
//	http://127.0.0.1:*             any port; 8000-8010 is a range
//	*.example.com:443              any protocol over TCP; *. is one part of a name or more
//	*:*                            any host, any port
//	udp://[::1]:53                 a scheme of another kind is always named
//	unix:${tmp}/x.sock             a socket by its path
//	pipe:acme-*                    a named pipe of Windows
//
// An address without a scheme covers every scheme but udp. One with a scheme
// covers only what speaks it: a bare TCP connection to the same host is more.
type Address struct {
	text     string
	scheme   string // empty: any over TCP
	host     string // empty: any
	below    bool   // *.host
	from, to int
	path     *automaton // nil: any
	socket   *Path
	pipe     *Text
}

// String is the pattern's text.
func (a Address) String() string { return a.text }

// AnyHost reports a pattern that leaves the host open.
func (a Address) AnyHost() bool { return a.socket == nil && a.pipe == nil && a.host == "" }

// Socket is the path pattern of a unix socket.
func (a Address) Socket() (Path, bool) {
	if a.socket == nil {
		return Path{}, false
	}
	return *a.socket, true
}

const maxPort = 65535

// defaultPort is the port of a scheme that has one; zero: none.
func defaultPort(scheme string) int {
	switch scheme {
	case "http", "ws":
		return 80
	case "https", "wss":
		return 443
	case "ftp":
		return 21
	}
	return 0
}

// ParseAddress reads an address pattern.
func ParseAddress(text string) (Address, error) {
	a, err := parseAddress(text)
	if err != nil {
		return Address{}, fmt.Errorf("address pattern %q: %w", clip(text), err)
	}
	return a, nil
}

func parseAddress(text string) (Address, error) {
	a := Address{text: text}
	if err := checkText(text); err != nil {
		return a, err
	}
	if rest, ok := strings.CutPrefix(text, "unix:"); ok && !strings.HasPrefix(rest, "//") {
		p, err := ParsePath(rest)
		a.socket = &p
		return a, err
	}
	if rest, ok := strings.CutPrefix(text, "pipe:"); ok && !strings.HasPrefix(rest, "//") {
		t, err := ParseText(rest)
		if err == nil && strings.ContainsAny(rest, `/\`) && !strings.HasPrefix(rest, "re:") {
			err = errors.New("a pipe's name holds no slash")
		}
		a.pipe = &t
		return a, err
	}
	rest := text
	if scheme, after, ok := strings.Cut(text, "://"); ok {
		if !validScheme(scheme) {
			return a, errors.New(`a scheme is of lower-case letters, digits and "+-." in them`)
		}
		a.scheme, rest = scheme, after
	}
	host, path := rest, ""
	if i := strings.IndexByte(rest, '/'); i >= 0 {
		host, path = rest[:i], rest[i:]
	}
	if path != "" && a.scheme == "" {
		return a, errors.New("a path needs a scheme")
	}
	if err := a.parseHostPort(host); err != nil {
		return a, err
	}
	return a, a.parsePath(path)
}

func validScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

func (a *Address) parseHostPort(text string) error {
	if strings.Contains(text, "@") {
		return errors.New("no user or password in an address")
	}
	host, port, ported := text, "", false
	if i := strings.LastIndexByte(text, ':'); i >= 0 && !strings.HasSuffix(text, "]") {
		host, port, ported = text[:i], text[i+1:], true
	}
	own := defaultPort(a.scheme)
	switch {
	case !ported && own == 0:
		return errors.New("want a port, a range of ports or :*")
	case !ported:
		a.from, a.to = own, own
	default:
		if err := a.parsePorts(port); err != nil {
			return err
		}
		if own != 0 && a.from == own && a.to == own {
			return fmt.Errorf("leave :%d away, it is what %s means", own, a.scheme)
		}
	}
	return a.parseHost(host)
}

func (a *Address) parsePorts(port string) error {
	if port == "*" {
		a.from, a.to = 0, maxPort
		return nil
	}
	first, last, ranged := strings.Cut(port, "-")
	if !ranged {
		last = first
	}
	var err error
	if a.from, err = portNumber(first); err == nil {
		a.to, err = portNumber(last)
	}
	if err != nil || a.from > a.to || ranged && a.from == a.to || ranged && a.from == 0 && a.to == maxPort {
		return errors.New("a port is a number up to 65535, a range 8000-8010, or *")
	}
	return nil
}

func portNumber(s string) (int, error) {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil || strconv.FormatUint(n, 10) != s {
		return 0, errors.New("no port")
	}
	return int(n), nil
}

func (a *Address) parseHost(host string) error {
	if host == "*" {
		return nil
	}
	a.host, a.below = strings.CutPrefix(host, "*.")
	if strings.Contains(a.host, "*") {
		return errors.New("in a host * stands for all of it or, as *., for what is before a name")
	}
	canonical, err := CanonicalHost(a.host)
	if err != nil {
		return err
	}
	ip := strings.Contains(canonical, ":") || isNumber(canonical[strings.LastIndexByte(canonical, '.')+1:])
	if ip && a.below {
		return errors.New("no names are below an IP address")
	}
	want := canonical
	if strings.Contains(canonical, ":") {
		want = "[" + canonical + "]"
	}
	if a.host != want {
		return fmt.Errorf("write the host as %s", want)
	}
	a.host = canonical
	return nil
}

// parsePath compiles the path of an URL: parts as an URL parser leaves them, *
// within a part, and a last /** for this path and all below.
func (a *Address) parsePath(path string) error {
	if path == "" {
		return nil
	}
	for _, s := range strings.Split(path[1:], "/") {
		if s == "." || s == ".." || s != "**" && strings.Contains(s, "**") {
			return errors.New(`in a path "." and ".." are no parts, and ** stands alone`)
		}
	}
	stem, all := strings.CutSuffix(path, "/**")
	if strings.Contains(stem, "**") {
		return errors.New("in an address ** stands at the end")
	}
	if strings.ContainsAny(path, "?#") {
		return errors.New("an address ends with its path: no ? and no #")
	}
	plain, err := canonicalURLPath("/" + strings.ReplaceAll(strings.TrimPrefix(stem, "/"), "*", "x"))
	if err != nil {
		return err
	}
	if got := "/" + strings.ReplaceAll(strings.TrimPrefix(stem, "/"), "*", "x"); got != plain {
		return errors.New("write the path as an URL parser leaves it")
	}
	n := cat()
	for i, piece := range strings.Split(stem, "*") {
		if i > 0 {
			n.subs = append(n.subs, star(setOf(notSlash())))
		}
		n.subs = append(n.subs, literal(piece))
	}
	if all {
		n.subs = append(n.subs, optional(cat(setOf(runes{'/', '/'}), star(setOf(anyRune())))))
		if stem == "" {
			n = cat(setOf(runes{'/', '/'}), star(setOf(anyRune())))
		}
	}
	a.path = compile(n)
	return nil
}
