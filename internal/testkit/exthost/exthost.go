// Package exthost runs extensions in VS Code's own extension host, headless: the
// real extensionHostProcess.js on the Node it was made for, driven over its
// socket by a small workbench that has no window (driver/, JavaScript, no
// dependencies). Nothing is mocked on the extension's side.
//
// With Options.Record, a preload writes down which functions of Node's core
// modules the extension's own code calls, in the host and in every process and
// worker it starts.
//
// Extensions run with the rights of the test: what runs here is the known
// corpus and our own fixtures, never somebody's upload. Only tests and the
// commands that record test data may import this package.
package exthost

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

//go:embed driver
var driver embed.FS

// Options say what to run. Only Extension is required.
type Options struct {
	// Kit is the VS Code to run; the zero value is Current.
	Kit Kit
	// Extension is the directory of the extension under test.
	Extension string
	// Siblings are directories of further extensions that are installed.
	Siblings []string
	// Workspace is the folder to open; the extension may write into it. Empty:
	// a fresh folder prepared by PrepareWorkspace.
	Workspace string
	// Settings are user settings by dotted id.
	Settings map[string]any
	// WorkspaceSettings are those that the workspace brings along.
	WorkspaceSettings map[string]any
	// Env is added to the small environment the host gets.
	Env map[string]string
	// Untrusted opens the workspace in Restricted Mode.
	Untrusted bool
	// Exercise opens files, asks language features and runs every command.
	Exercise bool
	// Thorough makes Exercise do more, where runs need not be alike: custom editors,
	// links, terminals of several shells, commands at several places; the same
	// question gets another answer each time; telemetry is on, and leads nowhere.
	Thorough bool
	// Eventful makes the workbench tell of notebooks, debug sessions, tabs, renames and
	// files besides, and count calls that carry the mark of an attack.
	Eventful bool
	// Half is "first" or "second" for half of what Exercise does; the halves
	// have no file, position or command in common.
	Half string
	// Snapshot is how long nothing new may be seen after activation until
	// Result.Start is taken, after twelve times that in any case; zero: not.
	Snapshot time.Duration
	// Commands are run, instead of Exercise, each as its id and arguments. Some are
	// the workbench's own: workbench:trust, workbench:wait (milliseconds), workbench:quiet
	// (milliseconds in which nothing new is called), workbench:kill,
	// workbench:activate (an id), workbench:debug (a type and its configuration),
	// workbench:show (a custom editor's type, a file, what its page says, milliseconds;
	// gives what the page is told until then).
	Commands [][]any
	// Data is where storage and logs lie, for runs that go on where another
	// ended; empty: fresh.
	Data string
	// Answers are choices by what a message begins with, "" for none; without
	// one the first choice is taken.
	Answers map[string]string
	// ExecArgv are Node options of the host.
	ExecArgv []string
	// Record is a directory to which the recorder writes; empty: no recording.
	Record string
	// Trace is a file to which strace writes what every process of the run
	// opens, executes and connects to; empty: no strace.
	Trace string
	// Resources records what the calls were about as well: paths, addresses,
	// commands and names, never contents.
	Resources bool
	// Timeout bounds the driver's work; zero means one minute.
	Timeout time.Duration
}

// Result is what happened.
type Result struct {
	// ID is the extension's "publisher.name".
	ID string
	// Activated is true when activate() returned without an error.
	Activated bool
	// Error says why not.
	Error string
	// Steps are what the driver did, each with "ok" or how it failed.
	Steps map[string]string
	// Results are what Options.Commands returned.
	Results map[string]json.RawMessage
	// Commands are the commands registered at the end.
	Commands []string
	// Messages were shown to the user.
	Messages []string
	// Start is what had been registered and called when the extension was
	// active, before anything else was done with it, and the time in
	// milliseconds. Only with Options.Snapshot.
	Start struct {
		Commands, Calls []string
		MS              int64
	}
	// Status are the texts of status items by their id, Pages those of the pages
	// that extensions provide, by their scheme. Output channels are not here: the
	// host writes them through a native module that a kit has not.
	Status, Pages map[string]string
	// Active are the extensions that were activated, sorted; Failed those that
	// were not, with the reason.
	Active []string
	Failed map[string]string
	// Errors are unexpected errors the host reported.
	Errors []string
	// Calls counts the vscode calls that reached the workbench, by name.
	Calls map[string]int
	// Output is the end of what the host printed.
	Output string
	// Places are the directories of the run and what stands for them in a
	// recording; only with Options.Resources.
	Places Places `json:"-"`
}

// Own leaves out of the commands of a run those of the host and of the loader.
func Own(commands []string) []string {
	return slices.DeleteFunc(slices.Clone(commands), func(c string) bool {
		return strings.HasPrefix(c, "__vsc") || strings.HasPrefix(c, "_vsc") || strings.HasPrefix(c, "ringfence.")
	})
}

// Supported reports whether extension hosts can run on this machine.
func Supported() error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return fmt.Errorf("the extension host runs on linux/amd64 only, this is %s/%s", runtime.GOOS, runtime.GOARCH)
	}
	if _, err := exec.LookPath("npm"); err != nil {
		return fmt.Errorf("npm fetches the extension host: %w", err)
	}
	return nil
}

// Run starts an extension host, activates the extension, lets it work, and ends
// everything that was started. An extension that does not activate is a Result,
// not an error.
func Run(ctx context.Context, o Options) (Result, error) {
	if err := Supported(); err != nil {
		return Result{}, err
	}
	if o.Kit == (Kit{}) {
		o.Kit = Current()
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	kit, err := o.Kit.Install(ctx)
	if err != nil {
		return Result{}, err
	}
	// A socket's path has to stay under 108 bytes, so not below t.TempDir().
	run, err := os.MkdirTemp("", "exthost-")
	if err != nil {
		return Result{}, fmt.Errorf("preparing the extension host: %w", err)
	}
	defer os.RemoveAll(run)
	request, err := o.request(ctx, kit, run)
	if err != nil {
		return Result{}, fmt.Errorf("preparing the extension host: %w", err)
	}
	if o.Trace != "" {
		if request["node"], err = traced(kit.Node, run, o.Trace); err != nil {
			return Result{}, fmt.Errorf("preparing the extension host: %w", err)
		}
	}
	result, err := drive(ctx, kit.Node, filepath.Join(run, "driver", "main.js"), request, o.Timeout+45*time.Second)
	if err == nil && o.Resources {
		result.Places = o.places(strings.ToLower(result.ID), run, request["workspace"].(string), kit)
	}
	return result, err
}

// request lays out the run directory and describes the run to the driver.
func (o Options) request(ctx context.Context, kit Installed, run string) (map[string]any, error) {
	if err := os.CopyFS(run, driver); err != nil {
		return nil, err
	}
	for _, dir := range []string{"home", "tmp"} {
		if err := os.Mkdir(filepath.Join(run, dir), 0o755); err != nil {
			return nil, err
		}
	}
	workspace := o.Workspace
	if workspace == "" {
		workspace = filepath.Join(run, "workspace")
		if err := PrepareWorkspace(ctx, workspace); err != nil {
			return nil, err
		}
	}
	env, execArgv := o.environment(run, workspace), o.ExecArgv
	if o.Record != "" {
		record, err := o.recording(kit, run, workspace)
		if err != nil {
			return nil, err
		}
		for k, v := range record {
			env[k] = v
		}
	}
	workload := "activate"
	if o.Exercise {
		workload = "exercise"
	}
	return map[string]any{
		"kit":               kit.VSCode,
		"node":              kit.Node,
		"run":               run,
		"workspace":         workspace,
		"workload":          workload,
		"extensions":        append([]string{o.Extension}, o.Siblings...),
		"settings":          o.Settings,
		"workspaceSettings": o.WorkspaceSettings,
		"env":               env,
		"execArgv":          execArgv,
		"commands":          o.Commands,
		"data":              o.Data,
		"half":              o.Half,
		"thorough":          o.Thorough,
		"eventful":          o.Eventful,
		"snapshot":          o.Snapshot.Milliseconds(),
		"answers":           o.Answers,
		"trusted":           !o.Untrusted,
		"timeoutMs":         o.Timeout.Milliseconds(),
	}, nil
}

// environment is what the host sees: nothing of the user's own but PATH. The
// proxies lead nowhere, so that no run depends on the network.
func (o Options) environment(run, workspace string) map[string]string {
	const nowhere = "http://127.0.0.1:9"
	env := map[string]string{
		"PATH": toolPath(workspace),
		"HOME": filepath.Join(run, "home"), "TMPDIR": filepath.Join(run, "tmp"), "LANG": "C.UTF-8",
		"http_proxy": nowhere, "https_proxy": nowhere, "HTTP_PROXY": nowhere, "HTTPS_PROXY": nowhere,
		"GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
		"GIT_AUTHOR_NAME": "Example", "GIT_AUTHOR_EMAIL": "example@example.com",
		"GIT_COMMITTER_NAME": "Example", "GIT_COMMITTER_EMAIL": "example@example.com", "npm_config_update_notifier": "false",
	}
	for k, v := range o.Env {
		env[k] = v
	}
	return env
}

// toolPath finds the workspace's test doubles, git, and what every system has.
func toolPath(workspace string) string {
	dirs := []string{filepath.Join(workspace, "bin"), "/usr/local/bin", "/usr/bin", "/bin"}
	if git, err := exec.LookPath("git"); err == nil && !slices.Contains(dirs, filepath.Dir(git)) {
		dirs = append(dirs, filepath.Dir(git))
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// recording is the environment that makes every Node process of the run load
// the recorder. NODE_OPTIONS reaches what --require in execArgv does not:
// children that are forked with options of their own.
func (o Options) recording(kit Installed, run, workspace string) (map[string]string, error) {
	roots := map[string]string{}
	for _, dir := range append([]string{o.Extension}, o.Siblings...) {
		id, err := manifestID(dir)
		if err != nil {
			return nil, err
		}
		roots[id] = dir
	}
	data, err := json.Marshal(roots)
	if err != nil {
		return nil, err
	}
	env := map[string]string{
		"NODE_OPTIONS":           "--require=" + filepath.Join(run, "driver", "recorder", "preload.js"),
		"RINGFENCE_RECORD_ROOTS": string(data),
		"RINGFENCE_RECORD_DIR":   o.Record,
	}
	if !o.Resources {
		return env, nil
	}
	return env, o.resources(kit, run, workspace, env)
}

// manifestID is the id of the extension in a directory, "publisher.name".
func manifestID(dir string) (string, error) {
	var manifest struct{ Publisher, Name string }
	data, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		return "", fmt.Errorf("reading the manifest in %s: %w", dir, err)
	}
	return manifest.Publisher + "." + manifest.Name, nil
}

// drive runs the driver. It is asked to end first, so that it can take the host
// and its children with it.
func drive(ctx context.Context, node, script string, request map[string]any, limit time.Duration) (Result, error) {
	input, err := json.Marshal(request)
	if err != nil {
		return Result{}, fmt.Errorf("describing the run: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, script)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Stdin = bytes.NewReader(input)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if ctx.Err() != nil {
			err = errors.Join(ctx.Err(), err)
		}
		return Result{}, fmt.Errorf("running the extension host: %w: %s", err, strings.TrimSpace(stderr.String()))
	}
	var result Result
	if err := json.Unmarshal(out, &result); err != nil {
		return Result{}, fmt.Errorf("reading the driver's answer: %w", err)
	}
	return result, nil
}
