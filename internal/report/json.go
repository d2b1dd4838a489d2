package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ringfence-dev/ringfence/internal/finding"
)

// MaxBytes is the largest report Read takes.
const MaxBytes = 16 << 20

// maxObjects bounds the number of JSON objects, since a finding in memory is a
// hundred times as large as "{}".
const maxObjects = 200_000

// Write writes a report as indented JSON with a final newline.
func Write(w io.Writer, r *Report) error {
	data, err := encode(r)
	if err != nil {
		return err
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("writing report: %w", err)
	}
	return nil
}

func encode(r *Report) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		return nil, fmt.Errorf("encoding report: %w", err)
	}
	return b.Bytes(), nil
}

// Read reads a saved report. It accepts exactly what Write writes, up to white
// space: a field that is missing, unknown, doubled, null or spelled otherwise
// is refused, since each is a way to make two readers see two reports.
func Read(r io.Reader) (*Report, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("reading report: %w", err)
	}
	rep, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("reading report: %w", err)
	}
	return rep, nil
}

func decode(data []byte) (*Report, error) {
	if len(data) > MaxBytes {
		return nil, fmt.Errorf("it is over the limit of %d bytes", MaxBytes)
	}
	if bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("null")) > maxObjects {
		return nil, fmt.Errorf("it holds over %d objects", maxObjects)
	}
	// The version first: a newer report would fail below for a reason that
	// nobody understands.
	var version struct {
		ReportVersion *int `json:"reportVersion"`
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return nil, fmt.Errorf("it is not a report: %w", err)
	}
	switch v := version.ReportVersion; {
	case v == nil:
		return nil, errors.New(`it is not a report: there is no "reportVersion"`)
	case *v != Version:
		return nil, fmt.Errorf("it is a report of version %d and this program reads version %d", *v, Version)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	r := new(Report)
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("it does not follow the schema: %w", err)
	}
	if err := sameBytes(data, r); err != nil {
		return nil, err
	}
	if err := r.validate(); err != nil {
		return nil, err
	}
	compactEdits(r.Findings)
	return r, nil
}

// compactEdits takes the white space out of the values of fixes, which is all
// that differs between a report that was built and one that was read.
func compactEdits(fs []finding.Finding) {
	for i, f := range fs {
		if f.Fix == nil {
			continue
		}
		fix := finding.Fix{Text: f.Fix.Text, Edits: append([]finding.Edit{}, f.Fix.Edits...)}
		for k, e := range fix.Edits {
			var b bytes.Buffer
			if json.Compact(&b, e.Value) == nil {
				fix.Edits[k].Value = b.Bytes()
			}
		}
		fs[i].Fix = &fix
	}
}

// sameBytes compares what came in with what Write makes of it.
func sameBytes(data []byte, r *Report) error {
	canonical, err := encode(r)
	if err != nil {
		return err
	}
	var in, out bytes.Buffer
	if err := json.Compact(&in, data); err != nil {
		return err
	}
	if err := json.Compact(&out, canonical); err != nil {
		return err
	}
	a, b := in.Bytes(), out.Bytes()
	if bytes.Equal(a, b) {
		return nil
	}
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	return fmt.Errorf("it is not as this program writes it: %q stands where %q belongs", excerpt(a, at), excerpt(b, at))
}

func excerpt(b []byte, at int) []byte {
	return b[max(0, at-20):min(len(b), at+20)]
}
