package recall

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
	"github.com/ringfence-dev/ringfence/internal/testkit/exthost"
)

func TestCompare(t *testing.T) {
	use := func(module, member string, kind facts.UseKind) facts.Use {
		return facts.Use{Module: module, Member: member, Kind: kind, Where: finding.Location{File: "main.js"}}
	}
	byName := use("fs", "readFileSync", facts.Call)
	byName.Imprecise = true
	for _, tc := range []struct {
		name           string
		module, member string // recorded
		uses           []facts.Use
		want           Verdict
	}{
		{"the same call", "fs", "readFileSync", []facts.Use{use("fs", "readFileSync", facts.Call)}, Seen},
		{"another function", "fs", "readFileSync", []facts.Use{use("fs", "readFile", facts.Call)}, Missed},
		{"another module", "path", "join", []facts.Use{use("url", "join", facts.Call)}, Missed},
		{"handed on", "fs", "readFileSync", []facts.Use{use("fs", "readFileSync", facts.Reference)}, Seen},
		{"another spelling", "fs", "promises.readFile", []facts.Use{use("fs/promises", "readFile", facts.Call)}, Seen},
		{"an alias", "path", "join", []facts.Use{use("path", "posix.join", facts.Call)}, Seen},
		{"by property name", "fs", "readFileSync", []facts.Use{byName}, Imprecise},
		{"unknown member", "fs", "readFileSync", []facts.Use{use("fs", "?", facts.Reference)}, Imprecise},
		{"unknown member below", "fs", "readFileSync", []facts.Use{use("fs", "promises.?", facts.Reference)}, Missed},
		{"unknown member of promises", "fs", "promises.readFile", []facts.Use{use("fs", "promises.?", facts.Reference)}, Imprecise},
		{"escape", "fs", "readFileSync", []facts.Use{use("fs", "", facts.Escape)}, Imprecise},
		{"escape of another module", "fs", "readFileSync", []facts.Use{use("os", "", facts.Escape)}, Missed},
		{"a method by its maker", "net", "Server().listen", []facts.Use{use("http", "createServer().listen", facts.Call)}, Seen},
		{"a method of another maker", "net", "Server().listen", []facts.Use{use("child_process", "spawn().listen", facts.Call)}, Missed},
		{"a harmless whole", "buffer", "Buffer.from", []facts.Use{use("buffer", "Buffer", facts.Reference)}, Seen},
		{"another harmless whole", "buffer", "Buffer.from", []facts.Use{use("buffer", "Blob", facts.Reference)}, Missed},
		{"no harmless whole", "fs", "promises.readFile", []facts.Use{use("fs", "promises", facts.Reference)}, Missed},
		{"escape, and seen", "fs", "readFileSync", []facts.Use{use("fs", "", facts.Escape), use("fs", "readFileSync", facts.Call)}, Seen},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rec := recording.Recording{Extension: "x", Calls: []recording.Call{
				{Recorded: exthost.Recorded{Module: tc.module, Member: tc.member, File: "main.js", Line: 1, Column: 2}},
			}}
			row := Compare(catalog.Default(), rec, recording.Aliases{"path.join": {"path.posix.join"}}, tc.uses)
			if len(row.Functions) != 1 || row.Functions[0].Verdict != tc.want {
				t.Errorf("got %+v, want %s", row.Functions, tc.want)
			}
		})
	}
}

func TestUnexplainedNamesMissesAndStaleCauses(t *testing.T) {
	rows := []Row{{Extension: "a", Functions: []Function{
		{Module: "fs", Member: "stat", Verdict: Missed, Place: "m.js:1:2"},
		{Module: "fs", Member: "open", Verdict: Missed, Place: "m.js:3:4"},
		{Module: "fs", Member: "read", Verdict: Seen},
	}}}
	causes, err := ParseCauses(strings.NewReader("# why\n\na fs stat its name comes from a table\na fs read it was missed once\n"))
	if err != nil {
		t.Fatal(err)
	}
	misses, stale := Unexplained(rows, causes)
	if diff := cmp.Diff([]string{"a fs open at m.js:3:4"}, misses); diff != "" {
		t.Errorf("misses (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a fs read"}, stale); diff != "" {
		t.Errorf("stale (-want +got):\n%s", diff)
	}
	if _, err := ParseCauses(strings.NewReader("a fs stat\n")); err == nil {
		t.Error("a line without a cause was accepted")
	}
}
