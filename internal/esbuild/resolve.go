package bridge

import (
	"path"
	"strings"

	"github.com/evanw/esbuild/internal/ast"
	"github.com/evanw/esbuild/internal/cache"
	"github.com/evanw/esbuild/internal/config"
	"github.com/evanw/esbuild/internal/fs"
	"github.com/evanw/esbuild/internal/logger"
	"github.com/evanw/esbuild/internal/resolver"
)

// root is where the extension's folder is mounted for the resolver. Nothing
// outside it exists, so nothing outside it can be named.
const root = "/extension/"

// Resolver finds the file a specifier means, as Node does: package.json main,
// exports and imports, node_modules, missing endings, index files, tsconfig
// paths. It sees only the files it was given.
type Resolver struct {
	inner *resolver.Resolver
}

// NewResolver makes a resolver over files, slash-separated paths to contents.
// Only package.json and tsconfig files need contents; the others may be "".
func NewResolver(files map[string]string) *Resolver {
	mounted := make(map[string]string, len(files))
	for name, text := range files {
		mounted[root+name] = text
	}
	options := config.Options{
		Platform:       config.PlatformNode,
		MainFields:     []string{"main", "module"},
		Conditions:     []string{"node"},
		ExtensionOrder: []string{".js", ".cjs", ".mjs", ".json", ".node", ".ts", ".tsx", ".jsx"},
		// Inside node_modules the resolver tries only endings it has a loader
		// for, those of JavaScript first.
		ExtensionToLoader: map[string]config.Loader{
			".js": config.LoaderJS, ".cjs": config.LoaderJS, ".mjs": config.LoaderJS, ".jsx": config.LoaderJSX,
			".ts": config.LoaderTS, ".tsx": config.LoaderTSX, ".json": config.LoaderJSON, ".node": config.LoaderFile,
		},
	}
	log := logger.NewDeferLog(logger.DeferLogNoVerboseOrDebug, nil)
	return &Resolver{resolver.NewResolver(config.BuildCall, fs.MockFS(mounted, fs.MockUnix, root), log, cache.MakeCacheSet(), &options)}
}

// Resolve gives the file that specifier means in the file from, or false for
// what lies outside the extension.
func (r *Resolver) Resolve(from, specifier string, isImport bool) (string, bool) {
	if specifier == "" || strings.ContainsRune(specifier, 0) {
		return "", false
	}
	kind := ast.ImportRequire
	if isImport {
		kind = ast.ImportStmt
	}
	result, _ := r.inner.Resolve(path.Dir(root+from), specifier, kind)
	if result == nil || result.PathPair.Primary.Namespace != "file" {
		return "", false
	}
	return strings.CutPrefix(result.PathPair.Primary.Text, root)
}
