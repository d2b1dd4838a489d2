// Package fleet judges many repositories as one: a list of extensions is split
// into shards of about the same size (Make), each shard leaves a part behind, a
// document that says of every target of the plan which reports it has or why it has
// none, and the parts are merged into one report (Merge).
//
// Nothing is dropped in silence: a shard that is missing, torn, doubled or of
// another plan is named, with every target that is lost by it, and a merged report
// that lacks anything does not pass. Lists, plans, parts and reports are
// strangers' files: bounded, read strictly, and refused where this program would
// have written something else. The package opens no file: bytes come in as values.
package fleet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/finding"
)

// Version is the version of the plan, of a part and of the merged report.
const Version = 1

// The bounds of a fleet.
const (
	// MaxShards is how many jobs GitHub makes of one matrix.
	MaxShards  = 256
	MaxTargets = 10_000
	// MaxReports bounds the reports of all shards.
	MaxReports = 20_000
	// MaxBytes bounds a list, a plan and a part.
	MaxBytes = 8 << 20
	// maxWords bounds the texts of the documents, in characters.
	maxWords = finding.MaxMessage
)

// encode writes a document in its one form.
func encode(doc any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		return nil, fmt.Errorf("encoding: %w", err)
	}
	return b.Bytes(), nil
}

// decode reads a document that has exactly the bytes encode would write, so that no
// two readers see two documents.
func decode(data []byte, doc any) error {
	if len(data) > MaxBytes {
		return fmt.Errorf("it is over the limit of %d bytes; split the list, and plan each part: ringfence fleet plan --list", MaxBytes)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(doc); err != nil {
		return fmt.Errorf("it is not as this program writes it: %s", escape.Printable(err.Error(), maxWords))
	}
	again, err := encode(doc)
	if err != nil {
		return err
	}
	if !bytes.Equal(again, data) {
		return errors.New("it is not as this program writes it; make it again: ringfence fleet plan, ringfence fleet scan")
	}
	return nil
}
