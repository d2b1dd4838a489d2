package taint

import (
	"path"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/solver"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Programs that are started are sources by what they print, and by the files that they write: keys, what git says of
// the workspace, pictures of the screen, archives. They are known by their line, whoever starts them: a function of
// child_process, or a helper around one that is told a program's name and a list.

// program is a line that is run: the call, its words, and what each may read like.
type program struct {
	node int32
	line string
	// words are the words of it as they are written, holes included.
	words []string
	// sure is true when the line is one line and not several that went through one helper.
	sure bool
}

// maxProgramWords bounds the words of a line that are looked at.
const maxProgramWords = 16

// findPrograms finds the lines.
func (x *trailer) findPrograms() {
	t, s := x.t, x.t.s
	started := map[int32]bool{}
	for _, r := range s.Calls() {
		sym := s.Symbol(r.Symbol)
		if sym.Module != "child_process" || !t.live(r.Node) || len(r.Args) == 0 || r.Args[0] <= 0 {
			continue
		}
		switch sym.Member {
		case "exec", "execSync", "execFile", "execFileSync", "spawn", "spawnSync":
			started[r.Node] = true
			x.programs = append(x.programs, x.program(r.Node, r.Args))
		}
	}
	for _, n := range s.CallNodes() {
		u, v, _ := s.Code(n)
		if v.Op != ir.OpCall || v.A == 0 || started[n] || len(x.called[n]) > 0 || !t.live(n) {
			continue
		}
		args := s.ArgNodes(n)
		if len(args) == 0 || args[0] <= 0 {
			continue
		}
		if first := constantAt(s, args[0]); first != "" && helperRuns(u, v, first, len(args)) {
			x.programs = append(x.programs, x.program(n, args))
		}
	}
}

// findPrinted makes sources of what the lines print.
func (x *trailer) findPrinted() {
	t, s := x.t, x.t.s
	for _, p := range x.programs {
		if l, ok := x.tells(p); ok {
			t.source(p.node, p.node, l)
			for _, a := range s.ArgNodes(p.node) {
				if a > 0 {
					t.callback(a, 1, p.node, l)
				}
			}
		}
	}
}

// constantAt is the text that a node is written as.
func constantAt(s solver.View, n int32) string {
	if u, v, _ := s.Code(n); v != nil && v.Op == ir.OpStr {
		return u.Strings[v.A]
	}
	return ""
}

// helperRuns reports that a call of a function nobody knows looks like one that runs a program: its first argument is
// one that tells or makes something private, with a list beside it or as a line.
func helperRuns(u *solver.Unit, v *ir.Value, first string, args int) bool {
	name, rest, line := strings.Cut(first, " ")
	name = strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/"))), ".exe")
	return telling[name] && (args > 1 || line && rest != "")
}

// telling are the programs that lines of a helper are looked at for.
var telling = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(
		`git gh gcloud aws security cmdkey vaultcmd netsh printenv env secret-tool pass op npm xclip pbpaste powershell pwsh az kubectl gpg
		ssh-add reg keyctl kwallet-query bw lpass vault doppler sqlite3 cat type head tail base64 grep find ps docker-credential-desktop
		screencapture gnome-screenshot scrot import grim spectacle nircmd maim xwd ffmpeg imagesnap fswebcam arecord sox rec raspistill
		tar zip 7z 7za rar cmd sh bash zsh nslookup dig host ping nc ncat ssh`) {
		out[name] = true
	}
	return out
}()

// program reads the words of a call's line.
func (x *trailer) program(n int32, args []int32) program {
	t := x.t
	p := program{node: n, sure: true}
	add := func(a int32) bool {
		alts := t.values.Of(a).Alts
		p.sure = p.sure && len(alts) < 3
		for _, alt := range alts {
			p.words = append(p.words, strings.Fields(alt.String())...)
		}
		return len(alts) > 0
	}
	for i, a := range args {
		if i > 4 || len(p.words) > maxProgramWords {
			break
		}
		if a <= 0 {
			continue
		}
		before := len(p.words)
		// A list that is written at the call holds what is written there, whatever is done to lists inside of what is called.
		if items := x.writtenItems(a); len(items) > 0 {
			for _, w := range items[:min(len(items), maxProgramWords)] {
				add(w)
			}
			continue
		}
		for k := range maxProgramWords {
			list := t.properties(a, strconv.Itoa(k))
			for _, w := range list {
				add(w)
			}
			if len(list) == 0 {
				break
			}
		}
		if len(p.words) == before {
			add(a)
		}
	}
	p.line = strings.Join(strings.Fields(strings.ReplaceAll(strings.Join(p.words, " "), "<unknown>", "")), " ")
	return p
}

// writtenItems are the items of a list as it is written; none for what is no list, or one into which another is spread.
func (x *trailer) writtenItems(n int32) []int32 {
	s := x.t.s
	u, v, c := s.Code(n)
	if v == nil || v.Op != ir.OpArray {
		return nil
	}
	_, local := s.Local(n)
	items := map[int]int32{}
	for _, e := range u.Effects {
		if e.A != local {
			continue
		}
		switch e.Kind {
		case ir.Store:
			if k, err := strconv.Atoi(u.Strings[e.B]); err == nil {
				items[k] = s.Resolve(c, e.C)
			}
		case ir.StoreAt, ir.Spread:
			return nil
		}
	}
	var out []int32
	for k := range len(items) {
		item, ok := items[k]
		if !ok {
			return nil
		}
		out = append(out, item)
	}
	return out
}

// tells says what a line prints that is private.
func (x *trailer) tells(p program) (label, bool) {
	words := strings.Fields(p.line)
	named := "what " + strings.Join(words[:min(3, len(words))], " ") + " prints"
	switch {
	case tellers().MatchString(p.line):
		return label{kind: FromSecret, what: named}, true
	case !p.sure && mixedTeller(p.words) != "":
		return label{kind: FromSecret, what: "what a program prints that is told " + mixedTeller(p.words)}, true
	case p.sure && gitSays().MatchString(p.line):
		return label{kind: FromText, what: GitSays}, true
	case p.sure && shows().MatchString(p.line):
		for _, w := range p.words {
			if place, ok := x.t.s.Catalog().SensitivePath(expanded(w)); ok && place.Anchored && place.ReadMatters() {
				return label{kind: FromSecret, what: place.ID}, true
			}
		}
	}
	return label{}, false
}

// mixedTeller is the word of several lines by which one of them prints a key, whatever program it is for: where lines come out of a
// table, which words belong together is lost.
func mixedTeller(words []string) string {
	for _, w := range words {
		if tellingWords[w] {
			return w
		}
	}
	return ""
}

// tellingWords are words that no program has for anything else.
var tellingWords = map[string]bool{
	"print-access-token": true, "print-identity-token": true, "get-access-token": true, "export-credentials": true,
	"get-secret-value": true, "find-generic-password": true, "find-internet-password": true, "dump-keychain": true, "--show-token": true,
	"--export-secret-keys": true,
}

// GitSays is the source of what git prints of what the workspace holds.
const GitSays = "what git prints"

// gitSays are lines of git that print what the workspace holds, and where its copies are, with the passwords that
// stand in addresses.
var gitSays = lazyregexp.Lazy(
	`^(\S*/)?git(\.exe)?\s(?:.*\s)?(diff|show|format-patch|stash show|cat-file|grep|archive|bundle|remote (-v|show|get-url)|` +
		`log (?:.*\s)?(-p|--patch|-n|--all)|config (?:.*\s)?(-l|--list|--get-regexp))(\s|$)`,
)

// shows are lines that print what files hold.
var shows = lazyregexp.Lazy(
	`(?i)^(\S*/)?(cat|type|more|head|tail|less|base64|xxd|strings|grep|rg|tar|zip|sqlite3)(\.exe)?\s|` +
		`^(\S*/)?(cmd|sh|bash|zsh)(\.exe)?\s(/c|-c)\s+["']?(cat|type|more|head|tail|base64|tar|zip)\s|\b(get-content|gc|readalltext)\b`,
)

// expanded is a word of a shell as the path that it stands for.
func expanded(word string) string {
	word = strings.Trim(word, "\"'`();,<>|@")
	for _, home := range []string{"$HOME", "${HOME}", "%USERPROFILE%", "%HOMEPATH%", "$env:USERPROFILE", "$env:HOME"} {
		if rest, ok := strings.CutPrefix(word, home); ok {
			return "~" + rest
		}
	}
	for name, at := range map[string]string{"APPDATA": "~/AppData/Roaming", "LOCALAPPDATA": "~/AppData/Local"} {
		for _, spelled := range []string{"%" + name + "%", "$env:" + name} {
			if rest, ok := strings.CutPrefix(word, spelled); ok {
				return at + rest
			}
		}
	}
	return word
}

// tellers are lines of programs that print keys, or all that a machine says of its user.
var tellers = lazyregexp.Lazy(
	`(?i)\bgit credential(-\w+)?\s+(fill|get)\b|\bgh auth (token\b|status\b.*(-t\b|--show-token))|` +
		`\bgcloud auth (application-default )?print|` +
		`\baws configure (get|export-credentials)|\baws (secretsmanager get-secret-value|ssm get-parameter)|\bsecurity (find-|dump-)|` +
		`\bcmdkey /list|\bvaultcmd\b|\bpasswordvault\b|\bnetsh\b.*\bwlan\b|\bkey=clear\b|^(printenv|env|set|export)(\s*$|\s*\|)|` +
		`\bsecret-tool (lookup|search)|\bkwallet-query\b|\bkeyctl (print|pipe|read)\b|\bdocker-credential-\S+ (get|list)\b|` +
		`\bpass show\b|\bop (read|item get)\b|\b(bw|lpass) (get|list|show|export)\b|\bvault (kv get|read)\b|\bdoppler secrets\b|` +
		`\bnpm (config get|token)\b|\bGet-Clipboard\b|\bpbpaste\b|\bxclip\b.*-o\b|\bget-content\b.*history|\bnpm config (get|ls)\b|` +
		`\baz account get-access-token\b|\bkubectl (config view --raw|get secrets?\b.*-o)|\bgpg2?\b.*--export-secret|\bssh-add -L\b|` +
		`\breg(\.exe)? query\b.*(putty|winscp|sessions|password)|\bps\s+-?(aux?|axu?)?[eE]w*(\s|$)|` +
		`\bgit config\b.*(credential|extraheader)|\bgrep\b.*(AKIA|ghp_|xox[bp]|BEGIN[^\n]*PRIVATE)`,
)

// shots are lines that take a picture of the screen, or of and with who sits before it.
var shots = lazyregexp.Lazy(
	`(?i)\bscreencapture\b|\bgnome-screenshot\b|\b(scrot|maim|xwd)\b|\bimport -window root\b|\bgrim\b|\bspectacle -b|copyfromscreen|` +
		`\bnircmd\b.*savescreenshot|\bscreenshot-desktop\b|\bimagesnap\b|\bfswebcam\b|\braspistill\b|\barecord\b|` +
		`\bffmpeg\b.*-f (v4l2|avfoundation|dshow|gdigrab|x11grab|alsa|pulse)\b|\b(sox|rec)\b.*\.(wav|mp3|flac)`,
)

// packs are lines that put the files of a folder into one.
var packs = lazyregexp.Lazy(
	`(?i)^(\S*/)?(tar\s+-?\w*c|bsdtar\s+-?\w*c|zip\s|7za?\s+a\s|rar\s+a\s|git(\.exe)?\s(.*\s)?(archive|bundle create)\s)|\bcompress-archive\b`,
)

// writtenTo are the files that a line writes by its kind.
var writtenTo = map[bool]map[string]bool{
	true: {
		".png": true, ".jpg": true, ".jpeg": true, ".gif": true, ".bmp": true, ".webp": true, ".tiff": true, ".wav": true, ".mp3": true,
		".mp4": true, ".ogg": true, ".flac": true, ".avi": true, ".mkv": true, ".mov": true, ".xwd": true,
	},
	false: {
		".zip": true, ".tar": true, ".tgz": true, ".gz": true, ".bundle": true, ".7z": true, ".rar": true, ".xz": true, ".zst": true,
		".bz2": true,
	},
}

// screenTaken is the source of such a picture, PackedFolder that of such an archive.
const (
	screenTaken  = "a picture of the screen"
	PackedFolder = "an archive of a folder"
)

// copied are the places into which a sensitive file is copied, or a picture of the screen or an archive is put, by
// what they read like.
func (x *trailer) copied() map[string]label {
	t := x.t
	out := map[string]label{}
	for _, r := range t.s.Calls() {
		sym := t.s.Symbol(r.Symbol)
		if sym.Module != "fs" || !copiers[sym.Member] || len(r.Args) < 2 || r.Args[0] <= 0 || r.Args[1] <= 0 {
			continue
		}
		for _, p := range t.values.Of(r.Args[0]).Alts {
			if place, ok := t.s.Catalog().SensitivePath(p.String()); ok && place.ReadMatters() {
				for _, d := range t.values.Of(r.Args[1]).Alts {
					out[d.String()] = label{kind: FromSecret, what: place.ID}
				}
			}
		}
	}
	for _, p := range x.programs {
		shot, pack := shots().MatchString(p.line), packs().MatchString(p.line)
		if !shot && !pack {
			continue
		}
		l := label{kind: FromSecret, what: screenTaken}
		if !shot {
			l = label{kind: FromText, what: PackedFolder}
			for _, w := range p.words {
				if place, ok := t.s.Catalog().SensitivePath(expanded(w)); ok && place.Anchored && place.ReadMatters() {
					l = label{kind: FromSecret, what: place.ID}
				}
			}
		}
		for _, w := range p.words {
			for _, w := range written().FindAllString(w, -1) {
				w = strings.TrimPrefix(w, "--output=")
				if writtenTo[shot][strings.ToLower(path.Ext(w))] {
					out[w] = l
				}
			}
		}
	}
	return out
}

// written are the names of files in a word.
var written = lazyregexp.Lazy("[^\\s\"'`();,]+\\.\\w{2,6}")

// pictureMakers are packages that take pictures of the screen.
var pictureMakers = map[string]bool{
	"screenshot-desktop": true, "node-screenshots": true, "desktop-screenshot": true, "screenshot-node": true, "robotjs": true,
	"node-webcam": true,
}

// findPictures makes sources of what packages give that take pictures of the screen.
func (x *trailer) findPictures() {
	x.t.packageCalls(pictureMakers, func(n int32, _, member string) bool {
		if member != "keyTap" {
			x.t.source(n, n, label{kind: FromSecret, what: screenTaken})
		}
		return false
	})
}
