package org

import (
	"crypto/sha256"
	"encoding/hex"
)

// Named is an organisation's file as somebody named it.
type Named struct {
	*Organisation
	// File is the name, SHA256 the digest of what was read.
	File, SHA256 string
}

// ParseNamed reads the text of an organisation's file.
func ParseNamed(name string, data []byte) (*Named, error) {
	parsed, err := Parse(name, data)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return &Named{parsed, name, hex.EncodeToString(sum[:])}, nil
}
