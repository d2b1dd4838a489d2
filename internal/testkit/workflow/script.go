package workflow

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var runners = regexp.MustCompile(`^(GITHUB|ACTIONS|RUNNER|INPUT|CI|RINGFENCE)(_|=)`)

// script runs a script as a runner does. Nothing of it was put there by an
// expression, and no value of its environment is the token unless the workflow hands it over by
// that name.
func (j *Job) script(step map[string]any) (map[string]string, error) {
	j.T.Helper()
	script, _ := step["run"].(string)
	if filled.MatchString(script) {
		j.T.Errorf("an expression stands in a script: %s", script)
	}
	shell := []string{"bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c"}
	if s, ok := step["shell"]; ok && s != "bash" {
		return nil, unknown("the shell %v", s)
	}
	if j.Script != nil {
		return nil, j.Script(j, script)
	}
	dir := j.Workspace
	if d, ok := step["working-directory"].(string); ok {
		dir = filepath.Join(dir, j.fill(d))
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, name := range []string{j.output, j.path, j.more} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(j.T.Context(), shell[0], append(shell[1:], script)...)
	cmd.Dir = dir
	// The machine's own settings of npm and of its cache are the runner's.
	for _, kv := range os.Environ() {
		if !runners.MatchString(kv) {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, j.Env...)
	cmd.Env = append(cmd.Env, "GITHUB_OUTPUT="+j.output, "GITHUB_STEP_SUMMARY="+j.summary, "GITHUB_PATH="+j.path, "GITHUB_ENV="+j.more)
	own, _ := step["env"].(map[string]any)
	for _, values := range []map[string]any{j.env, own} {
		for _, k := range slices.Sorted(maps.Keys(values)) {
			value := j.fill(fmt.Sprint(values[k]))
			if name, _ := step["name"].(string); j.Token != "" && strings.Contains(value, j.Token) && !j.inner && !slices.Contains(j.Tokens, name) {
				j.T.Errorf("job %s hands its token to a script", j.ID)
			}
			cmd.Env = append(cmd.Env, k+"="+value)
		}
	}
	said, err := cmd.CombinedOutput()
	j.log.Write(said)
	if err != nil && (cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 1) {
		return nil, unknown("a script that could not be run, %v", err)
	}
	if read(j.path) != "" || read(j.more) != "" {
		return nil, unknown("a script that changes the environment of later steps")
	}
	return values(read(j.output)), err
}

func (j *Job) summaryText() string { return read(j.summary) }

func read(name string) string {
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

// values reads a file of outputs.
func values(text string) map[string]string {
	out := map[string]string{}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		name, end, several := strings.Cut(lines[i], "<<")
		if !several || strings.Contains(name, "=") {
			if name, value, ok := strings.Cut(lines[i], "="); ok {
				out[name] = value
			}
			continue
		}
		var value []string
		for i++; i < len(lines) && lines[i] != end; i++ {
			value = append(value, lines[i])
		}
		out[name] = strings.Join(value, "\n")
	}
	return out
}
