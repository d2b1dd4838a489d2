package checks

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestOpenServer(t *testing.T) {
	medium := []rated{{finding.Medium, finding.None, finding.Vulnerable, finding.Likely}}
	low := []rated{{finding.Low, finding.None, finding.Vulnerable, finding.Heuristic}}
	callback := facts.Value{Func: true}
	listen := func(args ...facts.Value) facts.Use {
		return use("http", "createServer().listen", facts.Call, args...)
	}
	spread := listen()
	spread.Spread = true
	runCases(t, codeOpenServer, []codeCase{
		{"nothing", listen(), medium},
		{"a port", listen(number("3000")), medium},
		{"a port and a callback", listen(number("0"), callback), medium},
		{"a port and undefined", listen(number("0"), undef), medium},
		{"a port and this machine", listen(number("3000"), lit("127.0.0.1")), nil},
		{"a port and a host nobody knows", listen(number("3000"), unknown), nil},
		{"a port and all hosts", listen(unknown, lit("0.0.0.0")), medium},
		{"a port and all hosts of IPv6", listen(unknown, lit("::")), medium},
		{"an object with a port", listen(props("port", number("1"))), medium},
		{"an object with a port and this machine", listen(props("port", number("1"), "host", lit("localhost"))), nil},
		{"an object with a socket file", listen(props("path", unknown)), nil},
		{"a sum", listen(alt(hole, text2("10000"))), low},
		{"a socket file", listen(alt(root("tmp"), text2("/a.sock"))), nil},
		{"a port or a pipe, nobody knows", listen(unknown, callback), nil},
		{"spread", spread, nil},
		{"another call", use("http", "createServer", facts.Call), nil},
	})
}

func TestPolicyOfAPage(t *testing.T) {
	const head, rest = "<!DOCTYPE html><html><head>", "</head><body>"
	for _, c := range []struct {
		name string
		page facts.Value
		want policy
	}{
		{"none", lit(head + rest), noPolicy},
		{"none, and a hole in the body", alt(text2(head+rest), hole), noPolicy},
		{"none, and a hole in an attribute of the head", alt(text2(head+`<link href="`), hole, text2(`">`+rest)), noPolicy},
		{"a hole in the head", alt(text2(head), hole, text2(rest)), unseen},
		{"a hole before everything", alt(hole, text2(head+rest)), unseen},
		{"no page", alt(text2("<li>"), hole), unseen},
		{"nothing known", unknown, unseen},
		{"a policy", lit(head + `<meta http-equiv="Content-Security-Policy" content="default-src 'none'">` + rest), strict},
		{"a policy with a hole", alt(text2(head+`<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-`), hole, text2(`'">`+rest)), strict},
		{"inline scripts", lit(head + `<meta http-equiv="Content-Security-Policy" content="script-src 'unsafe-inline'">` + rest), anyScript},
		{"inline scripts by default", lit(head + `<meta http-equiv="Content-Security-Policy" content="default-src 'unsafe-inline'">` + rest), anyScript},
		{"inline styles", lit(head + `<meta http-equiv="Content-Security-Policy" content="style-src 'unsafe-inline'">` + rest), strict},
		{"inline scripts that a nonce switches off", lit(head + `<meta http-equiv="Content-Security-Policy" content="script-src 'nonce-a' 'unsafe-inline'">` + rest), strict},
		{"one of two", either(lit(head+rest), lit(head+`<meta http-equiv="Content-Security-Policy" content="default-src 'none'">`+rest)), noPolicy},
	} {
		if got := worstPolicy(c.page); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func write(kind facts.WriteKind, vs ...facts.Value) facts.Write {
	return facts.Write{Kind: kind, Name: "innerHTML", Values: vs, Where: finding.Location{File: "a.js", Line: 1, Column: 1}}
}

func fromLine2(w facts.Write) facts.Write {
	w.From = finding.Location{File: "a.js", Line: 2, Column: 1}
	return w
}

func TestInnerHTML(t *testing.T) {
	page := []rated{{finding.Low, finding.High, finding.Vulnerable, finding.Heuristic}}
	host := []rated{{finding.None, finding.High, finding.Hygiene, finding.Heuristic}}
	cleaned := write(facts.WriteMarkup, unknown)
	cleaned.Cleaned = true
	for _, c := range []struct {
		name    string
		shallow bool
		write   facts.Write
		flows   []facts.Flow
		want    []rated
	}{
		{"in a page", true, write(facts.WriteMarkup, unknown), nil, page},
		{"in the host", false, write(facts.WriteMarkup, unknown), nil, host},
		{"cleaned", true, cleaned, nil, host},
		{"constant", true, write(facts.WriteMarkup, lit("<b>")), nil, nil},
		{"another kind", true, write(facts.WriteProto, unknown), nil, nil},
		{"a stranger's", true, write(facts.WriteMarkup, unknown),
			[]facts.Flow{{Sink: facts.Sink{Kind: facts.ToMarkup, Where: finding.Location{File: "a.js", Line: 1, Column: 1}}}}, nil},
		{"a stranger's, named by the value", true, fromLine2(write(facts.WriteMarkup, unknown)),
			[]facts.Flow{{Sink: facts.Sink{Kind: facts.ToMarkup, Where: finding.Location{File: "a.js", Line: 2, Column: 1}}}}, nil},
		{"a stranger's, elsewhere", true, write(facts.WriteMarkup, unknown),
			[]facts.Flow{{Sink: facts.Sink{Kind: facts.ToMarkup, Where: finding.Location{File: "a.js", Line: 2, Column: 1}}}}, page},
	} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Shallow: c.shallow}}, Writes: []facts.Write{c.write}, Flows: c.flows}
		if diff := cmp.Diff(c.want, runOne(t, codeInnerHTML, p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPrototypePollution(t *testing.T) {
	low := []rated{{finding.Low, finding.Medium, finding.Vulnerable, finding.Heuristic}}
	old := []rated{{finding.None, finding.Medium, finding.Hygiene, finding.Heuristic}}
	for _, c := range []struct {
		name  string
		write facts.Write
		want  []rated
	}{
		{"a merge", write(facts.WriteMerge, unknown), low},
		{"a walk", write(facts.WriteWalk, unknown), low},
		{"two keys", write(facts.WriteDeep, unknown, unknown), low},
		{"__proto__", write(facts.WriteProto, unknown), old},
		{"__proto__ of a function", write(facts.WriteProto, facts.Value{Func: true}), old},
		{"__proto__ of null", write(facts.WriteProto, number("null")), nil},
		{"markup", write(facts.WriteMarkup, unknown), nil},
	} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}}, Writes: []facts.Write{c.write}}
		if diff := cmp.Diff(c.want, runOne(t, codePrototypePollution, p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
