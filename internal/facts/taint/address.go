package taint

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
)

// isAddress reports an address of the network that a text begins with.
func isAddress(text string) bool {
	for _, scheme := range schemes {
		if rest, ok := strings.CutPrefix(text, scheme); ok {
			// A name of a schema or of XML is no address that anybody asks.
			return rest != "" && !strings.HasPrefix(rest, "www.w3.org/") && !strings.HasPrefix(rest, "json-schema.org/")
		}
	}
	return false
}

// addressGiven is the address among the first arguments of a call, by itself or as an
// option; "" when there is none.
// based is true when an option says what all later addresses begin with.
func (t *Engine) addressGiven(call int32, known map[int32]string, options *addressOptions) (to string, based bool) {
	for i, a := range t.s.ArgNodes(call) {
		if i > 1 {
			break
		}
		if a <= 0 {
			continue
		}
		if to := t.addressAt(a, known); to != "" {
			return to, false
		}
		if to, k := options.of(a); to != "" {
			return to, k >= firstBase
		}
	}
	return "", false
}

// addressedBy are the options by which clients are told where to; those from firstBase on say what
// all later addresses begin with.
var addressedBy = []string{
	"url", "uri", "href", "baseURL", "baseUrl", "prefixUrl", "endpoint", "server", "dsn", "host", "node", "databaseURL",
}

const firstBase = 3

// addressAt is what an address that may be at a node begins with.
func (t *Engine) addressAt(n int32, known map[int32]string) string {
	for range maxFrom {
		if to, ok := known[n]; ok {
			return to
		}
		u, v, c := t.s.Code(n)
		if v == nil || v.Op != ir.OpConcat {
			return ""
		}
		parts := u.List(v.A)
		if len(parts) == 0 {
			return ""
		}
		n = t.s.Resolve(c, parts[0])
	}
	return ""
}

// schemes are what an address begins with that a client asks.
var schemes = []string{
	"https://", "http://", "wss://", "ws://", "mqtt://", "mqtts://", "redis://", "rediss://", "amqp://", "amqps://", "ftp://", "ftps://",
	"sftp://", "smtp://", "smtps://", "nats://", "mongodb://", "mongodb+srv://", "postgres://", "postgresql://", "mysql://", "tcp://",
	"tls://",
}

// concat is a text that is put together.
type concat struct {
	node, frame int32
	unit        *solver.Unit
	parts       []int32
}

// concats are the texts that the code puts together.
func (t *Engine) concats() []concat {
	var out []concat
	for n := range int32(t.s.Len()) {
		if !t.s.HasCode(n) {
			continue
		}
		u, v, c := t.s.Code(n)
		if v == nil || v.Op != ir.OpConcat {
			continue
		}
		if parts := u.List(v.A); len(parts) > 0 {
			out = append(out, concat{n, c, u, parts})
		}
	}
	return out
}

// ofParts adds the texts that are put together of a scheme, a host that is a constant elsewhere, and what follows.
func (t *Engine) ofParts(texts []concat, addresses copies) {
	for _, text := range texts {
		first := text.unit.Nodes[text.parts[0]]
		if len(text.parts) < 2 || first.Op != ir.OpStr || !slices.Contains(schemes, text.unit.Strings[first.A]) {
			continue
		}
		for _, host := range t.texts(t.s.Resolve(text.frame, text.parts[1])) {
			name, _, _ := strings.Cut(host, "/")
			name, _, _ = strings.Cut(name, ":")
			if hostNamed().MatchString(name) {
				addresses.add(text.node, text.unit.Strings[first.A]+host)
				break
			}
		}
	}
}
