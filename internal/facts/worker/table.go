//go:build !js

package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"

	esbuild "github.com/evanw/esbuild/bridge"

	"github.com/ringfence-dev/ringfence/internal/facts/ir"
	"github.com/ringfence-dev/ringfence/internal/facts/sidecar"
)

// answerTable is the first byte of such an answer.
const answerTable = 't'

// Table reads what the loader must know of a file; text is what sidecar.Text
// makes of it. A *BlindSpot error means that this file could not be seen; any other
// error that no file can be.
func (c *Child) Table(ctx context.Context, name, text string, wanted sidecar.Conversion) (sidecar.File, error) {
	var f sidecar.File
	data, err := c.json(ctx, askTable+string(rune(wanted))+strings.ReplaceAll(name, "\x00", ""), text, answerTable)
	if err != nil {
		return f, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return f, fmt.Errorf("%w: %w", ir.ErrDamaged, err)
	}
	if err := f.Check(text); err != nil {
		return f, fmt.Errorf("%w: %w", ir.ErrDamaged, err)
	}
	return f, nil
}

// Table reads in this process, which hostile source may kill.
func Table(name, text string, wanted sidecar.Conversion) (f sidecar.File, err error) {
	defer func() {
		if r := recover(); r != nil {
			f, err = sidecar.File{}, &esbuild.ParseError{Text: fmt.Sprintf("the parser failed: %v", r)}
		}
	}()
	return sidecar.Read(name, text, wanted)
}

// tableAnswer is answer for a table.
func tableAnswer(name, text string, wanted byte) []byte {
	f, err := Table(name, text, sidecar.Conversion(wanted))
	if err == nil {
		data, jsonErr := json.Marshal(f)
		if jsonErr == nil {
			return append([]byte{answerTable}, data...)
		}
		err = jsonErr
	}
	return failed(err)
}
