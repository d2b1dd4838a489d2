package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

var _ pflag.Value = (*sizeFlag)(nil)

// sizeFlag is a number of bytes such as 5000, 64MiB or 2GB.
type sizeFlag int64

// Type names the flag's value in help texts.
func (*sizeFlag) Type() string { return "size" }

// String writes the size in the largest unit that divides it.
func (s *sizeFlag) String() string {
	for _, u := range sizeUnits {
		if n := int64(*s); n > 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.name)
		}
	}
	return fmt.Sprint(int64(*s))
}

// Set reads a size.
func (s *sizeFlag) Set(text string) error {
	for _, u := range sizeUnits {
		digits, ok := strings.CutSuffix(strings.ToLower(text), strings.ToLower(u.name))
		if !ok {
			continue
		}
		var n int64
		if _, err := fmt.Sscanf(digits+"|", "%d|", &n); err != nil || n < 1 || n > (1<<62)/u.bytes {
			break
		}
		*s = sizeFlag(n * u.bytes)
		return nil
	}
	return errors.New("not a size such as 5000, 64MiB or 2GB; --max-file-size 64MiB has one")
}

var sizeUnits = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"", 1}}
