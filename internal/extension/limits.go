package extension

import "fmt"

// Limits bound what a hostile input can cost. A zero field takes its default;
// a negative one is refused by Load.
type Limits struct {
	// MaxFile is the largest single file ReadFile gives, in bytes.
	MaxFile int64
	// MaxTotal is the largest sum of the sizes of all files.
	MaxTotal int64
	// MaxFiles is the largest number of files (for an archive, of entries,
	// folders included; for a folder, of everything walked over).
	MaxFiles int
	// MaxRatio is how many bytes one compressed byte of an archive may become,
	// for each entry of more than a mebibyte and for the archive as a whole.
	MaxRatio int64
	// MaxManifest is the largest package.json, package.nls.json,
	// extension.vsixmanifest or .vscodeignore, in bytes.
	MaxManifest int64
	// MaxDepth is how deep folders, and values inside a JSON document, nest.
	MaxDepth int
	// MaxPath is the longest path of a file, in bytes.
	MaxPath int
}

// DefaultLimits returns the limits used when nothing else is said. They leave
// room over the largest published extensions: platform builds of language
// servers reach several hundred megabytes and unbundled ones tens of thousands
// of files.
func DefaultLimits() Limits {
	return Limits{
		MaxFile:     256 << 20,
		MaxTotal:    2 << 30,
		MaxFiles:    100_000,
		MaxRatio:    200,
		MaxManifest: 4 << 20,
		MaxDepth:    64,
		MaxPath:     1024,
	}
}

func (l Limits) withDefaults() Limits {
	d := DefaultLimits()
	fill(&l.MaxFile, d.MaxFile)
	fill(&l.MaxTotal, d.MaxTotal)
	fill(&l.MaxFiles, d.MaxFiles)
	fill(&l.MaxRatio, d.MaxRatio)
	fill(&l.MaxManifest, d.MaxManifest)
	fill(&l.MaxDepth, d.MaxDepth)
	fill(&l.MaxPath, d.MaxPath)
	return l
}

func fill[T int | int64](v *T, otherwise T) {
	if *v == 0 {
		*v = otherwise
	}
}

func (l Limits) check() error {
	for _, limit := range []struct {
		name  string
		value int64
	}{
		{"MaxFile", l.MaxFile}, {"MaxTotal", l.MaxTotal}, {"MaxFiles", int64(l.MaxFiles)}, {"MaxRatio", l.MaxRatio},
		{"MaxManifest", l.MaxManifest}, {"MaxDepth", int64(l.MaxDepth)}, {"MaxPath", int64(l.MaxPath)},
	} {
		if limit.value < 0 {
			return fmt.Errorf("the limit %s is %d; it must be positive, or 0 for the default", limit.name, limit.value)
		}
	}
	return nil
}
