package synth

import (
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/catalog"
	"github.com/ringfence-dev/ringfence/internal/extension"
	"github.com/ringfence-dev/ringfence/internal/facts"
	"github.com/ringfence-dev/ringfence/policygen/policy"
)

// named are the roles that say of what a surface is used, for the surfaces where
// knowing that narrows the grant.
var named = map[catalog.Capability][]catalog.Role{
	catalog.VSCommand:       {catalog.RoleCommandID},
	catalog.VSAuth:          {catalog.RoleProvider},
	catalog.VSExtensions:    {catalog.RoleExtension},
	catalog.VSSettingsWrite: {},
	catalog.VSFilesRead:     {catalog.RolePath, catalog.RolePathSource},
	catalog.VSFilesWrite:    {catalog.RolePath, catalog.RolePathDest},
	catalog.VSTask:          {catalog.RoleID},
	catalog.VSDebug:         {catalog.RoleID},
	catalog.VSAI:            {catalog.RoleID},
	catalog.VSOpen:          {catalog.RoleURL},
}

// surface grants a part of the vscode API.
func (b *builder) surface(u facts.Use, e catalog.Entry, place Place) {
	name, ok := strings.CutPrefix(string(e.Capability), "vscode.")
	if !ok {
		if e.Capability == catalog.FileWatch {
			// What the editor tells of the workspace's files.
			b.grant(policy.Grant{Section: policy.VSCode, Name: "files.read", Pattern: "${workspace}/**"}, place)
		}
		return
	}
	c := call{b, u, e, place}
	whole := policy.Grant{Section: policy.VSCode, Name: name, TrustedOnly: c.flows()}
	if u.Imprecise {
		whole.Mark, whole.Question = policy.Imprecise, "Is "+place.Symbol+" really used? It was found by its name alone."
	}
	files := e.Capability == catalog.VSFilesRead || e.Capability == catalog.VSFilesWrite
	switch {
	case isDocument(e.Member) && files:
		// What the person has open: no argument says which file it is.
		c.folders(name, policy.FilesWrite)
	case files && e.Member != "workspace.applyEdit" && !c.has(catalog.RolePath, catalog.RolePathSource, catalog.RolePathDest):
		// A search, a file system of its own: no path says what it is about.
		if part().MatchString(e.Member) {
			b.grant(policy.Grant{Section: policy.Modules, Name: "vscode", Pattern: e.Member, Mark: whole.Mark, Question: whole.Question}, place)
		}
	case e.Capability == catalog.VSSettingsWrite && u.Kind != facts.Reference:
		b.settingWrites(place)
	case e.Capability == catalog.VSOpen && c.has(catalog.RoleURL):
		c.opens(c.values(catalog.RoleURL), whole)
	case u.Kind == facts.Reference && len(named[e.Capability]) > 0 && c.has(named[e.Capability]...):
		b.taken = append(b.taken, taken{u, catalog.Entry{Module: "vscode", Member: u.Member, Capability: e.Capability, Args: e.Args}})
	case e.Member == "workspace.openNotebookDocument" && c.newNotebook():
		// What the call says is in it, and no file is read.
	case files:
		c.documents(name)
	case len(named[e.Capability]) > 0 && c.has(named[e.Capability]...):
		c.ids(whole)
		if e.Capability == catalog.VSCommand {
			c.contextKeys(whole)
			c.commandAddresses()
		}
	default:
		b.grant(whole, place)
	}
}

// isDocument reports a function of a document itself, such as TextDocument.save, by the member's name.
func isDocument(member string) bool {
	of, name, ok := cutLast(member)
	of = strings.TrimSuffix(of, "()")
	return ok && name == "save" && (strings.HasSuffix(of, "ocument") || strings.HasSuffix(of, "ocuments"))
}

// cutLast takes the last name off a dotted one.
func cutLast(member string) (before, last string, found bool) {
	i := strings.LastIndexByte(member, '.')
	if i < 0 {
		return "", member, false
	}
	return member[:i], member[i+1:], true
}

// ids grants a surface for the ids that the arguments name.
func (c call) ids(whole policy.Grant) {
	open := false
	values := c.values(named[c.entry.Capability]...)
	for _, v := range values {
		open = open || v.Open || len(v.Alts) == 0 && len(v.Props) == 0
		for _, p := range v.Alts {
			text := textOf(p)
			if len(p) == 1 && p[0].Kind == facts.Keyword || text == "" {
				continue
			}
			g := whole
			g.Pattern = stars(text)
			if strings.Trim(text, hole) == "" || !c.grant(g, c.place) {
				open = true
			}
		}
	}
	if open || len(values) == 0 {
		whole.Mark, whole.Question = policy.Unresolved, question(policy.VSCode, whole.Name)
		c.grant(whole, c.place)
	}
}

// documents grants files through the editor.
func (c call) documents(surface string) {
	roles := named[c.entry.Capability]
	values := c.values(roles...)
	patterns, open := c.paths(values)
	for _, text := range patterns {
		open = !c.grant(policy.Grant{Section: policy.VSCode, Name: surface, Pattern: text, TrustedOnly: c.trusted(text)}, c.place) || open
	}
	if c.entry.Capability == catalog.VSFilesWrite && c.has(catalog.RolePathSource) {
		from, more := c.paths(c.values(catalog.RolePathSource))
		for _, text := range from {
			c.grant(policy.Grant{Section: policy.VSCode, Name: "files.read", Pattern: text, TrustedOnly: c.trusted(text)}, c.place)
		}
		if more {
			c.folders("files.read", policy.FilesRead)
		}
	}
	if open || len(values) == 0 {
		section := policy.FilesRead
		if c.entry.Capability == catalog.VSFilesWrite {
			section = policy.FilesWrite
		}
		c.folders(surface, section)
	}
}

// folders grants the default scope of files for a surface: the workspace and the
// extension's own storage.
func (c call) folders(surface string, s policy.Section) {
	for _, x := range c.scopes(s) {
		if x.pattern == "${extension}/**" || x.pattern == "${tmp}/**" || x.pattern == "${logs}/**" {
			continue // what the editor is asked for is what people work on
		}
		c.grant(policy.Grant{Section: policy.VSCode, Name: surface, Pattern: x.pattern, TrustedOnly: c.flows(),
			Mark: policy.Unresolved, Question: question(policy.VSCode, surface)}, c.place)
	}
}

// commandNames grants the registering of commands, where one is of the editor's: others need no line.
func (c call) commandNames() {
	for _, v := range c.values(catalog.RoleCommandID) {
		for _, p := range v.Alts {
			if name, ok := p.Constant(); ok && policy.EditorsCommand(name) && !c.contributes(name) {
				c.grant(policy.Grant{Section: policy.Modules, Name: "vscode", Pattern: c.entry.Member}, c.place)
				return
			}
		}
	}
}

// newNotebook reports a call that is given the kind of a notebook, and no address.
func (c call) newNotebook() bool {
	values := c.values(catalog.RolePath)
	if len(values) == 0 || c.use.Spread {
		return false
	}
	for _, p := range values[0].Alts {
		if kind, ok := p.Constant(); !ok || strings.ContainsAny(kind, `/\:`) || kind == "" {
			return false
		}
	}
	return !values[0].Open && len(values[0].Alts) > 0
}

// contributes reports that the manifest names a command as the extension's.
func (c call) contributes(name string) bool {
	ext := c.in.Extension
	return ext != nil && slices.ContainsFunc(ext.Manifest.Contributes.Commands, func(k extension.Command) bool { return k.Command == name })
}

// settingWrites grants the settings that a place changes.
func (b *builder) settingWrites(place Place) {
	g := policy.Grant{Section: policy.VSCode, Name: "settings.write"}
	done := false
	for _, w := range b.in.Program.SettingWrites {
		if w.Where != place.Where {
			continue
		}
		done = true
		g.Pattern = strings.ReplaceAll(w.ID, "?", "*")
		if !b.grant(g, place) || !w.Named() {
			done = false
		}
	}
	if !done {
		b.grant(policy.Grant{Section: policy.VSCode, Name: "settings.write", Mark: policy.Unresolved,
			Question: question(policy.VSCode, "settings.write")}, place)
	}
}
