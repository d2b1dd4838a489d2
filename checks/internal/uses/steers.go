package uses

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Steering is what a variable of the environment decides for a program that never asked for it.
type Steering string

// The kinds of steering: which code is loaded first, and through whom or to whom the traffic goes.
const (
	SteersCode    Steering = "which code a program loads before its own"
	SteersTraffic Steering = "whom a program asks, or whom it believes"
)

var (
	steersCode = lazyregexp.Lazy(
		`^(NODE_OPTIONS|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|PYTHONSTARTUP|PYTHONBREAKPOINT|PERL5OPT|RUBYOPT|BASH_ENV|PROMPT_COMMAND|` +
			`JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|DOTNET_STARTUP_HOOKS|CORECLR_PROFILER_PATH\w*|GIT_SSH(_COMMAND)?|GIT_PROXY_COMMAND|` +
			`GIT_EXTERNAL_DIFF|GIT_TEMPLATE_DIR|GIT_CONFIG_(GLOBAL|SYSTEM|PARAMETERS|COUNT)|RUSTC_WRAPPER|CC_WRAPPER|BUN_INSPECT_PRELOAD|` +
			`DENO_REPL_EVAL|ELECTRON_RUN_AS_NODE)$`,
	)
	steersTraffic = lazyregexp.Lazy(
		`(?i)^((https?|all|ftp|npm_config(_https)?)_proxy|\w+_(BASE_URL|API_BASE|API_URL|API_HOST|ENDPOINT_URL|PROXY_URL|INDEX_URL)|` +
			`AWS_ENDPOINT_URL\w*|NODE_TLS_REJECT_UNAUTHORIZED|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|` +
			`GIT_SSL_(NO_VERIFY|CAINFO)|PYTHONHTTPSVERIFY|npm_config_(registry|strict_ssl|cafile)|YARN_(REGISTRY|NPM_REGISTRY_SERVER)|` +
			`PIP_(TRUSTED_HOST|EXTRA_INDEX_URL|FIND_LINKS)|UV_(DEFAULT_INDEX|INDEX)|GO(PROXY|NOSUMDB|SUMDB|INSECURE|PRIVATE|FLAGS)|` +
			`CARGO_REGISTRIES_\w+_INDEX|BUNDLE_MIRROR\w*|DOCKER_HOST|OTEL_EXPORTER_OTLP\w*ENDPOINT)$`,
	)
	preloads = lazyregexp.Lazy(
		`(^|\s)(--(require|import|loader|experimental-loader|preload|init-file|rcfile)\b|-r(\s|$)|-javaagent:|-agentpath:|-M\S)`,
	)
)

// Steers says what a variable decides; false: nothing that counts.
func Steers(name string) (Steering, bool) {
	switch {
	case steersCode().MatchString(name):
		return SteersCode, true
	case steersTraffic().MatchString(name):
		return SteersTraffic, true
	}
	return "", false
}

// Preloads holds for an argument or a variable's value that has a program load something before its own code.
func Preloads(text string) bool { return preloads().MatchString(text) }

// Redirects says what a setting of the editor or of its own extensions decides.
func Redirects(id string) (string, bool) {
	switch id {
	case "http.proxy", "http.proxySupport", "http.proxyAuthorization":
		return "which decides through whom all that the editor sends goes", true
	case "http.proxyStrictSSL", "http.systemCertificates":
		return "without which nobody notices who listens to what the editor sends", true
	case "extensions.autoUpdate", "extensions.autoCheckUpdates", "extensions.verifySignature", "update.mode":
		return "which decides whether what is found to be bad is mended or let in", true
	case "task.allowAutomaticTasks":
		return "without which a folder runs no program as it is opened", true
	case "git.path", "npm.packageManager", "typescript.tsdk", "js/ts.tsdk.path", "php.validate.executablePath",
		"python.defaultInterpreterPath",
		"python.pythonPath", "terminal.external.windowsExec", "terminal.external.linuxExec", "terminal.external.osxExec":
		return "which decides which program others start", true
	}
	switch lower := strings.ToLower(id); {
	case lower == "mcp", strings.HasPrefix(lower, "mcp.") && !strings.Contains(lower[4:], "."), strings.HasSuffix(lower, ".mcpservers"):
		return "which decides which servers agents start", true
	case strings.HasSuffix(lower, ".instructionsfileslocations"), strings.HasPrefix(lower, "github.copilot.chat.") &&
		strings.HasSuffix(lower, "instructions"):
		return "which decides what agents are told", true
	}
	for _, prefix := range []string{
		"terminal.integrated.env.", "terminal.integrated.profiles.", "terminal.integrated.automationProfile.",
		"terminal.integrated.shell.", "terminal.integrated.shellArgs.",
	} {
		if strings.HasPrefix(id, prefix) {
			return "which decides what every terminal starts", true
		}
	}
	return "", false
}

// OwnPlace holds for a pattern that is, or names, a file of the extension as it ships, or what the user's
// settings say: who puts that there puts nothing of a stranger's.
func OwnPlace(text string) bool {
	return strings.Contains(text, "${extension}") && !strings.Contains(text, "${extension}/../") || strings.Contains(text, "${config:")
}

// SteersOthers judges what a variable is set to, for a program of somebody else: it shows the value that has
// code of elsewhere loaded, or asks a host that the code names; "" where it has neither.
func SteersOthers(kind Steering, v facts.Value) string {
	for _, p := range Texts(v) {
		text := p.String()
		if strings.TrimSpace(text) == "" || OwnPlace(text) || text == "<unknown>" {
			continue
		}
		switch kind {
		case SteersCode:
			return text
		case SteersTraffic:
			if text == "0" || text == "1" || strings.EqualFold(text, "false") || strings.EqualFold(text, "true") || strings.EqualFold(text, "off") ||
				ForeignURL(text) || strings.HasPrefix(text, "${home}") || strings.HasPrefix(text, "${tmp}") || strings.HasPrefix(text, "/tmp/") {
				return text
			}
		}
	}
	return ""
}

// ForeignURL holds for the address of another machine.
func ForeignURL(text string) bool {
	for _, w := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n\"'`,;=<>()[]{}", r) }) {
		host, ok := URLHost(w)
		if !ok {
			continue
		}
		switch h := strings.ToLower(strings.Trim(host, "[]")); {
		case h == "localhost", strings.HasPrefix(h, "127."), h == "::1", h == "0.0.0.0", strings.HasSuffix(h, ".localhost"):
		default:
			return true
		}
	}
	return false
}

// Preloaded is what a variable's value or a list of arguments has a program load before its own code, when that is no
// file of the extension or the workspace; "" when there is none.
func Preloaded(v facts.Value) string {
	for i, item := range append(slices.Clone(v.Items), facts.Value{Alts: v.Alts}) {
		for _, p := range Texts(item) {
			text := p.String()
			if !Preloads(text) {
				continue
			}
			if i+1 < len(v.Items) {
				for _, q := range Texts(v.Items[i+1]) {
					text += " " + q.String()
				}
			}
			if !OwnPlace(text) && !strings.Contains(text, "${workspace}") && !strings.Contains(text, "${workspaceFolder") {
				return text
			}
		}
	}
	return ""
}
