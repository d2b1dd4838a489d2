package githubaction

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The types of the statement that goes with a release.
const (
	statementType = "https://in-toto.io/Statement/v1"
	predicateType = "https://slsa.dev/provenance/v1"
	buildType     = "https://github.com/ringfence-dev/ringfence/blob/main/docs/github-action.md#releases"
)

// origin says what the files of a release were made from, and by which run.
type origin struct {
	// Repository is the repository's address, Ref and Commit what was judged.
	Repository, Ref, Commit string
	// Run is the address of the run, Tool the version of this program.
	Run, Tool string
	// Packages are the packages that were wrapped, by name.
	Packages map[string][]byte
}

type resource struct {
	Name   string            `json:"name,omitempty"`
	URI    string            `json:"uri,omitempty"`
	Digest map[string]string `json:"digest"`
}

// provenance writes the statement about files: which they are, by digest, and
// what they were made from. It is not signed.
func provenance(files map[string][]byte, o origin) ([]byte, error) {
	type statement struct {
		Type          string     `json:"_type"`
		Subject       []resource `json:"subject"`
		PredicateType string     `json:"predicateType"`
		Predicate     any        `json:"predicate"`
	}
	out := statement{Type: statementType, Subject: resources(files), PredicateType: predicateType}
	source := resource{URI: "git+" + o.Repository + "@" + o.Ref, Digest: map[string]string{"gitCommit": o.Commit}}
	out.Predicate = map[string]any{
		"buildDefinition": map[string]any{
			"buildType":            buildType,
			"externalParameters":   map[string]string{"repository": o.Repository, "ref": o.Ref, "mode": "release"},
			"internalParameters":   map[string]string{"ringfence": o.Tool},
			"resolvedDependencies": append([]resource{source}, resources(o.Packages)...),
		},
		"runDetails": map[string]any{
			"builder":  map[string]string{"id": o.Repository + "/actions"},
			"metadata": map[string]string{"invocationId": o.Run},
		},
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(out); err != nil {
		return nil, fmt.Errorf("writing the statement: %w", err)
	}
	return b.Bytes(), nil
}

func resources(files map[string][]byte) []resource {
	out := []resource{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		out = append(out, resource{Name: name, Digest: map[string]string{"sha256": sum(files[name])}})
	}
	return out
}

// sums is what sha256sum -c reads.
func sums(files map[string][]byte) []byte {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "%s  %s\n", sum(files[name]), name)
	}
	return []byte(b.String())
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}
