package checks

import (
	"strings"
	"testing"

	"github.com/ringfence-dev/ringfence/checks/internal/checktest"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
)

// A manifest can hold anything where a setting's id or a key belongs: findings
// still hold nothing that does not print, and the report reads back.
func TestHostileManifestsGiveSoundFixes(t *testing.T) {
	long := strings.Repeat("a", 70_000)
	for _, evil := range []string{`\u001b[2J\u202e`, strings.Repeat("k", 500), `\n::error::`, `~1\/..`, long} {
		for _, rest := range []string{
			checktest.Trust(`{"supported": "` + evil + `"}`),
			checktest.Trust(`{"supported": false, "description": "%` + evil + `%"}`),
			checktest.Trust(`{"supported": "limited", "description": "x", "restrictedConfigurations": ["x.path", "x.` + evil + `", "` + evil +
				`"]}`),
			checktest.Trust(`{"supported": "limited", "description": "x", "restrictedConfigurations": "` + evil + `"}`),
			checktest.Trust(`{"supported": true, "restrictedConfigurations": ["` + evil + `"]}`),
			checktest.Trust(`"` + evil + `"`),
			`, "extensionKind": ["ui", "` + evil + `"], "enabledApiProposals": ["` + evil + `"], "scripts": {"postinstall": "` + evil +
				`", "vscode:uninstall": "` + evil + `"}`,
		} {
			const settings = `, "main": "x.js", "contributes": {"configuration": {"properties": {"x.path": {}}},
				"languageModelTools": [{"name": "EVIL"}], "configurationDefaults": {"EVIL.allowInUntrustedWorkspace": true}}`
			tail := strings.ReplaceAll(settings, "EVIL", evil)
			if len(evil) >= 500 { // no member's name is so long
				tail = strings.ReplaceAll(settings, "EVIL", "e")
			}
			m := checktest.Manifest(t, tail+rest, map[string]string{"title": "x"})
			n := 0
			for _, r := range checktest.Run(t, All(), Input{Catalog: catalog.Default(), Manifest: m, Program: &facts.Program{}}) {
				for _, f := range r.Findings {
					n++
					if err := f.Validate(); err != nil {
						t.Errorf("%.60q: %s: %v", rest, f.Check, err)
					}
				}
			}
			if n < 2 {
				t.Errorf("%.60q: only %d findings", rest, n)
			}
		}
	}
}
