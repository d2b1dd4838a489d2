package build

import (
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/clients/npm"
)

// tools brings the programs of a build, before any of the stranger's code runs
// and with our own environment, which may hold what the registry asks for.
type tools struct {
	node, npm string
	env       []string
}

// install brings the manager and gives the script Node runs; empty is npm as
// the machine has it.
func (t tools) install(ctx context.Context, m manager, dir string) (script string, err error) {
	var name, entry string
	switch {
	case m.name == npmName && m.version == "":
		return "", nil
	case m.name == npmName:
		name, entry = "npm", "bin/npm-cli.js"
	case m.name == pnpmName:
		name, entry = "pnpm", "bin/pnpm.cjs"
		if m.version == "" {
			m.version = pnpm10
		}
	case m.name == classicName:
		name, entry = "yarn", "bin/yarn.js"
	case m.name == berryName:
		name, entry = "@yarnpkg/cli-dist", "bin/yarn.js"
	default:
		return "", fmt.Errorf("no package manager is called %q", m.name)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", err
	}
	c := npm.Client{Command: t.npm, Env: t.env, Accept: func(tarball string) error {
		if want, ours := integrity[name+"@"+m.version]; ours {
			return sameIntegrity(tarball, want)
		}
		// Of yarn 2 and later the hash is of the program, not of the package.
		if m.sum != "" && m.name != berryName {
			return sameSum(tarball, m.sum)
		}
		return nil
	}}
	folder, err := c.Fetch(ctx, npm.Spec{Name: name, Version: m.version}, dir)
	if err != nil {
		return "", err
	}
	script = filepath.Join(folder, filepath.FromSlash(entry))
	if m.sum != "" && m.name == berryName {
		err = sameSum(script, m.sum)
	}
	return script, err
}

func sameIntegrity(file, want string) error {
	got, err := digest(file, sha512.New())
	if err == nil && "sha512-"+base64.StdEncoding.EncodeToString(got) != want {
		err = errors.New("the registry serves something else under this version than what is pinned; " +
			"look at what answers with npm config get registry")
	}
	return err
}

func sameSum(file, sum string) error {
	kind, want, _ := strings.Cut(sum, ".")
	hashes := map[string]func() hash.Hash{"sha224": sha256.New224, "sha256": sha256.New, "sha512": sha512.New}
	h, ok := hashes[kind]
	if !ok {
		return fmt.Errorf("packageManager names a hash nobody knows, %q", kind)
	}
	got, err := digest(file, h())
	if err == nil && hex.EncodeToString(got) != want {
		err = errors.New("it is not what packageManager says it hashes to; correct the hash in package.json")
	}
	return err
}

func digest(file string, h hash.Hash) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}

// shim writes programs of these names that run the script with Node.
func (t tools) shim(dir, script string, names ...string) error {
	for _, name := range names {
		file, text := filepath.Join(dir, name), "#!/bin/sh\nexec "+shellQuoted(t.node)+" "+shellQuoted(script)+" \"$@\"\n"
		if runtime.GOOS == "windows" {
			file, text = file+".cmd", "@\""+t.node+"\" \""+script+"\" %*\r\n"
		}
		if err := os.WriteFile(file, []byte(text), 0o700); err != nil {
			return err
		}
	}
	return nil
}

func shellQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
