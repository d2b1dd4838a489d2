'use strict';
// A workbench without a window: it answers what the extension host asks of the
// main thread, the way a person would who always takes the first choice; a
// thorough one takes the next each further time a question is asked. What has no
// answer here is answered with nothing, which is what most requests expect.
const fs = require('node:fs');
const path = require('node:path');
const { uri } = require('./manifest.js');

const LANGUAGES = {
  '.js': 'javascript', '.mjs': 'javascript', '.jsx': 'javascriptreact', '.ts': 'typescript', '.tsx': 'typescriptreact',
  '.json': 'json', '.jsonc': 'jsonc', '.md': 'markdown', '.html': 'html', '.css': 'css', '.scss': 'scss', '.less': 'less',
  '.php': 'php', '.py': 'python', '.ipynb': 'json', '.code-search': 'search-result', '.txt': 'plaintext',
  '.c': 'c', '.csv': 'csv', '.lua': 'lua', '.sh': 'shellscript', '.sql': 'sql',
};
const DISK_LISTING_LIMIT = 2000;

// Commands of one word that VS Code's workbench and its text editor have from their start (coreCommands.ts, fileCommands.ts,
// commands.ts): an extension tells its own names from these.
const EDITORS = ['addRootFolder', 'cancelSelection', 'compositionEnd', 'compositionStart', 'compositionType', 'copyFilePath', 'createCursor',
  'cursorBottom', 'cursorDown', 'cursorEnd', 'cursorHome', 'cursorLeft', 'cursorMove', 'cursorRight', 'cursorTop', 'cursorUp', 'cut',
  'deleteFile', 'deleteLeft', 'deleteRight', 'editorScroll', 'expandLineSelection', 'lineBreakInsert', 'noop', 'outdent', 'paste', 'redo',
  'removeSecondaryCursors', 'renameFile', 'replacePreviousChar', 'revealFileInOS', 'revealInExplorer', 'revealLine', 'runCommands',
  'selectAll', 'setContext', 'tab', 'type', 'undo'];

class Workbench {
  /** @param {{ workspace: string, settings: object }} options */
  constructor(options) {
    this.workspace = options.workspace;
    this.calls = new Map(); // name -> how often: every vscode call that crosses to the workbench
    this.activated = {};
    this.failed = {};
    this.errors = [];
    this.messages = [];
    this.status = new Map(); // a status item's id -> its text
    this.answers = options.answers ?? {}; // which choice to take, by what the message begins with; "" is none
    this.commands = new Set();
    this.providers = []; // { name, args } of every $register… call
    this.documents = new Map(); // uri string -> { uri, languageId, lines, editor }
    this.pages = new Map(); // a page's handle -> who waits for what it is told
    this.storage = new Map();
    // What is kept in the editor's secret storage lasts as long as the rest of the data.
    this.secretsFile = options.data ? path.join(options.data, 'secrets.json') : '';
    this.secrets = new Map(this.secretsFile && fs.existsSync(this.secretsFile) ? JSON.parse(fs.readFileSync(this.secretsFile, 'utf8')) : []);
    this.quickPicks = new Map();
    this.watched = new Map(); // a watcher's session -> what watches the disk for it
    this.asked = options.thorough ? new Map() : null; // a question -> how often it was asked
    this.host = null; // calls into the extension host; set once it runs
    this.nextEditor = 0;
    this.nextOutput = 0;
  }

  /** Answers one request; the name is "MainThreadCommands.$registerCommand". */
  serve(name, args) {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
    const [actor, method] = name.split('.');
    if (/^\$(register|setTunnelProvider)/.test(method)) this.providers.push({ actor, method, args });
    const answer = this[name];
    return answer ? answer.apply(this, args) : undefined;
  }

  // Extensions.
  'MainThreadExtensionService.$onDidActivateExtension'(id, load, call, resolve) {
    this.activated[id.value] = { loadMs: load, callMs: call, resolveMs: resolve };
  }
  'MainThreadExtensionService.$onExtensionActivationError'(id, error) { this.failed[id.value] = error?.message ?? String(error); }
  'MainThreadExtensionService.$onExtensionRuntimeError'(id, error) { this.errors.push(`${id.value}: ${error?.message}`); }
  'MainThreadExtensionService.$asBrowserUri'(u) { return u; }
  'MainThreadDebugService.$acceptDAError'(handle, name, message) { this.errors.push(`debug adapter: ${message}`); }
  'MainThreadErrors.$onUnexpectedError'(e) { this.errors.push(String(e?.message ?? e)); }

  // Commands.
  'MainThreadCommands.$registerCommand'(id) { this.commands.add(id); }
  'MainThreadCommands.$unregisterCommand'(id) { this.commands.delete(id); }
  'MainThreadCommands.$getCommands'() { return [...EDITORS, ...this.commands]; }
  'MainThreadCommands.$fireCommandActivationEvent'(id) { return this.host.activateByEvent('onCommand:' + id); }
  async 'MainThreadCommands.$executeCommand'(id, args) {
    const values = args?.value ?? args ?? [];
    if (!this.commands.has(id)) return undefined;
    return this.host.call('ExtHostCommands', '$executeContributedCommand', [id, ...[values].flat(1)]);
  }

  // Questions to the person. (Diaglogs is VS Code's spelling.)
  'MainThreadMessageService.$showMessage'(severity, told, options, choices) {
    const message = String(told?.message ?? told); // some show an Error as it is
    this.messages.push(message);
    for (const [begin, choice] of Object.entries(this.answers)) {
      if (message.startsWith(begin)) return choices?.find((c) => c.title === choice)?.handle;
    }
    return this.#choose(`message ${message}`, choices)?.handle;
  }
  'MainThreadQuickOpen.$show'(instance, options) {
    return new Promise((resolve) => this.quickPicks.set(instance, (items) => {
      const said = Object.entries(this.answers).find(([begin]) => options?.title?.startsWith(begin));
      const offered = items.filter((x) => x.type !== 'separator');
      const one = (said ? offered.find((x) => x.label === said[1]) : this.#choose(`pick ${options?.placeHolder ?? options?.title}`, offered))?.handle;
      resolve(options?.canPickMany ? [one].filter((x) => x !== undefined) : one);
    }));
  }
  'MainThreadQuickOpen.$setItems'(instance, items) { this.quickPicks.get(instance)?.(items); }
  'MainThreadQuickOpen.$setError'(instance) { this.quickPicks.get(instance)?.([]); }
  'MainThreadQuickOpen.$input'(options) { return options?.value || options?.placeHolder || 'example'; }
  'MainThreadQuickOpen.$createOrUpdate'(params) { this.#answerQuickPick(params); }
  'MainThreadDiaglogs.$showOpenDialog'(options) { return [uri(options?.canSelectFolders ? this.workspace : path.join(this.workspace, 'README.md'))]; }
  'MainThreadDiaglogs.$showSaveDialog'() { return uri(path.join(this.workspace, 'saved.txt')); }
  'MainThreadWindow.$getInitialState'() { return { isFocused: true, isActive: true }; }
  'MainThreadWindow.$openUri'() { return true; }
  'MainThreadWindow.$asExternalUri'(u) { return u; }
  'MainThreadClipboard.$readText'() { return 'https://github.com/example/example.git'; }

  // Storage.
  'MainThreadStorage.$initializeExtensionStorage'(shared, id) { return this.storage.get(`${shared}:${id}`); }
  'MainThreadStorage.$setValue'(shared, id, value) { this.storage.set(`${shared}:${id}`, JSON.stringify(value)); }
  'MainThreadSecretState.$getPassword'(id, key) { return this.secrets.get(`${id}:${key}`); }
  'MainThreadSecretState.$setPassword'(id, key, value) { this.secrets.set(`${id}:${key}`, value); this.#keepSecrets(id, key); }
  'MainThreadSecretState.$deletePassword'(id, key) { this.secrets.delete(`${id}:${key}`); this.#keepSecrets(id, key); }
  'MainThreadSecretState.$getKeys'(id) { return [...this.secrets.keys()].filter((k) => k.startsWith(id + ':')).map((k) => k.slice(id.length + 1)); }

  // Workspace and documents.
  'MainThreadWorkspace.$requestWorkspaceTrust'() { return true; }
  'MainThreadWorkspace.$requestResourceTrust'() { return true; }
  'MainThreadWorkspace.$isResourceTrusted'() { return true; }
  'MainThreadWorkspace.$resolveEncoding'() { return { encoding: 'utf8', hasBOM: false }; }
  'MainThreadWorkspace.$resolveDecoding'() { return { preferredEncoding: 'utf8', guessEncoding: false, candidateGuessEncodings: [] }; }
  'MainThreadWorkspace.$validateDetectedEncoding'() { return 'utf8'; }
  'MainThreadWorkspace.$loadCertificates'() { return []; }
  'MainThreadWorkspace.$checkExists'() { return true; }
  'MainThreadWorkspace.$save'(u) { return u; }
  'MainThreadWorkspace.$startFileSearch'(folder, options) {
    const pattern = typeof options?.includePattern === 'string' ? globToRegExp(options.includePattern) : /(?:)/;
    return listFiles(this.workspace).filter((f) => pattern.test(path.relative(this.workspace, f))).map(uri);
  }
  'MainThreadDocuments.$tryOpenDocument'(u) { return this.open(u); }
  'MainThreadDocuments.$tryCreateDocument'(options) {
    return this.open({ $mid: 1, scheme: 'untitled', path: `Untitled-${this.documents.size + 1}` }, options?.content ?? '', options?.language);
  }
  'MainThreadDocuments.$trySaveDocument'() { return true; }
  async 'MainThreadTextEditors.$tryShowTextDocument'(u) { return this.show(u); }
  'MainThreadTextEditors.$tryApplyEdits'() { return true; }
  'MainThreadBulkEdits.$tryApplyWorkspaceEdit'() { return true; }
  'MainThreadLanguages.$getLanguages'() { return [...new Set(Object.values(LANGUAGES))]; }
  'MainThreadOutputService.$register'() { return `output-${++this.nextOutput}`; }
  'MainThreadStatusBar.$setEntry'(id, statusId, extensionId, name, text) { this.status.set(statusId, text); }
  'MainThreadWebviews.$postMessage'(handle, message) { this.pages.get(handle)?.(JSON.parse(message)); return true; }
  'MainThreadTask.$fetchTasks'() { return []; }
  'MainThreadTask.$getTaskExecution'(task) { return { id: task.id ?? task._id ?? 'task', task }; }
  'MainThreadTerminalService.$getTerminals'() { return []; }
  'MainThreadChatSkills.$getTools'() { return []; }
  'MainThreadLanguageModelTools.$getTools'() { return []; }
  'MainThreadAuthentication.$getAccounts'() { return [{ id: '1', label: 'example' }]; }
  // Nobody's session: what it opens is refused, which is also a path of the code.
  'MainThreadAuthentication.$getSession'(provider, scopes) {
    return { id: 'session', accessToken: 'token', account: { id: '1', label: 'example' }, scopes: Array.isArray(scopes) ? scopes : [] };
  }
  'MainThreadUrls.$createAppUri'(u) { return u; }

  // The disk, for vscode.workspace.fs.
  'MainThreadFileSystem.$rename'(from, to) { fs.renameSync(pathOf(from), pathOf(to)); }
  'MainThreadFileSystem.$stat'(u) { return stat(pathOf(u)); }
  'MainThreadFileSystem.$readdir'(u) { return fs.readdirSync(pathOf(u), { withFileTypes: true }).map((e) => [e.name, typeOf(e)]); }
  'MainThreadFileSystem.$readFile'(u) { return fs.readFileSync(pathOf(u)); }
  'MainThreadFileSystemEventService.$watch'(extension, session, u) { this.watched.set(session, watch(pathOf(u), (event) => this.host.call(
    'ExtHostFileSystemEventService', '$onFileEvent', [{ created: [], changed: [], deleted: [], ...event }]))); }
  'MainThreadFileSystemEventService.$unwatch'(session) { this.watched.get(session)?.close(); this.watched.delete(session); }

  /** The text of every page that an extension provides, by its scheme. */
  readPages() {
    const out = {};
    for (const { uri: u, lines } of this.documents.values()) if (u.scheme !== 'file' && u.scheme !== 'untitled') out[u.scheme] = lines.join('\n');
    return out;
  }

  /** Opens a document in the host, once; text and language default to the file's. */
  async open(u, text, languageId) {
    const key = `${u.scheme}:${u.path}`;
    if (this.documents.has(key)) return u;
    if (u.scheme === 'untitled') text ??= '';
    if (text === undefined) text = u.scheme === 'file' ? fs.readFileSync(u.path, 'utf8') : await this.#provided(u);
    const lines = text.split(/\r?\n/);
    languageId ??= LANGUAGES[path.extname(u.path)] ?? 'plaintext';
    this.documents.set(key, { uri: u, languageId, lines, editor: null });
    await this.host.activateByEvent('onLanguage:' + languageId);
    await this.#delta({ addedDocuments: [{ uri: u, versionId: 1, lines, EOL: '\n', languageId, isDirty: false, encoding: 'utf8' }] });
    return u;
  }

  /** Puts the caret of the active editor at a place in its document. */
  async place(u, { lineNumber, column }) {
    const editor = await this.show(u);
    const caret = { selectionStartLineNumber: lineNumber, selectionStartColumn: column, positionLineNumber: lineNumber, positionColumn: column };
    await this.host.call('ExtHostEditors', '$acceptEditorPropertiesChanged', [editor, { options: null, selections: { selections: [caret] }, visibleRanges: null }]);
  }

  /** Shows an open document in the active editor and returns the editor's id. */
  async show(u) {
    await this.open(u);
    const document = this.documents.get(`${u.scheme}:${u.path}`);
    if (document.editor) {
      await this.#delta({ newActiveEditor: document.editor });
      return document.editor;
    }
    document.editor = `editor-${++this.nextEditor}`;
    const caret = { selectionStartLineNumber: 1, selectionStartColumn: 1, positionLineNumber: 1, positionColumn: 1 };
    await this.#delta({
      addedEditors: [{
        id: document.editor, documentUri: document.uri, editorPosition: 0, selections: [caret],
        options: { tabSize: 4, indentSize: 4, originalIndentSize: 4, insertSpaces: true, cursorStyle: 1, lineNumbers: 1 },
        visibleRanges: [{ startLineNumber: 1, startColumn: 1, endLineNumber: document.lines.length, endColumn: 1 }],
      }],
      newActiveEditor: document.editor,
    });
    return document.editor;
  }

  #delta(delta) {
    return this.host.call('ExtHostDocumentsAndEditors', '$acceptDocumentsAndEditorsDelta', [delta]);
  }

  #keepSecrets(extensionId, key) {
    this.host?.call('ExtHostSecretState', '$onDidChangePassword', [{ extensionId, key }]).catch(() => {});
    if (this.secretsFile) fs.writeFileSync(this.secretsFile, JSON.stringify([...this.secrets]));
  }

  async #provided(u) {
    const provider = this.providers.findLast((p) => p.method === '$registerTextContentProvider' && p.args[1] === u.scheme);
    if (!provider) throw new Error(`nobody provides ${u.scheme}: documents`);
    return (await this.host.call('ExtHostDocumentContentProviders', '$provideTextDocumentContent', [provider.args[0], u])) ?? '';
  }

  /** The choice whose turn it is: the n-th time a question is asked, the n-th. */
  #choose(question, choices) {
    if (!choices?.length || this.asked === null) return choices?.[0];
    const n = this.asked.get(question) ?? 0;
    this.asked.set(question, n + 1);
    return choices[n % choices.length];
  }

  /** Takes an item of a created quick pick, then closes it. */
  #answerQuickPick(params) {
    if (!params.visible) return;
    const first = this.#choose(`pick ${params.placeholder ?? params.title}`, params.items?.filter((x) => x.type !== 'separator'))?.handle;
    const tell = (method, ...args) => this.host.call('ExtHostQuickOpen', method, [params.id, ...args]).catch(() => {});
    setTimeout(() => {
      if (first !== undefined) { tell('$onDidChangeActive', [first]); tell('$onDidChangeSelection', [first]); }
      tell('$onDidAccept');
      setTimeout(() => tell('$onDidHide'), 200);
    }, 20);
  }
}

function typeOf(entry) {
  return (entry.isFile() ? 1 : entry.isDirectory() ? 2 : 0) | (entry.isSymbolicLink() ? 64 : 0);
}

/** The path of a file on the disk; another scheme is of a file system that nobody provides. */
function pathOf(u) {
  if (u.scheme !== 'file' && u.scheme !== 'vscode-userdata') throw new Error(`ENOPRO: No file system provider found for resource '${u.scheme}:${u.path}'`);
  return u.path;
}

function stat(file) {
  let s;
  try {
    s = fs.statSync(file);
  } catch (e) {
    throw Object.assign(new Error(`${file}: ${e.message}`), { name: 'EntryNotFound (FileSystemError)', code: 'EntryNotFound' });
  }
  return { type: typeOf(s), ctime: s.ctimeMs, mtime: s.mtimeMs, size: s.size };
}

/** Every file below dir, without .git and node_modules, bounded. */
function listFiles(dir) {
  const files = [];
  const directories = [dir];
  while (directories.length && files.length < DISK_LISTING_LIMIT) {
    const at = directories.pop();
    for (const e of fs.readdirSync(at, { withFileTypes: true })) {
      if (e.isDirectory() && e.name !== '.git' && e.name !== 'node_modules') directories.push(path.join(at, e.name));
      else if (e.isFile()) files.push(path.join(at, e.name));
    }
  }
  return files.sort();
}

/** Tells of what comes into a folder, or goes, as VS Code tells a watcher. */
function watch(dir, tell) {
  // A folder that is not there is watched in vain, as in VS Code.
  if (!fs.existsSync(dir)) return undefined;
  const watcher = fs.watch(dir, { persistent: false }, (kind, name) => {
    const at = [uri(path.join(dir, name))];
    tell(kind === 'change' ? { changed: at } : fs.existsSync(path.join(dir, name)) ? { created: at } : { deleted: at });
  });
  watcher.on('error', () => watcher.close());
  return watcher;
}

/** The globs extensions search with: **, *, ?, {a,b}. */
function globToRegExp(glob) {
  const source = glob.replace(/\*\*\/|\*\*|\*|\?|\{[^}]*\}|[.+^$()|[\]\\]/g, (t) => {
    switch (t) {
      case '**/': return '(?:.*/)?';
      case '**': return '.*';
      case '*': return '[^/]*';
      case '?': return '[^/]';
      default: return t.startsWith('{') ? `(?:${t.slice(1, -1).split(',').map((x) => globToRegExp(x).source.slice(1, -1)).join('|')})` : '\\' + t;
    }
  });
  return new RegExp(`^${source}$`);
}

module.exports = { Workbench, LANGUAGES, listFiles, globToRegExp };
