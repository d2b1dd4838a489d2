package web

import (
	"bytes"
	"compress/gzip"
	"os"
	"testing"
	"time"
)

// bomb is a few kilobytes that unpack to megabytes.
func bomb(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(make([]byte, 4<<20)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Whatever stands in a file of the cache, what is given is what was put.
func FuzzCacheFile(f *testing.F) {
	now := func() time.Time { return time.Unix(1000, 0) }
	f.Add([]byte("ringfence-answer-1 a 1000 b\nbody"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := &Cache{Dir: t.TempDir()}
		key := Request{URL: "x"}.key()
		c.put(key, []byte("honest"), now)
		overwrite(t, c.file(key), data)
		if body, ok := c.get(key, now); ok && !bytes.HasSuffix(data, append([]byte("\n"), body...)) {
			t.Fatalf("%q was read from %q", body, data)
		}
	})
}

func overwrite(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
