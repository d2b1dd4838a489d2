package extension

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ringfence-dev/ringfence/internal/extension/jsondoc"
)

func (d *decoder) contributes(c cursor) Contributes {
	var out Contributes
	d.members(c, func(name string, c cursor) {
		n := 1
		switch c.v.Kind {
		case jsondoc.Array:
			n = len(c.v.Items)
		case jsondoc.Object:
			n = len(c.v.Members)
		}
		out.Points = append(out.Points, Point{name, n, c.at})
	})
	slices.SortFunc(out.Points, func(a, b Point) int { return cmp.Compare(a.Name, b.Name) })
	if !c.is(jsondoc.Object) {
		return out
	}
	d.visible(c, &out)
	d.settings(c, &out)
	d.running(c, &out)
	d.models(c, &out)
	d.documents(c, &out)
	return out
}

// visible reads what people see: commands, keys, views.
func (d *decoder) visible(c cursor, out *Contributes) {
	d.oneOrMore(c.get("commands"), func(c cursor) {
		out.Commands = append(out.Commands, Command{
			Command: d.str(c.get("command")), Title: d.text(c.get("title")), Category: d.text(c.get("category")),
			Enablement: d.str(c.get("enablement")), Pointer: c.at,
		})
	})
	d.oneOrMore(c.get("keybindings"), func(c cursor) {
		out.Keybindings = append(out.Keybindings, Keybinding{
			Command: d.str(c.get("command")), Key: d.str(c.get("key")), Mac: d.str(c.get("mac")),
			Linux: d.str(c.get("linux")), Win: d.str(c.get("win")), When: d.str(c.get("when")),
			Args: d.raw(c.get("args")), Pointer: c.at,
		})
	})
	d.members(c.get("menus"), func(menu string, c cursor) {
		d.objects(c, func(c cursor) {
			if command := c.get("command"); command.exists() {
				out.Menus = append(out.Menus, MenuItem{menu, d.str(command), d.str(c.get("when")), c.at})
			}
		})
	})
	d.members(c.get("views"), func(container string, c cursor) {
		d.objects(c, func(c cursor) {
			out.Views = append(out.Views, View{
				Container: container, ID: d.str(c.get("id")), Name: d.text(c.get("name")),
				Type: d.str(c.get("type")), When: d.str(c.get("when")), Pointer: c.at,
			})
		})
	})
	d.members(c.get("viewsContainers"), func(location string, c cursor) {
		d.objects(c, func(c cursor) {
			out.Containers = append(out.Containers, ViewContainer{
				Location: location, ID: d.str(c.get("id")), Title: d.text(c.get("title")),
				Icon: d.str(c.get("icon")), Pointer: c.at,
			})
		})
	})
	d.named(c.get("walkthroughs"), "id", "title", &out.Walkthroughs)
}

func (d *decoder) named(c cursor, id, label string, out *[]Named) {
	d.oneOrMore(c, func(c cursor) {
		*out = append(*out, Named{d.str(c.get(id)), d.text(c.get(label)), d.str(c.get("when")), c.at})
	})
}

func (d *decoder) settings(c cursor, out *Contributes) {
	d.oneOrMore(c.get("configuration"), func(c cursor) { d.section(c, 0, out) })
	d.defaults(c.get("configurationDefaults"), out)
}

// section reads one group of settings. VS Code still takes "allOf" with more
// groups inside.
func (d *decoder) section(c cursor, depth int, out *Contributes) {
	title := d.text(c.get("title"))
	d.members(c.get("properties"), func(key string, c cursor) {
		if !c.is(jsondoc.Object) {
			d.wrong(c, "an object")
			out.Settings = append(out.Settings, Setting{Key: key, Section: title, Pointer: c.at})
			return
		}
		s := Setting{
			Key: key, Scope: d.str(c.get("scope")), Types: d.strs(c.get("type")), Default: d.raw(c.get("default")),
			DeprecationMessage: d.text(c.get("deprecationMessage")), Tags: d.strs(c.get("tags")),
			Restricted: d.boolean(c.get("restricted")), Section: title, Pointer: c.at,
		}
		// A default of null is a default; get would take it for none.
		if v := c.v.Get("default"); v != nil {
			s.Default = d.doc.Raw(v)
		}
		s.Description, s.DescriptionKey = d.textKey(c.get("description"))
		s.MarkdownDescription, s.MarkdownDescriptionKey = d.textKey(c.get("markdownDescription"))
		d.each(c.get("enum"), func(c cursor) { s.Enum = append(s.Enum, d.doc.Raw(c.v)) })
		out.Settings = append(out.Settings, s)
	})
	if depth < 8 {
		d.objects(c.get("allOf"), func(c cursor) { d.section(c, depth+1, out) })
	}
}

func (d *decoder) defaults(c cursor, out *Contributes) {
	d.members(c, func(key string, c cursor) {
		if !strings.HasPrefix(key, "[") || !c.is(jsondoc.Object) {
			out.Defaults = append(out.Defaults, SettingDefault{key, d.raw(c), c.at})
			return
		}
		d.members(c, func(inner string, c cursor) {
			out.Defaults = append(out.Defaults, SettingDefault{key + inner, d.raw(c), c.at})
		})
	})
}

// running reads what makes VS Code start programs or hand out credentials.
func (d *decoder) running(c cursor, out *Contributes) {
	d.objects(c.get("debuggers"), func(c cursor) {
		g := Debugger{
			Type: d.str(c.get("type")), Label: d.text(c.get("label")), Program: d.str(c.get("program")),
			Runtime: d.str(c.get("runtime")), Args: d.items(c.get("args")), RuntimeArgs: d.items(c.get("runtimeArgs")),
			AdapterExecutableCommand: d.str(c.get("adapterExecutableCommand")), Languages: d.items(c.get("languages")), Pointer: c.at,
		}
		for _, platform := range []string{"windows", "win", "winx86", "osx", "linux"} {
			if p := c.get(platform); p.is(jsondoc.Object) {
				g.Platforms = append(g.Platforms, DebuggerPlatform{
					Platform: platform, Program: d.str(p.get("program")), Runtime: d.str(p.get("runtime")),
					Args: d.items(p.get("args")), RuntimeArgs: d.items(p.get("runtimeArgs")), Pointer: p.at,
				})
			} else if p.exists() {
				d.wrong(p, "an object")
			}
		}
		out.Debuggers = append(out.Debuggers, g)
	})
	d.objects(c.get("breakpoints"), func(c cursor) {
		language := c.get("language")
		out.Breakpoints = append(out.Breakpoints, Item{d.str(language), language.at})
	})
	d.objects(c.get("taskDefinitions"), func(c cursor) {
		t := TaskDefinition{Type: d.str(c.get("type")), Required: d.strs(c.get("required")), Pointer: c.at}
		d.members(c.get("properties"), func(name string, _ cursor) { t.Properties = append(t.Properties, name) })
		out.Tasks = append(out.Tasks, t)
	})
	terminal := c.get("terminal")
	d.named(terminal.get("profiles"), "id", "title", &out.TerminalProfiles)
	d.named(terminal.get("quickFixes"), "id", "id", &out.TerminalQuickFixes)
	d.objects(terminal.get("completionProviders"), func(c cursor) {
		out.TerminalCompletions = append(out.TerminalCompletions, Named{ID: d.text(c.get("description")), Pointer: c.at})
	})
	d.named(c.get("authentication"), "id", "label", &out.Authentication)
	d.objects(c.get("typescriptServerPlugins"), func(c cursor) {
		out.TypeScriptServerPlugins = append(out.TypeScriptServerPlugins, TypeScriptServerPlugin{
			d.str(c.get("name")), d.boolean(c.get("enableForWorkspaceTypeScriptVersions")), c.at,
		})
	})
}

// models reads what is given to language models.
func (d *decoder) models(c cursor, out *Contributes) {
	d.objects(c.get("languageModelTools"), func(c cursor) {
		out.LanguageModelTools = append(out.LanguageModelTools, LanguageModelTool{
			Name: d.str(c.get("name")), DisplayName: d.text(c.get("displayName")),
			ToolReferenceName: d.str(c.get("toolReferenceName")), When: d.str(c.get("when")),
			ModelDescription: d.text(c.get("modelDescription")), UserDescription: d.text(c.get("userDescription")),
			CanBeReferencedInPrompt: d.boolean(c.get("canBeReferencedInPrompt")), Tags: d.strs(c.get("tags")),
			InputSchema: d.raw(c.get("inputSchema")), Pointer: c.at,
		})
	})
	d.named(c.get("languageModelToolSets"), "name", "description", &out.LanguageModelToolSets)
	d.named(c.get("languageModelChatProviders"), "vendor", "displayName", &out.LanguageModelProviders)
	d.objects(c.get("chatParticipants"), func(c cursor) {
		p := ChatParticipant{
			ID: d.str(c.get("id")), Name: d.str(c.get("name")), FullName: d.text(c.get("fullName")),
			Description: d.text(c.get("description")), When: d.str(c.get("when")), IsSticky: d.boolean(c.get("isSticky")), Pointer: c.at,
		}
		d.named(c.get("commands"), "name", "description", &p.Commands)
		out.ChatParticipants = append(out.ChatParticipants, p)
	})
	for _, point := range []string{"chatAgents", "chatInstructions", "chatPromptFiles", "chatSkills"} {
		d.objects(c.get(point), func(c cursor) {
			out.ChatFiles = append(out.ChatFiles, ChatFile{point, d.str(c.get("name")), d.str(c.get("path")), c.at})
		})
	}
	d.named(c.get("mcpServerDefinitionProviders"), "id", "label", &out.MCPServers)
}

// documents reads what goes with kinds of files.
func (d *decoder) documents(c cursor, out *Contributes) {
	d.objects(c.get("languages"), func(c cursor) {
		out.Languages = append(out.Languages, Language{
			ID: d.str(c.get("id")), Extensions: d.strs(c.get("extensions")), Filenames: d.strs(c.get("filenames")),
			FilenamePatterns: d.strs(c.get("filenamePatterns")), Aliases: d.strs(c.get("aliases")),
			MimeTypes: d.strs(c.get("mimetypes")), FirstLine: d.str(c.get("firstLine")),
			Configuration: d.str(c.get("configuration")), Pointer: c.at,
		})
	})
	d.objects(c.get("customEditors"), func(c cursor) {
		out.CustomEditors = append(out.CustomEditors, CustomEditor{
			d.str(c.get("viewType")), d.text(c.get("displayName")), d.priority(c.get("priority")), d.selector(c.get("selector")), c.at,
		})
	})
	d.objects(c.get("notebooks"), func(c cursor) {
		out.Notebooks = append(out.Notebooks, Notebook{
			d.str(c.get("type")), d.text(c.get("displayName")), d.str(c.get("priority")), d.selector(c.get("selector")), c.at,
		})
	})
	d.objects(c.get("notebookRenderer"), func(c cursor) {
		entry := c.get("entrypoint")
		if entry.is(jsondoc.Object) {
			entry = entry.get("path")
		}
		out.NotebookRenderers = append(out.NotebookRenderers, NotebookRenderer{
			d.str(c.get("id")), d.text(c.get("displayName")), d.str(entry), d.strs(c.get("mimeTypes")), c.at,
		})
	})
	d.objects(c.get("notebookPreload"), func(c cursor) {
		out.NotebookPreloads = append(out.NotebookPreloads, NotebookPreload{d.str(c.get("type")), d.str(c.get("entrypoint")), c.at})
	})
	d.objects(c.get("jsonValidation"), func(c cursor) {
		out.JSONValidation = append(out.JSONValidation, JSONValidation{d.strs(c.get("fileMatch")), d.str(c.get("url")), c.at})
	})
	d.each(c.get("markdown.previewScripts"), func(c cursor) {
		// A module is an object with a path.
		if c.is(jsondoc.Object) {
			c = c.get("path")
		}
		out.MarkdownPreviewScripts = append(out.MarkdownPreviewScripts, Item{d.str(c), c.at})
	})
	out.MarkdownPreviewStyles = d.items(c.get("markdown.previewStyles"))
	out.MarkdownItPlugins = d.boolean(c.get("markdown.markdownItPlugins"))
	d.contributedFiles(c.get("grammars"), "scopeName", &out.Grammars)
	d.contributedFiles(c.get("snippets"), "language", &out.Snippets)
	d.contributedFiles(c.get("themes"), "label", &out.Themes)
	d.contributedFiles(c.get("iconThemes"), "id", &out.IconThemes)
	d.contributedFiles(c.get("productIconThemes"), "id", &out.ProductIconThemes)
}

func (d *decoder) contributedFiles(c cursor, id string, out *[]ContributedFile) {
	d.objects(c, func(c cursor) {
		*out = append(*out, ContributedFile{d.text(c.get(id)), d.str(c.get("path")), c.at})
	})
}

// priority is a word, or an object of words by kind of editor.
func (d *decoder) priority(c cursor) string {
	if c.is(jsondoc.Object) {
		return d.raw(c)
	}
	return d.str(c)
}

// selector reads the file name patterns of editors and notebooks.
func (d *decoder) selector(c cursor) []string {
	var list []string
	d.objects(c, func(c cursor) {
		if pattern := d.str(c.get("filenamePattern")); pattern != "" {
			list = append(list, pattern)
		}
	})
	return list
}
