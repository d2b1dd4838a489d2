package chain

import (
	"regexp"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// soil is a place whose files somebody else runs or obeys later.
type soil struct {
	name string
	// always marks places of which it is enough that nobody asked, never those in which no
	// extension writes at all. named ones are known by the file's name alone; starts are those of
	// chain_persistence, obeyed those whose text an agent takes for orders.
	always, never, named, starts, obeyed bool
}

// soils are such places by their paths, the surest first.
var soils = []struct {
	path func() *regexp.Regexp
	soil
}{
	{lazyregexp.Lazy(`(?i)/authorized_keys2?$`), soil{name: "the keys that may log in", never: true}},
	{
		lazyregexp.Lazy(
			`(?i)/\.git/hooks/[^/]+$|/hooks/(pre-commit|post-commit|pre-push|post-checkout|post-merge|commit-msg|prepare-commit-msg|` +
				`pre-rebase|post-rewrite|pre-receive|post-receive|update|applypatch-msg|pre-applypatch|post-applypatch)$`,
		),
		soil{name: "a hook that git runs", always: true, named: true},
	},
	{lazyregexp.Lazy(`(?i)/\.husky/`), soil{name: "a hook that git runs through husky"}},
	{lazyregexp.Lazy(`(?i)/\.vscode/tasks\.json$`), soil{name: "tasks that the editor runs", named: true}},
	{
		lazyregexp.Lazy(`(?i)/\.(cursor|vscode|roo|kiro/settings|amazonq)/mcp\.json$|/\.?mcp\.json$|/mcp_(config|settings)\.json$`),
		soil{name: "servers that agents start", named: true},
	},
	{
		lazyregexp.Lazy(
			`(?i)/claude_desktop_config\.json$|/\.claude\.json$|/\.claude/settings(\.local)?\.json$|/\.codex/config\.toml$|` +
				`/\.gemini/settings\.json$|/\.continue/config\.(json|yaml|ts)$|/cline_mcp_settings\.json$`,
		),
		soil{name: "servers and hooks that agents start", always: true, named: true},
	},
	{
		lazyregexp.Lazy(
			`(?i)/(CLAUDE|AGENTS|AGENT|GEMINI|CONVENTIONS|SKILL)(\.local)?\.md$|/\.(cursor|windsurf|cline|roo)rules$|/copilot-instructions\.md$|` +
				`/\.(cursor|windsurf|clinerules|roo|amazonq)/rules/|\.(instructions|prompt)\.md$|/\.clinerules/|/\.mdc$`,
		),
		soil{name: "rules that agents obey", named: true, obeyed: true},
	},
	{
		lazyregexp.Lazy(
			`(?i)^\$\{workspace\}(/.*)?/(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|` +
				`requirements[^/]*\.txt|go\.(mod|sum)|` +
				`Cargo\.(toml|lock)|composer\.(json|lock)|Gemfile(\.lock)?|pyproject\.toml)$`,
		),
		soil{name: "what package managers install and run", always: true},
	},
	{lazyregexp.Lazy(`(?i)/\.(devcontainer|github/workflows)/`), soil{name: "what a container or the forge runs"}},
	{lazyregexp.Lazy(`(?i)/\.vscode/(settings|launch)\.json$|\.code-workspace$`), soil{name: "settings that name programs"}},
	{
		lazyregexp.Lazy(`(?i)/\.(npmrc|yarnrc|yarnrc\.yml|gitconfig)$|/\.git/config$|/pip\.conf$`),
		soil{name: "what decides whom package managers and git ask"},
	},
}

// soilOf finds the soil a path lies in; what belongs to the extension itself is none.
func soilOf(c *catalog.Catalog, path string) (soil, bool) {
	if strings.HasPrefix(path, "${extension}") && !strings.HasPrefix(path, "${extension}/../") ||
		strings.HasPrefix(path, "${globalStorage}") || strings.HasPrefix(path, "${workspaceStorage}") {
		return soil{}, false
	}
	if strings.HasPrefix(path, "${otherExtension}") {
		return soil{name: "the code of other extensions", always: true}, true
	}
	if homeServers().MatchString(path) {
		return soil{name: "servers that agents start in every folder", always: true, named: true}, true
	}
	for _, s := range soils {
		if s.path().MatchString(path) {
			return s.soil, true
		}
	}
	place, ok := c.SensitivePath(path)
	switch {
	case !ok || !place.Anchored:
	case place.ID == "login-startup" || place.ID == "shell-startup":
		return soil{name: "what is " + place.Description, always: true, starts: true}, true
	case place.ID == "editor-extensions":
		return soil{name: "the code of other extensions", always: true}, true
	}
	return soil{}, false
}

// homeServers are the lists of servers that agents start whatever is open.
var homeServers = lazyregexp.Lazy(
	`(?i)^\$\{(home|env:(HOME|USERPROFILE|APPDATA))\}/(.*/)?(\.cursor|\.codeium|windsurf|Code[^/]*/User|\.amazonq|\.kiro/settings|\.roo)/` +
		`mcp(_config|_settings)?\.json$`,
)

var (
	// askNet are lines of programs that ask the network.
	askNet = lazyregexp.Lazy(
		`(?i)\b(curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|npx|bunx|uvx|mshta|certutil|bitsadmin|powershell|pwsh|ncat|netcat|scp|` +
			`osascript)(\.exe)?\b[^\n]{0,300}(https?://|\b\d{1,3}(\.\d{1,3}){3}\b)|\bhttps?://\S+\.(tgz|tar\.gz|vsix|sh|ps1)\b|/dev/tcp/`,
	)
	// orders are what agents are told when nobody shall hear of it.
	hiddenOrders = lazyregexp.Lazy(
		`(?i)\b(without (asking|telling|informing|confirm\w*|mention\w*)|` +
			`(do not|don't|never) (tell|mention|ask|inform|reveal|show|disclose)|silently)\b`,
	)
	orderedActs = lazyregexp.Lazy(
		`(?i)\b(run|execute|send|post|upload|curl|fetch|read|include|install|exfil\w*|add|insert|append|write|log|print|change|replace)\b`,
	)
	// weakens is a rule by which code that an agent writes gives away or guards less.
	weakens = lazyregexp.Lazy(
		`(?i)<script[^>]*\ssrc=|\b(log|print|send|post|upload|expose|echo|disable|skip|bypass|turn off|hard-?code)\w*\b.{0,60}` +
			`\b(credential|secret|token|password|api[ -]?key|certificate|tls|authenti\w+|security|verification|sanitiz\w+|validation)s?\b|` +
			`\b(credential|secret|token|password|api[ -]?key)s?\b.{0,60}\b(log|print|send|post|upload|expose|echo)\b`,
	)
	forbids = lazyregexp.Lazy(`(?i)\b(do not|don't|never|avoid|must not|not to|without|instead of|no)\b`)
)

// badRule is the sentence of a text that has an agent give away what is private or guard less; "" when
// there is none. That it shall not is the opposite.
func badRule(text string) string {
	if len(text) > maxProgram || strings.TrimSpace(text) == "" {
		return ""
	}
	for _, sentence := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' || r == '!' }) {
		for _, s := range strings.Split(sentence, ". ") {
			if weakens().MatchString(s) && !forbids().MatchString(s) {
				return escape.Printable(strings.TrimSpace(s), 120)
			}
		}
	}
	return ""
}

// loudLine is the first line of a text that fetches or sends by a program, or gives orders nobody
// shall hear of; "" when there is none.
func loudLine(text string) string {
	if strings.Contains(text, "//127.0.0.1") || strings.Contains(text, "//localhost") {
		return ""
	}
	if m := programText(text); m != "" {
		return m
	}
	for _, re := range fetchAndRun {
		if m := re().FindString(text); m != "" {
			return escape.Printable(m, 120)
		}
	}
	if m := sendsLine(text); m != "" {
		return escape.Printable(m, 120)
	}
	if m := askNet().FindString(text); m != "" {
		return escape.Printable(m, 120)
	}
	if hiddenOrders().MatchString(text) && orderedActs().MatchString(text) && len(text) > 40 {
		return escape.Printable(hiddenOrders().FindString(text), 120)
	}
	return ""
}

// programText is the program in a text that asks the network for what it runs; "" when there is none.
func programText(text string) string {
	if len(text) > maxProgram || !programFetches().MatchString(text) {
		return ""
	}
	return escape.Printable(strings.Join(strings.Fields(programFetches().FindString(text)), " "), 120)
}
