package endpoint

import (
	"strings"
	"testing"
)

// What may be asked about is a name of the public DNS or a number of a public
// network; empty: nobody outside is told of it.
func TestPublic(t *testing.T) {
	for host, want := range map[string]string{
		"updates.fixture.zz": "updates.fixture.zz", "xn--bcher-kva.zz": "xn--bcher-kva.zz", "a_b.zz": "a_b.zz",
		"8.8.8.8": "8.8.8.8", "2606:4700::1111": "2606:4700::1111", "0x08080808": "", "134744072": "", "1.2.3": "", "::ffff:8.8.8.8": "8.8.8.8",
		"127.0.0.1": "", "10.0.0.1": "", "0x7f.1": "", "10.1": "", "192.0.2.1": "", "100.64.0.1": "", "fe80::1%eth0": "", "2001:db8::1": "",
		"240.0.0.1": "",
		"intranet":  "", "build.corp": "", "printer.local": "", "x.onion": "", "a.example.com": "", "example.com": "", "1.2.in-addr.arpa": "",
		"x.test":   "",
		"api.\x00": "", "a..b": "", "-a.zz": "", "a-.zz": "", "b\u00fccher.zz": "", "1.2.3.4.5": "", "": "", strings.Repeat("a", 64) + ".zz": "",
	} {
		name, number, ok := Address{Host: host}.Public()
		if !ok {
			name = ""
		}
		if name != want || ok && number != (strings.Trim(want, "0123456789.") == "" || strings.Contains(want, ":")) {
			t.Errorf("%q: %q, %t, %t; want %q", host, name, number, ok, want)
		}
	}
}
