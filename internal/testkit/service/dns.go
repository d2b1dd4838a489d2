package service

import (
	"net"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/net/dns/dnsmessage"
)

// DNS is a running stand-in for a resolver.
type DNS struct {
	// Address is where it answers, over UDP: "127.0.0.1:40000".
	Address string
	mu      sync.Mutex
	asked   []string
	conn    net.PacketConn
}

// ResolverWithoutAnswer is the record of a name for which the resolver fails.
const ResolverWithoutAnswer = "SERVFAIL"

// RunDNS answers from a table of names without a dot at the end: addresses, and
// "NS" for one with name servers of its own. A name with no record at all does
// not exist.
func RunDNS(records map[string][]string) (*DNS, error) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	d := &DNS{Address: conn.LocalAddr().String(), conn: conn}
	go func() {
		buffer := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			if reply := d.answer(buffer[:n], records); reply != nil {
				_, _ = conn.WriteTo(reply, from)
			}
		}
	}()
	return d, nil
}

// Close ends it.
func (d *DNS) Close() { _ = d.conn.Close() }

// Asked lists the names that were asked for, each once, in order.
func (d *DNS) Asked() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]string{}, d.asked...)
}

func (d *DNS) answer(question []byte, records map[string][]string) []byte {
	var m dnsmessage.Message
	if m.Unpack(question) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	name := strings.TrimSuffix(strings.ToLower(q.Name.String()), ".")
	d.mu.Lock()
	if !strings.Contains("\n"+strings.Join(d.asked, "\n")+"\n", "\n"+name+"\n") {
		d.asked = append(d.asked, name)
	}
	d.mu.Unlock()
	out := dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true}, Questions: m.Questions}
	list, known := records[name]
	if !known {
		out.RCode = dnsmessage.RCodeNameError
	}
	add := func(body dnsmessage.ResourceBody) {
		out.Answers = append(
			out.Answers,
			dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 60}, Body: body},
		)
	}
	for _, r := range list {
		ip, err := netip.ParseAddr(r)
		switch {
		case r == ResolverWithoutAnswer:
			out.RCode = dnsmessage.RCodeServerFailure
		case r == "NS" && q.Type == dnsmessage.TypeNS:
			add(&dnsmessage.NSResource{NS: dnsmessage.MustNewName("ns.fixture.zz.")})
		case err == nil && ip.Is4() && q.Type == dnsmessage.TypeA:
			add(&dnsmessage.AResource{A: ip.As4()})
		case err == nil && ip.Is6() && q.Type == dnsmessage.TypeAAAA:
			add(&dnsmessage.AAAAResource{AAAA: ip.As16()})
		}
	}
	reply, err := out.Pack()
	if err != nil {
		return nil
	}
	return reply
}
