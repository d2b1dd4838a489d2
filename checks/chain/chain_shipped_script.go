package chain

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/checks/internal/check"
	"github.com/ringfence-dev/ringfence/checks/internal/uses"
	"github.com/ringfence-dev/ringfence/checks/internal/wording"
	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/internal/filetype"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
	"github.com/ringfence-dev/ringfence/internal/lookalike"
)

var chainShippedScript = check.Check{
	Name:       "chain_shipped_script",
	Module:     finding.CodeModule,
	Worst:      finding.High,
	PaperWorst: finding.None,
	Confidence: finding.Likely,
	CWE:        []int{506},
	Needs:      []check.Need{check.NeedCode, check.NeedFiles, check.NeedTold},
	Run:        runChainShippedScript,
}

var (
	// scriptSends are lines by which a script sends.
	scriptSends = lazyregexp.Lazy(
		`(?i)\burlopen\(|\burllib\.request\.Request\(|\b(requests|httpx|session|aiohttp)\.(post|put|request)\(|` +
			`\bHTTPS?Connection\(|\.connect\(\s*\(|` +
			`\bcreate_connection\(|\bsmtplib\b|\bftplib\b|\bNet::HTTP\b|\bFaraday\b|\bfsockopen\(|\bcurl_exec\(|\bLWP::UserAgent\b|` +
			`\bUpload(String|Data|File)\b|\bsendto\(`,
	)
	// scriptHides are lines that run what they decode.
	scriptHides = lazyregexp.Lazy(
		`(?i)\b(exec|eval)\s*\(\s*(compile\s*\(\s*)?(__import__\([^)]*\)\.|\w+\.)*(b64decode|decompress|unhexlify|fromhex|loads|decode)\s*\(|` +
			`\bbase64\s+(-d|-D|--decode)\b[^\n|]*\|\s*(ba|z|da|k)?sh\b|\beval\s+"?\$\([^\n]*base64\s+(-d|--decode)|` +
			`\b(iex|invoke-expression)\b[^\n]*\bFromBase64String\b|\bpowershell\b[^\n]*\s-e(nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{40}`,
	)
	// scriptFetches are lines of scripts that fetch code and run it.
	scriptFetches = lazyregexp.Lazy(
		`(?i)\b(exec|eval)\s*\([^\n]*\b(urlopen|requests\.get|httpx\.get)\b|\b(os\.system|subprocess\.\w+)\([^\n]*\b(curl|wget)\b[^\n]*\|`,
	)
	// scriptKeeps are lines that write what they fetch into a program, and starts what starts one by its name.
	scriptKeeps = lazyregexp.Lazy(
		`(?i)\b(?:Invoke-WebRequest|iwr|curl|wget|Start-BitsTransfer|DownloadFile)\b[^\n]*?(?:-OutFile|-o|-O|--output|-Destination|,)\s*` +
			`["']?[^"'\s]*?([\w-]+\.(?:exe|dll|scr|msi|bat|cmd|vbs|ps1|sh|bin|elf))\b|` +
			`\bSaveToFile\b[^\n]*?([\w-]+\.(?:exe|dll|scr|msi|bat|cmd|vbs|ps1))\b`,
	)
	starting = lazyregexp.Lazy(`(?i)\bStart-Process\b|\.(?:Run|Exec|ShellExecute)\b|` +
		`\bInvoke-Item\b|^\s*&\s|^\s*start\s|\bchmod\s+\+?[0-7ax]+\b|\bnohup\b|\bsetsid\b`)
	// digested holds for a script that compares what it fetched.
	digested = lazyregexp.Lazy(`(?i)\bGet-FileHash\b|` +
		`\bsha(256|512|1)sum\b|\bshasum\b|\bhashlib\.|\bcertutil\b[^\n]*-hashfile|\bgpg\s+--verify|\bcosign\b`)
	// scriptShell are lines that tie a shell to a connection.
	scriptShell = lazyregexp.Lazy(`(?i)\bos\.dup2\(\s*\w+\.fileno\(\)|\bpty\.spawn\(|/dev/tcp/\d`)
)

// wraps is the file of a script that is called as a program of others is.
var wraps = lazyregexp.Lazy(
	`(?i)(^|/)(git|ssh|scp|npm|npx|node|yarn|pnpm|python3?|pip3?|sudo|su|docker|kubectl|gh|aws|az|gcloud|go|cargo|ls|` +
		`cd|curl|code|make|java|mvn)` +
		`(\.(cmd|bat|sh|ps1))?$`,
)

// nearScript is how many lines may lie between what a script reads and how it sends it.
const nearScript = 40

// runChainShippedScript reads, line by line, the scripts for other interpreters and the texts for agents that ship.
// Nobody follows data in them: what is named is what a line says, and where two lines stand together.
//
// Where a script of the extension's sends to a host of which people are told nowhere, what it sends need not be known.
func runChainShippedScript(_ context.Context, in check.Input) []finding.Finding {
	starts := false
	for range uses.Calls(in, catalog.ProcessRun, catalog.ProcessShell, catalog.ProcessFork, catalog.VSTask, catalog.VSTerminal,
		catalog.VSDebug, catalog.FileWrite, catalog.VSFilesWrite) {
		starts = true
		break
	}
	files := check.FilesOf(in.Program)
	var out []finding.Finding
	for _, t := range in.Content.Texts {
		message, steps := scriptActs(t, in.Catalog)
		if t.ForAgents {
			message, steps = toldToAgents(t)
		} else if message == "" && starts {
			message, steps = sendsUntold(in, t)
		}
		if message == "" {
			continue
		}
		f := finding.Finding{
			Severity: finding.High, PaperSeverity: finding.None, Intent: finding.Malicious, Confidence: finding.Likely,
			Provenance: files.Provenance(t.Path), Where: steps[len(steps)-1].Where, Flow: steps, Message: message,
		}
		if !starts && !t.ForAgents {
			f.Severity, f.Confidence = finding.Medium, finding.Heuristic
			f.Message += "; nothing is seen to start it"
		}
		out = append(out, f)
	}
	return append(out, writtenScripts(in)...)
}

// writtenScripts reads a script that stands in the code as a text, is written into a file and started, as one that ships.
func writtenScripts(in check.Input) []finding.Finding {
	var out []finding.Finding
	var started []command
	for u, e := range uses.Calls(in, catalog.FileWrite, catalog.VSFilesWrite) {
		for _, content := range uses.WithRole(u, e, catalog.RoleContent) {
			if !saysOne(content) {
				continue
			}
			message, steps := scriptActs(filetype.Kept{Text: content.Alts[0].String()}, in.Catalog)
			if message == "" {
				continue
			}
			if started == nil {
				started = programs(in)
			}
			run := startsWritten(in, started, u, e)
			if run == nil {
				continue
			}
			links := []link{}
			for _, s := range steps {
				links = append(links, link{u.Where, s.Message})
			}
			out = append(out, chain(in, finding.Likely, strings.Replace(message, "that ships", "that the code writes into a file", 1),
				append(links, link{run.Where, uses.Symbol(*run) + " starts it"})...))
		}
	}
	return out
}

// startsWritten is what starts, of programs, a file that a call writes; nil when nothing is seen to.
func startsWritten(in check.Input, started []command, u facts.Use, e catalog.Entry) *facts.Use {
	for _, v := range uses.WithRole(u, e, catalog.RolePath) {
		for _, p := range uses.Texts(v) {
			path := p.String()
			if len(strings.Trim(strings.ReplaceAll(path, "<unknown>", ""), `/\. `)) < 4 {
				continue
			}
			for _, c := range started {
				if strings.Contains(c.line, path) && !c.guards(in) {
					return &c.use
				}
			}
		}
	}
	return nil
}

// scriptActs finds the worst that the lines of a script say.
func scriptActs(t filetype.Kept, known *catalog.Catalog) (string, []finding.Step) {
	lines := strings.Split(t.Text, "\n")
	private, sends, kept, program := -1, -1, -1, ""
	fetches := append([]func() *regexp.Regexp{scriptFetches}, fetchAndRun...)
	for i, line := range lines {
		if comment := strings.TrimSpace(line); comment == "" || comment[0] == '#' && !strings.HasPrefix(comment, "#!") || len(line) > maxProgram {
			continue
		}
		does := []finding.Step{stepAt(t, lines, i, "the line that does: ")}
		if m := firstOf(line, scriptShell, remoteShell); m != "" {
			return "a script that ships ties a shell to a connection: " + wording.Quote(m), does
		}
		if m := firstOf(line, fetches...); m != "" && uses.ForeignURL(strings.Join(around(lines, i), " ")) {
			return "a script that ships fetches code and runs it: " + wording.Quote(m), does
		}
		if m := firstOf(line, scriptHides); m != "" {
			return "a script that ships runs what it decodes, which nobody reads: " + wording.Quote(m), does
		}
		if m := firstOf(line, scriptDisarms); m != "" {
			return "a script that ships keeps the system's protection from looking: " + wording.Quote(m), does
		}
		if m := scriptKeeps().FindStringSubmatch(line); m != nil && uses.ForeignURL(strings.Join(around(lines, i), " ")) {
			kept, program = i, m[1]+m[2]
		}
		starts := kept >= 0 && kept < i && i-kept <= nearScript && strings.Contains(line, program) && starting().MatchString(line)
		if starts && !digested().MatchString(t.Text) {
			return "a script that ships starts a program that it has fetched: " + wording.Quote(strings.TrimSpace(line)), []finding.Step{
				stepAt(t, lines, kept, "fetches it: "), stepAt(t, lines, i, "starts it: ")}
		}
		if (private < 0 || sends < 0) && (scriptPrivate().MatchString(line) || namesPlace(known, line)) {
			private = i
		}
		if (scriptSends().MatchString(line) || sendsLine(line) != "") && (sends < 0 || private >= 0 && i-private <= nearScript) {
			sends = i
		}
		if private >= 0 && sends >= 0 && max(private-sends, sends-private) <= nearScript && reachesOut(lines, sends) {
			return "a script that ships reads what is private and sends: " + wording.Quote(strings.TrimSpace(lines[sends])), []finding.Step{
				stepAt(t, lines, private, "reads what is private: "), stepAt(t, lines, sends, "sends: ")}
		}
	}
	return "", nil
}

// sendsUntold finds a line by which a script sends, or fetches what it starts, beside the address of a host of which people are told
// nowhere, what is called as a program of others and asks somebody, and what puts a wallet of the author's on the clipboard.
func sendsUntold(in check.Input, t filetype.Kept) (string, []finding.Step) {
	lines := strings.Split(t.Text, "\n")
	clips, wallet := -1, -1
	for i, line := range lines {
		if comment := strings.TrimSpace(line); comment == "" || comment[0] == '#' || len(line) > maxProgram {
			continue
		}
		if wraps().MatchString(t.Path) && (sendsLine(line) != "" || askNet().MatchString(line)) &&
			uses.ForeignURL(strings.Join(around(lines, i), " ")) {
			return "a script that ships is called as a program that everybody has, and asks another machine: " +
				wording.Quote(strings.TrimSpace(line)), []finding.Step{stepAt(t, lines, i, "the line that does: ")}
		}
		if clipboardSet().MatchString(line) {
			clips = i
		}
		if slices.ContainsFunc(strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("\"' =,()", r) }), facts.IsWallet) {
			wallet = i
		}
		if clips >= 0 && wallet >= 0 {
			return "a script that ships puts the address of a wallet on the clipboard", []finding.Step{
				stepAt(t, lines, wallet, "the wallet: "), stepAt(t, lines, clips, "writes the clipboard: ")}
		}
		sends := scriptSends().MatchString(line) && carriesData().MatchString(strings.Join(around(lines, i), "\n"))
		if !sends && sendsLine(line) == "" && !scriptPosts().MatchString(line) && !scriptDownloads().MatchString(line) {
			continue
		}
		beside := slices.DeleteFunc(slices.Clone(lines[max(0, i-nearScript/4):min(len(lines), i+nearScript/4)]), func(l string) bool {
			return strings.HasPrefix(strings.TrimSpace(l), "#")
		})
		for _, m := range inText().FindAllStringSubmatch(strings.Join(beside, "\n"), 8) {
			name, sibling := untold(in, m[1])
			if name == "" || sibling {
				continue
			}
			if !sends && !scriptPosts().MatchString(line) && sendsLine(line) == "" {
				if at := startsFetched(lines, i); at > 0 && !digested().MatchString(t.Text) {
					return "a script that ships starts what it fetched from " + wording.Quote(name) + ", of which people are told nowhere",
						[]finding.Step{stepAt(t, lines, i, "fetches: "), stepAt(t, lines, at, "starts: ")}
				}
				continue
			}
			return "a script that ships sends to " + wording.Quote(name) + ", a host of which people are told nowhere",
				[]finding.Step{stepAt(t, lines, i, "sends: ")}
		}
	}
	return "", nil
}

// startsFetched is a line behind a download that starts something; 0 for none.
func startsFetched(lines []string, from int) int {
	for i := from + 1; i < len(lines) && i-from <= nearScript; i++ {
		if starting().MatchString(lines[i]) || runsFile().MatchString(lines[i]) {
			return i
		}
	}
	return 0
}

var (
	clipboardSet = lazyregexp.Lazy(`(?i)\bxclip\b[^\n]*-i\b|\bxsel\b[^\n]*-i\b|\bpbcopy\b|\bpyperclip\.copy\(|` +
		`\bset-clipboard\b|\bclip\.exe\b|\bwl-copy\b|\bclipboard_append\(`)
	scriptPosts     = lazyregexp.Lazy(`(?i)['"]method['"]\s*=>\s*['"](POST|PUT)|\bCURLOPT_POST|\bNet::HTTP(::Post|\.post)|\bhttp\.Post\(`)
	scriptDownloads = lazyregexp.Lazy(`(?i)\bDownload(File|String|Data)\b|\burlretrieve\(|` +
		`\b(iwr|Invoke-WebRequest)\b[^\n]*-OutFile|\bStart-BitsTransfer\b`)
	// carriesData are words of a request that is told something.
	carriesData = lazyregexp.Lazy(`(?i)\b(data|json|files|body)\s*=|\.(post|put)\(|['"](POST|PUT)['"]|\bsend(all|mail|to)?\(|\bUpload`)
	runsFile    = lazyregexp.Lazy(`(?i)\b(subprocess\.\w+|os\.(system|startfile|exec\w*))\(|\b(iex|invoke-expression)\b|\bmsiexec\b`)
)

var (
	quoted = lazyregexp.Lazy(
		`"([^"]{1,200})"|'([^']{1,200})'|` +
			`((?:~|\$HOME|\$\{HOME\}|\$env:(?:USERPROFILE|APPDATA)|%USERPROFILE%)[/\\][^\s"'|;)&,]+)`,
	)
	atHomeIn = lazyregexp.Lazy(`(?i)expanduser|\bhome\b|homedir|USERPROFILE|APPDATA|~[/\\]`)
	homes    = strings.NewReplacer("${HOME}", "${home}", "$HOME", "${home}", "$env:USERPROFILE", "${home}", "%USERPROFILE%", "${home}",
		"$env:APPDATA", "${home}/AppData/Roaming", "%APPDATA%", "${home}/AppData/Roaming", `\\`, "/", `\`, "/")
)

// namesPlace holds for a line that names one of the catalogue's places which it is harm to read, as one text or piece by
// piece: join(home, ".config", "gcloud").
func namesPlace(known *catalog.Catalog, line string) bool {
	if !atHomeIn().MatchString(line) {
		return false
	}
	var pieces []string
	for _, m := range quoted().FindAllStringSubmatch(line, -1) {
		pieces = append(pieces, homes.Replace(m[1]+m[2]+m[3]))
	}
	for _, p := range append(slices.Clone(pieces), strings.Join(pieces, "/")) {
		if rest, ok := strings.CutPrefix(p, "~"); ok {
			p = "${home}" + rest
		}
		if !strings.HasPrefix(p, "${home}") {
			p = "${home}/" + p
		}
		if place, ok := known.SensitivePath(p); ok && place.Anchored && place.ReadMatters() {
			return true
		}
	}
	return false
}

// reachesOut holds for a place in a script beside which the address of another machine stands.
func reachesOut(lines []string, at int) bool {
	for _, l := range lines[max(0, at-nearScript):min(len(lines), at+nearScript)] {
		if uses.ForeignURL(l) || addressOf().MatchString(l) {
			return true
		}
	}
	return false
}

var addressOf = lazyregexp.Lazy(`['"](\d{1,3}\.){3}\d{1,3}['"]|['"][\w-]+(\.[\w-]+)+['"]\s*,\s*\d{2,5}\b`)

func around(lines []string, at int) []string { return lines[max(0, at-3):min(len(lines), at+4)] }

func stepAt(t filetype.Kept, lines []string, at int, what string) finding.Step {
	return finding.Step{
		Where:   finding.Location{File: t.Path, Line: at + 1, Column: 1},
		Message: escape.Printable(what+strings.TrimSpace(lines[at]), finding.MaxMessage),
	}
}

// toldToAgents finds, in a text that ships for agents, orders of which the user shall not hear and characters that nobody sees.
func toldToAgents(t filetype.Kept) (string, []finding.Step) {
	lines := strings.Split(t.Text, "\n")
	for i, line := range lines {
		if hiddenRun(line) >= hiddenLetters {
			return "a text for agents holds characters that nobody sees", []finding.Step{stepAt(t, lines, i, "the line that does: ")}
		}
		if m := agentOrder(strings.Join(around(lines, i), "\n")); m != "" && unheard().MatchString(line) {
			return "a text for agents that ships gives orders of which its user shall not hear: " + wording.Quote(m),
				[]finding.Step{stepAt(t, lines, i, "the line that does: ")}
		}
	}
	return "", nil
}

// hiddenLetters is how many characters in a row that nobody sees are a message: a flag or a family of emoji has fewer.
const hiddenLetters = 8

// hiddenRun is the longest run of characters that nobody sees.
func hiddenRun(line string) int {
	most, run := 0, 0
	for _, r := range line {
		if run++; !lookalike.Unseen(r) {
			run = 0
		}
		most = max(most, run)
	}
	return most
}
