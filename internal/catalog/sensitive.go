package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// SensitivePath is a place on a disk that no extension has business with
// unless it says so: keys, tokens, browsers, other extensions' storage, what
// other programs run at start.
type SensitivePath struct {
	// ID is stable and names the place ("ssh", "browser-chrome").
	ID string
	// Kind groups places; it is one of placeKinds.
	Kind string
	// Severity is "low", "medium", "high" or "critical": how bad it is that
	// an unrelated extension reaches for it.
	Severity string
	// Pattern is the place as the data writes it: "~" is the home, "*" any
	// text within a segment, "**" any directories at the front.
	Pattern     string
	Description string
	// Anchored is true when the text itself says that the path starts at the
	// place's root (the home, the disk); false when an unknown or relative
	// start leaves that open (".ssh/id_rsa").
	Anchored bool
}

// ReadMatters reports whether reading the place is already harm. What other
// programs run or obey (shell start-up files, a repository's hooks and tasks,
// the code of other extensions, the editor's settings) is read for good reasons
// every day; writing it is what matters.
func (p SensitivePath) ReadMatters() bool {
	return p.Kind != "startup" && p.Kind != "repository" && p.ID != "editor-extensions" && p.ID != "editor-settings"
}

// placeKinds are the kinds of places, in the order of the data file.
func placeKinds() []string {
	return []string{"credential", "browser", "wallet", "editor", "agent", "startup", "repository", "system"}
}

// place is a pattern in segments, lower case.
type place struct {
	SensitivePath
	root     string // "~", "/" or "**"
	segments []string
}

// SensitivePath returns the place a path is or lies in. The text may be plain
// ("/home/x/.aws/credentials", "C:\\Users\\x\\.ssh", a file: URL) or folded
// ("${home}/.ssh/<unknown>", "<unknown>/.ssh/id_rsa"). When several places
// match, the one that is surest and then the most specific one answers.
func (c *Catalog) SensitivePath(text string) (SensitivePath, bool) {
	root, segs := splitPath(text)
	if len(segs) == 0 && root != "~" || slices.Contains(segs, selfSegment) {
		return SensitivePath{}, false
	}
	best, found := place{}, false
	for _, i := range c.byFirst.candidates(segs) {
		p := c.places[i]
		anchored, ok := p.match(root, segs)
		better := !found || anchored && !best.Anchored ||
			anchored == best.Anchored && len(p.segments) > len(best.segments)
		if !ok || !better {
			continue
		}
		best, found = p, true
		best.Anchored = anchored
	}
	return best.SensitivePath, found
}

// placeIndex finds the places that a path may be in by its segments: a place
// can only match where its first segment does, and few paths hold one.
type placeIndex struct {
	exact map[string][]int
	// others are places whose first segment has a star, or that have none.
	others []int
}

func indexPlaces(places []place) placeIndex {
	x := placeIndex{exact: map[string][]int{}}
	for i, p := range places {
		if len(p.segments) == 0 || strings.Contains(p.segments[0], "*") {
			x.others = append(x.others, i)
			continue
		}
		x.exact[p.segments[0]] = append(x.exact[p.segments[0]], i)
	}
	return x
}

// candidates are the indexes of places, in the table's order.
func (x placeIndex) candidates(segs []string) []int {
	out := x.others
	for _, s := range segs {
		found := x.exact[s]
		if trimmed := strings.TrimSuffix(s, unknownSegment); trimmed != s {
			found = append(slices.Clip(found), x.exact[trimmed]...)
		}
		if len(found) > 0 {
			out = append(slices.Clip(out), found...)
		}
	}
	if len(out) > len(x.others) {
		slices.Sort(out)
		out = slices.Compact(out)
	}
	return out
}

// SensitivePaths returns the whole table, sorted by pattern.
func (c *Catalog) SensitivePaths() []SensitivePath {
	out := make([]SensitivePath, len(c.places))
	for i, p := range c.places {
		out[i] = p.SensitivePath
		out[i].Anchored = true
	}
	slices.SortFunc(out, func(a, b SensitivePath) int { return cmp.Compare(a.Pattern, b.Pattern) })
	return out
}

func (p place) match(root string, segs []string) (anchored, ok bool) {
	switch {
	case p.root == "**":
		for i := range segs {
			if prefixMatch(p.segments, segs[i:]) {
				return true, true
			}
		}
		return false, false
	case p.root == root:
		return true, prefixMatch(p.segments, segs)
	case root == "?":
		return false, prefixMatch(p.segments, segs) && distinctive(p.segments)
	}
	return false, false
}

// distinctive keeps open starts honest: "<unknown>/.ssh" speaks for itself,
// "<unknown>/config" does not.
func distinctive(segs []string) bool {
	return strings.HasPrefix(segs[0], ".") || len(segs) > 2 || strings.Contains(segs[len(segs)-1], ".")
}

// prefixMatch reports that segs is the place or lies below it.
func prefixMatch(pattern, segs []string) bool {
	if len(segs) < len(pattern) {
		return false
	}
	for i, want := range pattern {
		got := segs[i]
		if i == len(pattern)-1 {
			// "${home}/.ssh<unknown>": what follows is most likely a slash.
			got = strings.TrimSuffix(got, unknownSegment)
		}
		if !matchSegment(want, got) {
			return false
		}
	}
	return true
}

// matchSegment matches "*" against any text, also none. Patterns have at most
// two stars.
func matchSegment(pattern, text string) bool {
	before, after, star := strings.Cut(pattern, "*")
	if !star {
		return pattern == text
	}
	rest, ok := strings.CutPrefix(text, before)
	if !ok {
		return false
	}
	for i := 0; i <= len(rest); i++ {
		if matchSegment(after, rest[i:]) {
			return true
		}
	}
	return false
}

const (
	unknownSegment = "<unknown>"
	// selfSegment marks what belongs to the extension itself.
	selfSegment = "${self}"
)

// rootSpellings are the ways a folded path may begin, and what they mean.
// Longer spellings stand before their own prefixes.
var rootSpellings = [...]struct{ spelling, means string }{
	{"${globalstorage}", "~/.config/code/user/globalstorage/" + selfSegment},
	{"${workspacestorage}", "~/.config/code/user/workspacestorage/" + unknownSegment + "/" + selfSegment},
	{"${extension}", "~/.vscode/extensions/" + selfSegment},
	{"${logs}", "~/.config/code/logs/" + selfSegment},
	{"${env:xdg_config_home}", "~/.config"},
	{"${env:xdg_data_home}", "~/.local/share"},
	{"${env:localappdata}", "~/appdata/local"},
	{"${env:appdata}", "~/appdata/roaming"},
	{"${env:userprofile}", "~"},
	{"${env:home}", "~"},
	{"${home}", "~"},
	{"%localappdata%", "~/appdata/local"},
	{"%appdata%", "~/appdata/roaming"},
	{"%userprofile%", "~"},
	{"%homedrive%%homepath%", "~"},
	{"$env:userprofile", "~"},
	{"$env:appdata", "~/appdata/roaming"},
	{"$env:localappdata", "~/appdata/local"},
	{"$home", "~"},
}

// homeParents are the directories whose children are homes.
var homeParents = [...]string{"home", "users", "var/home", "export/home"}

// splitPath folds case and spelling and says where a path starts: "~" the
// home, "/" the disk, "${workspace}" there, "?" somewhere unknown.
func splitPath(text string) (root string, segs []string) {
	if rest, ok := strings.CutPrefix(text, "file://"); ok {
		text = rest
		if plain, err := url.PathUnescape(rest); err == nil {
			text = plain
		}
		if len(text) > 3 && text[0] == '/' && text[2] == ':' {
			text = text[1:] // file:///C:/…
		}
	} else if strings.Contains(text, "://") {
		return "", nil // some other address, no path
	}
	t := strings.ReplaceAll(strings.ToLower(text), `\`, "/")
	t = strings.TrimPrefix(strings.TrimPrefix(t, "//?/"), "/proc/self/root")
	for _, r := range rootSpellings {
		if rest, ok := strings.CutPrefix(t, r.spelling); ok && (rest == "" || rest[0] == '/') {
			t = r.means + rest
			break
		}
	}
	segs = clean(t)
	switch {
	case t == "~" || strings.HasPrefix(t, "~/"):
		return splitHome(segs)
	case strings.HasPrefix(t, "/"): // on the disk, below
	case len(t) >= 3 && t[1] == ':' && t[2] == '/':
		segs = segs[1:]
	default:
		if len(segs) == 0 || !strings.HasPrefix(t, segs[0]) {
			return "?", segs // ".." went above the start
		}
		switch first := segs[0]; {
		case first == "${workspace}" || first == "${tmp}":
			return first, segs[1:]
		case first == unknownSegment || first[0] == '$' || first[0] == '%':
			return "?", segs[1:]
		}
		return "?", segs
	}
	for _, parent := range homeParents {
		up := strings.Split(parent, "/")
		if len(segs) > len(up) && slices.Equal(segs[:len(up)], up) {
			return "~", segs[len(up)+1:]
		}
	}
	if len(segs) > 0 && segs[0] == "root" {
		return "~", segs[1:]
	}
	return "/", segs
}

// splitHome drops the "~" that clean kept, unless ".." went above it.
func splitHome(segs []string) (string, []string) {
	if len(segs) == 0 || segs[0] != "~" {
		return "?", segs
	}
	return "~", segs[1:]
}

// clean splits at slashes and resolves "." and "..". A ".." that meets an
// unknown segment or the start removes what is known of it.
func clean(t string) []string {
	var out []string
	for seg := range strings.SplitSeq(t, "/") {
		switch seg {
		case "", ".":
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, seg)
		}
	}
	return out
}

// parsePlaces reads "id kind severity pattern # description". A space within
// a pattern is written "\s".
func parsePlaces(lines []line) ([]place, error) {
	var out []place
	var errs []error
	last, said := "", map[string]int{}
	for _, l := range lines {
		if len(l.words) != 4 || l.why == "" {
			errs = append(errs, l.errorf(`want "id kind severity pattern # description"`))
			continue
		}
		p := place{SensitivePath: SensitivePath{
			ID: l.words[0], Kind: l.words[1], Severity: l.words[2],
			Pattern: strings.ReplaceAll(l.words[3], `\s`, " "), Description: l.why,
		}}
		kind := slices.Index(placeKinds(), p.Kind)
		if kind < 0 {
			errs = append(errs, l.errorf("unknown kind %q", p.Kind))
		}
		if key := fmt.Sprintf("%d %s %s", kind, p.ID, p.Pattern); key <= last {
			errs = append(errs, l.errorf("%s %s is said twice or out of order", p.ID, l.words[3]))
		} else {
			last = key
		}
		if before, ok := said[strings.ToLower(p.Pattern)]; ok {
			errs = append(errs, l.errorf("%s stands on line %d already", l.words[3], before))
		}
		said[strings.ToLower(p.Pattern)] = l.number
		if !slices.Contains([]string{"low", "medium", "high", "critical"}, p.Severity) {
			errs = append(errs, l.errorf("unknown severity %q", p.Severity))
		}
		var rest string
		switch {
		case strings.HasPrefix(p.Pattern, "~/"):
			p.root, rest = "~", p.Pattern[2:]
		case strings.HasPrefix(p.Pattern, "**/"):
			p.root, rest = "**", p.Pattern[3:]
		case strings.HasPrefix(p.Pattern, "/"):
			p.root, rest = "/", p.Pattern[1:]
		}
		p.segments = strings.Split(strings.ToLower(rest), "/")
		if slices.Contains(p.segments, "") || strings.Count(rest, "*") > 4 {
			errs = append(errs, l.errorf("pattern %q wants ~/, / or **/ and whole segments", p.Pattern))
			continue
		}
		out = append(out, p)
	}
	return out, errors.Join(errs...)
}
