package archive

import (
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"math"
)

const (
	stored   = 0
	deflated = 8

	flagEncrypted  = 1 << 0
	flagDescriptor = 1 << 3
	flagPatched    = 1 << 5
	flagStrong     = 1 << 6
	flagUTF8       = 1 << 11
	flagMasked     = 1 << 13
)

func (h *header) folder() bool { return h.name[len(h.name)-1] == '/' }

// entry checks a record against its limits and its local header.
func (h *header) entry(r io.ReaderAt, directory int64, limits Limits) (Entry, error) {
	e := Entry{Name: h.name, Size: int64(h.size), method: h.method, crc: h.crc, compressed: int64(h.compressed)}
	switch {
	case h.flags&(flagEncrypted|flagStrong|flagMasked) != 0 || h.method == 99:
		return e, ErrEncrypted
	case h.flags&flagPatched != 0:
		return e, fmt.Errorf("it is a patch: %w", ErrUnsupported)
	case h.method != stored && h.method != deflated:
		return e, fmt.Errorf("method %d; only stored and deflated entries can be installed: %w", h.method, ErrUnsupported)
	case h.method == stored && h.size != h.compressed:
		return e, fmt.Errorf("it is stored, and its sizes are %d and %d: %w", h.compressed, h.size, ErrCorrupt)
	case h.folder() && h.size != 0:
		return e, fmt.Errorf("it is a folder with %d bytes of content: %w", h.size, ErrAmbiguous)
	case e.Size > limits.Total:
		return e, fmt.Errorf("it unpacks to %d bytes, over the limit of %d: %w", e.Size, limits.Total, ErrLimit)
	case e.Size > ratioFloor && e.Size/limits.Ratio > e.compressed:
		return e, fmt.Errorf("it unpacks to %d bytes, over %d times its %d: %w", e.Size, limits.Ratio, e.compressed, ErrLimit)
	}
	if err := h.mode(&e); err != nil {
		return e, err
	}
	return e, h.local(r, directory, &e)
}

// mode reads the Unix file type, which only Unix (3) and Darwin (19) write.
func (h *header) mode(e *Entry) error {
	const (
		typeMask = 0o170000
		typeFile = 0o100000
		typeDir  = 0o040000
		typeLink = 0o120000
	)
	mode := h.attributes >> 16
	switch mode & typeMask {
	case 0, typeFile:
		if mode&typeMask == typeFile && h.folder() {
			return fmt.Errorf("its name is a folder's and its mode a file's: %w", ErrAmbiguous)
		}
	case typeDir:
		if !h.folder() {
			return fmt.Errorf("its name is a file's and its mode a folder's: %w", ErrAmbiguous)
		}
	case typeLink:
		return fmt.Errorf("it is a symbolic link: %w", ErrSpecial)
	default:
		return fmt.Errorf("its mode is %o: %w", mode, ErrSpecial)
	}
	system := h.made >> 8
	e.Executable = (system == 3 || system == 19) && mode&0o111 != 0
	return nil
}

// local checks the local header, which readers of streams believe instead of
// the directory, and finds where the data starts.
func (h *header) local(r io.ReaderAt, directory int64, e *Entry) error {
	offset := int64(h.offset)
	if offset > directory-localSize {
		return fmt.Errorf("its header at %d lies beyond the entries: %w", offset, ErrTruncated)
	}
	b := make([]byte, localSize+len(h.rawName))
	if offset > directory-int64(len(b)) {
		return fmt.Errorf("its header at %d runs into the directory: %w", offset, ErrTruncated)
	}
	if err := readAt(r, b, offset); err != nil {
		return err
	}
	if string(b[:4]) != "PK\x03\x04" {
		return fmt.Errorf("there is no header at %d: %w", offset, ErrCorrupt)
	}
	if int(u16(b, 26)) != len(h.rawName) || !bytes.Equal(b[localSize:], h.rawName) {
		return fmt.Errorf("its own header has another name: %w", ErrAmbiguous)
	}
	flags := u16(b, 6)
	if flags&(flagEncrypted|flagStrong) != 0 {
		return ErrEncrypted
	}
	if u16(b, 8) != h.method || (flags^h.flags)&flagUTF8 != 0 {
		return fmt.Errorf("its own header has another method or encoding: %w", ErrAmbiguous)
	}
	crc, compressed, size := u32(b, 14), u32(b, 18), u32(b, 22)
	// With a descriptor after the data the header may leave these at zero.
	empty := flags&flagDescriptor != 0 && crc == 0 && compressed == 0 && size == 0
	if !empty && (crc != h.crc && !(flags&flagDescriptor != 0 && crc == 0) || differ(compressed, h.compressed) || differ(size, h.size)) {
		return fmt.Errorf("its own header has other sizes: %w", ErrAmbiguous)
	}
	e.data = offset + int64(len(b)) + int64(u16(b, 28))
	if e.data > directory || e.compressed > directory-e.data {
		return fmt.Errorf("its %d bytes run into the directory: %w", e.compressed, ErrTruncated)
	}
	return nil
}

// differ compares a 32-bit size, which is all ones where the real one is in a
// 64-bit field.
func differ(narrow uint32, wide uint64) bool {
	return narrow != math.MaxUint32 && uint64(narrow) != wide
}

// Read returns an entry's content. It fails when the entry unpacks to another
// size than announced or has another checksum, and the reader never gives more
// than the announced bytes.
func (a *Archive) Read(e Entry) io.ReadCloser {
	section := bufio.NewReaderSize(io.NewSectionReader(a.r, e.data, e.compressed), 32<<10)
	er := &entryReader{entry: e, section: section, sum: crc32.NewIEEE()}
	if e.method == stored {
		er.r = io.NopCloser(section)
	} else {
		er.r = flate.NewReader(section)
	}
	return er
}

type entryReader struct {
	entry   Entry
	section *bufio.Reader
	r       io.ReadCloser
	sum     hash.Hash32
	read    int64
	err     error
}

// Close ends the reading.
func (r *entryReader) Close() error { return r.r.Close() }

// Read returns the next bytes.
func (r *entryReader) Read(b []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	if len(b) == 0 {
		return 0, nil
	}
	n, err := r.r.Read(b)
	if left := r.entry.Size - r.read; int64(n) > left {
		n = int(left)
		err = r.fault(fmt.Errorf("it unpacks to more than the %d bytes announced: %w", r.entry.Size, ErrCorrupt))
	}
	r.read += int64(n)
	r.sum.Write(b[:n])
	var corrupt flate.CorruptInputError
	switch {
	case err == io.EOF:
		err = r.finish()
	case err == io.ErrUnexpectedEOF:
		err = r.fault(fmt.Errorf("its data ends too early: %w", ErrTruncated))
	case errors.As(err, &corrupt):
		err = r.fault(fmt.Errorf("%w: %w", ErrCorrupt, err))
	}
	r.err = err
	return n, err
}

func (r *entryReader) fault(err error) error { return &EntryError{r.entry.Name, err} }

// finish checks, at the end of the data, what could not be known before.
func (r *entryReader) finish() error {
	if r.read != r.entry.Size {
		return r.fault(fmt.Errorf("it unpacks to %d of the %d bytes announced: %w", r.read, r.entry.Size, ErrCorrupt))
	}
	if _, err := r.section.ReadByte(); err != io.EOF {
		return r.fault(fmt.Errorf("it has bytes after the end of its data: %w", ErrCorrupt))
	}
	if r.sum.Sum32() != r.entry.crc {
		return r.fault(fmt.Errorf("its checksum does not match: %w", ErrCorrupt))
	}
	return io.EOF
}
