package worker_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence-dev/ringfence/internal/bench/meter"
)

// request is what a child reads for one file.
func request(name, source string) []byte {
	var b []byte
	for _, s := range []string{name, source} {
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
	}
	return b
}

// TestAChildHoldsAsMuchAsOneFileTakes, however many it has seen.
func TestAChildHoldsAsMuchAsOneFileTakes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere: memory is read from /proc")
	}
	if testing.Short() {
		t.Skip("short: parsing 24 MB takes seconds")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	megabyte := request(
		"a.js",
		strings.Repeat(
			"x = class { m(a, b) { return require('fs').readFile(this.path(`${a}/x`), {encoding: 'utf8'}, (e, d) => b(e, d)); } }\n",
			9000,
		),
	)
	peak := func(files int) int64 {
		cmd := exec.Command(os.Args[0], serve)
		cmd.Stdin = bytes.NewReader(bytes.Repeat(megabyte, files))
		u, err := meter.Run(ctx, cmd)
		if err != nil || u.ExitCode != 0 {
			t.Fatalf("%d files: exit code %d, %v\n%s", files, u.ExitCode, err, u.Stderr)
		}
		if len(u.Stdout) < files*1000 {
			t.Fatalf("%d files: an answer of %d bytes", files, len(u.Stdout))
		}
		return u.MaxRSS
	}
	one, many := peak(1), peak(24)
	if one > 120<<20 {
		t.Errorf("one file takes %d MB", one>>20)
	}
	if many > one+one/2 {
		t.Errorf("24 files take %d MB, one %d MB", many>>20, one>>20)
	}
	t.Logf("one file %d MB, 24 files %d MB", one>>20, many>>20)
}
