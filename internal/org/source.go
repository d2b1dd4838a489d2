package org

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// Source says where an organisation's file is. Exactly one of File, URL and
// Commit is set.
type Source struct {
	// File is a path on this machine.
	File string
	// URL is an address, whose content has to have the digest SHA256.
	URL    string
	SHA256 string
	// Commit is the commit of a repository in which the file lies at Path;
	// Repository, as owner/name, says whose for people: the commit is the proof.
	Commit, Repository, Path string
}

var (
	pinned = lazyregexp.Lazy(`^([^/@]+/[^/@]+)/([^@]+)@([0-9a-f]{40})$`)
	loose  = lazyregexp.Lazy(`^([^/@]+/[^/@]+)/([^@]+)@([^@/]*)$`)
	digest = lazyregexp.Lazy(`^[0-9a-f]{64}$`)
)

// ParseSource reads where a file is: owner/repo/path@COMMIT,
// https://…#sha256:DIGEST, or a path.
func ParseSource(text string) (Source, error) {
	if strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://") {
		address, sum, ok := strings.Cut(text, "#sha256:")
		if !ok || !digest().MatchString(sum) {
			return Source{}, errors.New(
				"an address needs the digest of what is there, as https://example.com/ringfence.yml#sha256:64 hexadecimal digits",
			)
		}
		return Source{URL: address, SHA256: sum}, nil
	}
	if m := pinned().FindStringSubmatch(text); m != nil {
		if !IsRepository(m[1]) || !finding.LocalPath(m[2]) {
			return Source{}, errors.New("want owner/repo/path@COMMIT, with a path below the repository")
		}
		return Source{Repository: m[1], Path: m[2], Commit: m[3]}, nil
	}
	if m := loose().FindStringSubmatch(text); m != nil && IsRepository(m[1]) {
		return Source{}, fmt.Errorf(
			"a file of a repository is named with a whole commit, 40 hexadecimal digits: %s may mean another file tomorrow",
			escape.Printable("@"+m[3], 80),
		)
	}
	if text == "" {
		return Source{}, errors.New("it names nothing")
	}
	return Source{File: text}, nil
}
