package catalog

// Capability is a kind of power a symbol gives. The set is closed and follows
// the sections of the policy; the empty capability is "harmless".
type Capability string

// The capabilities.
const (
	// FileRead learns what is on the disk: contents, names, existence.
	FileRead Capability = "file.read"
	// FileWrite changes the disk: contents, names, modes, links.
	FileWrite Capability = "file.write"
	// FileWatch is told of changes on the disk.
	FileWatch Capability = "file.watch"

	// NetConnect talks to another machine or a local socket.
	NetConnect Capability = "net.connect"
	// NetListen lets others talk to us.
	NetListen Capability = "net.listen"
	// NetResolve asks the name system, which is a channel of its own.
	NetResolve Capability = "net.resolve"

	// ProcessRun starts a program by name with a list of arguments.
	ProcessRun Capability = "process.run"
	// ProcessShell hands a line of text to a shell.
	ProcessShell Capability = "process.shell"
	// ProcessFork starts another Node process on a file.
	ProcessFork Capability = "process.fork"
	// ProcessSignal signals, reorders or debugs other processes.
	ProcessSignal Capability = "process.signal"
	// ProcessExit ends or crashes the host.
	ProcessExit Capability = "process.exit"
	// ProcessState changes what every extension in the host shares: working
	// directory, user id, umask, listeners, title.
	ProcessState Capability = "process.state"

	// EnvRead reads environment variables.
	EnvRead Capability = "env.read"
	// EnvWrite sets environment variables, which children inherit.
	EnvWrite Capability = "env.write"

	// CodeEval turns text into running code.
	CodeEval Capability = "code.eval"
	// CodeVM compiles text or bytes with node:vm, or sets V8 flags.
	CodeVM Capability = "code.vm"
	// CodeWasm compiles WebAssembly or gives it the system.
	CodeWasm Capability = "code.wasm"
	// CodeNative loads machine code or reaches Node's own bindings.
	CodeNative Capability = "code.native"
	// CodeWorker starts a worker thread.
	CodeWorker Capability = "code.worker"
	// CodeLoad loads modules by name or changes how they are loaded.
	CodeLoad Capability = "code.load"

	// Crypto is cryptography: harmless as a power, catalogued for its
	// algorithm, key and initialisation vector.
	Crypto Capability = "crypto"
	// OSInfo describes the machine and the user.
	OSInfo Capability = "os.info"
	// DebugInspector opens or drives the debugger.
	DebugInspector Capability = "debug.inspector"
	// DebugInternals looks into or hooks the runtime: heap snapshots, async
	// hooks, diagnostics channels, active handles.
	DebugInternals Capability = "debug.internals"

	// VSTask defines or runs tasks.
	VSTask Capability = "vscode.task"
	// VSTerminal makes, reads or types into terminals, or sets their
	// environment.
	VSTerminal Capability = "vscode.terminal"
	// VSDebug starts or steers debug sessions and adapters.
	VSDebug Capability = "vscode.debug"
	// VSAuth provides or asks for sessions of authentication providers.
	VSAuth Capability = "vscode.auth"
	// VSOpen opens an address outside the editor.
	VSOpen Capability = "vscode.open"
	// VSCommand runs commands, also those of others.
	VSCommand Capability = "vscode.command"
	// VSClipboard reads or sets the clipboard.
	VSClipboard Capability = "vscode.clipboard"
	// VSFilesRead and VSFilesWrite reach files through the editor.
	VSFilesRead  Capability = "vscode.files.read"
	VSFilesWrite Capability = "vscode.files.write"
	// VSDocuments sees what is typed and opened.
	VSDocuments Capability = "vscode.documents"
	// VSSettingsRead and VSSettingsWrite reach the settings.
	VSSettingsRead  Capability = "vscode.settings.read"
	VSSettingsWrite Capability = "vscode.settings.write"
	// VSSecrets is the extension's secret storage.
	VSSecrets Capability = "vscode.secrets"
	// VSWebview shows web content with scripts.
	VSWebview Capability = "vscode.webview"
	// VSURIHandler is called by links from outside.
	VSURIHandler Capability = "vscode.uri-handler"
	// VSExtensions reaches other extensions and what they export.
	VSExtensions Capability = "vscode.extensions"
	// VSEnv describes the editor, the machine id and the session.
	VSEnv Capability = "vscode.env"
	// VSAI reaches language models, their tools, chats and MCP servers.
	VSAI Capability = "vscode.ai"
	// VSTrust asks whether the workspace is trusted.
	VSTrust Capability = "vscode.trust"
)

// Capabilities returns the closed set, sorted.
func Capabilities() []Capability {
	return []Capability{
		CodeEval, CodeLoad, CodeNative, CodeVM, CodeWasm, CodeWorker, Crypto,
		DebugInspector, DebugInternals, EnvRead, EnvWrite, FileRead, FileWatch,
		FileWrite, NetConnect, NetListen, NetResolve, OSInfo, ProcessExit,
		ProcessFork, ProcessRun, ProcessShell, ProcessSignal, ProcessState,
		VSAI, VSAuth, VSClipboard, VSCommand, VSDebug, VSDocuments, VSEnv,
		VSExtensions, VSFilesRead, VSFilesWrite, VSOpen, VSSecrets,
		VSSettingsRead, VSSettingsWrite, VSTask, VSTerminal, VSTrust,
		VSURIHandler, VSWebview,
	}
}

// Role says what an argument of a function means.
type Role string

// The roles.
const (
	RolePath       Role = "path"        // the file or directory the capability is about
	RolePathSource Role = "path.source" // only read, by a function that writes elsewhere
	RolePathDest   Role = "path.dest"   // written, where another argument is the source
	RolePattern    Role = "pattern"     // a glob
	RoleFlags      Role = "flags"       // open flags: "r" reads, anything else may write
	RoleContent    Role = "content"     // what is written, sent or shown
	RoleSocket     Role = "socket"      // a unix socket or named pipe
	RoleURL        Role = "url"
	RoleHost       Role = "host"
	RolePort       Role = "port"
	RoleProtocol   Role = "protocol"
	RoleTLS        Role = "tls.verify" // false switches certificate checks off
	RoleCommand    Role = "command"    // a program, or a whole line for process.shell
	RoleArgs       Role = "args"
	RoleShell      Role = "shell" // true or a shell's path turns process.run into process.shell
	RoleCwd        Role = "cwd"
	RoleEnv        Role = "env" // an object of variables for a child
	RoleExecArgv   Role = "execArgv"
	RoleOptions    Role = "options" // an object whose properties have roles of their own
	RoleModule     Role = "module"  // the name or path of a module
	RoleCode       Role = "code"    // text or bytes that become code
	RoleEval       Role = "eval"    // true: the code argument is text, not a file
	RoleHeaders    Role = "headers"
	RoleSignal     Role = "signal"
	RoleAlgorithm  Role = "algorithm"
	RoleKey        Role = "key" // a key or password
	RoleIV         Role = "iv"
	RoleSalt       Role = "salt"
	RoleIterations Role = "iterations"
	RoleEnvName    Role = "envName"
	RoleSection    Role = "settingSection" // the first part of a setting's id
	RoleSetting    Role = "settingKey"     // the rest of it
	RoleTarget     Role = "settingTarget"
	RoleCommandID  Role = "commandId"
	RoleProvider   Role = "providerId" // an authentication provider
	RoleScopes     Role = "scopes"
	RoleExtension  Role = "extensionId"
	RoleID         Role = "id" // a view, tool, task type, debug type or channel
	RoleSecret     Role = "secretKey"
	RolePID        Role = "pid"
	RoleScripts    Role = "scripts" // true lets a webview run scripts or commands
	RoleHandler    Role = "handler" // a function that others will call
)

// Roles returns the closed set, in the order of the declaration.
func Roles() []Role {
	return []Role{
		RolePath, RolePathSource, RolePathDest, RolePattern, RoleFlags,
		RoleContent, RoleSocket, RoleURL, RoleHost, RolePort, RoleProtocol,
		RoleTLS, RoleCommand, RoleArgs, RoleShell, RoleCwd, RoleEnv,
		RoleExecArgv, RoleOptions, RoleModule, RoleCode, RoleEval, RoleHeaders, RoleSignal,
		RoleAlgorithm, RoleKey, RoleIV, RoleSalt, RoleIterations, RoleEnvName,
		RoleSection, RoleSetting, RoleTarget, RoleCommandID, RoleProvider,
		RoleScopes, RoleExtension, RoleID, RoleSecret, RolePID, RoleScripts, RoleHandler,
	}
}

// roots is the closed set of names a symbol's value may be rooted in. All but
// "cwd", "node", "otherExtension" and "number" are roots of the policy's
// patterns. What is rooted in "number" is one: digits in a shell's line stay
// the word that they are, whoever chose them.
func roots() []string {
	return []string{
		"app", "cwd", "document", "extension", "globalStorage", "home", "logs", "node",
		"number", "otherExtension", "tmp", "workspace", "workspaceStorage",
	}
}

// Form says how a function's result comes back.
type Form string

// The forms.
const (
	Sync     Form = "sync"
	Callback Form = "callback"
	Promise  Form = "promise"
)
