package manifest

import (
	"context"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/packagejson"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

var manifestAiContributions = check.Check{
	Name:       "manifest_ai_contributions",
	Module:     finding.ManifestModule,
	Worst:      finding.Low,
	PaperWorst: finding.None,
	Confidence: finding.Confirmed,
	Needs:      []check.Need{check.NeedManifest},
	Run:        runManifestAiContributions,
}

func runManifestAiContributions(_ context.Context, in check.Input) []finding.Finding {
	var out []finding.Finding
	// One finding for a kind: an extension can have fifty tools.
	add := func(what, power string, ids []string, pointer string) {
		if len(ids) == 0 {
			return
		}
		out = append(out, finding.Finding{
			Severity: finding.Low, PaperSeverity: finding.None, Intent: finding.Capability, Confidence: finding.Confirmed,
			Provenance: finding.FirstParty, Message: "contributes " + what + " " + wording.List(ids) + ": " + power,
			Where: packagejson.At(in.Manifest, pointer),
		})
	}
	c := in.Manifest.Contributes
	var tools, participants, servers, providers, files []string
	for _, t := range c.LanguageModelTools {
		tools = append(tools, t.Name)
	}
	for _, p := range c.ChatParticipants {
		participants = append(participants, p.ID)
	}
	for _, s := range c.MCPServers {
		servers = append(servers, s.ID)
	}
	for _, p := range c.LanguageModelProviders {
		providers = append(providers, p.ID)
	}
	for _, f := range c.ChatFiles {
		files = append(files, f.Path)
	}
	add("language model tools", "an agent calls them with what a model wrote", tools, "/contributes/languageModelTools")
	add("chat participants", "they are given what people ask and the files they attach", participants, "/contributes/chatParticipants")
	add(
		"providers of MCP servers",
		"they say which programs an agent starts and which addresses it talks to",
		servers,
		"/contributes/mcpServerDefinitionProviders",
	)
	add(
		"language model providers",
		"they are given everything that is asked of their models",
		providers,
		"/contributes/languageModelChatProviders",
	)
	if len(files) > 0 {
		add("instructions for agents", "they tell a model what to do", files, c.ChatFiles[0].Pointer)
	}
	return out
}
