package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/testkit/corpus"
)

// source is one file of the corpus.
type source struct {
	// name is its path below the corpus directory, with slashes.
	name, path string
	bytes      int64
}

// sources lists the corpus's source files of at least leastSource bytes, each
// content once, by name.
func sources(dir string) ([]source, error) {
	extensions, err := corpus.List(dir)
	if err != nil {
		return nil, err
	}
	var out []source
	seen := map[[32]byte]bool{}
	for _, e := range extensions {
		err := filepath.WalkDir(e.Dir, func(file string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !isSource(d.Name()) {
				return err
			}
			data, err := os.ReadFile(file)
			if err != nil || len(data) < leastSource {
				return err
			}
			if sum := sha256.Sum256(data); !seen[sum] {
				seen[sum] = true
				name, err := filepath.Rel(dir, file)
				if err != nil {
					return err
				}
				out = append(out, source{filepath.ToSlash(name), file, int64(len(data))})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(out, func(a, b source) int { return cmp.Compare(a.name, b.name) })
	return out, nil
}

func isSource(name string) bool {
	switch filepath.Ext(name) {
	case ".js", ".cjs", ".mjs":
		return true
	case ".ts", ".cts", ".mts", ".tsx":
		return !strings.Contains(name, ".d.")
	}
	return false
}

// wrapper asks Node which files are scripts that can be put into a function.
const wrapper = `const { Script } = require('node:vm');
for (const file of process.argv.slice(1)) {
  try { new Script('(function(exports,require,module){' + require('node:fs').readFileSync(file, 'utf8') + '\n})'); console.log(file);` +
	` } catch {}
}`

// block is about a megabyte of real modules, as a list of functions: the unit
// from which larger files are made. Repeating one block keeps the mix of code
// the same at every size, so that only the size differs.
func block(ctx context.Context, all []source) ([]byte, error) {
	args := []string{"-e", wrapper}
	for _, s := range all {
		if s.bytes < 400<<10 {
			args = append(args, s.path)
		}
	}
	out, err := exec.CommandContext(ctx, "node", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("asking Node for scripts: %w", err)
	}
	var b bytes.Buffer
	for _, file := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if b.Len()+len(data) > 1_020_000 {
			continue
		}
		fmt.Fprintf(&b, "modules.push(function(exports,require,module){%s\n});\n", data)
	}
	if b.Len() < 900_000 {
		return nil, fmt.Errorf("only %d bytes of scripts to concatenate", b.Len())
	}
	return b.Bytes(), nil
}
