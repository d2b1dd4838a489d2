package catalog

import (
	"slices"
	"testing"
)

func TestSensitivePath(t *testing.T) {
	for _, tc := range []struct {
		text, id string // an empty id: not sensitive
		anchored bool
	}{
		// Each place has its benign twin next to it.
		{"~/.ssh", "ssh", true},
		{"~/.ssh/config", "ssh", true},
		{"~/.sshrc", "", false},
		{"/home/x/.ssh/id_rsa", "ssh", true},
		{"/home/x/project/.sshrc-example.md", "", false},
		{"/home/x/project/.ssh-example/id_rsa", "", false},
		{"/home/x/docs/ssh/config", "", false},
		{"/Users/x/.ssh/id_ed25519", "ssh", true},
		{"/root/.ssh/authorized_keys", "ssh", true},
		{`C:\Users\x\.ssh\id_rsa`, "ssh", true},
		{`c:/users/X/.SSH/ID_RSA`, "ssh", true},
		{`\\?\C:\Users\x\.ssh\id_rsa`, "ssh", true},
		{`C:\Users\x\ssh\readme.txt`, "", false},
		{"file:///home/x/.ssh/id%5Frsa", "ssh", true},
		{"file:///C:/Users/x/.ssh/id_rsa", "ssh", true},
		{"/proc/self/root/home/x/.ssh/id_rsa", "ssh", true},
		{"/home/x/project/../.ssh/id_rsa", "ssh", true},
		{"/home/x/.ssh/../notes.txt", "", false},
		{"/home/x//.ssh/./config", "ssh", true},

		// Folded text.
		{"${home}/.ssh/id_rsa", "ssh", true},
		{"${home}/.ssh", "ssh", true},
		{"${home}/.ssh<unknown>", "ssh", true},
		{"${home}/.ssh/<unknown>", "ssh", true},
		{"${home}/.<unknown>", "", false},
		{"${home}/<unknown>", "", false},
		{"${home}", "", false},
		{"${env:HOME}/.aws/credentials", "aws", true},
		{"${env:USERPROFILE}/.aws/credentials", "aws", true},
		{"${env:APPDATA}/Code/User/globalStorage/state.vscdb", "editor-state", true},
		{"${env:LOCALAPPDATA}/Google/Chrome/User Data/Default/Cookies", "browser-chrome", true},
		{"${env:XDG_CONFIG_HOME}/gh/hosts.yml", "gh", true},
		{"%APPDATA%\\npm", "", false},
		{"$HOME/.kube/config", "kube", true},
		{"$HOMEPAGE/.kube/config", "kube", false},
		{"${config:my.path}/.ssh/config", "ssh", false},
		{"<unknown>/.ssh/id_rsa", "ssh", false},
		{"<unknown>/ssh/id_rsa", "", false},
		{".ssh/id_rsa", "ssh", false},
		{"ssh/id_rsa", "", false},
		{"/.aws/credentials", "", false},        // the root of the disk is nobody's home
		{"${workspace}/.ssh/config", "", false}, // a workspace is no home
		{"${workspace}/.npmrc", "", false},
		{"${workspace}/../.npmrc", "npmrc", false},
		{"${tmp}/.npmrc", "", false},
		{"${workspace}/src/aws/credentials.ts", "", false},

		// Browsers, wallets, agents.
		{"${home}/Library/Application Support/Google/Chrome/Default/Login Data", "browser-chrome", true},
		{"${home}/Library/Application Support/MyTool/settings.json", "", false},
		{"~/.config/google-chrome-beta/Default", "browser-chrome", true},
		{"~/.config/google-chromecast", "browser-chrome", true}, // the price of the star
		{"<unknown>/Default/Login Data", "browser-chromium-data", true},
		{"/srv/docs/login data model.md", "", false},
		{"~/.config/Exodus/exodus.wallet", "wallet-exodus", true},
		{"~/.config/exodus-theme", "", false},
		{"~/.claude/settings.json", "agent-config", true},
		{"~/.claude.json", "agent-config", true},
		{"~/.claude.json.md", "", false},
		{"~/.aws/amazonq/mcp.json", "agent-config", true}, // more specific than ~/.aws
		{"~/.config/Code/User/mcp.json", "agent-config", true},

		// The editor: one's own places are no secret, others' are.
		{"${globalStorage}/cache.json", "", false},
		{"${globalStorage}", "", false},
		{"${globalStorage}/../github.copilot/token.json", "editor-state", true},
		{"${globalStorage}/../state.vscdb", "editor-state", true},
		{"${extension}/dist/main.js", "", false},
		{"${extension}/../other.extension-1.0.0/main.js", "editor-extensions", true},
		{"~/.vscode/extensions/a.b-1.0.0/out.js", "editor-extensions", true},
		{"~/.vscode/other", "", false},
		{"~/.config/Code/User/settings.json", "editor-settings", true},
		{"~/.config/Code/User/settings.json.bak", "", false},
		{"~/.config/Code/User/snippets/go.json", "", false},

		// Start-up, repository, system.
		{"~/.zshrc", "shell-startup", true},
		{"~/.zshrc.d/x", "", false},
		{"/srv/app/.zshrc", "", false},
		{"~/Library/LaunchAgents/com.x.plist", "login-startup", true},
		{"${workspace}/.git/hooks/pre-commit", "repository-hooks", true},
		{"${workspace}/.git/HEAD", "", false},
		{"${workspace}/.github/workflows/ci.yml", "repository-hooks", true},
		{"${workspace}/.github/ISSUE_TEMPLATE.md", "", false},
		{"${workspace}/.vscode/tasks.json", "repository-hooks", true},
		{"${workspace}/.vscode/extensions.json", "", false},
		{"/etc/shadow", "system", true},
		{"/etc/shadows", "", false},
		{"/etc/hosts", "", false},
		{"etc/shadow", "", false},
		{"/proc/1234/environ", "system", true},
		{"/proc/self/environ", "system", true},
		{"/proc/self/status", "", false},
		{"/etc/cron.d/x", "login-startup", true},

		// Not a path at all.
		{"", "", false}, {"/", "", false}, {"~", "", false}, {"<unknown>", "", false}, {"..", "", false},
		{"https://example.com/home/x/.ssh", "", false},
		{"https://example.com/x/.github/workflows/ci.yml", "", false},
		{"file://%zz/.ssh", "ssh", false},
	} {
		got, ok := Default().SensitivePath(tc.text)
		if got.ID != tc.id || got.Anchored != tc.anchored || ok != (tc.id != "") {
			t.Errorf("SensitivePath(%q) = %q anchored %v, want %q anchored %v", tc.text, got.ID, got.Anchored, tc.id, tc.anchored)
		}
	}
}

// TestEveryPlaceFindsItself: no place hides behind the splitting of paths or
// behind another place of a different kind.
func TestEveryPlaceFindsItself(t *testing.T) {
	all := Default().SensitivePaths()
	if len(all) < 200 {
		t.Errorf("only %d places", len(all))
	}
	for _, p := range all {
		text := p.Pattern
		for i := 0; i < len(text); i++ {
			if text[i] == '*' && (i == 0 || text[i-1] != '*') && (i+1 == len(text) || text[i+1] != '*') {
				text = text[:i] + "self" + text[i+1:]
			}
		}
		if rest, ok := cutAnywhere(text); ok {
			text = "${workspace}/" + rest
		}
		for _, suffix := range []string{"", "/below/it"} {
			got, ok := Default().SensitivePath(text + suffix)
			if !ok || !got.Anchored || got.ID != p.ID && len(got.Pattern) < len(p.Pattern) {
				t.Errorf("%s%s is found as %q (%v)", text, suffix, got.ID, ok)
			}
		}
		if _, ok := Default().SensitivePath(text + "-and-more"); ok && p.Pattern[len(p.Pattern)-1] != '*' {
			parentPlace := slices.ContainsFunc(all, func(q SensitivePath) bool {
				return len(q.Pattern) < len(p.Pattern) && p.Pattern[:len(q.Pattern)] == q.Pattern
			})
			if !parentPlace {
				t.Errorf("%s-and-more is taken for %s", text, p.ID)
			}
		}
	}
}

func cutAnywhere(pattern string) (string, bool) {
	if len(pattern) > 3 && pattern[:3] == "**/" {
		return pattern[3:], true
	}
	return "", false
}

func TestReadMatters(t *testing.T) {
	for text, want := range map[string]bool{
		"~/.ssh/id_rsa":                     true,
		"~/.bashrc":                         false,
		"${workspace}/.vscode/tasks.json":   false,
		"~/.claude/settings.json":           true,
		"${extension}/../package.json":      false,
		"${globalStorage}/../state.vscdb":   true,
		"~/.config/Code/User/settings.json": false,
	} {
		p, ok := Default().SensitivePath(text)
		if !ok || p.ReadMatters() != want {
			t.Errorf("%s: reading matters: %v (%v)", text, p.ReadMatters(), ok)
		}
	}
}

func FuzzSensitivePath(f *testing.F) {
	for _, s := range []string{"~/.ssh", "${home}/../..", `C:\`, "file://%", "<unknown>/<unknown>", "/proc/self/root", "**"} {
		f.Add(s)
	}
	c := Default()
	f.Fuzz(func(t *testing.T, text string) {
		p, ok := c.SensitivePath(text)
		if ok == (p.ID == "") {
			t.Errorf("%q: %v but id %q", text, ok, p.ID)
		}
	})
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"default.default", "prototype", "().constructor", "Module.Module()", "self.self.process", "..", "()()"} {
		f.Add("globals", s)
		f.Add("module", s)
	}
	c := Default()
	f.Fuzz(func(t *testing.T, module, member string) {
		m, n := c.Canonical(module, member)
		c.Classify(m, n)
		c.Tracked(m, n)
	})
}
