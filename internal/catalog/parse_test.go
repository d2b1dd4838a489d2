package catalog

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const fine = "fs readFile file.read 0=path callback\nfs readFileSync file.read 0=path sync of=readFile\n"

// tiny is a whole catalogue with one file replaced.
func tiny(file, text string) fstest.MapFS {
	fsys := fstest.MapFS{
		"fs.txt":          {Data: []byte(fine)},
		"options.txt":     {Data: []byte("spawn cwd cwd\nspawn shell shell\n")},
		"aliases.txt":     {Data: []byte("fs/promises - fs promises\n")},
		"globalnames.txt": {Data: []byte("eval globals eval\n")},
		"sensitive.txt":   {Data: []byte("ssh credential high ~/.ssh # keys\n")},
	}
	fsys[file] = &fstest.MapFile{Data: []byte(text)}
	return fsys
}

func TestStrictParser(t *testing.T) {
	for _, tc := range []struct {
		name, file, text string
		want             string // part of the error; empty: it loads
	}{
		{"plain", "fs.txt", fine, ""},
		{"comments and empty lines", "fs.txt", "# why\n\n" + fine, ""},
		{"empty file", "fs.txt", "", ""},
		{"reason", "fs.txt", "fs link file.write 0=path.source 1=path.dest # gives the file away\n", ""},
		{"unknown capability", "fs.txt", "fs link file.steal 0=path\n", `fs.txt:1: unknown capability "file.steal"`},
		{"no capability", "fs.txt", "# two words\nfs link\n", `fs.txt:2: want "module member capability", got 2 words`},
		{"duplicate line", "fs.txt", "fs a harmless\nfs a file.read\n", "fs.txt:2: fs a is said twice"},
		{"same member of two modules", "fs.txt", "fs a harmless\nos a harmless\n", ""},
		{"duplicate across files", "more.txt", fine, "more.txt: fs readFile stands in another file too"},
		{"unsorted", "fs.txt", "fs b harmless\nfs a harmless\n", "fs.txt:2: fs a is out of order"},
		{"sorted", "fs.txt", "fs a harmless\nfs b harmless\n", ""},
		{"bad role", "fs.txt", "fs a file.read 0=place\n", `fs.txt:1: unknown role "place"`},
		{"role of a property", "fs.txt", "fs a file.read 0.dest=path\n", ""},
		{"empty property", "fs.txt", "fs a file.read 0.=path\n", `fs.txt:1: argument "0." has an empty property`},
		{"role twice", "fs.txt", "fs a file.read 0=path 0=path\n", "fs.txt:1: role 0=path is said twice"},
		{"two roles in one place", "fs.txt", "fs a file.read 0=path 0=url\n", ""},
		{"bad position", "fs.txt", "fs a file.read 10=path\n", `fs.txt:1: argument position "10" is not 0 to 9`},
		{"padded position", "fs.txt", "fs a file.read 00=path\n", `fs.txt:1: argument position "00" is not 0 to 9`},
		{"negative position", "fs.txt", "fs a file.read -1=path\n", `fs.txt:1: argument position "-1" is not 0 to 9`},
		{"key position", "fs.txt", "fs a env.read key=envName\n", ""},
		{"option set", "fs.txt", "fs a process.run 1:spawn\n", ""},
		{"unknown option set", "fs.txt", "fs a process.run 1:spwan\n", `fs.txt:1: unknown option set "spwan"`},
		{"unknown word", "fs.txt", "fs a file.read async\n", `fs.txt:1: unknown attribute "async"`},
		{"two forms", "fs.txt", "fs a file.read sync promise\n", `fs.txt:1: form "promise" after "sync"`},
		{"of nothing", "fs.txt", "fs aSync file.read sync of=a\n", "fs aSync: of=a is not catalogued"},
		{"gives nothing", "fs.txt", "fs a file.read gives=net:Socket()\n", "fs a: nothing is known below the type net Socket()"},
		{"gives something", "fs.txt", "fs H() harmless\nfs H().w file.write\nfs a file.read gives=H()\n", ""},
		{"gives twice", "fs.txt", "fs a file.read gives=H() gives=I()\n", `fs.txt:1: "gives=I()" is empty or repeats an attribute`},
		{"bad type", "fs.txt", "fs a file.read gives=net:.x\n", `fs.txt:1: type "net:.x" is not module:member`},
		{"root", "fs.txt", "fs a harmless root=home\n", ""},
		{"bad root", "fs.txt", "fs a harmless root=elsewhere\n", `fs.txt:1: unknown root "elsewhere"`},
		{"node prefix", "fs.txt", "node:fs a harmless\n", `fs.txt:1: module "node:fs": write it without node:`},
		{"bad member", "fs.txt", "fs a..b harmless\n", `fs.txt:1: member "a..b" is not a dotted path`},
		{"element", "fs.txt", "fs a[0] harmless\n", `fs.txt:1: member "a[0]" is not a dotted path`},
		{"not canonical", "fs.txt", "fs/promises readFile file.read\n", "fs/promises readFile is not canonical: write fs promises.readFile"},
		{"trailing space", "fs.txt", "fs a harmless \n", "fs.txt:1: space at the start or end of the line"},
		{"leading space", "fs.txt", " fs a harmless\n", "fs.txt:1: space at the start or end of the line"},
		{"two spaces", "fs.txt", "fs  a harmless\n", "fs.txt:1: words are separated by exactly one space"},
		{"tab", "fs.txt", "fs\ta harmless\n", "fs.txt:1: words are separated by exactly one space"},
		{"carriage return", "fs.txt", "fs a harmless\r\n", "fs.txt:1: space at the start or end of the line"},
		{"empty reason", "fs.txt", "fs a harmless #\n", "fs.txt:1: want one space and a reason after #"},
		{"no newline", "fs.txt", "fs a harmless", "fs.txt: no newline at the end"},
		{"bad option role", "options.txt", "spawn cwd where\n", `options.txt:1: unknown role "where"`},
		{"unsorted options", "options.txt", "spawn cwd cwd\nexec cwd cwd\n", "options.txt:2: exec cwd cwd is said twice or out of order"},
		{"short alias", "aliases.txt", "fs/promises fs promises\n", `aliases.txt:1: want "module member module member", got 3 words`},
		{"alias of itself", "aliases.txt", "fs a fs a\n", "aliases.txt:1: fs a means itself"},
		{"alias twice", "aliases.txt", "a - b -\na - c -\n", "aliases.txt:2: a - is said twice or out of order"},
		{"global of nothing", "globalnames.txt", "process process -\n", `global process: module "process" is not catalogued`},
		{"global twice", "globalnames.txt", "eval globals eval\neval globals eval\n", "globalnames.txt:2: eval is said twice or out of order"},
		{"place without description", "sensitive.txt", "ssh credential high ~/.ssh\n",
			`sensitive.txt:1: want "id kind severity pattern # description"`},
		{"bad severity", "sensitive.txt", "ssh credential awful ~/.ssh # keys\n", `sensitive.txt:1: unknown severity "awful"`},
		{"bad kind", "sensitive.txt", "ssh treasure high ~/.ssh # keys\n", `sensitive.txt:1: unknown kind "treasure"`},
		{"relative place", "sensitive.txt", "ssh credential high .ssh # keys\n",
			`sensitive.txt:1: pattern ".ssh" wants ~/, / or **/ and whole segments`},
		{"place twice", "sensitive.txt", "a credential high ~/.ssh # keys\nb credential high ~/.SSH # keys\n",
			"sensitive.txt:2: ~/.SSH stands on line 1 already"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c, err := load(tiny(tc.file, tc.text))
			if tc.want == "" {
				if err != nil {
					t.Errorf("refused: %v", err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want %s", err, tc.want)
			}
			if c != nil {
				t.Error("a catalogue came back with the error")
			}
		})
	}
}

func TestAllErrorsAreReportedAtOnce(t *testing.T) {
	_, err := load(tiny("fs.txt", "fs a nonsense\nfs b harmless 0=nonsense\n"))
	want := "fs.txt:1: unknown capability \"nonsense\"\nfs.txt:2: unknown role \"nonsense\""
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestParsedLine(t *testing.T) {
	c, err := load(tiny("fs.txt", "fs a process.run 0=command 1=args 1:spawn promise root=home # because\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Entry{
		Module: "fs", Member: "a", Capability: ProcessRun, Form: Promise, Root: "home", Why: "because",
		Args: []Arg{
			{Index: 0, Role: RoleCommand},
			{Index: 1, Role: RoleArgs},
			{Index: 1, Role: RoleOptions},
			{Index: 1, Prop: "cwd", Role: RoleCwd},
			{Index: 1, Prop: "shell", Role: RoleShell},
		},
	}
	if diff := cmp.Diff([]Entry{want}, c.Symbols()); diff != "" {
		t.Errorf("entry (-want +got):\n%s", diff)
	}
}

// TestEveryWordIsUsed keeps the closed sets honest: a capability or role that
// no line uses is a promise nobody keeps.
func TestEveryWordIsUsed(t *testing.T) {
	caps, roles := map[Capability]bool{}, map[Role]bool{}
	for _, e := range Default().Symbols() {
		caps[e.Capability] = true
		for _, a := range e.Args {
			roles[a.Role] = true
		}
	}
	for _, c := range Capabilities() {
		if !caps[c] {
			t.Errorf("capability %s is used by no line", c)
		}
	}
	for _, r := range Roles() {
		if !roles[r] {
			t.Errorf("role %s is used by no line", r)
		}
	}
}
