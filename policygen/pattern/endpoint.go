package pattern

import (
	"strconv"
	"strings"
)

// An Endpoint is what is about to be connected to or listened on, as whoever
// asks has parsed it. For a socket or a pipe only that field counts.
type Endpoint struct {
	// Scheme is an URL's, or "tcp", "tls" or "udp" for a bare connection.
	Scheme string
	Host   string
	Port   int
	// Path is an URL's path, without query; empty for a bare connection.
	Path string
	// Socket is the canonical path of a unix socket, Pipe the name behind
	// \\.\pipe\.
	Socket, Pipe string
}

// MatchAddress reports that an endpoint is one of the pattern's.
func (s *Scope) MatchAddress(a Address, e Endpoint) bool {
	switch {
	case e.Socket != "":
		return a.socket != nil && s.MatchPath(*a.socket, e.Socket)
	case e.Pipe != "":
		return a.pipe != nil && s.platform == Win32 && checkSubject(e.Pipe) == nil &&
			!strings.ContainsAny(e.Pipe, `/\`) && a.pipe.folded.match(Win32.fold(e.Pipe))
	case a.socket != nil || a.pipe != nil:
		return false
	}
	host, err := CanonicalHost(e.Host)
	if err != nil || e.Port < a.from || e.Port > a.to || !validScheme(e.Scheme) {
		return false
	}
	if a.scheme != e.Scheme && (a.scheme != "" || e.Scheme == "udp") {
		return false
	}
	if a.host != "" && !a.hasHost(host) {
		return false
	}
	if a.path == nil {
		return true
	}
	path, err := canonicalURLPath(e.Path)
	return err == nil && a.path.match(path)
}

func (a *Address) hasHost(host string) bool {
	if !a.below {
		return host == a.host
	}
	return len(host) > len(a.host)+1 && strings.HasSuffix(host, "."+a.host)
}

// Address is IncludesAddress.
func (pr *Prover) Address(a, b Address) bool {
	switch {
	case a.text == b.text:
		return true
	case a.socket != nil && b.socket != nil:
		return pr.Path(*a.socket, *b.socket)
	case a.pipe != nil && b.pipe != nil:
		return pr.Text(*a.pipe, *b.pipe)
	case a.socket != nil || b.socket != nil || a.pipe != nil || b.pipe != nil:
		return false
	case a.scheme != b.scheme && (a.scheme != "" || b.scheme == "udp"):
		return false
	case b.from < a.from || b.to > a.to:
		return false
	case a.host != "" && (b.host == "" || !a.hasHost(b.host) && !(a.below && b.below && a.host == b.host)):
		return false
	case a.host != "" && b.below && !a.below:
		return false
	}
	return a.path == nil || b.path != nil && pr.includes(a.path, b.path)
}

// canonicalURLPath returns the path as servers compare it: hexadecimal in
// capitals, no plain character in hexadecimal. What servers read in two ways is
// refused: an encoded slash or backslash, "." and "..", what is not ASCII.
func canonicalURLPath(path string) (string, error) {
	if !strings.HasPrefix(path, "/") || len(path) > MaxSubject {
		return "", refuse("an URL's path begins with a slash")
	}
	var out strings.Builder
	for i := 0; i < len(path); i++ {
		c := path[i]
		switch {
		case c <= ' ' || c >= 0x7F || strings.IndexByte(`\?#`, c) >= 0:
			return "", refuse("an URL's path holds a character that a parser would have encoded")
		case c != '%':
			out.WriteByte(c)
			continue
		}
		if i+2 >= len(path) {
			return "", refuse("a %% without two digits")
		}
		n, err := strconv.ParseUint(path[i+1:i+3], 16, 8)
		if err != nil {
			return "", refuse("a %% without two digits")
		}
		i += 2
		switch d := byte(n); {
		case d == '/' || d == '\\' || d == 0:
			return "", refuse("an encoded slash")
		case d == '-' || d == '.' || d == '_' || d == '~' || d >= '0' && d <= '9' || d >= 'A' && d <= 'Z' || d >= 'a' && d <= 'z':
			out.WriteByte(d)
		default:
			out.WriteString("%" + string("0123456789ABCDEF"[d>>4]) + string("0123456789ABCDEF"[d&15]))
		}
	}
	for s := range strings.SplitSeq(out.String(), "/") {
		if s == "." || s == ".." {
			return "", refuse(`"." or ".." in an URL's path`)
		}
	}
	return out.String(), nil
}
