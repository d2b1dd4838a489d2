package revision

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git's own names; a collision takes two files of the attacker's in the base
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// maxMeta bounds a commit and a tree, in bytes.
const maxMeta = 16 << 20

// read returns an object of a type, once its digest is that of its name.
func (o *objects) read(id, kind string, most int64) ([]byte, error) {
	if !isID(id) {
		return nil, errors.New("it is not the name of an object")
	}
	if _, err := io.WriteString(o.in, id+"\n"); err != nil {
		return nil, fmt.Errorf("asking git for %s: %w", id, err)
	}
	head, err := o.out.ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("git gave up on %s: %w", id, err)
	}
	fields := strings.Fields(head)
	if len(fields) == 2 && fields[1] == "missing" {
		return nil, fmt.Errorf("object %s: %w", id, ErrMissing)
	}
	if len(fields) != 3 || fields[0] != id {
		return nil, fmt.Errorf("git answers for %s with something else", id)
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return nil, fmt.Errorf("git gives no size of %s", id)
	}
	if size > most {
		return nil, &TooLarge{ID: id, Size: size, Most: most, skip: func() error {
			_, err := io.CopyN(io.Discard, o.out, size+1)
			return err
		}}
	}
	data := make([]byte, size+1)
	if _, err := io.ReadFull(o.out, data); err != nil {
		return nil, fmt.Errorf("reading %s: %w", id, err)
	}
	data = data[:size]
	if got := digest(len(id), fields[1], data); got != id {
		return nil, fmt.Errorf("object %s is not what its name says; it has the digest %s", id, got)
	}
	if fields[1] != kind {
		return nil, fmt.Errorf("object %s is a %s and no %s", id, fields[1], kind)
	}
	return data, nil
}

// TooLarge is the error of an object that is longer than it may be.
type TooLarge struct {
	ID         string
	Size, Most int64
	skip       func() error
}

// Error says how long it is.
func (e *TooLarge) Error() string {
	return fmt.Sprintf("object %s has %d bytes, at most %d are read", e.ID, e.Size, e.Most)
}

// digest is git's name of an object; the length of names says which kind they
// are.
func digest(length int, kind string, data []byte) string {
	h := sha1.New() //nolint:gosec // see above
	if length == 64 {
		h = sha256.New()
	}
	fmt.Fprintf(h, "%s %d\x00", kind, len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// commit reads the tree and the parents that a commit names.
func (o *objects) commit(id string) (tree string, parents []string, err error) {
	data, err := o.read(id, "commit", maxMeta)
	if err != nil {
		return "", nil, err
	}
	head, _, _ := bytes.Cut(data, []byte("\n\n"))
	for line := range strings.SplitSeq(string(head), "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch {
		case key == "tree" && tree == "" && isID(value):
			tree = value
		case key == "parent" && isID(value):
			parents = append(parents, value)
		case key != "parent" && key != "tree":
			if tree == "" {
				return "", nil, fmt.Errorf("commit %s names no tree", id)
			}
			return tree, parents, nil
		}
	}
	return "", nil, fmt.Errorf("commit %s is not a commit", id)
}
