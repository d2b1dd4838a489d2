// Command ringfence-scorecard scores a repository with OpenSSF Scorecard and
// writes the result as JSON, for ringfence scan --scorecard.
//
// It is a program and a module of its own because the library links some 140
// modules, and the program that scans must build fast and stay small. A checkout
// is scored without a network, by the checks that need none; a repository on
// GitHub through its API, with the token of GITHUB_AUTH_TOKEN.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"github.com/ossf/scorecard/v5/clients/githubrepo"
	"github.com/ossf/scorecard/v5/clients/localdir"
	docs "github.com/ossf/scorecard/v5/docs/checks"
	"github.com/ossf/scorecard/v5/log"
	"github.com/ossf/scorecard/v5/pkg/scorecard"
)

// The exit codes, as ringfence's own.
const (
	exitFine   = 0
	exitUsage  = 2
	exitBroken = 3
)

// offline are the checks that look at files alone. Of those the library runs on
// a checkout, Fuzzing and Vulnerabilities ask services, and are left out.
var offline = [...]string{
	"Binary-Artifacts",
	"Dangerous-Workflow",
	"Dependency-Update-Tool",
	"License",
	"Packaging",
	"Pinned-Dependencies",
	"SAST",
	"Security-Policy",
	"Token-Permissions",
}

var githubRE = regexp.MustCompile(`^(?:https://)?github\.com/([A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+?)(?:\.git)?/?$`)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run scores what the arguments name and gives the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := flag.NewFlagSet("ringfence-scorecard", flag.ContinueOnError)
	fs.SetOutput(stderr)
	noNetwork := fs.Bool("offline", false, "use no network; a checkout never does")
	fs.Usage = func() {
		fmt.Fprintln(stderr, "usage: ringfence-scorecard [-offline] CHECKOUT | github.com/OWNER/NAME")
		fs.PrintDefaults()
	}
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitFine
		}
		return exitUsage
	}
	if fs.NArg() != 1 {
		fs.Usage()
		return exitUsage
	}
	result, err := score(ctx, fs.Arg(0), *noNetwork)
	var usage usageError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "ringfence-scorecard: %v\n", err)
		return exitUsage
	case err != nil:
		fmt.Fprintf(stderr, "ringfence-scorecard: %v\n", err)
		return exitBroken
	}
	if err := write(stdout, result); err != nil {
		fmt.Fprintf(stderr, "ringfence-scorecard: %v\n", err)
		return exitBroken
	}
	return exitFine
}

type usageError string

func (e usageError) Error() string { return string(e) }

// score runs the checks that the repository allows.
func score(ctx context.Context, target string, noNetwork bool) (scorecard.Result, error) {
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		repo, err := localdir.MakeLocalDirRepo(target)
		if err != nil {
			return scorecard.Result{}, fmt.Errorf("opening the checkout: %w", err)
		}
		result, err := scorecard.Run(ctx, repo, scorecard.WithChecks(offline[:]), scorecard.WithLogLevel(log.ErrorLevel))
		// The library names a checkout by its path, which is nobody's business.
		result.Repo.Name = "checkout"
		if err != nil {
			return result, fmt.Errorf("scoring the checkout: %w", err)
		}
		return result, nil
	}
	m := githubRE.FindStringSubmatch(target)
	switch {
	case m == nil && strings.Contains(target, "."):
		return scorecard.Result{}, usageError("unsupported: neither a folder nor a repository on GitHub")
	case m == nil:
		return scorecard.Result{}, usageError("there is no such folder")
	case noNetwork:
		return scorecard.Result{}, usageError("a repository on GitHub needs the network; -offline takes a checkout")
	}
	repo, err := githubrepo.MakeGithubRepo(m[1])
	if err != nil {
		return scorecard.Result{}, usageError("that is no repository on GitHub")
	}
	result, err := scorecard.Run(ctx, repo, scorecard.WithLogLevel(log.ErrorLevel))
	if err != nil {
		return result, fmt.Errorf("scoring the repository: %w", err)
	}
	return result, nil
}

func write(w io.Writer, result scorecard.Result) error {
	page, err := docs.Read()
	if err != nil {
		return fmt.Errorf("reading the library's documentation: %w", err)
	}
	if err := result.AsJSON2(w, page, &scorecard.AsJSON2ResultOption{LogLevel: log.ErrorLevel}); err != nil {
		return fmt.Errorf("writing the result: %w", err)
	}
	return nil
}
