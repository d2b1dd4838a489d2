package taint

import "github.com/ringfence-dev/ringfence/internal/facts/sanitizer"

// What carries data and what it comes from: the tables of the
// taint engine. They say what a function does with the content of its
// arguments, which the catalogue, that knows powers, does not.

// cleans returns the bit of each kind.
var cleans = map[SinkKind]sanitizer.Set{
	ToShell: sanitizer.Shell, ToProcess: sanitizer.Process, ToCode: sanitizer.Code, ToWrite: sanitizer.Write,
	ToNetwork: sanitizer.Network, ToTask: sanitizer.Task, ToMarkup: sanitizer.Markup, ToRead: sanitizer.Read,
}

// carriage says how a call hands on data: which arguments its result is made
// of, whether what they hold counts too, whether the receiver does, and what
// the result is clean for afterwards.
type carriage struct {
	args     uint8 // bit i: argument i; allArgs: every one
	content  bool
	receiver bool
	clean    sanitizer.Set
}

const allArgs = 0xff

// pureModules are modules all of whose functions give back what they are
// given in another shape.
var pureModules = map[string]bool{"path": true, "url": true, "querystring": true, "stream/consumers": true}

// carriers are the functions whose result is made of their arguments.
var carriers = map[[2]string]carriage{
	{"buffer", "Buffer"}: {args: 1}, {"buffer", "Buffer.from"}: {args: 1, content: true},
	{"buffer", "Buffer.concat"}: {args: 1, content: true}, {"buffer", "transcode"}: {args: 1},
	{"buffer", "atob"}: {args: 1}, {"buffer", "btoa"}: {args: 1}, {"buffer", "Blob"}: {args: 1, content: true},
	{"fs", "realpath"}: {args: 1}, {"fs", "realpathSync"}: {args: 1}, {"fs", "promises.realpath"}: {args: 1},
	{"fs", "realpathSync.native"}: {args: 1}, {"fs", "createReadStream"}: {},
	{"globals", "JSON.parse"}: {args: 1}, {"globals", "JSON.stringify"}: {args: 1, content: true},
	{"globals", "Request"}: {args: 1},
	{"globals", "String"}:  {args: 1, content: true}, {"globals", "String.raw"}: {args: allArgs, content: true},
	{"globals", "Object"}: {args: 1}, {"globals", "Object.fromEntries"}: {args: 1, content: true},
	{"globals", "decodeURI"}: {args: 1}, {"globals", "decodeURIComponent"}: {args: 1},
	{"globals", "encodeURI"}: {args: 1}, {"globals", "escape"}: {args: 1}, {"globals", "unescape"}: {args: 1},
	// A component that is encoded has no slash, quote, blank or angle bracket.
	{"globals", "encodeURIComponent"}: {args: 1, clean: sanitizer.Markup | sanitizer.Paths | sanitizer.Network | sanitizer.Shell},
	{"globals", "structuredClone"}:    {args: 1}, {"globals", "Array.from"}: {args: 1},
	{"globals", "Map"}: {args: 1, content: true}, {"globals", "Set"}: {args: 1, content: true},
	{"globals", "Promise.resolve"}: {args: 1}, {"globals", "Promise.all"}: {args: 1, content: true},
	{"globals", "Promise.allSettled"}: {args: 1, content: true}, {"globals", "Promise.any"}: {args: 1, content: true},
	{"globals", "Promise.race"}: {args: 1, content: true}, {"module", "wrap"}: {args: 1},
	{"stream", "Readable.from"}: {args: 1, content: true},
	{"globals", "Uint8Array"}:   {args: 1}, {"globals", "Function().call"}: {},
	// The last name of a path cannot climb out of the folder it is put into.
	{"path", "basename"}: {args: 1, clean: sanitizer.Paths}, {"path", "posix.basename"}: {args: 1, clean: sanitizer.Paths},
	{"path", "isAbsolute"}: {}, {"path", "extname"}: {args: 1, clean: sanitizer.Paths},
	{"util", "format"}: {args: allArgs, content: true}, {"util", "inspect"}: {args: 1, content: true},
	{"globals", "Request"}: {args: 1},
	{"vscode", "Uri.file"}: {args: 1}, {"vscode", "Uri.parse"}: {args: 1}, {"vscode", "Uri.from"}: {args: 1, content: true},
	{"vscode", "Uri.joinPath"}: {args: allArgs}, {"vscode", "workspace.asRelativePath"}: {args: 1},
	{"vscode", "RelativePattern"}: {args: allArgs}, {"vscode", "workspace.openTextDocument"}: {},
	{"zlib", "gunzipSync"}: {args: 1}, {"zlib", "inflateSync"}: {args: 1}, {"zlib", "unzipSync"}: {args: 1},
	{"zlib", "brotliDecompressSync"}: {args: 1}, {"zlib", "inflateRawSync"}: {args: 1},
	{"readline", "createInterface"}:   {args: 1, content: true},
	{"timers", "promises.setTimeout"}: {args: 2, content: true}, {"timers", "promises.setInterval"}: {args: 2, content: true},
	{"timers", "promises.setImmediate"}: {args: 1, content: true},
	{"globals", "Error"}:                {args: 1}, {"globals", "TypeError"}: {args: 1}, {"globals", "RangeError"}: {args: 1},
	{"globals", "SyntaxError"}: {args: 1}, {"globals", "ReferenceError"}: {args: 1}, {"globals", "EvalError"}: {args: 1},
	{"globals", "URIError"}: {args: 1}, {"globals", "AggregateError"}: {args: 3, content: true},
}

// methods are those of strings, lists, buffers, maps, streams and responses
// that give their receiver back, whole, in part or in another shape. Calls of
// them are known by name where nobody knows the function that is called. What
// is missing gives nothing of its receiver: indexOf, startsWith, charCodeAt,
// test, and every method nobody has heard of.
var methods = map[string]carriage{
	"trim":              {receiver: true},
	"trimStart":         {receiver: true},
	"trimEnd":           {receiver: true},
	"trimLeft":          {receiver: true},
	"trimRight":         {receiver: true},
	"toString":          {receiver: true},
	"toLocaleString":    {receiver: true},
	"valueOf":           {receiver: true},
	"toLowerCase":       {receiver: true},
	"toUpperCase":       {receiver: true},
	"toLocaleLowerCase": {receiver: true},
	"toLocaleUpperCase": {receiver: true},
	"normalize":         {receiver: true},
	"substring":         {receiver: true},
	"substr":            {receiver: true},
	"slice":             {receiver: true},
	"subarray":          {receiver: true},
	"split":             {receiver: true},
	"charAt":            {receiver: true},
	"at":                {receiver: true},
	"repeat":            {receiver: true},
	"padStart":          {receiver: true},
	"padEnd":            {receiver: true},
	"replace":           {receiver: true, args: 2},
	"replaceAll":        {receiver: true, args: 2},
	"concat":            {receiver: true, args: allArgs, content: true},
	"match":             {receiver: true},
	"matchAll":          {receiver: true},
	"exec":              {args: 1},
	"join": {
		receiver: true,
		content:  true,
	},
	"map":             {receiver: true},
	"flatMap":         {receiver: true},
	"filter":          {receiver: true},
	"find":            {receiver: true},
	"findLast":        {receiver: true},
	"reduce":          {receiver: true},
	"reduceRight":     {receiver: true},
	"flat":            {receiver: true},
	"sort":            {receiver: true},
	"toSorted":        {receiver: true},
	"reverse":         {receiver: true},
	"toReversed":      {receiver: true},
	"splice":          {receiver: true},
	"toSpliced":       {receiver: true},
	"with":            {receiver: true},
	"fill":            {receiver: true},
	"pop":             {receiver: true},
	"shift":           {receiver: true},
	"values":          {receiver: true},
	"entries":         {receiver: true},
	"keys":            {receiver: true},
	"next":            {receiver: true},
	"get":             {receiver: true},
	"getAll":          {receiver: true},
	"then":            {receiver: true},
	"catch":           {receiver: true},
	"finally":         {receiver: true},
	"json":            {receiver: true},
	"text":            {receiver: true},
	"arrayBuffer":     {receiver: true},
	"blob":            {receiver: true},
	"bytes":           {receiver: true},
	"formData":        {receiver: true},
	"clone":           {receiver: true},
	"read":            {receiver: true},
	"readLines":       {receiver: true},
	"pipe":            {receiver: true, args: 1},
	"pipeThrough":     {receiver: true},
	"getReader":       {receiver: true},
	"setEncoding":     {receiver: true},
	"toJSON":          {receiver: true},
	"getText":         {receiver: true},
	"lineAt":          {receiver: true},
	"on":              {receiver: true},
	"once":            {receiver: true},
	"@@iterator":      {receiver: true},
	"@@asyncIterator": {receiver: true},
	"write":           {args: 1},
	"decode":          {args: 1},
	// Parsers and templates of packages that are not there to be followed.
	"parse":     {args: 1},
	"load":      {args: 1},
	"safeLoad":  {args: 1},
	"stringify": {args: 1, content: true},
	"render":    {args: 3, content: true},
}

// listeners are the methods whose callbacks are given parts of the receiver.
var listeners = map[string]bool{
	"on": true, "once": true, "addListener": true, "addEventListener": true, "prependListener": true, "forEach": true,
	"map": true, "filter": true, "find": true, "flatMap": true, "reduce": true, "then": true, "some": true, "every": true, "each": true,
	"subscribe": true, "replace": true, "replaceAll": true,
}

// made are the methods whose result is what a function makes of the receiver.
// Where that function is known, its result is the solver's to follow.
var made = map[string]bool{"map": true, "flatMap": true, "then": true, "reduce": true, "reduceRight": true}

// ends are properties that say nothing of what the data says.
var ends = map[string]bool{"length": true, "byteLength": true, "size": true, "statusCode": true, "lineCount": true, "index": true,
	// What inspect gives of a setting that the workspace does not say.
	"globalValue": true, "defaultValue": true, "globalLanguageValue": true, "defaultLanguageValue": true}

// returned are the symbols whose call gives what a stranger wrote.
var calledSources = map[[2]string]SourceKind{
	{"vscode", "env.clipboard.readText"}:           FromClipboard,
	{"globals", "navigator.clipboard.readText"}:    FromClipboard,
	{"vscode", "workspace.getConfiguration().get"}: FromSetting, {"vscode", "workspace.getConfiguration().inspect"}: FromSetting,
	{"globals", "fetch"}: FromNetwork,
	// Whoever owns a name writes its records.
	{"dns", "promises.resolveTxt"}: FromNetwork, {"dns", "promises.resolveAny"}: FromNetwork, {"dns", "promises.resolve"}: FromNetwork,
	{"dns", "promises.Resolver().resolveTxt"}: FromNetwork, {"dns", "promises.Resolver().resolveAny"}: FromNetwork,
	{"dns", "promises.Resolver().resolve"}: FromNetwork,
}

// handed are the symbols that give a function they are handed what a stranger
// wrote: as parameter param of the function in argument arg (-1: any), or of
// its property, for handlers that are objects.
var handed = map[[2]string]struct {
	kind       SourceKind
	arg, param int
	property   string
}{
	{"http", "get"}:                 {FromNetwork, -1, 0, ""},
	{"https", "get"}:                {FromNetwork, -1, 0, ""},
	{"http", "request"}:             {FromNetwork, -1, 0, ""},
	{"https", "request"}:            {FromNetwork, -1, 0, ""},
	{"http", "createServer"}:        {FromRequest, -1, 0, ""},
	{"https", "createServer"}:       {FromRequest, -1, 0, ""},
	{"http2", "createServer"}:       {FromRequest, -1, 0, ""},
	{"http2", "createSecureServer"}: {FromRequest, -1, 0, ""},
	{"http", "Server"}:              {FromRequest, -1, 0, ""},
	{"https", "Server"}:             {FromRequest, -1, 0, ""},
	{"net", "createServer"}: {
		FromRequest,
		-1,
		0,
		"",
	},
	{"tls", "createServer"}:                   {FromRequest, -1, 0, ""},
	{"net", "Server"}:                         {FromRequest, -1, 0, ""},
	{"dns", "resolveTxt"}:                     {FromNetwork, -1, 1, ""},
	{"dns", "resolveAny"}:                     {FromNetwork, -1, 1, ""},
	{"dns", "resolve"}:                        {FromNetwork, -1, 1, ""},
	{"dns", "Resolver().resolveTxt"}:          {FromNetwork, -1, 1, ""},
	{"dns", "Resolver().resolveAny"}:          {FromNetwork, -1, 1, ""},
	{"dns", "Resolver().resolve"}:             {FromNetwork, -1, 1, ""},
	{"vscode", "Webview.onDidReceiveMessage"}: {FromWebview, 0, 0, ""},
	{"vscode", "window.createWebviewPanel().webview.onDidReceiveMessage"}: {FromWebview, 0, 0, ""},
	{"vscode", "window.registerUriHandler"}:                               {FromURI, 0, 0, "handleUri"},
}

// listened are the events of symbols: what the callback of the event is given.
var listened = map[[3]string]SourceKind{
	{"http", "ClientRequest()", "response"}: FromNetwork,
	{"http", "ClientRequest()", "data"}:     FromNetwork,
	{"http", "get()", "response"}:           FromNetwork,
	{"https", "get()", "response"}:          FromNetwork,
	{"http", "request()", "response"}:       FromNetwork,
	{"https", "request()", "response"}:      FromNetwork,
	{"net", "Socket()", "data"}:             FromNetwork,
	{"net", "connect()", "data"}:            FromNetwork,
	{"net", "createConnection()", "data"}:   FromNetwork,
	{"tls", "connect()", "data"}:            FromNetwork,
	{"tls", "TLSSocket()", "data"}:          FromNetwork,
	{"net", "Server()", "connection"}:       FromRequest,
	{"net", "Server()", "request"}:          FromRequest,
	{"net", "createServer()", "connection"}: FromRequest,
	{"http", "createServer()", "request"}:   FromRequest,
	{"https", "createServer()", "request"}:  FromRequest,
	{"http", "createServer()", "upgrade"}:   FromRequest,
	{"globals", "WebSocket()", "message"}:   FromNetwork,
	{"globals", "EventSource()", "message"}: FromNetwork,
}

// readers are the functions that give the content of the file their first
// argument names, as their result and to their callback.
var readers = map[[2]string]bool{
	{"fs", "readFile"}: true, {"fs", "readFileSync"}: true, {"fs", "promises.readFile"}: true, {"fs", "createReadStream"}: true,
	{"fs", "promises.open"}: true, {"fs", "openAsBlob"}: true,
	{"vscode", "workspace.fs.readFile"}: true, {"vscode", "workspace.openTextDocument"}: true,
}

// shells are programs that take a line of theirs as an argument.
var shells = map[string]bool{
	"sh": true, "bash": true, "zsh": true, "dash": true, "ksh": true, "fish": true, "cmd": true, "cmd.exe": true,
	"powershell": true, "powershell.exe": true, "pwsh": true, "pwsh.exe": true,
}

// markup are the properties that parse what is assigned to them.
var markup = map[string]bool{
	"innerHTML": true, "outerHTML": true, "srcdoc": true, "__html": true, "insertAdjacentHTML": true, "createContextualFragment": true,
}

// IsMarkup says whether a property or method, by its name, makes markup of a text.
func IsMarkup(name string) bool { return markup[name] }

// steering are the variables by which an environment decides what runs. The
// value of any other variable is for the program to judge.
var steering = map[string]bool{
	"NODE_OPTIONS":            true,
	"NODE_PATH":               true,
	"ELECTRON_RUN_AS_NODE":    true,
	"PATH":                    true,
	"Path":                    true,
	"LD_PRELOAD":              true,
	"LD_LIBRARY_PATH":         true,
	"DYLD_INSERT_LIBRARIES":   true,
	"DYLD_LIBRARY_PATH":       true,
	"BASH_ENV":                true,
	"ENV":                     true,
	"SHELL":                   true,
	"COMSPEC":                 true,
	"PYTHONPATH":              true,
	"PYTHONSTARTUP":           true,
	"PYTHONHOME":              true,
	"PERL5OPT":                true,
	"PERL5LIB":                true,
	"RUBYOPT":                 true,
	"RUBYLIB":                 true,
	"JAVA_TOOL_OPTIONS":       true,
	"_JAVA_OPTIONS":           true,
	"JDK_JAVA_OPTIONS":        true,
	"CLASSPATH":               true,
	"GOFLAGS":                 true,
	"RUSTC_WRAPPER":           true,
	"RUSTFLAGS":               true,
	"CARGO_HOME":              true,
	"MAVEN_OPTS":              true,
	"GRADLE_OPTS":             true,
	"GIT_SSH":                 true,
	"GIT_SSH_COMMAND":         true,
	"GIT_EDITOR":              true,
	"GIT_ASKPASS":             true,
	"SSH_ASKPASS":             true,
	"GIT_PAGER":               true,
	"GIT_EXEC_PATH":           true,
	"GIT_CONFIG_PARAMETERS":   true,
	"EDITOR":                  true,
	"VISUAL":                  true,
	"PAGER":                   true,
	"LESSOPEN":                true,
	"BROWSER":                 true,
	"npm_config_script_shell": true,
}

// asksLater are symbols that name an address and ask nobody; what is done with
// their result does.
var asksLater = map[[2]string]bool{{"globals", "Request"}: true, {"http", "Agent"}: true, {"https", "Agent"}: true}

// decodes are the functions after which what was encoded, or what an address's
// parser resolved, counts no more.
var decodes = map[string]bool{"decodeURIComponent": true, "decodeURI": true, "unescape": true}

// clients are packages that fetch what their first argument names, for
// extensions that do not bundle them.
var clients = map[string]bool{
	"axios": true, "got": true, "node-fetch": true, "request": true, "request-promise": true, "request-promise-native": true,
	"undici": true, "superagent": true, "needle": true, "phin": true, "ky": true, "cross-fetch": true, "isomorphic-fetch": true,
}

// routes are the methods by which servers' routers are given handlers.
var routes = map[string]bool{"get": true, "post": true, "put": true, "delete": true, "patch": true, "all": true, "use": true}

// plainEvents are names of events that everything emits; they tie nothing
// together.
var plainEvents = map[string]bool{
	"data": true, "error": true, "end": true, "close": true, "message": true, "change": true, "finish": true, "open": true, "exit": true,
	"connect": true, "connection": true, "ready": true, "readable": true, "drain": true, "timeout": true, "abort": true, "response": true,
}
