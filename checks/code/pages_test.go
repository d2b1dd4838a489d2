package code

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

func TestOpenServer(t *testing.T) {
	medium := []rated{{finding.Medium, finding.None, finding.Vulnerable, finding.Likely}}
	low := []rated{{finding.Low, finding.None, finding.Vulnerable, finding.Heuristic}}
	callback := facts.Value{Func: true}
	listen := func(args ...facts.Value) facts.Use {
		return checktest.Use("http", "createServer().listen", facts.Call, args...)
	}
	spread := listen()
	spread.Spread = true
	runCases(t, codeOpenServer, []codeCase{
		{"nothing", listen(), medium},
		{"a port", listen(checktest.Number("3000")), medium},
		{"a port and a callback", listen(checktest.Number("0"), callback), medium},
		{"a port and undefined", listen(checktest.Number("0"), checktest.Undef), medium},
		{"a port and this machine", listen(checktest.Number("3000"), checktest.Lit("127.0.0.1")), nil},
		{"a port and a host nobody knows", listen(checktest.Number("3000"), checktest.Unknown), nil},
		{"a port and all hosts", listen(checktest.Unknown, checktest.Lit("0.0.0.0")), medium},
		{"a port and all hosts of IPv6", listen(checktest.Unknown, checktest.Lit("::")), medium},
		{"an object with a port", listen(checktest.Props("port", checktest.Number("1"))), medium},
		{
			"an object with a port and this machine",
			listen(checktest.Props("port", checktest.Number("1"), "host", checktest.Lit("localhost"))),
			nil,
		},
		{"an object with a socket file", listen(checktest.Props("path", checktest.Unknown)), nil},
		{"a sum", listen(checktest.Alt(checktest.Hole, checktest.Text("10000"))), low},
		{"a socket file", listen(checktest.Alt(checktest.Root("tmp"), checktest.Text("/a.sock"))), nil},
		{"a port or a pipe, nobody knows", listen(checktest.Unknown, callback), nil},
		{"spread", spread, nil},
		{"another call", checktest.Use("http", "createServer", facts.Call), nil},
	})
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
	cleaned := write(facts.WriteMarkup, checktest.Unknown)
	cleaned.Cleaned = true
	for _, c := range []struct {
		name    string
		shallow bool
		write   facts.Write
		flows   []facts.Flow
		want    []rated
	}{
		{"in a page", true, write(facts.WriteMarkup, checktest.Unknown), nil, page},
		{"in the host", false, write(facts.WriteMarkup, checktest.Unknown), nil, host},
		{"cleaned", true, cleaned, nil, host},
		{"constant", true, write(facts.WriteMarkup, checktest.Lit("<b>")), nil, nil},
		{"another kind", true, write(facts.WriteProto, checktest.Unknown), nil, nil},
		{"a stranger's", true, write(facts.WriteMarkup, checktest.Unknown),
			[]facts.Flow{{Sink: facts.Sink{Kind: facts.ToMarkup, Where: finding.Location{File: "a.js", Line: 1, Column: 1}}}}, nil},
		{"a stranger's, named by the value", true, fromLine2(write(facts.WriteMarkup, checktest.Unknown)),
			[]facts.Flow{{Sink: facts.Sink{Kind: facts.ToMarkup, Where: finding.Location{File: "a.js", Line: 2, Column: 1}}}}, nil},
		{"a stranger's, elsewhere", true, write(facts.WriteMarkup, checktest.Unknown),
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
		{"a merge", write(facts.WriteMerge, checktest.Unknown), low},
		{"a walk", write(facts.WriteWalk, checktest.Unknown), low},
		{"two keys", write(facts.WriteDeep, checktest.Unknown, checktest.Unknown), low},
		{"__proto__", write(facts.WriteProto, checktest.Unknown), old},
		{"__proto__ of a function", write(facts.WriteProto, facts.Value{Func: true}), old},
		{"__proto__ of null", write(facts.WriteProto, checktest.Number("null")), nil},
		{"markup", write(facts.WriteMarkup, checktest.Unknown), nil},
	} {
		p := &facts.Program{Modules: []facts.Module{{Path: "a.js", Reached: true}}, Writes: []facts.Write{c.write}}
		if diff := cmp.Diff(c.want, runOne(t, codePrototypePollution, p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
