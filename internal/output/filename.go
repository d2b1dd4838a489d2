package output

import (
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/report"
)

// FileName names a report's file for its extension; taken are the names that are
// gone. The id is a stranger's text: only plain characters of it reach the disk.
func FileName(r *report.Report, suffix string, taken map[string]bool) string {
	plain := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
				return r
			}
			return '_'
		}, s)
	}
	stem := strings.TrimLeft(plain(r.Extension.ID+"-"+r.Extension.Version), ".-")
	if len(stem) > 120 {
		stem = stem[:120]
	}
	if stem == "" {
		stem = "extension"
	}
	name := stem + suffix
	for n := 2; taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s_%d%s", stem, n, suffix)
	}
	taken[strings.ToLower(name)] = true
	return name
}
