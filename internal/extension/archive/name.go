package archive

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// decodeName turns the bytes of a name into text the way VS Code's reader does:
// UTF-8 where the flag says so, else the code page of the first PC.
func decodeName(raw []byte, flags uint16) (string, error) {
	if len(raw) == 0 {
		return "", fmt.Errorf("it has no name: %w", ErrName)
	}
	if flags&flagUTF8 == 0 {
		for i, c := range raw {
			if c >= 0x80 {
				text, err := charmap.CodePage437.NewDecoder().Bytes(raw)
				if err != nil {
					return string(raw[:i]), fmt.Errorf("its name is in no known encoding: %w", ErrName)
				}
				return string(text), nil
			}
		}
		return string(raw), nil
	}
	if !utf8.Valid(raw) {
		return string(raw), fmt.Errorf("its name is not UTF-8: %w", ErrName)
	}
	return string(raw), nil
}

// checkName refuses what could leave the folder of the extension, or become
// another name on the way to the disk.
func checkName(name string, limits Limits) error {
	if len(name) > limits.Path {
		return fmt.Errorf("its name has %d bytes, over the limit of %d: %w", len(name), limits.Path, ErrLimit)
	}
	for _, r := range name {
		switch {
		case r == 0:
			return fmt.Errorf("its name has a NUL: %w", ErrName)
		case unicode.IsControl(r):
			return fmt.Errorf("its name has the control character %U: %w", r, ErrName)
		case r == '\\':
			return fmt.Errorf("its name has a backslash, which is a separator on Windows: %w", ErrName)
		}
	}
	if name[0] == '/' {
		return fmt.Errorf("its name is absolute: %w", ErrName)
	}
	if len(name) >= 2 && name[1] == ':' && (name[0]|0x20) >= 'a' && (name[0]|0x20) <= 'z' {
		return fmt.Errorf("its name begins with a drive letter: %w", ErrName)
	}
	parts := strings.Split(strings.TrimSuffix(name, "/"), "/")
	if len(parts) > limits.Depth {
		return fmt.Errorf("it lies %d folders deep, over the limit of %d: %w", len(parts), limits.Depth, ErrLimit)
	}
	for _, part := range parts {
		switch part {
		case "..":
			return fmt.Errorf("its name leaves the archive's folder: %w", ErrName)
		case ".", "":
			return fmt.Errorf("its name has an empty or \".\" part: %w", ErrName)
		}
	}
	return nil
}

// nameSet finds names that one disk or another takes for the same.
type nameSet struct {
	// files and folders map a folded name to the name as written.
	files, folders map[string]string
}

// Fold returns the form in which two names are the same file on some disk:
// without case (Windows, macOS) and in one Unicode form (macOS).
func Fold(name string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(name)))
}

// difference says how two names differ that fold to the same.
func difference(a, b string) string {
	if norm.NFC.String(a) == norm.NFC.String(b) {
		return "differs only in Unicode form"
	}
	return "differs only in case"
}

func (s *nameSet) add(name string) error {
	if s.files == nil {
		s.files, s.folders = map[string]string{}, map[string]string{}
	}
	set := s.files
	trimmed := strings.TrimSuffix(name, "/")
	if trimmed != name {
		set = s.folders
	}
	key := Fold(trimmed)
	if other, ok := set[key]; ok {
		if other == trimmed {
			return fmt.Errorf("it is there twice: %w", ErrCollision)
		}
		return fmt.Errorf("it %s from %s: %w", difference(trimmed, other), quote(other), ErrCollision)
	}
	set[key] = trimmed
	return nil
}

// checkFolders refuses a file whose name is another entry's folder.
func (s *nameSet) checkFolders() error {
	folders := map[string]bool{}
	for key := range s.folders {
		folders[key] = true
	}
	for key := range s.files {
		for i, c := range key {
			if c == '/' {
				folders[key[:i]] = true
			}
		}
	}
	var bad []string
	for key, name := range s.files {
		if folders[key] {
			bad = append(bad, name)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return &EntryError{slices.Min(bad), fmt.Errorf("it is a file and also a folder: %w", ErrCollision)}
}
