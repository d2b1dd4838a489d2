package exthost

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/npm"
)

// Kit is one version of VS Code's extension host and the major of the Node it runs
// on. It has to match: with another one the host hangs or ends.
type Kit struct {
	codeServer npm.Package
	node       string
}

// String is the VS Code release of the kit, by code-server's number.
func (k Kit) String() string {
	return "code-server " + k.codeServer.Version + ", Node " + npm.NodeVersion(k.node)
}

// Current is the kit tests use unless they are about versions.
func Current() Kit { return Kits()[0] }

// Kits are the supported kits, newest first. They run on Linux x64 only, where
// npm has Node binaries to match.
func Kits() []Kit {
	codeServer := func(version, integrity string) npm.Package {
		return npm.Package{Name: "code-server", Version: version, Integrity: integrity}
	}
	return []Kit{
		{codeServer("4.139.1", "sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew=="), "24"},
		{codeServer("4.117.0", "sha512-FIMu90X/cw9tCAR4wII5ypK4R9Xbg5Zu/2LttqJNH+MuVOP15eODFCnTZHkH44r2d9MjDdaESP8VHSlotpTyQQ=="), "22"},
		{codeServer("4.100.3", "sha512-q/Fh2DOxCRNhC/WiG/6sAhSKnj7ZACTVBaeeZ+rWjol//0FCbl/qg1ln5ecZ99jYcfqMxZZAyWcN+YBIo0DgpA=="), "20"},
	}
}

// hostFiles are the parts of VS Code that the extension host needs.
var hostFiles = []string{
	"package.json", "product.json", "npm-shrinkwrap.json", "out/bootstrap-fork.js", "out/nls.messages.json",
	"out/vs/workbench/api/node/extensionHostProcess.js",
}

// hostModules are the npm packages it loads; a version that has not all of them
// does without. Their native parts are not built: the host runs without.
var hostModules = []string{
	"@vscode/native-watchdog", "@vscode/proxy-agent", "@vscode/ripgrep", "@vscode/spdlog", "http-proxy-agent",
	"https-proxy-agent", "minimist", "native-watchdog", "undici", "vscode-regexpp",
}

// Installed is a kit on disk.
type Installed struct {
	// VSCode is the directory that holds package.json and out.
	VSCode string
	// Node is the binary.
	Node string
}

// Install fetches the kit into the cache on first use: about 10 MB, and the Node
// that it shares with other tests (about 120 MB).
func (k Kit) Install(ctx context.Context) (Installed, error) {
	node, err := npm.Node(ctx, k.node)
	if err != nil {
		return Installed{}, err
	}
	dir, err := npm.Cached(ctx, "exthost-"+k.codeServer.Version, k.build)
	if err != nil {
		return Installed{}, err
	}
	return Installed{VSCode: filepath.Join(dir, "vscode"), Node: node}, nil
}

func (k Kit) build(ctx context.Context, dir string) error {
	vscode := filepath.Join(dir, "vscode")
	wanted := map[string]bool{}
	for _, f := range hostFiles {
		wanted["lib/vscode/"+f] = true
	}
	err := npm.Unpacked(ctx, vscode, k.codeServer, func(name string) (string, bool) {
		return strings.TrimPrefix(name, "lib/vscode/"), wanted[name]
	})
	if err != nil {
		return err
	}
	locked, err := closure(filepath.Join(vscode, "npm-shrinkwrap.json"), hostModules)
	if err != nil {
		return err
	}
	for _, l := range locked {
		if err := npm.Unpacked(ctx, filepath.Join(vscode, filepath.FromSlash(l.place)), l.pkg, nil); err != nil {
			return err
		}
	}
	return nil
}

// locked is a package at its place in node_modules.
type locked struct {
	place string
	pkg   npm.Package
}

// closure reads from VS Code's own lock file which packages the named ones need,
// where they go, and what they have to hash to.
func closure(lockFile string, roots []string) ([]locked, error) {
	data, err := os.ReadFile(lockFile)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Integrity string
			Dependencies       map[string]string
		}
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("reading VS Code's lock file: %w", err)
	}
	found := map[string]npm.Package{}
	var visit func(from, name string)
	visit = func(from, name string) {
		// Node looks in every node_modules from the dependent's up.
		for at := from; ; at = path.Dir(at) {
			place := path.Join(at, "node_modules", name)
			if p, ok := lock.Packages[place]; ok {
				if _, seen := found[place]; seen {
					return
				}
				found[place] = npm.Package{Name: name, Version: p.Version, Integrity: p.Integrity}
				for dep := range p.Dependencies {
					visit(place, dep)
				}
				return
			}
			if at == "." {
				return
			}
		}
	}
	for _, name := range roots {
		visit(".", name)
	}
	out := make([]locked, 0, len(found))
	for place, p := range found {
		out = append(out, locked{place, p})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].place < out[j].place })
	return out, nil
}
