// Package tightness measures policies against reality: what the recorded runs of
// real extensions needed (package recording) is looked up in the policy that is
// made from the code alone, and what the policy grants is counted against it.
//
// A need is one function or one resource of a recorded call. What no run reached
// needs nothing here, so a grant without a need may still be needed by somebody.
// Nothing of the product imports this package.
package tightness

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/recall/recording"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// Need is something an extension did.
type Need struct {
	// Section is the policy's.
	Section policy.Section
	// Text names it for people: "fs.readFile", "${workspace}/package.json".
	Text string
	// Any lists the accesses of which one has to be allowed: the recorder does not
	// tell which program got which arguments, nor which name of a function was
	// written.
	Any []policy.Access
	// Everything is set for a look at all environment variables.
	Everything bool
	Place      string
}

// layout stands for the directories of a recorded run.
type layout map[string]string

// placesOf lays an extension out as it is installed: those that come with the
// editor lie in its own folder.
func placesOf(id string) layout {
	out := layout{
		"extension": "/r/extensions/this", "otherExtension": "/r/extensions/other", "workspace": "/r/projects/workspace",
		"globalStorage": "/r/storage/global", "workspaceStorage": "/r/storage/workspace", "logs": "/r/logs/this",
		"tmp": "/r/tmp", "home": "/r/home", "run": "/r/run", "app": "/r/app", "node": "/r/node/bin/node",
	}
	if strings.HasPrefix(id, "vscode.") {
		out["extension"] = "/r/app/extensions/this"
	}
	return out
}

// searched are the folders of PATH in a recorded run: the workspace's programs, those beside it, and the system's.
func (l layout) searched() []string {
	return []string{l["workspace"] + "/bin", path.Dir(l["workspace"]) + "/bin", "/usr/local/bin", "/usr/bin", "/bin"}
}

// scope says what the policy's roots mean in a recorded run. Of the settings and
// variables that name places only those are set that a run sets.
func (l layout) scope(settings map[string]any) *pattern.Scope {
	roots := map[string][]string{"env:HOME": {l["home"]}, "env:TMPDIR": {l["tmp"]}, "env:PATH": l.searched()}
	for _, name := range pattern.RootNames() {
		roots[name] = []string{l[name]}
	}
	l.consented(settings, roots)
	return pattern.NewScope(pattern.Posix, roots)
}

// consented adds what settings stand for: a text, and of a list its places, as the loader
// takes them (vscode/person/consent.js, take), and the members of a value by their names and by stars.
func (l layout) consented(settings map[string]any, roots map[string][]string) {
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		l.setting([][]string{{name}}, settings[name], roots)
	}
}

// setting adds a value under each of the ways to name it.
func (l layout) setting(ways [][]string, value any, roots map[string][]string) {
	below := func(key string, value any) {
		var more [][]string
		for _, way := range ways {
			more = append(more, append(slices.Clone(way), key), append(slices.Clone(way), "*"))
		}
		if len(more) <= maxWays {
			l.setting(more, value, roots)
		}
	}
	var taken []string
	switch v := value.(type) {
	case string:
		if taken = []string{v}; strings.HasPrefix(v, "${") || strings.HasPrefix(v, "/") {
			taken = []string{l.file(v)}
		}
	case []any:
		for i, x := range v {
			if text, ok := x.(string); ok && (strings.HasPrefix(text, "${") || strings.HasPrefix(text, "/")) {
				taken = append(taken, l.file(text))
			}
			below(strconv.Itoa(i), x)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			below(key, v[key])
		}
	}
	taken = slices.DeleteFunc(taken, func(s string) bool { return s == "" })
	for _, way := range ways {
		if name := "config:" + strings.Join(way, "."); len(taken) > 0 {
			roots[name] = append(roots[name], taken...)
		}
	}
}

// maxWays bounds the ways to name a member of a setting: two for each of its names.
const maxWays = 64

// byName gives the name by which a program may be asked for that lies in a folder of PATH: what the
// code looked up there itself is the one that a policy has by its name (children/onpath.js), unless it lies
// in the workspace.
func (l layout) byName(program string) (string, bool) {
	dir, name := path.Split(program)
	return name, slices.Contains(l.searched()[1:], path.Clean(dir)) && name != ""
}

// file returns the absolute path that a recorded value stands for. A relative one
// is relative to wherever the host was started.
func (l layout) file(value string) string {
	value = strings.TrimPrefix(value, "file://")
	if rest, ok := strings.CutPrefix(value, "${"); ok {
		if name, tail, ok := strings.Cut(rest, "}"); ok && l[name] != "" {
			return path.Clean(l[name] + "/" + tail)
		}
	}
	if !strings.HasPrefix(value, "/") {
		value = l["run"] + "/cwd/" + value
	}
	return path.Clean(value)
}

// generated are numbers and digests in names: sockets and temporary files that
// differ in nothing else are one need.
var generated = regexp.MustCompile(`[0-9a-f]*[0-9][0-9a-f]{5,}|[0-9]+`)

// about is what two needs have in common that are one: a name without what is generated in it, and of a look
// at the folders of PATH that it is one. A program that lists them needs that, and not each of a thousand programs.
func (l layout) about(n Need) string {
	if n.Section == policy.FilesRead && len(n.Any) == 1 {
		for _, dir := range l.searched()[1:] {
			if rest, ok := strings.CutPrefix(n.Any[0].Path, dir); ok && (rest == "" || path.Dir(rest) == "/") {
				return string(n.Section) + " ${env:PATH}" + strings.Repeat("/*", min(1, len(rest)))
			}
		}
	}
	return string(n.Section) + " " + generated.ReplaceAllString(n.Text, "#")
}

// Needs lists what a recording needed, each once.
func Needs(c *catalog.Catalog, rec recording.Recording, aliases recording.Aliases) (functions, resources []Need) {
	seen, places := map[string]bool{}, placesOf(rec.Extension)
	add := func(into *[]Need, n Need) {
		if key := places.about(n); !seen[key] {
			seen[key] = true
			*into = append(*into, n)
		}
	}
	for _, call := range rec.Calls {
		module, member := c.Canonical(call.Module, call.Member)
		e, ok := c.Classify(module, member)
		if !ok || e.Harmless() {
			continue
		}
		n := Need{Section: policy.Modules, Text: module + "." + member, Place: call.Place()}
		for _, s := range aliases.Names(c, call.Module, call.Member) {
			n.Any = append(n.Any, policy.Access{Section: policy.Modules, Name: s.Module, Text: s.Member})
		}
		add(&functions, n)
		r := recorded{call: call, entry: e, layout: places}
		for _, n := range r.needs() {
			n.Place = call.Place()
			add(&resources, n)
		}
	}
	for _, list := range [][]Need{functions, resources} {
		slices.SortFunc(list, func(a, b Need) int {
			return cmp.Or(cmp.Compare(a.Section, b.Section), cmp.Compare(a.Text, b.Text))
		})
	}
	return functions, resources
}

// recorded is one call.
type recorded struct {
	layout
	call  recording.Call
	entry catalog.Entry
}

func (r recorded) values(roles ...catalog.Role) []string {
	var out []string
	for _, a := range r.call.About {
		if slices.Contains(roles, a.Role) && a.Value != "" {
			out = append(out, a.Value)
		}
	}
	return out
}

func (r recorded) needs() []Need {
	switch r.entry.Capability {
	case catalog.FileRead, catalog.FileWatch, catalog.FileWrite:
		return r.files()
	case catalog.NetConnect:
		return r.addresses(policy.NetworkConnect)
	case catalog.NetListen:
		return r.addresses(policy.NetworkListen)
	case catalog.ProcessRun, catalog.ProcessShell:
		return r.programs()
	case catalog.ProcessFork:
		return r.scripts()
	case catalog.EnvRead:
		return r.variables()
	}
	return nil
}

func (r recorded) files() []Need {
	section := policy.FilesRead
	if r.entry.Capability == catalog.FileWrite {
		section = policy.FilesWrite
	}
	for _, f := range r.values(catalog.RoleFlags) {
		if f != "r" && f != "rs" {
			section = policy.FilesWrite
		}
	}
	var out []Need
	need := func(section policy.Section, values []string) {
		for _, v := range values {
			if strings.Trim(v, "0123456789") == "" {
				continue // a descriptor
			}
			out = append(out, Need{Section: section, Text: v, Any: []policy.Access{{Section: section, Path: r.file(v)}}})
		}
	}
	need(section, r.values(catalog.RolePath, catalog.RolePathDest))
	need(policy.FilesRead, r.values(catalog.RolePathSource))
	return out
}

// addresses reads hosts, ports and sockets; what was opened as an URL is its
// host.
func (r recorded) addresses(section policy.Section) []Need {
	var out []Need
	need := func(text string, e pattern.Endpoint) {
		out = append(out, Need{Section: section, Text: text, Any: []policy.Access{{Section: section, Endpoint: e}}})
	}
	for _, v := range r.values(catalog.RoleURL) {
		u, err := url.Parse(v)
		if err != nil || u.Host == "" {
			continue
		}
		port, _ := strconv.Atoi(u.Port())
		if port == 0 {
			port = map[string]int{"http": 80, "https": 443, "ws": 80, "wss": 443}[u.Scheme]
		}
		need(u.Scheme+"://"+u.Host, pattern.Endpoint{Scheme: u.Scheme, Host: u.Hostname(), Port: port, Path: "/"})
	}
	ports := []int{}
	for _, v := range r.values(catalog.RolePort, catalog.RoleSocket) {
		if n, err := strconv.Atoi(v); err == nil {
			ports = append(ports, n)
		} else if strings.ContainsAny(v, "/$") {
			need("unix:"+v, pattern.Endpoint{Socket: r.file(v)})
		}
	}
	scheme := map[string]string{"http": "http", "https": "https", "http2": "https", "tls": "tls"}[r.call.Module]
	if scheme == "" {
		scheme = "tcp"
	}
	hosts := r.values(catalog.RoleHost)
	if len(hosts) == 0 && len(ports) > 0 && section == policy.NetworkListen {
		hosts = []string{"0.0.0.0"}
	} else if len(hosts) == 0 && len(ports) > 0 {
		hosts = []string{"localhost"}
	}
	if len(ports) == 0 {
		ports = []int{map[string]int{"http": 80, "https": 443}[scheme]}
	}
	for _, h := range hosts {
		if name, port, ok := strings.Cut(h, ":"); ok && !strings.Contains(port, ":") {
			if n, err := strconv.Atoi(port); err == nil {
				h, ports = name, []int{n}
			}
		}
		for _, p := range ports {
			e := pattern.Endpoint{Scheme: scheme, Host: h, Port: p}
			if strings.HasPrefix(scheme, "http") {
				e.Path = "/"
			}
			need(scheme+"://"+h+":"+strconv.Itoa(p), e)
		}
	}
	return out
}

func (r recorded) programs() []Need {
	commands := r.values(catalog.RoleCommand)
	lists := r.values(catalog.RoleArgs)
	if len(lists) == 0 {
		lists = []string{"[]"}
	}
	var out []Need
	if r.entry.Capability == catalog.ProcessShell {
		for _, line := range commands {
			out = append(out, Need{Section: policy.Processes, Text: "shell " + line, Any: []policy.Access{{Section: policy.Processes, Text: line}}})
		}
		return out
	}
	for _, l := range lists {
		var args []string
		if json.Unmarshal([]byte(l), &args) != nil {
			continue
		}
		n := Need{Section: policy.Processes, Text: strings.Join(commands, "|") + " " + l}
		for i, a := range args {
			if strings.HasPrefix(a, "${") {
				args[i] = r.file(a)
			}
		}
		for _, name := range commands {
			if name == "${node}" && len(args) > 0 {
				n.Any = append(n.Any, policy.Access{Section: policy.Code, Name: policy.Fork, Path: r.file(args[0])})
			}
			if strings.Contains(name, "/") {
				name = r.file(name)
			}
			n.Any = append(n.Any, policy.Access{Section: policy.Processes, Program: name, Args: args})
			if short, ok := r.byName(name); ok {
				n.Any = append(n.Any, policy.Access{Section: policy.Processes, Program: short, Args: args})
			}
		}
		if len(n.Any) > 0 {
			out = append(out, n)
		}
	}
	return out
}

func (r recorded) scripts() []Need {
	var out []Need
	for _, v := range r.values(catalog.RoleModule) {
		n := Need{Section: policy.Code, Text: "fork " + v}
		for _, ending := range []string{"", ".js", ".mjs", ".cjs"} {
			n.Any = append(n.Any, policy.Access{Section: policy.Code, Name: policy.Fork, Path: r.file(v) + ending})
		}
		out = append(out, n)
	}
	return out
}

// variables are the names that were read. Where the recorder's own are among
// them, which no extension knows, all were looked at.
func (r recorded) variables() []Need {
	names := r.values(catalog.RoleEnvName)
	if slices.ContainsFunc(names, func(n string) bool { return n == "*" || strings.HasPrefix(n, "RINGFENCE_") }) {
		return []Need{{Section: policy.EnvRead, Text: "all variables", Everything: true,
			Any: []policy.Access{{Section: policy.EnvRead, Text: "RINGFENCE_ANY"}}}}
	}
	var out []Need
	for _, n := range names {
		out = append(out, Need{Section: policy.EnvRead, Text: n, Any: []policy.Access{{Section: policy.EnvRead, Text: n}}})
	}
	return out
}
