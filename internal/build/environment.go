package build

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/lazyregexp"
)

// passed are the variables a build is given from ours, and there are no others
// but those environment sets and those a person names. None of them holds a
// secret; proxies can, and lose it (withoutPassword).
var passed = []string{
	"LANG", "LC_ALL", "LC_CTYPE", "TZ",
	"NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR",
}

// passedOnWindows are needed there for any program to start.
var passedOnWindows = []string{
	"SYSTEMROOT",
	"SYSTEMDRIVE",
	"WINDIR",
	"COMSPEC",
	"PATHEXT",
	"NUMBER_OF_PROCESSORS",
	"PROCESSOR_ARCHITECTURE",
}

var proxies = []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"}

// secretName matches names of variables that a build never gets, not even when
// a person names them: a runner's own, and what is called like a secret. That
// it does not match says nothing; the list of what is passed is the rule.
var secretName = lazyregexp.Lazy(
	`(?i)^(GITHUB|ACTIONS|RUNNER|INPUT|CI_JOB|CI_REGISTRY|AWS|AZURE|GOOGLE|VSCE|OVSX)_|^(GH|GITHUB|GITLAB|NPM|NODE_AUTH|YARN_NPM_AUTH)` +
		`_?TOKEN|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|_KEY$|_PAT$|_?AUTH(_|$)|^NODE_OPTIONS$|^LD_|^DYLD_|^HOME$|^PATH$`,
)

// namesAllowed refuses the names of what a build must not see.
func namesAllowed(named []string) error {
	for _, name := range named {
		if !variableName().MatchString(name) || secretName().MatchString(name) {
			return fmt.Errorf("the variable %q is not given to a build: its name is a runner's or a secret's; "+
				"docs/guide/build.md says which are", name)
		}
	}
	return nil
}

// environment makes what a child is given: the variables by value, sorted.
func environment(ours []string, w workplace, named []string) ([]string, error) {
	have := map[string]string{}
	for _, kv := range ours {
		if k, v, ok := strings.Cut(kv, "="); ok {
			if runtime.GOOS == "windows" {
				k = strings.ToUpper(k)
			}
			have[k] = v
		}
	}
	env := map[string]string{}
	take := slices.Clone(passed)
	if runtime.GOOS == "windows" {
		take = append(take, passedOnWindows...)
	}
	if err := namesAllowed(named); err != nil {
		return nil, err
	}
	take = append(take, named...)
	for _, name := range take {
		if v, ok := have[name]; ok {
			env[name] = v
		}
	}
	for _, name := range proxies {
		if v, ok := have[name]; ok {
			env[name] = withoutPassword(v)
		}
	}
	for name, value := range w.variables(have["PATH"]) {
		env[name] = value
	}
	out := make([]string, 0, len(env))
	for name, value := range env {
		out = append(out, name+"="+value)
	}
	slices.Sort(out)
	return out, nil
}

var variableName = lazyregexp.Lazy(`^[A-Za-z_][A-Za-z0-9_]{0,100}$`)

// withoutPassword takes the user and password out of a proxy's address. A proxy
// that asks for them then refuses, and the build says so: better than a secret
// that every script of a build could read.
func withoutPassword(address string) string {
	at := strings.LastIndex(address, "@")
	if at < 0 {
		return address
	}
	scheme, _, ok := strings.Cut(address[:at], "://")
	if !ok {
		return address[at+1:]
	}
	return scheme + "://" + address[at+1:]
}

// workplace is the folder a build gets: empty when it begins, removed when it
// ends.
type workplace struct {
	// root holds the folders below.
	root string
	// registry is what npm is set up for.
	registry registry
	// explicit says that a person named the registry, which then counts more
	// than what the repository's own .npmrc names.
	explicit bool
}

func (w workplace) home() string   { return filepath.Join(w.root, "home") }
func (w workplace) temp() string   { return filepath.Join(w.root, "tmp") }
func (w workplace) shims() string  { return filepath.Join(w.root, "bin") }
func (w workplace) tools() string  { return filepath.Join(w.root, "tools") }
func (w workplace) source() string { return filepath.Join(w.root, "source") }
func (w workplace) out() string    { return filepath.Join(w.root, "out") }

// make makes the folders, and in the home the settings of the package managers.
func (w workplace) make() error {
	for _, dir := range []string{w.home(), w.temp(), w.shims(), w.tools(), w.source(), w.out()} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return err
		}
	}
	for name, text := range w.registry.settings() {
		if err := os.WriteFile(filepath.Join(w.home(), name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// variables are those that do not come from our environment.
func (w workplace) variables(path string) map[string]string {
	env := map[string]string{
		"PATH": w.path(path), "HOME": w.home(), "TMPDIR": w.temp(),
		// Nobody answers questions, and colours are noise in a log.
		"CI": "true", "NO_COLOR": "1", "TERM": "dumb",
		"npm_config_userconfig":   filepath.Join(w.home(), ".npmrc"),
		"npm_config_globalconfig": filepath.Join(w.home(), ".npmrc-global"),
		"npm_config_cache":        filepath.Join(w.home(), ".npm"),
		// The version is ours to choose, not that of a file the repository names.
		"YARN_IGNORE_PATH":                "1",
		"YARN_ENABLE_TELEMETRY":           "0",
		"YARN_ENABLE_GLOBAL_CACHE":        "true",
		"COREPACK_ENABLE_DOWNLOAD_PROMPT": "0",
	}
	if w.explicit {
		env["npm_config_registry"] = w.registry.address
		env["YARN_REGISTRY"] = w.registry.address
		env["YARN_NPM_REGISTRY_SERVER"] = w.registry.address
	}
	if runtime.GOOS == "windows" {
		env["USERPROFILE"], env["TEMP"], env["TMP"] = w.home(), w.temp(), w.temp()
		env["APPDATA"], env["LOCALAPPDATA"] = filepath.Join(w.home(), "AppData", "Roaming"), filepath.Join(w.home(), "AppData", "Local")
	}
	return env
}

// path is the PATH with our programs before it. What is not absolute would be
// looked for in a folder of the repository.
func (w workplace) path(path string) string {
	dirs := []string{w.shims()}
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// variable looks a variable up in an environment.
func variable(env []string, name string) string {
	for _, kv := range env {
		if k, v, ok := strings.Cut(kv, "="); ok && strings.EqualFold(k, name) {
			return v
		}
	}
	return ""
}

// Secret says whether a variable's name is that of a token, a key or a
// password. A name that says nothing may hold one all the same.
func Secret(name string) bool { return likelySecret().MatchString(name) }

var likelySecret = lazyregexp.Lazy(`(?i)(TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|_KEY|_PAT)$`)
