package extension

// Contributes is what the extension adds to VS Code. Each element has the JSON
// pointer of its object; texts are translated.
type Contributes struct {
	Commands     []Command
	Keybindings  []Keybinding
	Menus        []MenuItem
	Settings     []Setting
	Defaults     []SettingDefault
	Debuggers    []Debugger
	Breakpoints  []Item
	Tasks        []TaskDefinition
	Languages    []Language
	Views        []View
	Containers   []ViewContainer
	Walkthroughs []Named

	TerminalProfiles        []Named
	TerminalQuickFixes      []Named
	TerminalCompletions     []Named
	Authentication          []Named
	LanguageModelTools      []LanguageModelTool
	LanguageModelToolSets   []Named
	LanguageModelProviders  []Named
	ChatParticipants        []ChatParticipant
	ChatFiles               []ChatFile
	MCPServers              []Named
	CustomEditors           []CustomEditor
	Notebooks               []Notebook
	NotebookRenderers       []NotebookRenderer
	NotebookPreloads        []NotebookPreload
	TypeScriptServerPlugins []TypeScriptServerPlugin
	JSONValidation          []JSONValidation
	// Scripts and styles that VS Code loads into other webviews.
	MarkdownPreviewScripts, MarkdownPreviewStyles []Item
	// MarkdownItPlugins is set when the extension extends Markdown rendering.
	MarkdownItPlugins bool

	// Grammars, Snippets, Themes, IconThemes and ProductIconThemes name files.
	Grammars, Snippets, Themes, IconThemes, ProductIconThemes []ContributedFile

	// Points counts the elements under every contribution point, also those
	// that have no field of their own here, sorted by name.
	Points []Point
}

// Point is one contribution point that the manifest uses.
type Point struct {
	Name string
	// Count is the number of elements of an array or members of an object, and
	// 1 for anything else.
	Count   int
	Pointer string
}

// Count returns the number of elements under a contribution point; 0: not used.
func (c *Contributes) Count(point string) int {
	for _, p := range c.Points {
		if p.Name == point {
			return p.Count
		}
	}
	return 0
}

// Named is a contribution of which only its identity matters.
type Named struct {
	ID, Label, When, Pointer string
}

// Command is an entry of contributes.commands.
type Command struct {
	Command, Title, Category, Enablement, Pointer string
}

// Keybinding is an entry of contributes.keybindings.
type Keybinding struct {
	Command, Key, Mac, Linux, Win, When string
	// Args is the argument as JSON; empty: none.
	Args    string
	Pointer string
}

// MenuItem is an entry of contributes.menus.
type MenuItem struct {
	// Menu is the place ("commandPalette", "editor/context").
	Menu, Command, When, Pointer string
}

// Setting is one property of contributes.configuration.
type Setting struct {
	Key string
	// Scope as written; empty means VS Code's default, "window". See
	// EffectiveScope.
	Scope string
	// Types are the JSON types allowed; empty: not said.
	Types []string
	// Default is the default value as JSON; empty: none.
	Default string
	// Enum are the values allowed, as JSON.
	Enum []string
	// Description and MarkdownDescription are translated; the keys are what
	// the manifest had between percent signs, empty when it had plain text.
	Description, MarkdownDescription       string
	DescriptionKey, MarkdownDescriptionKey string
	DeprecationMessage                     string
	Tags                                   []string
	// Restricted is set by "restricted": true: not honoured in an untrusted
	// workspace.
	Restricted bool
	// Section is the title of the group the setting is in.
	Section string
	Pointer string
}

// EffectiveScope is the scope VS Code gives the setting: an absent or unknown
// one is "window".
func (s Setting) EffectiveScope() string {
	switch s.Scope {
	case "application", "machine", "application-machine", "machine-overridable", "window", "resource", "language-overridable":
		return s.Scope
	}
	return "window"
}

// WorkspaceCanSet says whether a workspace (that is, whoever wrote the
// repository that is opened) can set the value.
func (s Setting) WorkspaceCanSet() bool {
	switch s.EffectiveScope() {
	case "application", "machine", "application-machine":
		return false
	}
	return true
}

// SettingDefault is a default the extension changes for somebody else's
// setting (contributes.configurationDefaults).
type SettingDefault struct {
	// Key is the setting, or "[language]" for an object of them.
	Key string
	// Value is JSON.
	Value   string
	Pointer string
}

// Debugger is an entry of contributes.debuggers.
type Debugger struct {
	Type, Label string
	// Program, Runtime and the arguments start the adapter when no factory of
	// the extension does; Command is asked for them instead (the old
	// adapterExecutableCommand).
	Program, Runtime         string
	Args, RuntimeArgs        []Item
	AdapterExecutableCommand string
	// Platforms are the windows, winx86, osx and linux variants.
	Platforms []DebuggerPlatform
	Languages []Item
	Pointer   string
}

// DebuggerPlatform overrides how an adapter starts on one system.
type DebuggerPlatform struct {
	Platform, Program, Runtime string
	Args, RuntimeArgs          []Item
	Pointer                    string
}

// TaskDefinition is an entry of contributes.taskDefinitions.
type TaskDefinition struct {
	Type       string
	Required   []string
	Properties []string
	Pointer    string
}

// Language is an entry of contributes.languages.
type Language struct {
	ID                                      string
	Extensions, Filenames, FilenamePatterns []string
	Aliases, MimeTypes                      []string
	FirstLine, Configuration                string
	Pointer                                 string
}

// View is an entry of contributes.views.
type View struct {
	Container, ID, Name string
	// Type is "tree" (also when empty) or "webview".
	Type, When string
	Pointer    string
}

// ViewContainer is an entry of contributes.viewsContainers.
type ViewContainer struct {
	// Location is "activitybar", "panel" or "secondarySidebar".
	Location, ID, Title, Icon string
	Pointer                   string
}

// LanguageModelTool is an entry of contributes.languageModelTools.
type LanguageModelTool struct {
	Name, DisplayName, ToolReferenceName, When string
	// ModelDescription is what the model is told, UserDescription what people
	// are.
	ModelDescription, UserDescription string
	CanBeReferencedInPrompt           bool
	Tags                              []string
	// InputSchema is JSON; empty: no input.
	InputSchema string
	Pointer     string
}

// ChatParticipant is an entry of contributes.chatParticipants.
type ChatParticipant struct {
	ID, Name, FullName, Description, When string
	IsSticky                              bool
	Commands                              []Named
	Pointer                               string
}

// ChatFile is a prompt, instruction, agent or skill file given to chat.
type ChatFile struct {
	// Point is the contribution point: chatInstructions, chatPromptFiles,
	// chatAgents, chatSkills.
	Point, Name, Path string
	Pointer           string
}

// CustomEditor is an entry of contributes.customEditors.
type CustomEditor struct {
	ViewType, DisplayName string
	// Priority is "default" or "option", or JSON where the manifest gives one
	// for each kind of editor.
	Priority string
	// Selector are the file name patterns.
	Selector []string
	Pointer  string
}

// Notebook is an entry of contributes.notebooks.
type Notebook struct {
	Type, DisplayName, Priority string
	Selector                    []string
	Pointer                     string
}

// NotebookRenderer is an entry of contributes.notebookRenderer: a script that
// runs in the notebook's webview.
type NotebookRenderer struct {
	ID, DisplayName, Entrypoint string
	MimeTypes                   []string
	Pointer                     string
}

// NotebookPreload is an entry of contributes.notebookPreload.
type NotebookPreload struct {
	Type, Entrypoint, Pointer string
}

// TypeScriptServerPlugin is code that runs inside tsserver.
type TypeScriptServerPlugin struct {
	Name                                string
	EnableForWorkspaceTypeScriptVersion bool
	Pointer                             string
}

// JSONValidation returns a schema for files; URL may be on the network.
type JSONValidation struct {
	FileMatch []string
	URL       string
	Pointer   string
}

// ContributedFile is a contribution that is a file: a grammar, snippets, a
// theme.
type ContributedFile struct {
	// ID is the scope name of a grammar, the language of snippets, the id or
	// label of a theme.
	ID, Path, Pointer string
}
