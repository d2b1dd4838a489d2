package extension

// everything is what testdata/everything/package.json says.
func everything() *Manifest {
	const c = "/contributes/"
	return &Manifest{
		Name:                  "Everything",
		Publisher:             "acme",
		Version:               "1.2.3",
		DisplayName:           "Every Thing",
		Description:           "plain",
		Main:                  "./out/main",
		Browser:               "./out/web.js",
		Type:                  "module",
		License:               "MIT",
		Icon:                  "icon.png",
		Homepage:              "https://example.com",
		Repository:            "https://example.com/x.git",
		Preview:               true,
		Private:               true,
		Pricing:               "Free",
		API:                   "none",
		Engines:               []Pair{{"node", ">=20", "/engines/node"}, {"vscode", "^1.90.0", "/engines/vscode"}},
		ActivationEvents:      []Item{{"onStartupFinished", "/activationEvents/0"}, {"workspaceContains:**/x", "/activationEvents/1"}},
		Categories:            []Item{{"Other", "/categories/0"}},
		Keywords:              []Item{{"k", "/keywords/0"}},
		ExtensionKind:         []Item{{"ui", "/extensionKind"}},
		ExtensionPack:         []Item{{"a.b", "/extensionPack/0"}},
		ExtensionDependencies: []Item{{"c.d", "/extensionDependencies/0"}},
		EnabledAPIProposals:   []Item{{"terminalDataWriteEvent", "/enabledApiProposals/0"}},
		Scripts: []Pair{
			{"vscode:prepublish", "npm run build", "/scripts/vscode:prepublish"},
			{"vscode:uninstall", "node ./out/gone.js", "/scripts/vscode:uninstall"},
		},
		Files:                []Item{{"out", "/files/0"}},
		HasFiles:             true,
		Dependencies:         []Pair{{"x", "1", "/dependencies/x"}},
		DevDependencies:      []Pair{{"y", "2", "/devDependencies/y"}},
		OptionalDependencies: []Pair{{"z", "3", "/optionalDependencies/z"}},
		PeerDependencies:     []Pair{{"w", "4", "/peerDependencies/w"}},
		BundledDependencies:  []Item{{"x", "/bundleDependencies/0"}},
		Capabilities: Capabilities{
			UntrustedWorkspaces: &Support{
				Raw: `"limited"`, Level: "limited", Description: "Runs tasks", DescriptionKey: "trust", Pointer: "/capabilities/untrustedWorkspaces",
				RestrictedConfigurations: []Item{{"e.path", "/capabilities/untrustedWorkspaces/restrictedConfigurations/0"}},
			},
			VirtualWorkspaces: &Support{Bare: true, Raw: "false", Level: "false", Pointer: "/capabilities/virtualWorkspaces"},
		},
		Contributes: Contributes{
			Commands: []Command{{"everything.run", "Every Thing", "E", "e.on", c + "commands/0"}},
			Keybindings: []Keybinding{
				{Command: "everything.run", Key: "ctrl+k", Mac: "cmd+k", When: "editorFocus", Args: `{"a": 1}`, Pointer: c + "keybindings"},
			},
			Menus: []MenuItem{
				{Menu: "commandPalette", Command: "everything.run", When: "isWorkspaceTrusted", Pointer: "/contributes/menus/commandPalette/0"},
			},
			Settings: []Setting{
				{
					Key:            "e.path",
					Scope:          "machine-overridable",
					Types:          []string{"string", "null"},
					Default:        "null",
					Description:    "A setting",
					DescriptionKey: "setting",
					Tags:           []string{"t"},
					Restricted:     true,
					Section:        "E",
					Pointer:        c + "configuration/properties/e.path",
				},
				{
					Key: "e.mode", Types: []string{"string"}, Enum: []string{`"a"`, "1"}, MarkdownDescription: "plain", DeprecationMessage: "old",
					Section: "E", Pointer: c + "configuration/properties/e.mode",
				},
			},
			Defaults: []SettingDefault{
				{"editor.tabSize", "2", c + "configurationDefaults/editor.tabSize"},
				{"[go]editor.formatOnSave", "true", c + "configurationDefaults/[go]/editor.formatOnSave"},
			},
			Debuggers: []Debugger{{
				Type: "dbg", Label: "D", Program: "./out/dbg.js", Runtime: "node", AdapterExecutableCommand: "e.adapter",
				Args: []Item{{"-a", c + "debuggers/0/args/0"}}, RuntimeArgs: []Item{{"-r", c + "debuggers/0/runtimeArgs/0"}},
				Platforms: []DebuggerPlatform{{Platform: "windows", Runtime: "node.exe", Pointer: c + "debuggers/0/windows"}},
				Languages: []Item{{"go", c + "debuggers/0/languages/0"}}, Pointer: c + "debuggers/0",
			}},
			Breakpoints: []Item{{"go", c + "breakpoints/0/language"}},
			Tasks:       []TaskDefinition{{"make", []string{"target"}, []string{"target", "cwd"}, c + "taskDefinitions/0"}},
			Languages: []Language{{
				ID: "go", Extensions: []string{".go"}, Filenames: []string{"GO"}, FilenamePatterns: []string{"*.go.*"}, Aliases: []string{"Go"},
				MimeTypes: []string{"text/x-go"}, FirstLine: "^#!", Configuration: "./lc.json", Pointer: c + "languages/0",
			}},
			Views:              []View{{"explorer", "v", "Every Thing", "webview", "x", c + "views/explorer/0"}},
			Containers:         []ViewContainer{{"activitybar", "c", "C", "c.svg", c + "viewsContainers/activitybar/0"}},
			Walkthroughs:       []Named{{ID: "w", Label: "W", Pointer: c + "walkthroughs/0"}},
			TerminalProfiles:   []Named{{ID: "t", Label: "T", Pointer: c + "terminal/profiles/0"}},
			TerminalQuickFixes: []Named{{ID: "q", Label: "q", Pointer: c + "terminal/quickFixes/0"}},
			Authentication:     []Named{{ID: "auth", Label: "Auth", Pointer: c + "authentication/0"}},
			LanguageModelTools: []LanguageModelTool{{
				Name: "tool", DisplayName: "Tool", ToolReferenceName: "ref", When: "y", ModelDescription: "does it", UserDescription: "u",
				CanBeReferencedInPrompt: true, Tags: []string{"x"}, InputSchema: `{"type": "object"}`, Pointer: c + "languageModelTools/0",
			}},
			ChatParticipants: []ChatParticipant{{
				ID: "chat", Name: "c", FullName: "C", Description: "d", IsSticky: true,
				Commands: []Named{{ID: "fix", Label: "Fix", Pointer: c + "chatParticipants/0/commands/0"}}, Pointer: c + "chatParticipants/0",
			}},
			ChatFiles:               []ChatFile{{"chatInstructions", "i", "./i.md", c + "chatInstructions/0"}},
			MCPServers:              []Named{{ID: "mcp", Label: "M", Pointer: c + "mcpServerDefinitionProviders/0"}},
			CustomEditors:           []CustomEditor{{"ce", "CE", "option", []string{"*.ce"}, c + "customEditors/0"}},
			Notebooks:               []Notebook{{"nb", "NB", "", []string{"*.nb"}, c + "notebooks/0"}},
			NotebookRenderers:       []NotebookRenderer{{"r", "R", "./r.js", []string{"text/r"}, c + "notebookRenderer/0"}},
			NotebookPreloads:        []NotebookPreload{{"nb", "./p.js", c + "notebookPreload/0"}},
			TypeScriptServerPlugins: []TypeScriptServerPlugin{{"plugin", true, c + "typescriptServerPlugins/0"}},
			JSONValidation:          []JSONValidation{{[]string{"*.e.json"}, "https://example.com/s.json", c + "jsonValidation/0"}},
			MarkdownPreviewScripts:  []Item{{"./s.js", c + "markdown.previewScripts/0"}, {"./m.js", c + "markdown.previewScripts/1/path"}},
			MarkdownPreviewStyles:   []Item{{"./s.css", c + "markdown.previewStyles/0"}},
			MarkdownItPlugins:       true,
			Grammars:                []ContributedFile{{"source.e", "./g.json", c + "grammars/0"}},
			Snippets:                []ContributedFile{{"go", "./sn.json", c + "snippets/0"}},
			Themes:                  []ContributedFile{{"Dark", "./t.json", c + "themes/0"}},
			IconThemes:              []ContributedFile{{"it", "./it.json", c + "iconThemes/0"}},
			ProductIconThemes:       []ContributedFile{{"pit", "./pit.json", c + "productIconThemes/0"}},
			Points:                  everythingPoints(),
		},
		Metadata: &Metadata{
			ID: "1", PublisherID: "2", PublisherDisplayName: "Acme", TargetPlatform: "linux-x64", Source: "gallery", IsPreReleaseVersion: true,
			IsMachineScoped: true, Pinned: true, InstalledTimestamp: 1700000000000, Pointer: "/__metadata",
		},
	}
}

func everythingPoints() []Point {
	var list []Point
	for _, p := range []struct {
		name  string
		count int
	}{
		{"authentication", 1}, {"breakpoints", 1}, {"chatInstructions", 1}, {"chatParticipants", 1}, {"commands", 1},
		{"configuration", 2}, {"configurationDefaults", 2}, {"customEditors", 1}, {"debuggers", 1}, {"grammars", 1},
		{"iconThemes", 1}, {"jsonValidation", 1}, {"keybindings", 5}, {"languageModelTools", 1}, {"languages", 1},
		{"markdown.markdownItPlugins", 1}, {"markdown.previewScripts", 2}, {"markdown.previewStyles", 1}, {"mcpServerDefinitionProviders", 1},
		{"menus", 2},
		{"notebookPreload", 1}, {"notebookRenderer", 1}, {"notebooks", 1}, {"productIconThemes", 1}, {"snippets", 1},
		{"somethingNew", 1}, {"taskDefinitions", 1}, {"terminal", 2}, {"themes", 1}, {"typescriptServerPlugins", 1},
		{"views", 1}, {"viewsContainers", 1}, {"walkthroughs", 1},
	} {
		list = append(list, Point{p.name, p.count, "/contributes/" + p.name})
	}
	return list
}
