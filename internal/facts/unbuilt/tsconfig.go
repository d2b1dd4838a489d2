package unbuilt

import (
	"path"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// out is what one tsconfig.json says of where its files go.
type out struct {
	file string
	// dir is the folder of what is built; roots are the folders whose layout it
	// has, the likeliest first.
	dir   string
	roots []string
}

func isTSConfig(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(base, "tsconfig") && strings.HasSuffix(base, ".json")
}

// Comments may stand in these files, so the two words are looked for in the text;
// a value that is no folder of sources finds nothing.
var (
	outDir  = lazyregexp.Lazy(`"outDir"\s*:\s*"([^"\\]{1,300})"`)
	outFile = lazyregexp.Lazy(`"outFile"\s*:\s*"([^"\\]{1,300})"`)
	rootDir = lazyregexp.Lazy(`"rootDir"\s*:\s*"([^"\\]{1,300})"`)
)

func (f *Finder) tsconfig(name, text string) {
	dir := path.Dir(name)
	m := outDir().FindStringSubmatch(text)
	if m == nil {
		if m = outFile().FindStringSubmatch(text); m == nil {
			return
		}
		m[1] = path.Dir(m[1])
	}
	o := out{file: name, dir: path.Join(dir, m[1])}
	if r := rootDir().FindStringSubmatch(text); r != nil {
		o.roots = append(o.roots, path.Join(dir, r[1]))
	}
	// Without rootDir it is the folder that all files have in common.
	o.roots = append(o.roots, path.Join(dir, "src"), dir)
	f.outs = append(f.outs, o)
}

// byTSConfig finds what tsc would have built the file of.
func (f *Finder) byTSConfig(built string, add func(s Source, score int)) {
	for _, o := range f.outs {
		rest, ok := strings.CutPrefix(built, o.dir+"/")
		if o.dir == "." {
			rest, ok = built, true
		}
		if !ok {
			continue
		}
		for i, root := range o.roots {
			for _, file := range f.with(path.Join(root, rest)) {
				add(Source{file, o.file, root, o.dir}, 40-i)
			}
		}
	}
}
