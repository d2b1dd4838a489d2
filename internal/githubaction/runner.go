package githubaction

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/review/result"
	"github.com/sethvargo/go-githubactions"
)

// Runner is the run that this program is a step of. The zero value is of no
// use; make one with NewRunner.
type Runner struct {
	out    io.Writer
	getenv func(string) string
	lib    *githubactions.Action
}

// NewRunner takes where workflow commands are written, standard output in a
// run, and the environment.
func NewRunner(out io.Writer, getenv func(string) string) *Runner {
	return &Runner{out: out, getenv: getenv, lib: githubactions.New(githubactions.WithWriter(out), githubactions.WithGetenv(getenv))}
}

// Input returns an input of the action by its name in action.yml, without white
// space around it; empty when there is none.
func (r *Runner) Input(name string) string { return r.lib.GetInput(strings.ReplaceAll(name, "-", "_")) }

// outputEnd is how the library ends an output of several lines. A value that
// holds it would end early, and what follows would be read as further outputs.
const outputEnd = "_GitHubActionsFileCommandDelimeter_"

// SetOutput returns an output of the action a value. A name or a value that could
// be read as more than itself is an error and sets nothing.
func (r *Runner) SetOutput(name, value string) error {
	if name == "" || strings.ContainsAny(name, "=<\r\n") || strings.Contains(value, outputEnd) {
		return fmt.Errorf("output %q cannot be written safely", name)
	}
	if r.getenv("GITHUB_OUTPUT") == "" {
		return errors.New("this is not a step of a run: GITHUB_OUTPUT names no file")
	}
	return caught(func() { r.lib.SetOutput(name, value) })
}

// AddSummary appends Markdown to the summary of the job. Text that is too long
// is an error: the caller has a shorter one.
func (r *Runner) AddSummary(markdown string) error {
	name := r.getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return errors.New("this run has no summaries: GITHUB_STEP_SUMMARY names no file")
	}
	var there int64
	if info, err := os.Stat(name); err == nil {
		there = info.Size()
	}
	if there+int64(len(markdown)) > result.MaxPage {
		return fmt.Errorf("the summary would be %d bytes long, at most %d are shown", there+int64(len(markdown)), result.MaxPage)
	}
	return caught(func() { r.lib.AddStepSummary(markdown) })
}

// Mask hides a value in the log from here on. Values that would hide half the
// log are left alone.
func (r *Runner) Mask(value string) error {
	if len(strings.TrimSpace(value)) < 8 {
		return nil
	}
	for line := range strings.Lines(value) {
		if line = strings.TrimSpace(line); line != "" {
			if err := caught(func() { r.lib.AddMask(line) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// caught turns the library's panic about a writer that fails into an error.
func caught(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("writing a workflow command: %v", p)
		}
	}()
	f()
	return nil
}

// Fenced writes text into the log so that the runner takes no line of it for a
// command: not one that begins with two colons after white space, nor the older
// form that may stand anywhere in a line. The word has to be one that nobody
// could guess when the text was written.
func (r *Runner) Fenced(text, word string) error {
	if len(word) < 16 || strings.Trim(word, "0123456789abcdef") != "" || strings.Contains(text, word) {
		return fmt.Errorf("the word of a fence is a random one")
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	_, err := fmt.Fprintf(r.out, "::stop-commands::%s\n%s::%s::\n", word, text, word)
	if err != nil {
		return fmt.Errorf("writing the log: %w", err)
	}
	return nil
}

// FenceWord is a word that nobody could guess.
func FenceWord() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	return hex.EncodeToString(b[:])
}
