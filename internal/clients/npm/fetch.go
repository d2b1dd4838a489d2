package npm

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/escape"
	"github.com/ringfence-dev/ringfence/internal/extension"
)

// Client fetches packages.
type Client struct {
	// Command is the path of the npm client.
	Command string
	// Env is its environment.
	Env []string
	// Limits bound what a tarball may unpack to; zero fields take the defaults.
	Limits extension.Limits
	// Timeout bounds a download; zero is five minutes.
	Timeout time.Duration
	// Accept is asked about the tarball before it is unpacked; nil: whatever
	// npm took is taken.
	Accept func(tarball string) error
}

// WrongSpec is the error of a package that is not to be had as it was asked for:
// the registry does not have it, or it is not what it was taken for. A registry
// that does not answer is another error.
type WrongSpec struct{ Reason string }

func (e *WrongSpec) Error() string { return e.Reason }

// Fetch downloads a package below dir, which must be empty and be removed by
// the caller, and returns the path of the unpacked folder, or of the .vsix the
// spec names.
func (c Client) Fetch(ctx context.Context, spec Spec, dir string) (string, error) {
	tarball, err := c.pack(ctx, spec, dir)
	if err != nil {
		return "", fmt.Errorf("fetching %s: %w", spec, err)
	}
	if c.Accept != nil {
		if err := c.Accept(tarball); err != nil {
			return "", fmt.Errorf("fetching %s: %w", spec, err)
		}
	}
	out := filepath.Join(dir, "package")
	if err := unpack(tarball, out, spec.Inside, c.Limits); err != nil {
		return "", fmt.Errorf("unpacking %s: %w", spec, err)
	}
	if spec.Inside != "" {
		return filepath.Join(out, filepath.FromSlash(spec.Inside)), nil
	}
	return out, nil
}

func (c Client) pack(ctx context.Context, spec Spec, dir string) (string, error) {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = 5 * time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	// npm reads an .npmrc from where it stands: an empty folder of ours, never
	// the folder somebody else filled.
	work := filepath.Join(dir, "npm")
	if err := os.Mkdir(work, 0o700); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, c.Command, arguments(spec)...)
	cmd.Dir = work
	cmd.Env = c.Env
	cmd.WaitDelay = 5 * time.Second
	var stderr tail
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		if stderr.knowsNone() {
			return "", &WrongSpec{
				fmt.Sprintf("npm has no %s@%s%s; \"npm view %s versions\" lists what there is", spec.Name, spec.Version, stderr.reason(), spec.Name),
			}
		}
		return "", fmt.Errorf("npm pack: %w%s", err, stderr.reason())
	}
	tarballs, err := filepath.Glob(filepath.Join(work, "*.tgz"))
	if err != nil || len(tarballs) != 1 {
		return "", fmt.Errorf("npm pack left %d tarballs, want 1", len(tarballs))
	}
	return tarballs[0], nil
}

// arguments are npm's. What comes from the command line stands behind "--" and
// is nothing but a name and an exact version.
func arguments(spec Spec) []string {
	return []string{"pack", "--ignore-scripts", "--loglevel=error", "--", spec.Name + "@" + spec.Version}
}

// tail keeps the last of what a program says.
type tail struct{ b []byte }

func (t *tail) Write(p []byte) (int, error) {
	const most = 4096
	t.b = append(t.b, p...)
	if len(t.b) > most {
		t.b = t.b[len(t.b)-most:]
	}
	return len(p), nil
}

// knowsNone holds where npm says that there is no such package or version.
func (t *tail) knowsNone() bool {
	m := errorCode().FindSubmatch(t.b)
	return m != nil && (string(m[1]) == "E404" || string(m[1]) == "ETARGET")
}

func (t *tail) reason() string {
	for line := range bytes.Lines(t.b) {
		if s := strings.TrimSpace(string(line)); strings.Contains(s, "code E") || strings.Contains(s, "404") {
			return ": " + escape.Printable(s, 200)
		}
	}
	lines := strings.Split(strings.TrimSpace(string(t.b)), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return ": " + escape.Printable(last, 200)
	}
	return " (no reason given; does the package have this version?)"
}
