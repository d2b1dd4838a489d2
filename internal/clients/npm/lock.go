package npm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// maxLock bounds the lock file that npm makes.
const maxLock = 64 << 20

// Lock lets npm resolve a manifest at a registry and gives the lock file it
// makes. Nothing is installed and no script is run; npm sees the manifest, which
// is ours, the registry's address and an environment without anything of the
// caller's but where programs are and how the network is reached: no setting, no
// token. Git, and packages at addresses or on this machine, are not to be had
// there. dir is an empty folder of the caller's, who removes it.
func (c Client) Lock(ctx context.Context, manifest []byte, registry, dir string) ([]byte, error) {
	timeout := c.Timeout
	if timeout == 0 {
		timeout = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	work := filepath.Join(dir, "work")
	for _, name := range []string{work, filepath.Join(dir, "home")} {
		if err := os.Mkdir(name, 0o700); err != nil {
			return nil, errors.New("there is no place for npm to work in")
		}
	}
	for name, text := range map[string]string{filepath.Join(work, "package.json"): string(manifest),
		filepath.Join(dir, "settings"): elsewhere} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return nil, errors.New("there is no place for npm to work in")
		}
	}
	cmd := exec.CommandContext(ctx, c.Command, lockArguments(registry, dir)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = work, lockEnv(c.Env, dir), 5*time.Second
	var said tail
	cmd.Stdout, cmd.Stderr = io.Discard, &said
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, errors.New("npm did not resolve the dependencies in time")
		}
		return nil, fmt.Errorf("npm does not resolve the dependencies%s", said.code())
	}
	f, err := os.Open(filepath.Join(work, "package-lock.json"))
	if err != nil {
		return nil, errors.New("npm made no lock file")
	}
	defer f.Close()
	lock, err := io.ReadAll(io.LimitReader(f, maxLock+1))
	if err != nil || len(lock) > maxLock {
		return nil, fmt.Errorf("npm made a lock file of over %d bytes", maxLock)
	}
	return lock, nil
}

// elsewhere are npm's own settings against packages that are not the registry's;
// versions that do not know them pass them over.
const elsewhere = "allow-git=none\nallow-remote=none\nallow-file=none\nallow-directory=none\n"

func lockArguments(registry, dir string) []string {
	return []string{
		"install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error",
		"--registry=" + registry, "--cache=" + filepath.Join(dir, "cache"), "--userconfig=" + filepath.Join(dir, "settings"),
		"--globalconfig=" + filepath.Join(dir, "none"), "--git=" + filepath.Join(dir, "none"),
	}
}

// handed are the variables that npm needs to start and to reach a network.
var handed = []string{"PATH", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT"}

// proxies are handed on when they hold no user and no password.
var proxies = []string{"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"}

// lockEnv is the child's environment.
func lockEnv(env []string, dir string) []string {
	home := filepath.Join(dir, "home")
	out := []string{"HOME=" + home, "USERPROFILE=" + home, "TMPDIR=" + home, "TEMP=" + home, "TMP=" + home, "NO_COLOR=1"}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		name = strings.ToUpper(name)
		switch {
		case slices.Contains(handed, name):
			out = append(out, v)
		case slices.Contains(proxies, name):
			if u, err := url.Parse(value); err == nil && u.User == nil && !strings.Contains(value, "@") {
				out = append(out, v)
			}
		}
	}
	return out
}

// errorCode is npm's word for what went wrong.
var errorCode = lazyregexp.Lazy(`\bcode (E[A-Z0-9_]{2,30})\b`)

// code returns npm's error code alone: its sentences repeat addresses and what a
// registry wrote.
func (t *tail) code() string {
	if m := errorCode().FindSubmatch(t.b); m != nil {
		return ": it ends with " + string(m[1])
	}
	return ""
}
