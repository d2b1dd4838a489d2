package pattern

import (
	"math/rand/v2"
	"strings"
)

// generator makes patterns and resources that have a chance of meeting.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 7))} }

func (g generator) pick(words ...string) string { return words[g.IntN(len(words))] }

func (g generator) some(most int, one func() string, between string) string {
	parts := make([]string, g.IntN(most+1))
	for i := range parts {
		parts[i] = one()
	}
	return strings.Join(parts, between)
}

// name is a piece of a file's name, now and then a hostile one.
func (g generator) name() string {
	if g.IntN(12) == 0 {
		return g.pick(
			"..",
			".",
			"",
			"CON",
			"nul.txt",
			"com1 .x",
			"aux",
			"A~1",
			"pipe",
			"a:b",
			"a.",
			"b ",
			"É",
			"E\u0301",
			"\u212a",
			"ſ",
			"ß",
			"İ",
			"ı",
			"ς",
			"\U00010400",
			"*",
			"\\",
			"${x}",
			"re:a",
			"proc",
			"self",
			"fd",
			"private",
			"var",
			"\u0345",
			"\uac00",
			"\x00",
			"?",
		)
	}
	return g.some(3, func() string { return g.pick("a", "b", "A", "B", ".", "-", "k") }, "")
}

func (g generator) glob() string {
	switch g.IntN(6) {
	case 0:
		return "**"
	case 1:
		return "*"
	case 2:
		return g.name() + "*" + g.name()
	}
	return g.name()
}

func (g generator) start() string {
	return g.pick(
		"${workspace}/",
		"${workspace}/",
		"${workspace}/",
		"${config:a.b}/",
		"/",
		"/",
		"C:/",
		"//s/h/",
		"**/",
		"",
		"${home}/",
		"c:/",
		"/W/",
	)
}

func (g generator) pathPattern() string {
	switch g.IntN(10) {
	case 0:
		return g.start() + "re:" + g.regexp(3)
	case 1:
		return g.pick("**", "${workspace}", "/", "C:/", "//s/h")
	}
	return g.start() + g.some(4, g.glob, "/")
}

func (g generator) path() string {
	return g.pick(
		"/w/",
		"/w/",
		"/W/",
		"/",
		"/h/",
		"C:\\w\\",
		"c:/w/",
		"C:\\",
		"\\\\s\\h\\",
		"//S/H/",
		"\\\\?\\C:\\w\\",
		"\\\\s\\c$\\",
		"/private/",
		"",
	) +
		g.some(
			4,
			g.name,
			g.pick("/", "/", "\\", "//"),
		)
}

func (g generator) regexp(depth int) string {
	if depth == 0 {
		return g.pick(
			"a",
			"b",
			"A",
			"B",
			"k",
			".",
			"-",
			"/",
			`\.`,
			`\d`,
			`\w`,
			`\W`,
			`\D`,
			"[ab]",
			"[^a]",
			"[A-C]",
			"[a-]",
			`[\w.]`,
			`\/`,
			"[^/]",
			"3",
			"_",
			"\\s",
			"[",
			"é",
			"[Z-a]",
		)
	}
	switch g.IntN(8) {
	case 0:
		return "(" + g.regexp(depth-1) + "|" + g.regexp(depth-1) + ")"
	case 1:
		return "(?:" + g.regexp(depth-1) + ")" + g.pick("*", "+", "?", "{2}", "{1,3}", "{0,}", "{2,1}", "*?")
	case 2:
		return g.regexp(0) + g.pick("*", "+", "?", "{2}", "{0,2}", "{3,}", "**")
	case 3:
		return g.regexp(depth-1) + "|" + g.regexp(depth-1)
	}
	return g.regexp(depth-1) + g.regexp(depth-1)
}

func (g generator) text() string {
	return g.some(6, func() string { return g.pick("a", "b", "A", "k", ".", "-", "/", "3", "_", "é", "\n", " ", "ab") }, "")
}

func (g generator) textPattern() string {
	if g.IntN(2) == 0 {
		return "re:" + g.regexp(3)
	}
	return g.some(3, func() string { return g.pick("a", "b", "A", ".", "-", "/", "é", "K", " ") }, g.pick("*", "", "*"))
}

func (g generator) host() string {
	if g.IntN(2) == 0 {
		return g.pick("a.com", "b.a.com", "127.0.0.1", "[::1]")
	}
	return g.pick(
		"a.com",
		"b.a.com",
		"c.b.a.com",
		"A.com",
		"a.com.",
		"127.0.0.1",
		"127.1",
		"0x7f.1",
		"2130706433",
		"[::1]",
		"::1",
		"::ffff:1.2.3.4",
		"1.2.3.4",
		"08.1",
		"1.2.3.4.5",
		"xn--a",
		"bücher.de",
		"",
		".",
		"a..b",
		"::",
		"1::2::3",
		"2001:db8::1",
		"0x",
		"fe80::1%1",
		"a b",
		"4294967295",
		"1.16777215",
		"1.16777216",
		"_x",
		"-",
		"1:2:3:4:5:6:7::",
		"::1:2:3:4:5:6:7",
		"1:2:3:4:5:6:1.2.3.4",
	)
}

func (g generator) addressPattern() string {
	if g.IntN(8) == 0 {
		return g.pick("unix:", "unix:", "pipe:") + g.pick(g.pathPattern(), g.textPattern())
	}
	return g.pick(
		"",
		"",
		"https://",
		"https://",
		"http://",
		"tcp://",
		"udp://",
		"x+y://",
		"ws://",
	) + g.pick(
		"*",
		g.host(),
		"*."+g.host(),
		"*.a.com",
		g.host(),
	) +
		g.pick(
			"",
			":*",
			":*",
			":443",
			":80",
			":8000-8010",
			":0",
			":x",
		) + g.pick(
		"",
		"",
		"",
		"/",
		"/**",
		"/a/*",
		"/"+g.some(3, g.glob, "/"),
		"/%41",
		"/%2e",
		"/%c3%a9",
	)
}

func (g generator) endpoint() string {
	if g.IntN(8) == 0 {
		return g.pick("unix ", "pipe ") + g.pick(g.path(), g.text())
	}
	host := strings.ReplaceAll(g.host(), " ", "_")
	path := g.pick("", "/", "/a/b", "/a", "/a%2fb", "/%61/%62", "/a/..", "/%c3%A9", "/a%", "/"+g.some(3, g.name, "/"))
	return g.pick(
		"https",
		"http",
		"tcp",
		"udp",
		"tls",
		"ws",
		"x+y",
	) + " " + host + " " + g.pick(
		"443",
		"80",
		"8005",
		"0",
		"1",
	) + " " + strings.NewReplacer(
		" ",
		"",
		"?",
		"",
	).Replace(
		path,
	)
}

func (g generator) words(program, argument func() string) []string {
	out := []string{program()}
	for range g.IntN(4) {
		out = append(out, argument())
	}
	return out
}

// question makes one of any kind.
func (g generator) question() question {
	q := question{
		Kind: g.pick("path", "path", "path", "text", "env", "shell", "command", "address", "canonical", "host"),
		Roots: map[string][]string{
			"workspace":  {g.pick("/w", "C:\\w", "\\\\s\\h\\w", "/", "w"), g.pick("/W/A", "/private/var", "C:\\", "")},
			"config:a.b": {g.pick("/w", "a", "A.exe", "C:\\a", "/", "../a")}, "home": {"/h"},
		},
		Platform: Platforms()[g.IntN(3)], Disk: g.IntN(4) == 0,
	}
	switch q.Kind {
	case "path":
		q.Pattern, q.Subject = g.pathPattern(), g.path()
	case "canonical":
		q.Subject = g.path()
	case "host":
		q.Subject = g.pick(g.host(), g.host()+g.host(), g.host()+"."+g.host(), g.host()+":"+g.host())
	case "address":
		q.Pattern, q.Subject = g.addressPattern(), g.endpoint()
	case "command":
		q.Pattern = g.words(func() string {
			return g.pick("a", "a.exe", "*", "**", "a*", g.pathPattern(), "${config:a.b}", g.name())
		},
			func() string { return g.pick("*", "...", g.textPattern(), "-d="+g.pathPattern(), "") })
		q.Subject = g.words(func() string { return g.pick("a", "A.EXE", "a.com", "ab", g.path(), g.name()) },
			func() string { return g.pick(g.text(), "-d="+g.path(), "") })
	default:
		q.Pattern, q.Subject = g.textPattern(), g.text()
	}
	return q
}
