package chain

import (
	"regexp"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// What lines of shells do, for the checks that look at commands and at what is written into files.

// fetchAndRun are lines that fetch code and run it at once.
var fetchAndRun = []func() *regexp.Regexp{
	lazyregexp.Lazy(
		`(?i)\b(curl|wget|fetch|aria2c)\b[^|;&]*\|\s*(sudo\s+(-\w+\s+)*)?(/\S*/)?((ba|z|da|k|fi|a)?sh|python3?|node|perl|ruby|bun|deno|php|` +
			`osascript)\b`,
	),
	lazyregexp.Lazy("(?i)\\b((ba|z|da|k)?sh|eval|source|python3?|node)\\b[^;&]{0,20}(\\$\\(|<\\(|`)\\s*(curl|wget)\\b"),
	lazyregexp.Lazy(
		`(?i)\b(iex|invoke-expression)\b.*\b(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|downloaddata|net\.webclient|curl|wget)\b`,
	),
	lazyregexp.Lazy(
		`(?i)\b(iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|net\.webclient|curl|wget)\b.*\|\s*(iex|invoke-expression)\b`,
	),
	lazyregexp.Lazy(`(?i)\bmshta(\.exe)?\s+"?(https?:|javascript:|vbscript:)`),
	lazyregexp.Lazy(`(?i)\bregsvr32(\.exe)?\b.*/i:https?:`),
	lazyregexp.Lazy(
		`(?i)\b(curl|wget|iwr|invoke-webrequest|certutil|bitsadmin|start-bitstransfer)\b.*\bhttps?://.*(&&|;|&)\s*(chmod\s+\S*[+]?x|` +
			`start-process|start\s|msiexec|\./|(ba)?sh\s|powershell|/tmp/|%temp%|\$env:temp)`,
	),
	// Without a scheme: an address of numbers is a host, and nothing else.
	lazyregexp.Lazy(
		`(?i)\b(curl|wget)\b[^|;&]*\s\d{1,3}(\.\d{1,3}){3}(:\d+)?/[^|;&]*(&&|;)\s*(chmod\s+\S*[+]?x|\./|(ba|z|da)?sh\s|/tmp/)`,
	),
	unreleased,
	programFetches,
}

// programFetches is a program in the language of some interpreter, as one of its arguments or in a file, that
// asks the network for what it then runs.
var programFetches = lazyregexp.Lazy(
	`(?s)\b(exec|eval)\s*\([^;]*\b(urlopen|requests\.get|http\.client)\b|\b(urlopen|requests\.get)\s*\(.*\b(exec|eval|os\.system)\s*\(|` +
		`\b((require|import)\(\s*["'](node:)?https?["']\s*\)|\bfrom\s*["'](node:)?https?["']|fetch\(\s*["'\x60]https?:)` +
		`.*\b(eval|Function|runInThisContext|_compile|execSync)\s*\(|` +
		`\b(eval|Function)\s*\(\s*\(?await\b.*\bfetch\(|\b(eval|system)\b.*\b(URI\.open|Net::HTTP|LWP::|file_get_contents)\b`,
)

// maxProgram bounds the texts that are taken for a program somebody hands on: longer ones are files.
const maxProgram = 8 << 10

// unreleased runs what stands at some commit and was never published.
var unreleased = lazyregexp.Lazy(
	`(?i)\b(npx|bunx|npm\s+(exec|i|install)|pnpm\s+(dlx|add|i|install)|yarn\s+(dlx|add)|bun\s+(x|add)|uvx|pipx\s+run|pip3?\s+install)\b.` +
		`*\s["']?(github:|git\+|gist:|https?://)`,
)

// starts is text which, in a file that is run at some start, starts a program.
var starts = lazyregexp.Lazy(
	`(?i)\bnohup\b|RunAtLoad|ExecStart|ProgramArguments|>\s*/dev/null|@reboot|\b(curl|wget|python3?|node|bash|wscript|powershell)\s+\S|` +
		`\bcreateobject\b`,
)

// sending are lines by which a program sends what is on the machine, or lets others steer it.
var sending = []func() *regexp.Regexp{
	lazyregexp.Lazy(`(?i)\bcurl(\.exe)?\b[^|;&\n]*\s((?-i:-[dFT])|--data\S*|--form\S*|--upload-file)[\s"'@=][^\n]*\bhttps?://[^\s"']+`),
	lazyregexp.Lazy(`(?i)\bcurl(\.exe)?\b[^|;&\n]*\bhttps?://\S+[^|;&\n]*\s((?-i:-[dFT])\b|(--data|--form|--upload-file)\b)`),
	lazyregexp.Lazy(`(?i)\bwget\b[^\n]*--post-(file|data)`),
	lazyregexp.Lazy(`(?i)\b(upload(string|file|data)(async)?\(|` +
		`(invoke-restmethod|invoke-webrequest|irm|iwr)\b[^\n]*-method\s+["']?(post|put)\b)`),
}

// remoteShell are lines that tie a shell to a connection.
var remoteShell = lazyregexp.Lazy(
	`(?i)/dev/(tcp|udp)/\S+|\b(nc|ncat|netcat)(\.exe)?\b[^\n]*\s(-e|-c|--exec|--sh-exec)\s|\bsocat\b[^\n]*\bexec:|` +
		`\bmkfifo\b[^\n]*\b(nc|ncat|telnet)\b|` +
		`\bnew-object\s+(system\.)?net\.sockets\.tcpclient\b|\bsocket\.socket\([^\n]*\.connect\(`,
)

// sendsLine is what of a text sends, or ties a shell to a connection; "" when nothing does.
func sendsLine(text string) string {
	for _, re := range sending {
		if m := re().FindString(text); m != "" {
			return m
		}
	}
	return remoteShell().FindString(text)
}

func firstOf(line string, list ...func() *regexp.Regexp) string {
	for _, re := range list {
		if m := re().FindString(line); m != "" && !strings.Contains(line, "//127.0.0.1") && !strings.Contains(line, "//localhost") {
			return m
		}
	}
	return ""
}

// unaskedLines are lines of programs that honest code runs when somebody asks for it.
var unaskedLines = []struct {
	line func() *regexp.Regexp
	word string
}{
	{lazyregexp.Lazy(
		`(?i)\brm\s+(-\S+\s+)*-\w*r\w*\s+(-\S+\s+)*["']?(~|\$HOME|\$\{(home|workspace)\}|/|\*|\.)(/\*?|/\.git)?["']?(\s|$|[;&|])|` +
			`\bremove-item\b[^\n]*-recurse\b[^\n]*(\$home|\$env:userprofile|~|\s\*)|\b(rd|rmdir|del)\s+/s\b[^\n]*(%userprofile%|\*)|` +
			`\bgit\b[^\n]*\breset\s+--hard\b[^\n]*\bgit\b[^\n]*\bclean\s+-\w*f`,
	), "deletes what the user has"},
	{lazyregexp.Lazy(
		`(?i)\b(npm|pnpm|yarn(\s+npm)?|bun)(\.cmd)?\s+publish\b|\b(vsce|ovsx)(\.cmd)?\s+publish\b|\btwine\s+upload\b|\bcargo\s+publish\b|` +
			`\bgem\s+push\b|\b(docker|podman)\s+push\b|\bdotnet\s+nuget\s+push\b`,
	), "publishes in the user's name"},
	{lazyregexp.Lazy(
		`(?i)\bgit\b[^\n|;&]*\spush\s[^\n|;&]*\b(https?|ssh|git)://|\bgit\b[^\n|;&]*\sremote\s+(add|set-url)\s[^\n|;&]*(://|\w@\w)`,
	), "pushes what the workspace holds to an address of the code's own"},
	{lazyregexp.Lazy(
		`(?i)\bgit\s+config\s[^\n|;&]*--(global|system)\s[^\n|;&]*\b(url\.\S+insteadof|http\.\S*(sslverify|proxy)|` +
			`core\.(hookspath|sshcommand|editor|pager|fsmonitor)|` +
			`credential\.\S*helper|alias\.\S+|init\.templatedir)|\b(npm|pnpm|yarn)(\.cmd)?\s+config\s+set\s[^\n|;&]*\b(registry|` +
			`npmregistryserver|strict-ssl|` +
			`proxy|https-proxy|cafile|script-shell)\b|\bpip3?\s+config\s[^\n|;&]*\b(index-url|trusted-host|proxy)\b|\bgo\s+env\s+-w\s+` +
			`GO(PROXY|SUMDB|INSECURE|` +
			`NOSUMDB|FLAGS)`,
	), "decides for the user whom git or a package manager asks and what it runs"},
	{
		lazyregexp.Lazy(`(?i)\bNOPASSWD\b|(>|\btee\b)[^\n|;]*/etc/(sudoers|passwd|shadow|pam\.d|ld\.so\.preload|profile)`),
		"gives itself the rights of an administrator",
	},
	{lazyregexp.Lazy(
		`(?i)\bgh\s+(repo\s+create\b[^\n]*--(push|source)|gist\s+create\b|repo\s+(edit|delete)\b|ssh-key\s+add\b|secret\s+set\b)`,
	), "publishes or changes what is in the user's account"},
	{scriptDisarms, "keeps the system's protection from looking"},
	{lazyregexp.Lazy(
		`(?i)\bcertutil(\.exe)?\b[^\n]*\s-(f\s+-)?(addstore|A\s)|\bsecurity\s+(add-trusted-cert|authorizationdb\s+write)|` +
			`\bImport-Certificate\b|` +
			`\bupdate-ca-(certificates|trust)\b|\btrust\s+anchor\b`,
	), "has the whole system trust a certificate"},
	{lazyregexp.Lazy(
		`(?i)\bnetsh\s+(winhttp\s+set\s+proxy|interface\s+ip(v4)?\s+set\s+dns)|\bnetworksetup\s+-set(web|secureweb|socksfirewall)proxy\s|` +
			`\bnetworksetup\s+-set(autoproxyurl|dnsservers)\s|\bgsettings\s+set\s+org\.gnome\.system\.proxy|` +
			`\breg(\.exe)?\s+add\b[^\n]*Internet Settings\b[^\n]*(proxy|autoconfig)`,
	), "decides for the whole system whom it asks"},
}

// harmfulLine is what of a text does harm when a shell is given it, and what it does; "" when nothing.
func harmfulLine(text string) (line, does string) {
	if len(text) > maxProgram {
		return "", ""
	}
	if m := firstOf(text, fetchAndRun...); m != "" && (uses.ForeignURL(text) || numbers().MatchString(text)) {
		return m, "fetches code and runs it"
	}
	if m := firstOf(text, encoded); m != "" {
		return m, "nobody can read"
	}
	if m := firstOf(text, remoteShell); m != "" {
		return m, "ties a shell to a connection"
	}
	if m := firstOf(text, sending...); m != "" && scriptPrivate().MatchString(text) {
		return m, "sends what is private"
	}
	for _, l := range unaskedLines[:1] {
		if m := l.line().FindString(text); m != "" {
			return m, l.word
		}
	}
	return "", ""
}

// numbers is the address of a host that has no name.
var numbers = lazyregexp.Lazy(`\b\d{1,3}(\.\d{1,3}){3}\b`)

// scriptPrivate are lines of scripts that reach for what is private to their user.
var scriptPrivate = lazyregexp.Lazy(
	`(?i)['"/~\\]\.ssh\b|\bid_(rsa|ed25519|ecdsa)\b|['"/~\\]\.(aws|gnupg|kube|npmrc|pypirc|netrc|git-credentials)\b|` +
		`\.docker/config\.json|\bgh/hosts\.yml|` +
		`\bLogin Data\b|\bLocal Extension Settings\b|\bfind-generic-password\b|\bwallet\.dat\b|\.(bash|zsh)_history\b|['"/]\.env['"]|` +
		`\bdumps\([^\n]*os\.environ\b|\bdict\(os\.environ\)\s*[,})]|\bENV\.to_(h|json)\b|\bprintenv\b|\benv\s*\||` +
		`\b(get-childitem|gci|dir|ls)\s+env:|` +
		// All of the environment, one by one; what browsers and programs made of one keep for their pages.
		`\bin\s+os\.environ\b(\.(items|values|copy)\(\))?\s*[:\])}]|\burlencode\([^\n]*os\.environ\b|\bLocal Storage\b|['"/\\]leveldb\b|` +
		`\bImageGrab\b|\bscreenshot\(|\bscreencapture\b|\bCopyFromScreen\b|\bpynput\b|\bpyperclip\.paste\b|\bpbpaste\b|\bget-clipboard\b|` +
		`\bkey=clear\b|\bkeyring\.get_password\b|\bbrowser_cookie3\b|` +
		// A password that is typed: nothing shows it.
		`\bstty\s+-echo\b|\bread\s+(-\w+\s+)*-\w*s\b|\bgetpass\.getpass\(|\bread\b[^\n]*</?\s*/dev/tty\b|\bread-host\b[^\n]*-assecurestring\b`,
)

// walks are the calls that walk folders.
var walks = []string{
	"readdir",
	"readdirSync",
	"promises.readdir",
	"opendir",
	"opendirSync",
	"promises.opendir",
	"glob",
	"globSync",
	"workspace.findFiles",
	"workspace.fs.readDirectory",
}

// encoded is a program that nobody can read.
var encoded = lazyregexp.Lazy(`(?i)\b(powershell|pwsh)(\.exe)?\b.*\s[-/](e|ec|en|enc|enco\w*)\s+["']?[A-Za-z0-9+/]{24,}`)

// scriptDisarms are lines that keep a system from looking.
var scriptDisarms = lazyregexp.Lazy(
	`(?i)\b(Add|Set)-MpPreference\b[^\n]*-(Exclusion|Disable)\w+|\bnetsh\s+advfirewall\s+set\s[^\n]*\boff\b|\bsetenforce\s+0\b|` +
		`\bspctl\s+--master-disable\b|\bsc(\.exe)?\s+(stop|delete)\s+WinDefend\b|\bReg(\.exe)?\s+add\b[^\n]*Windows Defender`,
)
