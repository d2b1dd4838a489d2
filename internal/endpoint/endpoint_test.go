package endpoint

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"https://Example.invalid:8443/a?b": "https example.invalid /a", "http://192.0.2.1/x": "http 192.0.2.1 /x",
		"wss://u:p@host.example/": "wss host.example /", "[2001:db8::1]:80": " 2001:db8::1 ", "http://[::1]:80/": "http ::1 /",
		"example.invalid": " example.invalid ", "localhost:3000": " localhost ", "example.invalid?x": " example.invalid ",
		"https://a.example.invalid./": "https a.example.invalid /",
		// What names no host.
		"/tmp/x": "", "./a.js": "", "https://<unknown>/x": "", "": "", "index": "", "https://": "", "a b://c": "", "...": "",
		"${home}/x.y": "",
	} {
		a, ok := Parse(text)
		got := ""
		if ok {
			got = a.Scheme + " " + a.Host + " " + a.Path
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNumbersHoweverWritten(t *testing.T) {
	for host, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "3221225985": "192.0.2.1", "0xc0000201": "192.0.2.1", "0300.0.2.1": "192.0.2.1", "192.0.513": "192.0.2.1",
		"::ffff:192.0.2.1": "192.0.2.1", "1.2.3.4.5": "", "256.1.1.1": "", "example.invalid": "", "0x": "", "-1": "", "": "",
	} {
		ip, ok := Address{Host: host}.IP()
		got := ""
		if ok {
			got = ip.String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", host, got, want)
		}
	}
}

func TestPrivate(t *testing.T) {
	for host, want := range map[string]bool{
		"127.0.0.1": true, "10.1.2.3": true, "192.168.0.1": true, "::1": true, "0x7f000001": true, "build.corp": true, "printer.local": true,
		"intranet":  true,
		"192.0.2.1": false, "example.com": false, "corp.example.com": false, "x.onion": false,
	} {
		if got := (Address{Host: host}).Private(); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}

func TestKinds(t *testing.T) {
	for text, want := range map[string]Kind{
		"https://discord.com/api/webhooks/1/x": Webhook, "https://discord.com/channels/1": "", "https://api.mainnet-beta.solana.com": RPC,
		"https://notsolana.com": "", "https://calendar.app.google/x": DeadDrop, "https://api.github.com/search/commits?q=x": DeadDrop,
		"https://api.github.com/repos": "", "https://x.trycloudflare.com": Tunnel, "stratum+tcp://gulf.moneroocean.stream:1": Pool,
	} {
		a, _ := Parse(text)
		e, _ := a.Entry()
		if e.Kind != want {
			t.Errorf("%q: %q, want %q", text, e.Kind, want)
		}
	}
	for _, bad := range []string{"x.example rpc", "x.example unheard # y", "X.example rpc # y", "a rpc # y\na rpc # y"} {
		if _, err := parseTable(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// A name in two scripts, or in one that only looks Latin, is a disguise; a name
// in a script of its own is a name.
func TestDisguised(t *testing.T) {
	for host, want := range map[string]bool{
		"gіthub.com": true, "xn--gthub-n4a.com": true, "xn--80ak6aa92e.com": true, "аррӏе.com": true, "github.com": false,
		"пример.com": false, "xn--e1afmkfd.com": false, "münchen.example": false, "παράδειγμα.gr": false, "xn--.com": false,
		"xn--~.com": true,
	} {
		if shown, got := (Address{Host: host}).Disguised(); got != want {
			t.Errorf("%q (%q): %t", host, shown, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("https://xn--80ak6aa92e.com:1/x")
	f.Add("[::1")
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := Parse(text)
		if !ok {
			return
		}
		if a.Host == "" || strings.ContainsAny(a.Host, "/?# ") {
			t.Errorf("%q gives the host %q", text, a.Host)
		}
		a.Disguised()
		a.Private()
		a.Entry()
	})
}
