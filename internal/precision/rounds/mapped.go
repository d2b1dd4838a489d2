package rounds

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Mapped is where the line of the sign went in an obfuscated file, by the obfuscator's own source map: a file of the
// extension, and lines and columns from 1. What builds a set writes it beside what ships, and no scan sees it.
type Mapped struct {
	File string   `json:"file"`
	At   [][2]int `json:"at"`
}

func (m Mapped) places() []where {
	var out []where
	for _, p := range m.At {
		out = append(out, where{Line: p[0], Column: p[1]})
	}
	return out
}

// ReadMapped reads places.json beside the extension of a set; nil where there is none.
func ReadMapped(set string, t Truth) ([]Mapped, error) {
	file := filepath.Join(set, filepath.FromSlash(t.ID), "places.json")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []Mapped
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return out, nil
}
