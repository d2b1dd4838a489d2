package report

import (
	"maps"
	"slices"

	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/finding"
	"github.com/ringfence-dev/ringfence/internal/report/linehash"
)

// maxHashed is the largest file whose lines are told apart by what stands in
// them.
const maxHashed = 64 << 20

// hashLines returns findings the hash of the line they are on, reading each file
// once: the line of the file that ships, wherever they are shown, so that a finding
// stays the same one when its place in the sources is found. A file that cannot be read leaves them without: whoever needs a name for the
// finding makes one that does not move.
func hashLines(e *extension.Extension, fs []finding.Finding) {
	byFile := map[string][]int{}
	for i, f := range fs {
		file, _ := f.Where.Anchor()
		byFile[file] = append(byFile[file], i)
	}
	for _, file := range slices.Sorted(maps.Keys(byFile)) {
		if info, ok := e.Stat(file); !ok || info.Size > maxHashed {
			continue
		}
		text, err := e.ReadFile(file)
		if err != nil {
			continue
		}
		var lines []int
		for _, i := range byFile[file] {
			_, line := fs[i].Where.Anchor()
			lines = append(lines, line)
		}
		hashes := linehash.Of(text, lines)
		for at, i := range byFile[file] {
			fs[i].LineHash = hashes[lines[at]]
		}
	}
}
