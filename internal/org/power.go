package org

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/policygen/pattern"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// power is what a ceiling can bound: sections of a policy or a part of one.
type power struct {
	sections []policy.Section
	// name is the module, surface or kind of code that is meant; empty: all.
	name string
	// form says what the entries of at-most are.
	form form
}

// form is what the entries of at-most name.
type form int

const (
	patterns form = iota // paths, addresses, variables: as a policy has them
	programs             // a program, or a list of a program and its arguments
	shells               // lines for a shell
	names                // surfaces, kinds of code, modules
	nothing              // there is nothing to name: it is granted or not
)

// Powers lists the powers with a closed name. Beside them stand "modules.NAME"
// for each module.
func Powers() []string {
	out := []string{"files", "network", "process.run", "process.shell"}
	for _, s := range policy.Sections() {
		out = append(out, string(s))
	}
	for _, k := range policy.CodeKinds() {
		out = append(out, "code."+k)
	}
	for _, s := range policy.Surfaces() {
		out = append(out, "vscode."+s)
	}
	slices.Sort(out)
	return out
}

// powerOf returns the power of a name.
func powerOf(of string) (power, bool) {
	if module, ok := strings.CutPrefix(of, "modules."); ok {
		valid := policy.Grant{Section: policy.Modules, Name: module}.Validate() == nil
		return power{[]policy.Section{policy.Modules}, module, patterns}, valid
	}
	if !slices.Contains(Powers(), of) {
		return power{}, false
	}
	switch of {
	case "files":
		return power{[]policy.Section{policy.FilesRead, policy.FilesWrite}, "", patterns}, true
	case "network":
		return power{[]policy.Section{policy.NetworkConnect, policy.NetworkListen}, "", patterns}, true
	case "processes", "process.run":
		return power{[]policy.Section{policy.Processes}, "", programs}, true
	case "process.shell":
		return power{[]policy.Section{policy.Processes}, "", shells}, true
	case "modules", "vscode", "code":
		return power{[]policy.Section{policy.Section(of)}, "", names}, true
	}
	if kind, ok := strings.CutPrefix(of, "code."); ok {
		p := power{[]policy.Section{policy.Code}, kind, nothing}
		if (policy.Grant{Section: policy.Code, Name: kind, Pattern: "**", Mark: policy.Unresolved}).Validate() == nil {
			p.form = patterns
		}
		return p, true
	}
	if surface, ok := strings.CutPrefix(of, "vscode."); ok {
		return power{[]policy.Section{policy.VSCode}, surface, patterns}, true
	}
	return power{[]policy.Section{policy.Section(of)}, "", patterns}, true
}

// grants are what one entry of at-most allows. words is one text, or for a
// program the program and its arguments.
func (p power) grants(words []string) ([]policy.Grant, error) {
	if len(words) > 1 && p.form != programs {
		return nil, errors.New("an entry is one text here; lists are for programs with their arguments")
	}
	var out []policy.Grant
	for _, s := range p.sections {
		g := policy.Grant{Section: s, Name: p.name, Pattern: words[0]}
		switch p.form {
		case nothing:
			return nil, fmt.Errorf("%s is granted or not: at-most can only be none", p.name)
		case programs:
			g.Args = words[1:]
			if len(words) == 1 {
				g.Args = []string{"..."}
			}
		case shells:
			g.Shell = true
		case names:
			g.Name, g.Pattern = words[0], ""
			if s == policy.Modules {
				g.Pattern = "*"
			}
		}
		whole := g
		if s == policy.Code {
			// A kind of code with files is named alone, or an addon without its
			// digest: a ceiling may say less than a grant.
			whole.Mark = policy.Unresolved
			if p.form == names && whole.Validate() != nil {
				whole.Pattern = "**"
			}
		}
		if err := whole.Validate(); err != nil {
			return nil, err
		}
		out = append(out, whole)
	}
	return out, nil
}

// covers reports that a grant is of this power.
func (p power) covers(g policy.Grant, of string, pr *pattern.Prover) bool {
	if !slices.Contains(p.sections, g.Section) || p.name != "" && g.Name != p.name {
		return false
	}
	switch of {
	case "process.run":
		return !g.Shell
	case "process.shell":
		return g.Shell || reachesShell(g, pr)
	}
	return true
}

// reachesShell reports a program that is a shell, or may be: it runs any line it
// is given, whatever the section calls it.
func reachesShell(g policy.Grant, pr *pattern.Prover) bool {
	base := strings.ToLower(g.Pattern[strings.LastIndexByte(g.Pattern, '/')+1:])
	if slices.Contains(shellNames, strings.TrimSuffix(base, ".exe")) {
		return true
	}
	// What names one program cannot be another.
	if !strings.ContainsAny(g.Pattern, "*?[{") && !strings.Contains(g.Pattern, "re:") {
		return false
	}
	all, err := pattern.ParseCommand(g.Pattern, g.Args)
	if err != nil {
		return true
	}
	for _, name := range shellNames {
		for _, where := range []string{"", "/bin/", "/usr/bin/", "/usr/local/bin/", "C:/Windows/System32/",
			"C:/Windows/System32/WindowsPowerShell/v1.0/"} {
			for _, suffix := range []string{"", ".exe"} {
				one, err := pattern.ParseCommand(where+name+suffix, g.Args)
				if err == nil && pr.Command(all, one) {
					return true
				}
			}
		}
	}
	// With no steps left nothing is proven, and nothing is ruled out.
	return !pr.Spend(0)
}

var shellNames = []string{
	"sh",
	"bash",
	"zsh",
	"dash",
	"ash",
	"ksh",
	"mksh",
	"fish",
	"csh",
	"tcsh",
	"busybox",
	"cmd",
	"powershell",
	"pwsh",
	"wsl",
}
