// Package archive reads a zip archive that a stranger made.
//
// It is stricter than archive/zip on purpose: programs that read zips disagree
// about everything the format leaves open (which of two directories counts,
// which of two names, what a backslash means), and an attacker uses the
// disagreement to show the scanner one file and the editor another. Where a
// reader could be of two minds this one refuses, naming the entry. What is
// left means the same to everybody.
//
// Nothing is written and nothing is kept in memory but the directory: entries
// are read from the underlying file when asked for.
package archive

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Limits bound what an archive may hold; all must be positive.
type Limits struct {
	// Entries is the largest number of entries, folders included.
	Entries int
	// Total is the largest sum of all entries, unpacked, in bytes.
	Total int64
	// Ratio is how many bytes one compressed byte may become.
	Ratio int64
	// Path is the longest name, in bytes, and Depth the most folders in it.
	Path, Depth int
}

// ratioFloor is the size below which an entry's ratio does not matter: a short
// text of blanks is no bomb.
const ratioFloor = 1 << 20

// Entry is one file of an archive.
type Entry struct {
	// Name has slashes, no empty, "." or ".." part, and no control characters.
	Name string
	// Size is the size unpacked, as announced.
	Size int64
	// Executable is set when a Unix made the archive and the file may be run.
	Executable bool

	method     uint16
	crc        uint32
	compressed int64
	data       int64
}

// Archive is an open zip archive.
type Archive struct {
	r       io.ReaderAt
	entries []Entry
}

// Entries are the files, without folders, sorted by name.
func (a *Archive) Entries() []Entry { return slices.Clone(a.entries) }

// An EntryError names the entry at fault.
type EntryError struct {
	Name string
	Err  error
}

func (e *EntryError) Error() string {
	return "archive entry " + quote(e.Name) + ": " + e.Err.Error()
}

// Unwrap returns the fault.
func (e *EntryError) Unwrap() error { return e.Err }

// The faults of an archive, for errors.Is.
var (
	ErrNotZip      = errors.New("not a zip archive")
	ErrTruncated   = errors.New("truncated")
	ErrAmbiguous   = errors.New("readers would disagree")
	ErrName        = errors.New("unsafe name")
	ErrCollision   = errors.New("names collide")
	ErrSpecial     = errors.New("neither a file nor a folder")
	ErrEncrypted   = errors.New("encrypted")
	ErrUnsupported = errors.New("unsupported compression")
	ErrLimit       = errors.New("over a limit")
	ErrOverlap     = errors.New("entries overlap")
	ErrCorrupt     = errors.New("corrupt")
)

// quote makes a hostile name printable and short.
func quote(s string) string {
	const most = 120
	if len(s) > most {
		return strconv.QuoteToASCII(s[:most]) + fmt.Sprintf("… (%d bytes)", len(s))
	}
	return strconv.QuoteToASCII(s)
}

// Open reads the directory of an archive of size bytes and refuses it when any
// entry is unsafe.
func Open(r io.ReaderAt, size int64, limits Limits) (*Archive, error) {
	end, err := findEnd(r, size)
	if err != nil {
		return nil, err
	}
	if end.entries > uint64(limits.Entries) {
		return nil, fmt.Errorf("the archive has %d entries, over the limit of %d: %w", end.entries, limits.Entries, ErrLimit)
	}
	headers, err := readDirectory(r, end, limits)
	if err != nil {
		return nil, err
	}
	a := &Archive{r: r}
	var names nameSet
	var total int64
	spans := make([]span, 0, len(headers))
	for i := range headers {
		h := &headers[i]
		e, err := h.entry(r, end.directory, limits)
		if err == nil {
			err = names.add(h.name)
		}
		if err == nil {
			if e.Size > limits.Total-total {
				err = fmt.Errorf("the entries unpack to more than %d bytes: %w", limits.Total, ErrLimit)
			}
			total += e.Size
		}
		if err != nil {
			return nil, &EntryError{h.name, err}
		}
		spans = append(spans, span{int64(h.offset), e.data + e.compressed, h.name})
		if !h.folder() {
			a.entries = append(a.entries, e)
		}
	}
	if total > ratioFloor && total/limits.Ratio > size {
		return nil, fmt.Errorf("the archive unpacks to %d bytes, over %d times its %d: %w", total, limits.Ratio, size, ErrLimit)
	}
	if err := checkOverlap(spans); err != nil {
		return nil, err
	}
	if err := names.checkFolders(); err != nil {
		return nil, err
	}
	slices.SortFunc(a.entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	return a, nil
}

// span is the part of the archive an entry takes, its local header included.
type span struct {
	start, end int64
	name       string
}

// checkOverlap refuses entries that share bytes, with which a small archive
// unpacks to a quadratic size.
func checkOverlap(spans []span) error {
	slices.SortFunc(spans, func(a, b span) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.name, b.name))
	})
	for i := 1; i < len(spans); i++ {
		if spans[i].start < spans[i-1].end {
			return &EntryError{spans[i].name, fmt.Errorf("shares bytes with %s: %w", quote(spans[i-1].name), ErrOverlap)}
		}
	}
	return nil
}
