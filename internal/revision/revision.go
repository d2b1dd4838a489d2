// Package revision reads a commit of a git repository that a stranger may have
// prepared: its objects, its configuration, its hooks. One command of git is
// used for content, cat-file, which runs no hook, filter or textual conversion
// and touches neither index nor work tree; and what it hands out is believed
// only as far as its digest goes: from the commit's name down, every tree and
// file is hashed and compared. Who can write to .git can make reading fail, and
// cannot make it give something else.
//
// The package knows nothing of forges and of what the files mean.
package revision

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
)

// ErrMissing is the error of an object that the clone does not hold, as a
// shallow one does not hold the commits before.
var ErrMissing = errors.New("the clone does not hold it")

// Repository is a clone on this machine.
type Repository struct {
	// Git is the path of the git command.
	Git string
	// Top is the folder that holds .git.
	Top string
	// Path is the PATH that git may be given; the rest of the environment never
	// reaches it.
	Path string
}

// Find looks for the clone that a folder is in. It asks the file system and not
// git, whose answer the clone's own configuration could bend.
func Find(git, path, dir string) (*Repository, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("looking for the repository: %w", err)
	}
	for top := dir; ; top = filepath.Dir(top) {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			return &Repository{Git: git, Top: top, Path: path}, nil
		}
		if filepath.Dir(top) == top {
			return nil, fmt.Errorf("%s is in no clone of a git repository; git clone makes one", dir)
		}
	}
}

// options hold for every call. The clone's configuration is read, as git gives
// no way not to; these are the keys that could start something, and they win.
var options = []string{
	"--no-pager", "--no-replace-objects", "--literal-pathspecs",
	"-c", "core.hooksPath=" + os.DevNull, "-c", "core.fsmonitor=false", "-c", "core.untrackedCache=false",
	"-c", "core.pager=cat", "-c", "protocol.allow=never", "-c", "core.askPass=", "-c", "credential.helper=",
	"-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "core.attributesFile=" + os.DevNull,
	// We name a file of grafts, an empty one, and git says that this is deprecated.
	"-c", "advice.graftFileDeprecated=false",
	// In a container the folder belongs to somebody else. What git fears of such
	// a folder is what the lines above turn off.
	"-c", "safe.directory=*",
}

// command makes a call of git that sees nothing of our environment.
func (r *Repository) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, r.Git, append(append([]string{}, options...), args...)...)
	cmd.Dir = r.Top
	cmd.Env = []string{
		"PATH=" + r.Path, "LC_ALL=C", "HOME=" + os.DevNull, "GIT_DIR=" + filepath.Join(r.Top, ".git"),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_ATTR_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE=" + os.DevNull,
		// A partial clone fetches what it lacks, by a command its configuration
		// names. Neither happens here.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none",
	}
	cmd.WaitDelay = 5 * time.Second
	return cmd
}

// maxRevision bounds the name of a revision.
const maxRevision = 256

// isID reports the full name of an object.
func isID(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

// Commit returns the full name of the commit that a revision names. Only a
// revision that is a full name is safe from somebody who can write to .git.
func (r *Repository) Commit(ctx context.Context, rev string) (string, error) {
	if rev == "" || len(rev) > maxRevision || strings.HasPrefix(rev, "-") || !escape.IsPrintable(rev, maxRevision) {
		return "", errors.New("it is not the name of a revision")
	}
	if isID(rev) {
		// rev-parse passes any full name on; whether it is here is seen on reading.
		return rev, nil
	}
	var out, errs bytes.Buffer
	cmd := r.command(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	cmd.Stdout, cmd.Stderr = &bounded{w: &out, left: 4 << 10}, &bounded{w: &errs, left: 4 << 10}
	if err := cmd.Run(); err != nil {
		if why := strings.TrimSpace(errs.String()); why != "" {
			return "", fmt.Errorf("git rev-parse: %s", escape.Printable(why, 300))
		}
		return "", fmt.Errorf("git rev-parse: %w", ErrMissing)
	}
	id := strings.TrimSpace(out.String())
	if !isID(id) {
		return "", fmt.Errorf("git rev-parse gives no commit")
	}
	return id, nil
}

// Shallow says that the clone holds no commits before some of its own. A clone
// that cannot be asked is taken for a whole one: this is for messages.
func (r *Repository) Shallow(ctx context.Context) bool {
	var out bytes.Buffer
	cmd := r.command(ctx, "rev-parse", "--is-shallow-repository")
	cmd.Stdout, cmd.Stderr = &bounded{w: &out, left: 100}, io.Discard
	return cmd.Run() == nil && strings.TrimSpace(out.String()) == "true"
}

// bounded passes on so many bytes and drops the rest.
type bounded struct {
	w    io.Writer
	left int
}

func (b *bounded) Write(p []byte) (int, error) {
	keep := p[:min(len(p), b.left)]
	b.left -= len(keep)
	if _, err := b.w.Write(keep); err != nil {
		return 0, err
	}
	return len(p), nil
}

// objects is a running cat-file that hands out objects by their names.
type objects struct {
	in   io.WriteCloser
	out  *bufio.Reader
	wait func() error
}

func (r *Repository) objects(ctx context.Context) (*objects, error) {
	cmd := r.command(ctx, "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting git: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting git: %w", err)
	}
	cmd.Stderr = io.Discard
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting git: %w", err)
	}
	return &objects{in, bufio.NewReaderSize(out, 64<<10), cmd.Wait}, nil
}

func (o *objects) close() {
	_ = o.in.Close()
	_, _ = io.Copy(io.Discard, o.out)
	_ = o.wait()
}
