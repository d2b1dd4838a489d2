package extension

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// Digest returns the SHA-256 of a file that Files or Sources lists, in hexadecimal. The file is read
// piece by piece: what it costs does not grow with it.
func (e *Extension) Digest(path string) (string, error) {
	f, ok := e.Stat(path)
	if !ok {
		return "", fmt.Errorf("reading %q: the extension has no such file", path)
	}
	sum := sha256.New()
	if data, ok := e.remembered.get(path); ok {
		sum.Write(data)
		return hex.EncodeToString(sum.Sum(nil)), nil
	}
	if f.Size > e.limits.MaxFile {
		return "", fmt.Errorf("reading %q: it is %d bytes, over the limit of %d", f.Path, f.Size, e.limits.MaxFile)
	}
	r, err := e.store.open(f)
	if err != nil {
		return "", fmt.Errorf("reading %q: %w", f.Path, err)
	}
	defer r.Close()
	// One byte more than announced tells a file that grew from one that did not.
	n, err := io.Copy(sum, io.LimitReader(r, f.Size+1))
	if err != nil {
		return "", fmt.Errorf("reading %q: %w", f.Path, err)
	}
	if n != f.Size {
		return "", fmt.Errorf("reading %q: it has not the %d bytes announced", f.Path, f.Size)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
