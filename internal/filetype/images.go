package filetype

import (
	"bytes"
	"encoding/binary"
)

// behind returns what stands behind the end of a PNG, JPEG, GIF, ICO, WEBP or SVG;
// nil for anything else and for a picture that does not end.
func behind(b []byte) []byte {
	switch {
	case bytes.HasPrefix(b, []byte("\x89PNG\r\n\x1a\n")):
		return behindPNG(b[8:])
	case bytes.HasPrefix(b, []byte("\xff\xd8\xff")):
		return behindJPEG(b)
	case bytes.HasPrefix(b, []byte("GIF87a")), bytes.HasPrefix(b, []byte("GIF89a")):
		return behindGIF(b)
	case len(b) >= 12 && string(b[:4]) == "RIFF" && string(b[8:12]) == "WEBP":
		return behindRIFF(b)
	case bytes.HasPrefix(b, []byte("\x00\x00\x01\x00")):
		return behindICO(b)
	case bytes.Contains(b[:min(len(b), head)], []byte("<svg")):
		return behindSVG(b)
	}
	return nil
}

// behindRIFF goes by the length that the file begins with.
func behindRIFF(b []byte) []byte {
	n := uint64(binary.LittleEndian.Uint32(b[4:])) + 8
	n += n & 1
	if n > uint64(len(b)) {
		return nil
	}
	return b[n:]
}

// behindICO takes the picture that ends last.
func behindICO(b []byte) []byte {
	if len(b) < 6 {
		return nil
	}
	n := int(binary.LittleEndian.Uint16(b[4:]))
	end := uint64(6 + 16*n)
	if n == 0 || end > uint64(len(b)) {
		return nil
	}
	for i := range n {
		entry := b[6+16*i:]
		end = max(end, uint64(binary.LittleEndian.Uint32(entry[8:]))+uint64(binary.LittleEndian.Uint32(entry[12:])))
	}
	if end > uint64(len(b)) {
		return nil
	}
	return b[end:]
}

// behindSVG returns what stands behind the last tag, comments left out.
func behindSVG(b []byte) []byte {
	const tag = "</svg"
	at := bytes.LastIndex(b, []byte(tag))
	if at < 0 {
		return nil
	}
	rest := b[at+len(tag):]
	end := bytes.IndexByte(rest, '>')
	if end < 0 {
		return nil
	}
	rest = bytes.TrimLeft(rest[end+1:], " \t\r\n\ufeff")
	for bytes.HasPrefix(rest, []byte("<!--")) {
		stop := bytes.Index(rest, []byte("-->"))
		if stop < 0 {
			return rest
		}
		rest = bytes.TrimLeft(rest[stop+3:], " \t\r\n")
	}
	return rest
}

// behindPNG walks the chunks to the one called IEND.
func behindPNG(b []byte) []byte {
	for len(b) >= 12 {
		n := uint64(binary.BigEndian.Uint32(b)) + 12
		if n > uint64(len(b)) {
			return nil
		}
		if string(b[4:8]) == "IEND" {
			return b[n:]
		}
		b = b[n:]
	}
	return nil
}

// behindJPEG walks the segments to the end of the picture. Cameras and phones
// put more pictures behind the first, which is no oddity.
func behindJPEG(b []byte) []byte {
	for bytes.HasPrefix(b, []byte("\xff\xd8\xff")) {
		i := 2
		for {
			if i+4 > len(b) && !(i+2 <= len(b) && b[i] == 0xff && b[i+1] == 0xd9) || b[i] != 0xff {
				return nil
			}
			m := b[i+1]
			switch {
			case m == 0xd9:
				i += 2
			case m == 0xff: // a byte to fill up with
				i++
				continue
			case m >= 0xd0 && m <= 0xd7 || m == 0x01:
				i += 2
				continue
			default:
				if i += 2 + int(binary.BigEndian.Uint16(b[i+2:])); i > len(b) {
					return nil
				}
				if m != 0xda {
					continue
				}
				// What was drawn follows, to the next marker that is one.
				for i+1 < len(b) && (b[i] != 0xff || b[i+1] == 0 || b[i+1] >= 0xd0 && b[i+1] <= 0xd7) {
					i++
				}
				continue
			}
			break
		}
		b = b[i:]
	}
	return b
}

// behindGIF walks the blocks to the trailer.
func behindGIF(b []byte) []byte {
	if len(b) < 13 {
		return nil
	}
	colours := func(flags byte) int {
		if flags&0x80 == 0 {
			return 0
		}
		return 3 << (1 + flags&7)
	}
	i := 13 + colours(b[10])
	for i < len(b) {
		switch b[i] {
		case 0x3b:
			return b[i+1:]
		case 0x21:
			i += 2
		case 0x2c:
			if i+10 > len(b) {
				return nil
			}
			i += 11 + colours(b[i+9])
		default:
			return nil
		}
		for i < len(b) && b[i] != 0 {
			i += 1 + int(b[i])
		}
		i++
	}
	return nil
}
