package review

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/didyoumean"
	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/exit"
	"github.com/ringfence-dev/ringfence/internal/shell"
)

// assign hands each extension the packages that were built of it.
func (r *repository) assign(o Options, m Machine) error {
	if len(o.BasePackages) > 0 && o.Base == "" {
		return exit.Usagef("--base-package needs --base")
	}
	give := func(flag, where string, values []string) (map[string]string, error) {
		out := map[string]string{}
		for _, v := range values {
			at, file, named := strings.Cut(v, "=")
			if !named {
				if len(r.paths) != 1 {
					return nil, exit.Usagef("%s %s: there are %d extensions; say which as PATH=FILE", flag, escape.Quoted(v), len(r.paths))
				}
				at, file = r.paths[0], v
			}
			at = filepath.ToSlash(filepath.Clean(at))
			if !slices.Contains(r.paths, at) {
				return nil, exit.Usagef("%s: there is no extension at %s%s", flag, escape.Quoted(at), didyoumean.Hint(at, r.paths))
			}
			if !strings.HasSuffix(file, ".vsix") {
				return nil, exit.Usagef("%s: %s is no .vsix", flag, escape.Quoted(file))
			}
			if _, err := os.Stat(m.Path(file)); errors.Is(err, fs.ErrNotExist) {
				return nil, exit.Usagef("%s: there is no file %s; this makes it%s: ringfence build %s --out %s",
					flag, escape.Quoted(file), where, shell.Quote(at), shell.Quote(file))
			}
			out[at] = m.Path(file)
		}
		return out, nil
	}
	var err error
	if r.packages, err = give("--package", "", o.Packages); err != nil {
		return err
	}
	if r.basePackages, err = give("--base-package", ", in a checkout of the base", o.BasePackages); err != nil {
		return err
	}
	return nil
}
