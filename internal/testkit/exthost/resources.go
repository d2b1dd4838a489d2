package exthost

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
)

// Resource is something a call was about.
type Resource struct {
	// Role is the catalogue's word for the argument: "path", "command", "url".
	Role catalog.Role `json:"role"`
	// Value is the text, with the run's own directories replaced by the
	// policy's roots ("${workspace}/package.json"). A list of arguments is JSON.
	Value string `json:"value"`
}

// UnmarshalJSON reads the recorder's short form, [role, value], and ours.
func (r *Resource) UnmarshalJSON(data []byte) error {
	var pair [2]string
	if json.Unmarshal(data, &pair) == nil {
		r.Role, r.Value = catalog.Role(pair[0]), pair[1]
		return nil
	}
	type plain Resource
	return json.Unmarshal(data, (*plain)(r))
}

// recordedRoles are the roles that name what a call is about. What is written,
// sent or computed with is nobody's business.
var recordedRoles = []catalog.Role{
	catalog.RolePath, catalog.RolePathSource, catalog.RolePathDest, catalog.RolePattern, catalog.RoleFlags, catalog.RoleSocket,
	catalog.RoleURL, catalog.RoleHost, catalog.RolePort, catalog.RoleProtocol, catalog.RoleCommand, catalog.RoleArgs,
	catalog.RoleShell, catalog.RoleCwd, catalog.RoleExecArgv, catalog.RoleModule, catalog.RoleEnvName,
}

// roleTable writes the catalogue's arguments for the recorder.
func roleTable() ([]byte, error) {
	table := map[string][][3]any{}
	for _, e := range catalog.Default().Symbols() {
		if e.Module == "vscode" {
			continue // what crosses to the workbench is counted there
		}
		for _, a := range e.Args {
			if a.Index >= 0 && slices.Contains(recordedRoles, a.Role) {
				name := e.Module + "." + e.Member
				table[name] = append(table[name], [3]any{a.Index, a.Prop, a.Role})
			}
		}
	}
	return json.Marshal(table)
}

// resources adds to the recorder's environment what it needs to tell what calls
// are about.
func (o Options) resources(kit Installed, run, workspace string, env map[string]string) error {
	table, err := roleTable()
	if err != nil {
		return err
	}
	file := filepath.Join(run, "roles.json")
	if err := os.WriteFile(file, table, 0o600); err != nil {
		return err
	}
	id, err := manifestID(o.Extension)
	if err != nil {
		return err
	}
	places, err := json.Marshal(o.places(strings.ToLower(id), run, workspace, kit))
	if err != nil {
		return err
	}
	env["RINGFENCE_RECORD_ROLES"], env["RINGFENCE_RECORD_PLACES"] = file, string(places)
	return nil
}

// Places are directories and the names that stand for them, longest first.
type Places [][2]string

// Name writes a path with the name of the place it lies in.
func (ps Places) Name(path string) string {
	for _, p := range ps {
		if rest, ok := strings.CutPrefix(path, p[0]); ok && (rest == "" || rest[0] == '/') {
			return p[1] + rest
		}
	}
	return path
}

// places are the directories of a run and what stands for them, the longest
// first, so that the more special name wins.
func (o Options) places(id, run, workspace string, kit Installed) Places {
	places := Places{
		{o.Extension, "${extension}"},
		{workspace, "${workspace}"},
		{filepath.Dir(workspace), "${workspace}/.."},
		{filepath.Join(run, "home"), "${home}"},
		{filepath.Join(run, "tmp"), "${tmp}"},
		{filepath.Join(run, "logs", id), "${logs}"},
		{filepath.Join(run, "globalStorage", id), "${globalStorage}"},
		{filepath.Join(run, "workspaceStorage", "workspace", id), "${workspaceStorage}"},
		{run, "${run}"},
		{kit.VSCode, "${app}"},
		{kit.Node, "${node}"},
	}
	places = append(places, [2]string{filepath.Dir(kit.Node), "${node}/.."}, [2]string{filepath.Dir(o.Extension), "${extension}/.."})
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		places = append(places, [2]string{home, "/home/user"})
	}
	for _, s := range o.Siblings {
		places = append(places, [2]string{s, "${otherExtension}"})
	}
	slices.SortStableFunc(places, func(a, b [2]string) int { return cmp.Compare(len(b[0]), len(a[0])) })
	return places
}

// SortResources sorts and drops what is there twice; it works in place.
func SortResources(rs []Resource) []Resource {
	slices.SortFunc(rs, func(a, b Resource) int { return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Value, b.Value)) })
	return slices.Compact(rs)
}
