package enrich

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ringfence-dev/ringfence/internal/clients/tarballs"
	"github.com/ringfence-dev/ringfence/internal/clients/web"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts/worker"
	"github.com/ringfence-dev/ringfence/internal/supplychain"
)

// compareBundled holds what source maps say of packages in bundles against the
// registry's tarballs.
func (s *session) compareBundled(ctx context.Context) error {
	claims := supplychain.Claims(s.ext)
	if err := s.nothingNamed(tarballs.Service); len(claims) == 0 && (err != nil || len(s.inventory.Packages) == 0) {
		return err
	}
	if len(claims) == 0 {
		return &web.Error{
			Service: tarballs.Service,
			State:   web.Skipped,
			Reason:  "there is nothing to compare: no package ships as a folder, and no source map has the text of one that a lock file names",
		}
	}
	base, err := s.npm(ctx)
	if err != nil {
		return &web.Error{Service: tarballs.Service, State: web.Unavailable, Reason: "nobody says which registry npm is set up for"}
	}
	all := len(claims)
	claims = claims[:min(all, maxCompared)]
	client := tarballs.Client{Web: s.web, Base: base}
	got, errs := make([]*supplychain.Bundled, len(claims)), make([]error, len(claims))
	code := s.newBundles()
	defer code.close()
	parallel(len(claims), func(i int) {
		texts := map[string]string{}
		files, integrity, known, err := client.Texts(ctx, claims[i].Package, func(name string, data []byte) {
			if _, claimed := claims[i].Texts[name]; claimed && len(data) <= maxModule {
				texts[name] = string(data)
			}
		})
		if errs[i] = err; err != nil || !known {
			return
		}
		b := claims[i].Compare(files, integrity)
		b.Regions = code.regions(ctx, claims[i].Map, texts)
		got[i] = &b
	})
	var first error
	for i := range claims {
		if got[i] != nil {
			s.bundled = append(s.bundled, *got[i])
		}
		if first == nil {
			first = errs[i]
		}
	}
	if n := len(s.bundled); n > 0 || first == nil {
		modules, shown := 0, map[[3]string]bool{}
		for _, b := range s.bundled {
			modules += b.Same + len(b.Changed)
			for _, r := range b.Regions {
				shown[[3]string{b.Map, b.Folder, r.Source}] = true
			}
		}
		return partial(
			fmt.Sprintf(
				"of %d of %d bundled packages the texts in source maps were compared; of %d files in them the code of %d was found in the bundles "+
					"as it was published",
				n,
				all,
				modules,
				len(shown),
			),
		)
	}
	return first
}

// The bounds of what is looked for in bundles.
const (
	maxBundle = 16 << 20
	maxModule = 2 << 20
	// maxTwins is how often the same module is looked at in one bundle.
	maxTwins = 16
	// smallModule is the size below which modules of different packages are the
	// same: a line that hands another module on.
	smallModule = 12
)

// bundles finds published modules in the bundles of an extension, in a child that
// parses.
type bundles struct {
	mu    sync.Mutex
	ext   *extension.Extension
	child *worker.Child
	known map[string]*bundle
}

// bundle is one file and where its functions lie, by what they do.
type bundle struct {
	places supplychain.Places
	shapes map[[sha256.Size]byte][]worker.Shape
}

func (s *session) newBundles() *bundles {
	return &bundles{ext: s.ext, known: map[string]*bundle{}, child: &worker.Child{
		Command: s.machine.Worker, Patience: 10 * time.Second, PatiencePerMB: 10 * time.Second,
	}}
}

func (b *bundles) close() { b.child.Close() }

// regions returns the parts of the bundle of a source map that are modules of a
// package as it was published. What is not found proves nothing: bundlers and
// minifiers rewrite.
func (b *bundles) regions(ctx context.Context, sourceMap string, texts map[string]string) []supplychain.Region {
	b.mu.Lock()
	defer b.mu.Unlock()
	file := strings.TrimSuffix(sourceMap, ".map")
	in := b.read(ctx, file)
	if in == nil {
		return nil
	}
	var out []supplychain.Region
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if !strings.HasSuffix(name, ".js") && !strings.HasSuffix(name, ".cjs") {
			continue
		}
		m, err := b.child.Module(ctx, name, texts[name])
		if err != nil || m.Nodes < smallModule {
			continue
		}
		for _, digest := range m.Digests {
			for _, s := range in.shapes[digest] {
				out = append(out, in.region(file, name, s))
			}
		}
	}
	return out
}

// read reads a bundle once; nil when it cannot be.
func (b *bundles) read(ctx context.Context, file string) *bundle {
	if known, ok := b.known[file]; ok {
		return known
	}
	b.known[file] = nil
	stat, ok := b.ext.Stat(file)
	if !ok || stat.Size > maxBundle || len(b.child.Command) == 0 {
		return nil
	}
	data, err := b.ext.ReadFile(file)
	if err != nil {
		return nil
	}
	shapes, err := b.child.Shapes(ctx, file, string(data))
	if err != nil {
		return nil
	}
	out := &bundle{places: supplychain.NewPlaces(string(data)), shapes: map[[sha256.Size]byte][]worker.Shape{}}
	for _, s := range shapes {
		for _, digest := range s.Digests {
			if digest != [sha256.Size]byte{} && len(out.shapes[digest]) < maxTwins {
				out.shapes[digest] = append(out.shapes[digest], s)
			}
		}
	}
	b.known[file] = out
	return out
}

func (b *bundle) region(file, name string, s worker.Shape) supplychain.Region {
	r := supplychain.Region{File: file, Source: name}
	r.Line, r.Column = b.places.Of(s.Start)
	r.EndLine, r.EndColumn = b.places.Of(s.End)
	return r
}
