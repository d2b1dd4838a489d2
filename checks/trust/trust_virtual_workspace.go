package trust

import (
	"context"
	"fmt"
	"slices"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var trustVirtualWorkspace = check.Check{
	Name:       "trust_virtual_workspace",
	Module:     finding.ManifestModule,
	Worst:      finding.Medium,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	Needs:      []check.Need{check.NeedManifest, check.NeedCode},
	Run:        runTrustVirtualWorkspace,
}

func runTrustVirtualWorkspace(_ context.Context, in check.Input) []finding.Finding {
	m := in.Manifest
	v := m.Capabilities.VirtualWorkspaces
	if m.Main == "" || v != nil && v.Level != "true" && v.Raw != "" {
		return nil
	}
	// A file that asks for a scheme probably asks whether it is on a disk:
	// vscode-languageclient does.
	asks := map[string]bool{}
	for _, f := range in.Program.Modules {
		asks[f.Path] = f.AsksScheme
	}
	var first *facts.Use
	n := 0
	for _, u := range in.Program.Uses {
		if u.Kind == facts.Call && !asks[u.Where.File] && (u.Module == "fs" || u.Module == "fs/promises") && onWorkspace(in, u) {
			if n++; first == nil {
				first = &u
			}
		}
	}
	if first == nil {
		return nil
	}
	said := "does not say whether it supports virtual workspaces, which VS Code takes for yes"
	if v != nil && v.Level == "true" {
		said = "declares support for virtual workspaces"
	}
	places := "here"
	if n > 1 {
		places = fmt.Sprintf("here and in %d more places", n-1)
	}
	value, texts := packagejson.Say(m, "virtualWorkspace", "In a virtual workspace, what needs files on a disk does not work.")
	type virtual struct {
		Supported   string `json:"supported"`
		Description string `json:"description"`
	}
	return []finding.Finding{
		{
			Severity:      finding.Medium,
			PaperSeverity: finding.None,
			Intent:        finding.Hygiene,
			Confidence:    finding.Likely,
			Provenance:    finding.FirstParty,
			Where:         first.Where,
			Message: fmt.Sprintf(
				"%s, and looks for files of the workspace on the disk (%s, %s): in a virtual workspace there are none, or other ones",
				said,
				uses.Symbol(*first),
				places,
			),
			Fix: packagejson.Fix("Declare limited support, or read through vscode.workspace.fs.",
				append([]finding.Edit{packagejson.Set("/capabilities/virtualWorkspaces", virtual{"limited", value})}, texts...)...),
		},
	}
}

// onWorkspace says whether a call is about a path that begins in the workspace.
func onWorkspace(in check.Input, u facts.Use) bool {
	e, ok := in.Catalog.Lookup(u.Module, u.Member)
	if !ok {
		return false
	}
	for _, role := range []catalog.Role{catalog.RolePath, catalog.RolePathSource, catalog.RolePathDest} {
		for _, v := range uses.WithRole(u, e, role) {
			if slices.ContainsFunc(v.Alts, func(p facts.Pattern) bool {
				return len(p) > 0 && p[0].Kind == facts.Root && p[0].Text == "workspace"
			}) {
				return true
			}
		}
	}
	return false
}
