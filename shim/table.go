package shim

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/policygen/observation"
	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// knowledge is the loader's table: what it knows of each member of a module, and what it
// has in common with the Go packages of the policy. A member that is not in it does not
// exist for a fenced extension.
type knowledge struct {
	// Modules gives 0 for a harmless member, 1 for a namespace, else power.
	Modules map[string]map[string]any `json:"modules"`
	// Pure names the modules that only compute.
	Pure   []string    `json:"pure"`
	Places []sensitive `json:"places"`
	// Sections are those of a policy, without the modules, in the order of the document.
	Sections []titledSection `json:"sections"`
	// Roots are the named roots of paths, Own those of them that are the extension's.
	Roots []string `json:"roots"`
	Own   []string `json:"own"`
	// Shells are the names of shells, without an ending.
	Shells []string `json:"shells"`
	// Commands are what the names of the editor's commands begin with.
	Commands []string `json:"commands"`
	// Addressed are commands that open or fetch the address that they are handed.
	Addressed []string `json:"addressed"`
	// Conditions are what the editor's own keys of conditions begin with.
	Conditions []string `json:"conditions"`
	// Ports are the ends of addresses that a scheme means by itself.
	Ports map[string]string `json:"ports"`
	// Forms, Systems, Launchers, HarmlessCommands and Steering say what observation grants by itself and
	// what it does not; Steering also what an extension's own programs are not given.
	Forms            []observation.Form `json:"forms"`
	Systems          []string           `json:"systems"`
	Launchers        []string           `json:"launchers"`
	HarmlessCommands []string           `json:"harmlessCommands"`
	Steering         []string           `json:"steering"`
}

// titledSection is a section of a policy, and what it lets an extension do.
type titledSection struct {
	Name  policy.Section `json:"name"`
	Title string         `json:"title"`
}

// power is a member with a capability.
type power struct {
	Capability string `json:"c"`
	Form       string `json:"f,omitempty"`
	// Args are the arguments' roles: position, property, role.
	Args [][3]any `json:"a"`
}

// sensitive is a place that a grant has to name; Read says that reading counts,
// Of of which pattern this is another name.
type sensitive struct {
	Pattern string `json:"pattern"`
	Read    bool   `json:"read"`
	Of      string `json:"of,omitempty"`
}

// Table is the loader's table as JSON text, one module a line.
func Table() ([]byte, error) {
	c := catalog.Default()
	k := knowledge{
		Modules: map[string]map[string]any{}, Pure: []string{},
		Roots: pattern.RootNames(), Own: policy.OwnRoots(), Shells: policy.Shells(), Commands: policy.EditorCommands(),
		Addressed: policy.AddressCommands(), Conditions: policy.ConditionWords(),
		Ports: observation.Ports(),
		Forms: observation.Forms(), Systems: observation.Systems(), Launchers: observation.Launchers(),
		HarmlessCommands: observation.HarmlessCommands(), Steering: observation.Steering(),
	}
	for _, s := range policy.Sections() {
		if title := s.Title(); title != "" {
			k.Sections = append(k.Sections, titledSection{s, title})
		}
	}
	for _, e := range c.Symbols() {
		if strings.Contains(e.Member, "()") || e.Module == "globals" || e.Module == "vscode" && c.FromTypes(e.Member) {
			continue // members of results, and of what is handed to functions, are the views' business
		}
		if e.Member == "" {
			if e.Harmless() && !e.Namespace {
				k.Pure = append(k.Pure, e.Module)
			}
			continue
		}
		if k.Modules[e.Module] == nil {
			k.Modules[e.Module] = map[string]any{}
		}
		k.Modules[e.Module][e.Member] = line(e)
	}
	for _, p := range policy.Places() {
		for i, text := range p.Patterns {
			line := sensitive{Pattern: text, Read: p.Read}
			if i > 0 {
				line.Of = p.Patterns[0]
			}
			k.Places = append(k.Places, line)
		}
	}
	text, err := json.Marshal(k)
	if err != nil {
		return nil, fmt.Errorf("writing the loader's table: %w", err)
	}
	// A module and a place a line, so that a diff can be read.
	text = []byte(strings.NewReplacer(`},"`, "},\n\"", `},{`, "},\n{").Replace(string(text)))
	return append(text, '\n'), nil
}

func line(e catalog.Entry) any {
	switch {
	case e.Namespace:
		return 1
	case e.Harmless():
		return 0
	}
	p := power{Capability: string(e.Capability), Form: string(e.Form), Args: [][3]any{}}
	for _, a := range e.Args {
		p.Args = append(p.Args, [3]any{a.Index, a.Prop, string(a.Role)})
	}
	return p
}
