package archive

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
)

const (
	endSize       = 22
	end64Size     = 56
	locator64Size = 20
	headerSize    = 46
	localSize     = 30
)

// end is what the records at the end of the archive say.
type end struct {
	entries uint64
	// directory and directorySize are where the central directory lies.
	directory, directorySize int64
}

// findEnd looks for the end record. It must be the only one in the reach of a
// comment, and its comment must fill the rest of the file: some readers take
// the first that fits, others the last.
func findEnd(r io.ReaderAt, size int64) (end, error) {
	if size < endSize {
		return end{}, fmt.Errorf("%w: it has %d bytes", ErrNotZip, size)
	}
	tail := make([]byte, min(size, endSize+math.MaxUint16))
	base := size - int64(len(tail))
	if err := readAt(r, tail, base); err != nil {
		return end{}, err
	}
	at := bytes.LastIndex(tail, []byte("PK\x05\x06"))
	if at < 0 || len(tail)-at < endSize {
		return end{}, fmt.Errorf("%w, or cut short: it has no end record", ErrNotZip)
	}
	b := tail[at:]
	if int(u16(b, 20)) != len(b)-endSize {
		return end{}, fmt.Errorf("%w: the end record announces a comment of %d bytes and %d follow", ErrAmbiguous, u16(b, 20), len(b)-endSize)
	}
	for i := 0; i < at; i++ {
		j := bytes.Index(tail[i:at], []byte("PK\x05\x06"))
		if j < 0 {
			break
		}
		i += j
		if i+endSize <= len(tail) && int(u16(tail[i:], 20)) == len(tail)-i-endSize {
			return end{}, fmt.Errorf("%w: the archive has two end records", ErrAmbiguous)
		}
	}
	if u16(b, 4) != 0 || u16(b, 6) != 0 {
		return end{}, fmt.Errorf("%w: it is one part of several", ErrNotZip)
	}
	if u16(b, 8) != u16(b, 10) {
		return end{}, fmt.Errorf("%w: the end record counts %d entries and %d", ErrAmbiguous, u16(b, 8), u16(b, 10))
	}
	e := end{entries: uint64(u16(b, 10)), directorySize: int64(u32(b, 12)), directory: int64(u32(b, 16))}
	stop := base + int64(at)
	needs64 := e.entries == math.MaxUint16 || e.directorySize == math.MaxUint32 || e.directory == math.MaxUint32
	e, stop, err := e.zip64(r, stop, needs64)
	if err != nil {
		return end{}, err
	}
	if e.directory < 0 || e.directorySize < 0 || e.directory > stop || e.directorySize != stop-e.directory {
		return end{}, fmt.Errorf("%w: the directory should take bytes %d to %d, and the archive has it end at %d",
			ErrAmbiguous, e.directory, uint64(e.directory)+uint64(e.directorySize), stop)
	}
	if e.entries > uint64(e.directorySize)/headerSize {
		return end{}, fmt.Errorf("%w: a directory of %d bytes cannot hold %d entries", ErrTruncated, e.directorySize, e.entries)
	}
	return e, nil
}

// zip64 reads the 64-bit end record, if there is one, and gives the place where
// the directory has to end. Where both records state a number they must agree.
func (e end) zip64(r io.ReaderAt, stop int64, needed bool) (end, int64, error) {
	locator := make([]byte, locator64Size)
	if stop < locator64Size || readAt(r, locator, stop-locator64Size) != nil || string(locator[:4]) != "PK\x06\x07" {
		// 65535 entries, or a 4 GiB offset by chance, need no 64 bits.
		return e, stop, nil
	}
	if !needed {
		return e, stop, fmt.Errorf("%w: it has a 64-bit end record that the other does not ask for", ErrAmbiguous)
	}
	at := int64(u64(locator, 8))
	if at < 0 || at != stop-locator64Size-end64Size {
		return e, stop, fmt.Errorf("%w: the 64-bit end record is not where it should be", ErrAmbiguous)
	}
	b := make([]byte, end64Size)
	if err := readAt(r, b, at); err != nil {
		return e, stop, err
	}
	if string(b[:4]) != "PK\x06\x06" || u64(b, 4) != end64Size-12 || u32(b, 16) != 0 || u32(b, 20) != 0 || u64(b, 24) != u64(b, 32) {
		return e, stop, fmt.Errorf("%w: the 64-bit end record is malformed", ErrCorrupt)
	}
	wide := end{entries: u64(b, 32), directorySize: int64(u64(b, 40)), directory: int64(u64(b, 48))}
	if e.entries != math.MaxUint16 && e.entries != wide.entries ||
		e.directorySize != math.MaxUint32 && e.directorySize != wide.directorySize ||
		e.directory != math.MaxUint32 && e.directory != wide.directory {
		return e, stop, fmt.Errorf("%w: the two end records differ", ErrAmbiguous)
	}
	return wide, at, nil
}

// header is one record of the central directory.
type header struct {
	name                     string
	made, flags, method      uint16
	crc                      uint32
	compressed, size, offset uint64
	attributes               uint32
	rawName                  []byte
}

// readDirectory reads all records; they must fill the directory exactly.
func readDirectory(r io.ReaderAt, e end, limits Limits) ([]header, error) {
	if most := int64(limits.Entries) * (headerSize + int64(limits.Path) + 1024); e.directorySize > most {
		return nil, fmt.Errorf("the directory has %d bytes, over the limit of %d: %w", e.directorySize, most, ErrLimit)
	}
	headers := make([]header, 0, e.entries)
	pos, stop := e.directory, e.directory+e.directorySize
	fixed := make([]byte, headerSize)
	for i := range e.entries {
		if stop-pos < headerSize {
			return nil, fmt.Errorf("the directory ends at entry %d of %d: %w", i, e.entries, ErrTruncated)
		}
		if err := readAt(r, fixed, pos); err != nil {
			return nil, err
		}
		if string(fixed[:4]) != "PK\x01\x02" {
			return nil, fmt.Errorf("entry %d of the directory is malformed: %w", i, ErrCorrupt)
		}
		nameLen, extraLen, commentLen := int64(u16(fixed, 28)), int64(u16(fixed, 30)), int64(u16(fixed, 32))
		if stop-pos-headerSize < nameLen+extraLen+commentLen {
			return nil, fmt.Errorf("the directory ends in entry %d of %d: %w", i, e.entries, ErrTruncated)
		}
		rest := make([]byte, nameLen+extraLen)
		if err := readAt(r, rest, pos+headerSize); err != nil {
			return nil, err
		}
		h := header{
			made: u16(fixed, 4), flags: u16(fixed, 8), method: u16(fixed, 10), crc: u32(fixed, 16),
			compressed: uint64(u32(fixed, 20)), size: uint64(u32(fixed, 24)),
			attributes: u32(fixed, 38), offset: uint64(u32(fixed, 42)),
			rawName: rest[:nameLen:nameLen],
		}
		var err error
		if h.name, err = decodeName(h.rawName, h.flags); err == nil {
			err = checkName(h.name, limits)
		}
		if err == nil && u16(fixed, 34) != 0 {
			err = fmt.Errorf("it lies in another part of the archive: %w", ErrNotZip)
		}
		if err == nil {
			err = h.extra(rest[nameLen:])
		}
		if err != nil {
			return nil, &EntryError{h.name, err}
		}
		headers = append(headers, h)
		pos += headerSize + nameLen + extraLen + commentLen
	}
	if pos != stop {
		return nil, fmt.Errorf("%w: the directory has %d bytes after its last entry", ErrAmbiguous, stop-pos)
	}
	return headers, nil
}

// extra reads the extra fields that change the meaning of a record.
func (h *header) extra(b []byte) error {
	seen64 := false
	for len(b) >= 4 {
		id, n := u16(b, 0), int(u16(b, 2))
		if len(b)-4 < n {
			// Some packers pad the field with a few bytes that are no record.
			break
		}
		field := b[4 : 4+n]
		b = b[4+n:]
		switch id {
		case 0x0001:
			if seen64 {
				return fmt.Errorf("it has two 64-bit size fields: %w", ErrAmbiguous)
			}
			seen64 = true
			for _, v := range []*uint64{&h.size, &h.compressed, &h.offset} {
				if *v != math.MaxUint32 {
					continue
				}
				if len(field) < 8 {
					return fmt.Errorf("its 64-bit size field is too short: %w", ErrCorrupt)
				}
				*v, field = u64(field, 0), field[8:]
			}
		case 0x7075:
			// Another name, which some readers take instead of the first.
			if n < 5 || field[0] != 1 || string(field[5:]) != h.name {
				return fmt.Errorf("it has a second, different name: %w", ErrAmbiguous)
			}
		case 0x9901:
			return ErrEncrypted
		}
	}
	if h.size > math.MaxInt64 || h.compressed > math.MaxInt64 || h.offset > math.MaxInt64 {
		return fmt.Errorf("a size or offset is over 63 bits: %w", ErrCorrupt)
	}
	return nil
}

func readAt(r io.ReaderAt, b []byte, at int64) error {
	n, err := r.ReadAt(b, at)
	if n == len(b) {
		return nil
	}
	if err == nil || err == io.EOF {
		return fmt.Errorf("reading %d bytes at %d: %w", len(b), at, ErrTruncated)
	}
	return fmt.Errorf("reading %d bytes at %d: %w", len(b), at, err)
}

func u16(b []byte, at int) uint16 { return binary.LittleEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }
func u64(b []byte, at int) uint64 { return binary.LittleEndian.Uint64(b[at:]) }
