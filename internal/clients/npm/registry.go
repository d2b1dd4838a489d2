package npm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Registry asks the npm client for the registry it is set up for. dir is an
// empty folder to stand in: npm reads an .npmrc from there.
func (c Client) Registry(ctx context.Context, dir string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Command, "config", "get", "registry")
	cmd.Dir, cmd.Env, cmd.WaitDelay = dir, c.Env, 5*time.Second
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &limited{w: &out, left: 2000}, io.Discard
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("npm config get registry: %w", err)
	}
	address := strings.TrimSpace(out.String())
	if address == "" || strings.ContainsAny(address, " \t\r\n") {
		return "", errors.New("npm config get registry gives no address")
	}
	return address, nil
}

// limited passes on so many bytes and drops the rest.
type limited struct {
	w    io.Writer
	left int
}

func (l *limited) Write(p []byte) (int, error) {
	keep := p[:min(len(p), l.left)]
	l.left -= len(keep)
	_, err := l.w.Write(keep)
	return len(p), err
}
