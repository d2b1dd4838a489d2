package synth

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const settingsManifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js",
	"contributes": {"configuration": {"properties": {
		"tool.baseFolders": {"type": "array", "scope": "machine"},
		"tool.lintPath": {"type": "string", "scope": "machine", "default": "mylint"},
		"tool.shell.executable": {"type": ["string", "null"], "default": "bash"},
		"tool.profile": {"type": "string"}, "tool.location": {"type": "string", "enum": ["left", "right"]},
		"tool.searchPath": {"type": "boolean"}}}}}`

// TestSettingsCompleteTheDefaultScope: a resource that nobody can name may be what the person typed into a
// setting of that name, and nothing else is opened for it.
func TestSettingsCompleteTheDefaultScope(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       []string
	}{
		{"an unknown folder", `fs.readdirSync(x())`, []string{
			"files.read: ${config:tool.baseFolders}/** (unresolved)", "files.read: ${config:tool.lintPath}/** (unresolved)",
			"files.read: ${extension}/** (unresolved)", "files.read: ${workspace}/** (unresolved)",
		}},
		{"an unknown folder, and PATH", `fs.readdirSync(x()); process.env.PATH.split(path.delimiter)`, []string{
			"files.read: ${config:tool.baseFolders}/** (unresolved)", "files.read: ${config:tool.lintPath}/** (unresolved)",
			"files.read: ${env:PATH} (unresolved)", "files.read: ${env:PATH}/* (unresolved)",
			"files.read: ${extension}/** (unresolved)", "files.read: ${workspace}/** (unresolved)",
		}},
		{"PATH for another", `cp.spawn("git", [], {env: {PATH: process.env.PATH}})`, []string{"processes: git"}},
		{"an unknown program", `cp.spawn(x(), ["--version"])`, []string{
			"processes: ${config:tool.lintPath} ... (unresolved)",
			"processes: ${config:tool.shell.executable} ... (trusted workspaces only) (unresolved)",
			"processes: ${extension}/** ... (unresolved)", "processes: mylint ... (unresolved)",
		}},
		{"a known program", `cp.spawn("git", ["--version"])`, []string{"processes: git --version"}},
		{"an unknown host", `net.connect(80, x())`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := synthesize(t, map[string]string{"package.json": settingsManifest, "main.js": before + c.code + "};"})
			got := slices.DeleteFunc(lines(r.Policy), func(l string) bool {
				return !strings.HasPrefix(l, "files.") && !strings.HasPrefix(l, "processes:")
			})
			if diff := cmp.Diff(c.want, got); len(got)+len(c.want) > 0 && diff != "" {
				t.Errorf("%s\n%s", c.code, diff)
			}
		})
	}
}

// TestASettingNamesAProgramWithoutSayingSo: one whose type is not said, and one that is called what it is set to.
func TestASettingNamesAProgramWithoutSayingSo(t *testing.T) {
	const manifest = `{"name": "tool", "publisher": "acme", "version": "1.0.0", "engines": {"vscode": "^1.90.0"}, "main": "./main.js",
		"contributes": {"configuration": {"properties": {
			"tool.serverPath": {"scope": "machine", "default": "myserver"}, "tool.mysql": {"type": "string", "scope": "machine", "default": "mysql"},
			"tool.mode": {"type": "string", "scope": "machine", "default": "fast"}, "tool.countPath": {"default": 3},
			"tool.bash": {"type": "string", "scope": "machine", "default": "bash"}}}}}`
	r := synthesize(t, map[string]string{"package.json": manifest, "main.js": before + `cp.spawn(x(), ["--version"])};`})
	got := slices.DeleteFunc(lines(r.Policy), func(l string) bool { return !strings.HasPrefix(l, "processes:") })
	want := []string{
		"processes: ${config:tool.bash} ... (unresolved)", "processes: ${config:tool.mysql} ... (unresolved)",
		"processes: ${config:tool.serverPath} ... (unresolved)", "processes: ${extension}/** ... (unresolved)",
		"processes: myserver ... (unresolved)", "processes: mysql ... (unresolved)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLastWord(t *testing.T) {
	for id, want := range map[string]string{
		"tool.baseFolders": "folders", "tool.path": "path", "tool.lintPath": "path", "tool.LUA_PATH": "path", "tool.PATH": "path", "path": "path",
		"tool.phpExecutablePath": "path", "tool.xpath": "xpath",
	} {
		if got := lastWord(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}
