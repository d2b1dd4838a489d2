package revision

import (
	"crypto/sha1" //nolint:gosec // git's own name of a file
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// ErrEdited is the error of a file that lies in the work tree and does not read
// as the commit has it.
var ErrEdited = errors.New("it differs from the commit")

// Tracked are the regular files of the commit, sorted as git sorts them.
func (t *Tree) Tracked() []string {
	var out []string
	for _, e := range t.entries {
		if e.mode&modeMask == modeFile {
			out = append(out, e.path)
		}
	}
	return out
}

// CheckedOut reads a tracked file from the work tree at root, and gives it only
// when its digest is the commit's: nothing that lies there for another reason is
// taken for the commit's. A checkout may have written its lines with CRLF.
func (t *Tree) CheckedOut(root *os.Root, name string, most int64) ([]byte, error) {
	i, ok := t.index[name]
	if !ok || t.entries[i].mode&modeMask != modeFile {
		return nil, fmt.Errorf("%s: the commit has no such file", quoted(name))
	}
	at := ""
	for part := range strings.SplitSeq(name, "/") {
		at = path.Join(at, part)
		info, err := root.Lstat(filepath.FromSlash(at))
		if err != nil {
			return nil, err
		}
		if at != name && !info.IsDir() || at == name && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: %w", quoted(at), ErrLink)
		}
	}
	f, err := root.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", quoted(name), err)
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("reading %s: it has more than %d bytes", quoted(name), most)
	}
	if !t.Holds(name, data) {
		return nil, fmt.Errorf("%s: %w", quoted(name), ErrEdited)
	}
	return data, nil
}

// Holds reports that a file of the commit reads like this, but for the ends of
// its lines.
func (t *Tree) Holds(name string, data []byte) bool {
	i, ok := t.index[name]
	if !ok || t.entries[i].mode&modeMask != modeFile {
		return false
	}
	id := t.entries[i].id
	return blob(data, len(id)) == id || blob([]byte(strings.ReplaceAll(string(data), "\r\n", "\n")), len(id)) == id
}

// blob is the name that git gives a file's content.
func blob(data []byte, length int) string {
	head := fmt.Appendf(nil, "blob %d\x00", len(data))
	if length == 2*sha256.Size {
		h := sha256.Sum256(append(head, data...))
		return hex.EncodeToString(h[:])
	}
	h := sha1.Sum(append(head, data...)) //nolint:gosec // as above
	return hex.EncodeToString(h[:])
}
