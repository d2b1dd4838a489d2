package policy

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each sign of a line is explained, once; a line without any has nothing below it.
func TestSigns(t *testing.T) {
	docker := Grant{Section: Processes, Pattern: "docker", Args: []string{"run", "..."}}
	for _, c := range []struct {
		name   string
		grants []Grant
		want   string
	}{
		{"nothing", []Grant{{Section: EnvRead, Pattern: "PATH"}, {Section: FilesRead, Pattern: "/etc/hosts"}}, ""},
		{"further arguments, once", []Grant{docker, docker}, "... any further arguments"},
		{"an argument", []Grant{{Section: Processes, Pattern: "git", Args: []string{"-n*", "${workspace}"}}},
			"* in an argument: any text; ${workspace} the folders that are open"},
		{"an argument in the middle that is called so", []Grant{{Section: Processes, Pattern: "go", Args: []string{"...", "x"}}}, ""},
		{"a shell's line", []Grant{{Section: Processes, Shell: true, Pattern: "npm run *"}}, "* in a shell's line: one word"},
		{"any line", []Grant{{Section: Processes, Shell: true, Pattern: "**"}}, "** any line for a shell"},
		{"a regular expression's star is another's", []Grant{{Section: Processes, Shell: true, Pattern: "re:[a-z]*"}}, ""},
		{"a folder", []Grant{{Section: FilesRead, Pattern: "${extension}/**"}},
			"** in a path: all files and folders below; ${extension} the extension's own folder"},
		{"a name", []Grant{{Section: FilesRead, Pattern: "/a/*.ts"}}, "* in a path: any one name"},
		{"a host", []Grant{{Section: NetworkConnect, Pattern: "https://*"}}, "* in an address: any host, or any port"},
		{"what is below an address", []Grant{{Section: NetworkConnect, Pattern: "https://a.example/v1/**"}},
			"** at the end of an address: all below it"},
		{"a socket is a path", []Grant{{Section: NetworkListen, Pattern: "unix:${tmp}/a-*.sock"}},
			"* in a path: any one name; ${tmp} the folder for temporary files"},
		{"a module", []Grant{{Section: Modules, Name: "fs", Pattern: "*"}}, "* all functions of the module"},
		{"a setting, a mark", []Grant{{Section: Processes, Pattern: "${config:tool.path}", Mark: Unresolved}},
			"${config:…} what that setting says; (unresolved) the code does not say what, so the default of its kind is allowed"},
	} {
		if diff := cmp.Diff(c.want, strings.Join(Signs(c.grants), "; ")); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}
