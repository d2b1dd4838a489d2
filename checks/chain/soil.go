package chain

import (
	"regexp"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// soil is a place whose files somebody else runs or obeys later.
type soil struct {
	name string
	// always marks places of which it is enough that nobody asked, never those in which no
	// extension writes at all. named ones are known by the file's name alone; starts are those of
	// chain_persistence, obeyed those whose text an agent takes for orders.
	always, never, named, starts, obeyed bool
	// bent is what its text must hold to have somebody's programs do another thing; nil: that is not looked for.
	bent func() *regexp.Regexp
	// given is what nobody writes there for a person, whoever asked for it, where it stands in the code: nil for none.
	given func() *regexp.Regexp
}

const containers = "what a container or the forge runs"

// soils are such places by their paths, the surest first.
var soils = []struct {
	path func() *regexp.Regexp
	soil
}{
	{lazyregexp.Lazy(`(?i)/authorized_keys2?$`), soil{name: "the keys that may log in", never: true, given: publicKey}},
	{
		lazyregexp.Lazy(
			`(?i)/\.git/hooks/[^/]+$|/hooks/(pre-commit|post-commit|pre-push|post-checkout|post-merge|commit-msg|prepare-commit-msg|` +
				`pre-rebase|post-rewrite|pre-receive|post-receive|update|applypatch-msg|pre-applypatch|post-applypatch)$`,
		),
		soil{name: "a hook that git runs", always: true, named: true},
	},
	{lazyregexp.Lazy(`(?i)/\.husky/`), soil{name: "a hook that git runs through husky", bent: bendsStart}},
	{lazyregexp.Lazy(`(?i)/\.vscode/tasks\.json$`), soil{name: "tasks that the editor runs", named: true, bent: bendsStart}},
	{
		lazyregexp.Lazy(`(?i)/\.(cursor|vscode|roo|kiro/settings|amazonq)/mcp\.json$|/\.?mcp\.json$|/mcp[_-](config|settings)\.json$`),
		soil{name: "servers that agents start", named: true},
	},
	{
		lazyregexp.Lazy(
			`(?i)/claude_desktop_config\.json$|/\.claude\.json$|/\.claude/settings(\.local)?\.json$|/\.codex/config\.toml$|` +
				`/\.(gemini|qwen|factory)/(settings|mcp)\.json$|/\.continue/config\.(json|yaml|ts)$|/cline_mcp_settings\.json$|` +
				`/\.cursor/hooks\.json$|/(opencode|crush)\.jsonc?$|/\.config/goose/config\.yaml$|/\.copilot/mcp-config\.json$|` +
				`/\.aider\.conf\.yml$|/\.config/zed/settings\.json$`,
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
	{
		lazyregexp.Lazy(`(?i)/\.(devcontainer|github/workflows|circleci)/|/\.gitlab-ci\.yml$|/(Dockerfile|docker-compose\.ya?ml)$`),
		soil{name: containers, bent: bendsStart},
	},
	{
		lazyregexp.Lazy(`(?i)/\.vscode/(settings|launch)\.json$|\.code-workspace$`),
		soil{name: "settings that name programs", bent: bendsStart},
	},
	{
		lazyregexp.Lazy(
			`(?i)/\.(npmrc|yarnrc|yarnrc\.yml|gitconfig|condarc|bunfig\.toml|pypirc)$|/\.git/(config|info/attributes)$|/\.config/git/config$|` +
				`/\.git(attributes|modules)$|/(pip\.(conf|ini)|uv\.toml|bunfig\.toml|nuget\.config|init\.gradle)$|/\.cargo/config(\.toml)?$|` +
				`/\.m2/settings\.xml$`,
		),
		soil{name: "what decides whom package managers and git ask", bent: bendsPackages},
	},
	{lazyregexp.Lazy(`(?i)(^|/)etc/hosts$`), soil{name: "which machine a name leads to", never: true}},
	{lazyregexp.Lazy(`(?i)/\.ssh/config(\.d/.*)?$`), soil{name: "to whom a login goes, and through what", bent: bendsLogins}},
	{lazyregexp.Lazy(`(?i)/\.ssh/known_hosts2?$`), soil{name: "the machines that logins trust", given: publicKey}},
	{lazyregexp.Lazy(`(?i)/(sitecustomize|usercustomize)\.py$`), soil{name: "what every Python starts with", never: true}},
	{lazyregexp.Lazy(`(?i)/[^/]+\.pth$`), soil{name: "what every Python starts with", bent: bendsCode}},
	{
		lazyregexp.Lazy(`(?i)/\.envrc$|/(GNU)?Makefile$|/justfile$|/\.pre-commit-config\.yaml$`),
		soil{name: "what runs as somebody works in the folder", bent: bendsStart},
	},
	{
		lazyregexp.Lazy(`(?i)/User/(profiles/[^/]+/)?snippets/|\.code-snippets$`),
		soil{name: "text that the editor types for its user", bent: bendsCode},
	},
	{lazyregexp.Lazy(`(?i)/User/(profiles/[^/]+/)?keybindings\.json$`), soil{name: "what the user's keys do", always: true}},
	{
		lazyregexp.Lazy(`(?i)^\$\{workspace\}/(.*/)?node_modules/(@[^/.]+/)?[^/.][^/]*/.*\.[cm]?js$`),
		soil{name: "the code of packages that others wrote", always: true},
	},
	{
		lazyregexp.Lazy(
			`(?i)^(\$\{workspace\}|<unknown>)/(.*/)?node_modules/(@[^/.]+/)?[^/.][^/]*/(.*\.[cm]?js|<unknown>)$|` +
				`/site-packages/.*\.py$`,
		),
		soil{name: "the code of packages that others wrote", bent: bendsCode},
	},
}

// publicKey is a key that somebody may log in with. One that stands in the code is the author's, and no user's.
var publicKey = lazyregexp.Lazy(`\b(ssh-(rsa|ed25519|dss)|ecdsa-sha2-nistp\d+|sk-ssh-ed25519@openssh\.com)\s+AAAA[A-Za-z0-9+/]{8,}`)

// What has a file's readers do another thing: at their start, whom they ask, where they log in, or as code.
var (
	bendsStart = lazyregexp.Lazy(
		`(?i)\bfolderOpen\b|\b(initialize|on-?create|post-?create|post-?start|post-?attach|update-?content)-?Command\b|` +
			`\b(NODE_OPTIONS|LD_PRELOAD|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|BASH_ENV|GIT_SSH_COMMAND)\b|(^|\s)--(require|import|loader)\b|` +
			`\ballowAutomaticTasks\b|(^|[\s"'])(node|python3?|bash|sh|pwsh)\s[^\n]*(/tmp/|/var/tmp/|%temp%|\.cache/)|` +
			`\$\{?localEnv:HOME\}?/\.(ssh|aws|config|kube)|\$\{\{\s*(toJSON\()?secrets\b[^\n]*\bcurl\b|` +
			`\bcurl\b[^\n]*\$\{\{\s*(toJSON\()?secrets\b`,
	)
	bendsPackages = lazyregexp.Lazy(
		`(?i)\b(registry|index-url|extra-index-url|find-links|npmRegistryServer|replace-with|proxy|https-proxy|` +
			`index)["']?(\s*[=:]\s*|\s+)["']?` +
			`(https?|sparse\+https?)://|\bstrict-ssl\s*=\s*false|\bscript-shell\b|\btrusted-host\b|\bnode-options\b|` +
			`\bignore-scripts\s*=\s*false|` +
			`\b(push)?insteadOf\b|\b(fsmonitor|hooksPath|sshCommand|askPass|gitProxy|textconv|sslVerify|templateDir)\b|\bhelper\s*=\s*\S|` +
			`\b(clean|smudge|process)\s*=\s*\S|<mirror>|\bupdate\s*=\s*!`,
	)
	bendsLogins = lazyregexp.Lazy(
		`(?i)\b(LocalCommand|PermitLocalCommand|KnownHostsCommand|PKCS11Provider|SecurityKeyProvider)\s|\bStrictHostKeyChecking\s+(no|off)\b|` +
			`\bHost\s+(\*|\S*(github|gitlab|bitbucket|azure|codeberg)\S*)[\s\S]*\b(ProxyCommand|HostName|IdentityFile|Include)\s`,
	)
	bendsCode = lazyregexp.Lazy(
		`(?i)\b(os\.system|subprocess\.|__import__|urlopen|urllib|requests\.(get|post)|exec|eval)\b[.(]|\brequire\s*\(|` +
			`\bfetch\s*\(|\bimport\s*\(|` +
			`\bXMLHttpRequest\b|\bsendBeacon\b|<script\b|\bprocess\.env\b|\bdocument\.cookie\b|\bchild_process\b|\bnew\s+Function\b`,
	)
)

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

// ordered is an order to an agent which names what it shall fetch, use or ask: a package, an address, a program.
var ordered = lazyregexp.Lazy(
	`(?i)\b(use|run|install|add|import|prefer|call|send|post|fetch|replace|include|load|read)\b[^\n]{0,80}(https?://|\B@[\w-]+/[\w.-]+|` +
		`\b(npx|curl|wget|pip3?|bunx|uvx)\s+\S)`,
)

var (
	// toAgents are words by which a text speaks to an agent, or of the person whom it serves.
	toAgents = lazyregexp.Lazy(
		`(?i)\b(assistants?|agents?|AI|model|LLM|copilot|claude|cursor|gemini|codex|the user|the human|the developer)\b`,
	)
	// unheard are orders that the person shall not hear of.
	unheard = lazyregexp.Lazy(
		`(?i)\b(do not|don't|never|must not)\s+(ever\s+)?(tell|mention|inform|reveal|show|disclose|report|describe|quote|warn|notify|ask)\b` +
			`[^\n.]{0,60}\b(user|human|developer|person|them|anyone|this|it|section|note|instruction|step)|` +
			`\bwithout (asking|telling|informing|mentioning|notifying|confirm\w+|showing)\b|\bsilently\b|\bin secret\b|` +
			`\bignore\s+(all\s+|any\s+)?(previous|prior|above|earlier)\s+instructions\b`,
	)
	// givesAway is what such an order is about: something private, an address, a program.
	givesAway = lazyregexp.Lazy(
		`(?i)https?://|\bcurl\b|\bwget\b|\.env\b|\benv(ironment)?\b|\b(secret|token|credential|password|api[ -]?key|private key|ssh key)s?\b|` +
			`\bbase64\b|\bnpx\b|\binstall\b|\bupload\b|\bpost (it|them|the)\b`,
	)
)

// agentOrder is the part of a text that gives an agent orders of which its user shall not hear; "" when there is none.
// The order may be written in several texts, one behind another.
func agentOrder(text string, next ...facts.String) string {
	if len(text) < 40 || len(text) > maxProgram || !strings.Contains(text, " ") {
		return ""
	}
	m := unheard().FindString(text)
	if m == "" || !toAgents().MatchString(text) {
		return ""
	}
	for _, s := range next {
		if len(s.Text) > 20 && len(text)+len(s.Text) < maxProgram && strings.Contains(s.Text, " ") {
			text += " " + s.Text
		}
	}
	if !orderedActs().MatchString(text) || !givesAway().MatchString(text) {
		return ""
	}
	return escape.Printable(strings.TrimSpace(m), 120)
}

// orderLines is how many texts behind an order are taken for a part of it.
const orderLines = 4

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
