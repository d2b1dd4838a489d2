package pattern

import "strings"

// Source says who made a path canonical.
type Source uint8

const (
	// Lexical says that nobody asked a disk. A short name of Windows (PROGRA~1) may be
	// another name for anything, so a path with one is refused.
	Lexical Source = iota
	// OnDisk says that the nearest existing ancestor was resolved by the disk, which
	// expanded links and short names. What looks like a short name is a name.
	OnDisk
)

// Canonical returns the one spelling of an absolute path: slashes forward, none
// doubled or last, "/a/b", "c:/a/b", "//server/share/a", folded as the platform
// compares names. It refuses what has no single meaning without a disk or is no
// plain file name: relative paths and "..", NUL; on Windows devices, alternate
// streams, reserved names, dots and spaces at an end, drive-relative paths; on
// other systems the links below /proc and /dev that mean something else for
// each process.
func Canonical(p Platform, path string, source Source) (string, error) {
	if err := checkSubject(path); err != nil {
		return "", err
	}
	if p == Win32 {
		return canonicalWindows(path, source)
	}
	if !strings.HasPrefix(path, "/") {
		return "", refuse("a relative path")
	}
	segments, err := splitSegments(path[1:])
	if err != nil {
		return "", err
	}
	if p == Darwin {
		segments = firmlinks(strings.Split(p.fold(strings.Join(segments, "/")), "/"))
	}
	if err := checkMagic(segments); err != nil {
		return "", err
	}
	return "/" + strings.Join(segments, "/"), nil
}

// splitSegments drops empty segments and "."; ".." is refused, because behind a
// link it leads elsewhere than the text says.
func splitSegments(rest string) ([]string, error) {
	var out []string
	for s := range strings.SplitSeq(rest, "/") {
		switch s {
		case "", ".":
		case "..":
			return nil, refuse(`".." that the disk has not resolved`)
		default:
			out = append(out, s)
		}
	}
	return out, nil
}

// firmlinks takes away what macOS spells in front of the same file: the volume
// of data, and /private before var, tmp and etc.
func firmlinks(s []string) []string {
	if len(s) >= 3 && s[0] == "system" && s[1] == "volumes" && s[2] == "data" {
		s = s[3:]
	}
	if len(s) >= 2 && s[0] == "private" && (s[1] == "var" || s[1] == "tmp" || s[1] == "etc") {
		s = s[1:]
	}
	return s
}

// checkMagic refuses names that are a file by number, or whatever a process has
// open, has as its directory or runs.
func checkMagic(s []string) error {
	at := func(i int) string {
		if i < len(s) {
			return s[i]
		}
		return ""
	}
	switch {
	case at(0) == ".vol":
		return refuse("a file by its number")
	case at(0) == "dev" && (at(1) == "fd" || at(1) == "stdin" || at(1) == "stdout" || at(1) == "stderr"):
		return refuse("a file by its descriptor")
	case at(0) == "proc" && at(1) != "":
		for _, name := range s[2:] {
			switch name {
			case "root", "cwd", "exe", "fd", "map_files":
				return refuse("a link of a process")
			}
		}
	}
	return nil
}

func canonicalWindows(path string, source Source) (string, error) {
	t := strings.ReplaceAll(path, `\`, "/")
	verbatim := false
	switch {
	case strings.HasPrefix(t, "//?/"):
		verbatim = true
		t = t[4:]
		if len(t) >= 4 && upper(t[:4]) == "UNC/" {
			t = "//" + t[4:]
		} else if !driveLetter(t) {
			return "", refuse("a device or a volume by its number")
		}
		// Windows takes such a path as it stands, where it would repair another.
		if strings.Contains(path[4:], "/") || strings.Contains(t[2:], "//") ||
			strings.Contains(t+"/", "/./") || strings.Contains(t+"/", "/../") {
			return "", refuse(`a \\?\ path that is not in its final form`)
		}
	case strings.HasPrefix(t, "//./"), strings.HasPrefix(t, "/??/"):
		return "", refuse("a device")
	}
	var prefix, rest string
	switch {
	case strings.HasPrefix(t, "//"):
		parts := strings.SplitN(t[2:], "/", 3)
		if len(parts) < 2 || parts[0] == "" || parts[1] == "" {
			return "", refuse("no server and share")
		}
		if parts[0] == "?" || parts[0] == "." || parts[0] == ".." || parts[1] == "." || parts[1] == ".." {
			return "", refuse("a device")
		}
		if err := checkWindowsNames(parts[:2], source); err != nil {
			return "", err
		}
		if specialShare(parts[1]) {
			return "", refuse("a share that is another name for a disk or for pipes")
		}
		prefix = "//" + parts[0] + "/" + parts[1]
		if len(parts) == 3 {
			rest = parts[2]
		}
	case driveLetter(t) && len(t) >= 3 && t[2] == '/':
		prefix, rest = t[:2], t[3:]
	case driveLetter(t) && verbatim:
		return "", refuse("a volume without its root")
	case driveLetter(t):
		return "", refuse("relative to the directory of a drive")
	case strings.HasPrefix(t, "/"):
		return "", refuse("relative to the drive one is on")
	default:
		return "", refuse("a relative path")
	}
	segments, err := splitSegments(rest)
	if err != nil {
		return "", err
	}
	if err := checkWindowsNames(segments, source); err != nil {
		return "", err
	}
	return Win32.fold(prefix + "/" + strings.Join(segments, "/")), nil
}

func driveLetter(t string) bool {
	return len(t) >= 2 && t[1] == ':' && (t[0] >= 'A' && t[0] <= 'Z' || t[0] >= 'a' && t[0] <= 'z')
}

func checkWindowsNames(segments []string, source Source) error {
	for _, s := range segments {
		switch {
		case strings.Contains(s, ":"):
			return refuse("an alternate data stream")
		case strings.ContainsAny(s, `<>"|?*`) || strings.ContainsFunc(s, func(r rune) bool { return r < 0x20 }):
			return refuse("a character that no name has")
		case strings.HasSuffix(s, ".") || strings.HasSuffix(s, " "):
			return refuse("a name with a dot or a space at its end")
		case reservedName(s):
			return refuse("a reserved name")
		case source == Lexical && shortName(s):
			return refuse("what may be a short name")
		}
	}
	return nil
}

// specialShare reports the shares that every Windows machine has without anybody
// sharing something: a drive as a whole (c$), the system's folder, pipes and
// mail slots. They are other names, \\localhost\c$ among them, for places that a
// policy knows by their own.
func specialShare(s string) bool {
	s = upper(s)
	switch s {
	case "ADMIN$", "IPC$", "PIPE", "MAILSLOT":
		return true
	}
	return len(s) == 2 && s[0] >= 'A' && s[0] <= 'Z' && s[1] == '$'
}

// upper writes the letters of ASCII as capitals.
func upper(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			r -= 'a' - 'A'
		}
		return r
	}, s)
}

// reservedName reports the names of devices, which every directory has, with
// any extension.
func reservedName(s string) bool {
	base, _, _ := strings.Cut(s, ".")
	base = upper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	name, ok := strings.CutPrefix(base, "COM")
	if !ok {
		name, ok = strings.CutPrefix(base, "LPT")
	}
	return ok && (len(name) == 1 && name >= "0" && name <= "9" || name == "¹" || name == "²" || name == "³")
}

// shortName reports the form of a DOS name: at most eight characters that end
// in a tilde and digits, and at most three behind a dot.
func shortName(s string) bool {
	base, extension, _ := strings.Cut(s, ".")
	tilde := strings.LastIndexByte(base, '~')
	if tilde < 0 || units(base) > 8 || units(extension) > 3 || tilde == len(base)-1 {
		return false
	}
	for _, r := range base[tilde+1:] {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

// units counts a name in UTF-16, as Windows does.
func units(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}
