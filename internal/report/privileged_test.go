package report

import (
	"testing"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// TestASettingThatNobodyKnowsIsAPrivilege: one that is known by its name, or by its group, is not.
func TestASettingThatNobodyKnowsIsAPrivilege(t *testing.T) {
	const member = "workspace.getConfiguration().update"
	at := func(line int) finding.Location { return finding.Location{File: "main.js", Line: line} }
	for _, c := range []struct {
		name   string
		writes []facts.SettingWrite
		want   int
	}{
		{"a name", []facts.SettingWrite{{ID: "tool.open", Where: at(1)}}, 0},
		{"a group", []facts.SettingWrite{{ID: "tool.?", Where: at(1)}}, 0},
		{"nothing", []facts.SettingWrite{{ID: "?", Where: at(1)}}, 1},
		{"a group and a name that are not known", []facts.SettingWrite{{ID: "?.?", Where: at(1)}}, 1},
		{"a name or nothing", []facts.SettingWrite{{ID: "tool.open", Where: at(1)}, {ID: "?", Where: at(1)}}, 1},
		{"none that was seen", nil, 1},
		{"one elsewhere", []facts.SettingWrite{{ID: "tool.open", Where: at(2)}}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := &facts.Program{
				Uses:          []facts.Use{{Module: "vscode", Member: member, Kind: facts.Call, Where: at(1)}},
				SettingWrites: c.writes,
			}
			for _, use := range capabilities(p, catalog.Default()) {
				if use.Capability == catalog.VSSettingsWrite {
					if use.Privileged != c.want {
						t.Errorf("%d privileged uses, want %d", use.Privileged, c.want)
					}
					return
				}
			}
			t.Error("the change of a setting is no use")
		})
	}
}
