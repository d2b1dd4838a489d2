'use strict';
// A workbench in which more happens than a first look at an extension needs: it
// tells of notebooks, debug sessions, tabs, comments, renames and files the way VS
// Code does, and counts calls that carry a mark. The attacks run in it.
const fs = require('node:fs');
const path = require('node:path');
const { uri } = require('./manifest.js');
const { Workbench } = require('./workbench.js');

const MARK = 'rf-marked';

class Eventful extends Workbench {
  notebooks = new Set();

  serve(name, args) {
    this.#mark(name, args);
    if (name.endsWith('.$registerRenameSupport')) setTimeout(() => this.#rename(args[0]).catch((e) => this.errors.push(e.message)), 200);
    if (name.endsWith('.$registerCompletionsProvider')) setTimeout(() => this.#complete(args[0]).catch((e) => this.errors.push(e.message)), 200);
    if (name.endsWith('.$registerDocumentFormattingSupport')) setTimeout(() => this.#format(args[0]).catch((e) => this.errors.push(e.message)), 200);
    if (name.endsWith('.$registerDefinitionSupport')) setTimeout(() => this.#define(args[0]).catch((e) => this.errors.push(e.message)), 200);
    if (name === 'MainThreadSCM.$updateSourceControl' && args[1]?.hasQuickDiffProvider) {
      setTimeout(() => this.#original(args[0]).catch((e) => this.errors.push(e.message)), 200);
    }
    return super.serve(name, args);
  }

  #mark(name, value) {
    if ((JSON.stringify(value ?? null) ?? '').includes(MARK)) this.calls.set(`${name} marked`, 1);
  }

  // Somebody renames a symbol of a file: what the provider answers is what the workbench does.
  async #rename(handle) {
    const u = uri(path.join(this.workspace, 'main.ts'));
    await this.open(u);
    const at = { lineNumber: 1, column: 1 };
    this.#mark('$provideRenameEdits', await this.host.call('ExtHostLanguageFeatures', '$provideRenameEdits', [handle, u, at, 'x'], { token: true }));
  }

  // Somebody asks for completions: what is accepted is inserted, a snippet with what its variables say.
  async #complete(handle) {
    const u = uri(path.join(this.workspace, 'main.ts'));
    await this.open(u);
    const at = { lineNumber: 1, column: 1 };
    const list = await this.host.call('ExtHostLanguageFeatures', '$provideCompletionItems', [handle, u, at, { triggerKind: 0 }], { token: true });
    this.#mark('$provideCompletionItems', list);
  }

  // Somebody saves a file, which is formatted before.
  async #format(handle) {
    const u = uri(path.join(this.workspace, 'main.ts'));
    await this.open(u);
    this.#mark('$provideDocumentFormattingEdits', await this.host.call('ExtHostLanguageFeatures', '$provideDocumentFormattingEdits',
      [handle, u, { tabSize: 2, insertSpaces: true }], { token: true }));
  }

  // What a command of the workbench does: places are shown, with the text of each; a view, a link or a file is opened.
  async 'MainThreadCommands.$executeCommand'(id, args) {
    const values = [args?.value ?? args ?? []].flat(1);
    if (id === 'editor.action.showReferences') return this.#places(values[2] ?? []);
    if (id === '_workbench.openWith') return this.#cells(values[0]);
    if (id === 'test.save') return this.host.call('ExtHostDocumentSaveParticipant', '$participateInSave', [uri(values[0]), 1]);
    if (id === 'test.settings') return this.show({ $mid: 1, scheme: 'vscode-userdata', path: '/User/settings.json' });
    const [method, call] = id === 'test.view' ? ['$registerWebviewViewProvider', (a) => ['ExtHostWebviewViews', '$resolveWebviewView', ['view-1', a[1], 'x', undefined]]]
      : id === 'test.link' ? ['$registerUriHandler', (a) => ['ExtHostUrls', '$handleExternalUri', [a[0], { $mid: 1, scheme: 'code-oss', authority: 'x', path: '/', query: values[0] }]]] : [''];
    for (const p of this.providers) if (p.method === method) this.#tell(...call(p.args), { token: id === 'test.view' });
    return super['MainThreadCommands.$executeCommand'](id, args);
  }

  async #places(list) {
    for (const { uri: u } of list) {
      await this.open(canonical(u));
      for (const { method, args } of this.providers) {
        if (method === '$registerFoldingRangeProvider') this.#tell('ExtHostLanguageFeatures', '$provideFoldingRanges', [args[0], u, {}], { token: true });
      }
    }
  }

  // Somebody looks at where something is defined.
  async #define(handle) {
    const u = uri(path.join(this.workspace, 'main.ts'));
    await this.open(u);
    const found = await this.host.call('ExtHostLanguageFeatures', '$provideDefinition', [handle, u, { lineNumber: 1, column: 1 }], { token: true });
    await this.#places([found ?? []].flat());
  }

  // A notebook is shown: its outline is made of what is in its cells.
  async #cells(u) {
    await this.#notebook(u);
    const cell = { ...u, external: undefined, scheme: 'vscode-notebook-cell', fragment: 'W0' };
    for (const { method, args } of this.providers) {
      if (method === '$registerDocumentSymbolProvider') this.#tell('ExtHostLanguageFeatures', '$provideDocumentSymbols', [args[0], cell], { token: true });
    }
  }

  // The settings of the person lie on the disk.
  open(u, ...more) { return u.scheme === 'vscode-userdata' ? super.open(u, '{}') : super.open(u, ...more); }

  'MainThreadFileSystem.$copy'(from, to) { fs.cpSync(from.path, to.path, { recursive: true, filter: (f) => !f.startsWith(to.path) && !fs.lstatSync(f).isSocket() }); }
  'MainThreadFileSystem.$mkdir'(u) { fs.mkdirSync(u.path, { recursive: true }); }
  'MainThreadFileSystem.$writeFile'(u, content) { fs.writeFileSync(u.path, content.buffer ?? content); }

  // A source control says what a file was before: the editor makes a model of it, as of every other file.
  async #original(handle) {
    const was = await this.host.call('ExtHostSCM', '$provideOriginalResource', [handle, uri(path.join(this.workspace, 'main.ts'))], { token: true });
    if (was) await this.open(canonical(was));
  }

  // A document has one address: the editor leaves "." and ".." out of a path.
  'MainThreadDocuments.$tryOpenDocument'(u) {
    const at = canonical(u);
    return this.open(at, at.scheme === 'vscode-userdata' ? fs.readFileSync(at.path, 'utf8') : undefined);
  }

  // What somebody types is told to everybody.
  async 'MainThreadTextEditors.$tryApplyEdits'(id, version, edits) {
    const d = [...this.documents.values()].find((x) => x.editor === id);
    const changes = edits.map((e) => ({ range: e.range, rangeOffset: 0, rangeLength: 0, text: e.text }));
    if (d) this.#tell('ExtHostDocuments', '$acceptModelChanged', [d.uri, { changes, eol: '\n', versionId: version + 1, isUndoing: false, isRedoing: false }, true]);
    return true;
  }

  // Folders that join the workspace are told of a little later.
  'MainThreadWorkspace.$updateWorkspaceFolders'(name, index, gone, added) {
    const all = [{ uri: uri(this.workspace), name: 'workspace' }, ...added.map((f) => ({ uri: f.uri, name: path.basename(f.uri.path) }))];
    const folders = all.map((f, at) => ({ ...f, index: at }));
    const data = { id: 'workspace', name: 'workspace', configuration: null, isUntitled: false, transient: false, folders };
    setTimeout(() => this.#tell('ExtHostWorkspace', '$acceptWorkspaceData', [data]), 300);
  }

  // What the extension under test kept in an earlier session.
  'MainThreadStorage.$initializeExtensionStorage'(shared, id) {
    return this.storage.get(`${shared}:${id}`) ?? (id === 'acme.tested' ? '{"before":1}' : undefined);
  }

  async 'MainThreadNotebookDocumentsShape.$tryOpenNotebook'(u) {
    await this.#notebook(u);
    return u;
  }
  'MainThreadNotebookDocumentsShape.$trySaveNotebook'() { return true; }
  async 'MainThreadNotebookEditorsShape.$tryShowNotebookDocument'(u) {
    await this.#notebook(u);
    const id = `notebook-editor-${++this.nextEditor}`;
    const ranges = [{ start: 0, end: 1 }];
    const editor = { id, documentUri: u, selections: ranges, visibleRanges: ranges, viewType: 'x' };
    await this.#notebooks({ addedEditors: [editor], visibleEditors: [id], newActiveEditor: id });
    return id;
  }
  async #notebook(u) {
    if (this.notebooks.has(u.path)) return;
    this.notebooks.add(u.path);
    const text = fs.readFileSync(u.path, 'utf8');
    const cell = {
      handle: 0, uri: { ...u, external: undefined, scheme: 'vscode-notebook-cell', fragment: 'W0' }, eol: '\n', source: [text],
      language: 'plaintext', cellKind: 2, outputs: [{ outputId: 'o', items: [], metadata: { text } }], metadata: { text }, internalMetadata: {},
    };
    await this.#notebooks({ addedDocuments: [{ uri: u, versionId: 1, viewType: 'x', metadata: { text }, cells: [cell] }] });
  }
  #notebooks(delta) { return this.host.call('ExtHostNotebook', '$acceptDocumentAndEditorsDelta', [{ value: delta }]); }

  // Somebody chooses another shell for the terminals.
  'MainThreadTerminalService.$createTerminal'(id, options) {
    if (!options?.env?.TOKEN) return;
    const shell = (file) => ({ profileName: 'x', path: file, isDefault: true });
    this.#tell('ExtHostTerminalService', '$acceptDefaultProfile', [shell(`/opt/${options.env.TOKEN}`), shell('/bin/sh')]);
  }

  async 'MainThreadDebugService.$startDebugging'(folder, configuration) {
    // Whoever registered for the type says what is started.
    for (const { method, args } of this.providers) {
      if (method === '$registerDebugConfigurationProvider' && args[3]) {
        const said = await this.host.call('ExtHostDebugService', '$resolveDebugConfiguration', [args.at(-1), undefined, configuration], { token: true });
        this.#mark('$resolveDebugConfiguration', said);
      }
    }
    const session = { id: 'session', type: configuration.type, name: configuration.name, configuration };
    await this.host.call('ExtHostDebugService', '$acceptDebugSessionStarted', [session]);
    await this.host.call('ExtHostDebugService', '$acceptStackFrameFocus', [{ kind: 'stackFrame', sessionId: session, threadId: 1, frameId: 1 }]);
    return true;
  }

  'MainThreadBulkEdits.$tryApplyWorkspaceEdit'(dto) {
    const edits = dto?.value?.edits ?? dto?.edits ?? [];
    const made = edits.filter((e) => e.newResource && !e.oldResource?.path).map((e) => ({ target: e.newResource }));
    if (made.length > 0) this.#tell('ExtHostFileSystemEventService', '$onDidRunFileOperation', [0, made]);
    return true;
  }

  async show(u) {
    const tab = {
      id: 'tab', isDirty: false, isActive: true, isPinned: false, isPreview: false, label: path.basename(u.path), editorId: 'default',
      input: { kind: 1, uri: u },
    };
    await this.host.call('ExtHostEditorTabs', '$acceptEditorTabModel', [[{ groupId: 0, isActive: true, viewColumn: 0, tabs: [tab] }]]);
    for (const { actor, args } of this.providers) {
      if (actor === 'MainThreadComments') this.#tell('ExtHostComments', '$provideCommentingRanges', [args[0], u], { token: true });
    }
    const editor = await super.show(u);
    // The outline of what is shown is asked for.
    for (const { method, args } of this.providers) {
      if (method === '$registerDocumentSymbolProvider') this.#tell('ExtHostLanguageFeatures', '$provideDocumentSymbols', [args[0], u], { token: true });
    }
    return editor;
  }

  #tell(actor, method, args, more) { this.host.call(actor, method, args, more).catch((e) => this.errors.push(e.message)); }
}

/** An address as the editor keeps it. */
function canonical(u) {
  const at = path.posix.normalize(u.path);
  return (u.scheme !== 'file' && u.scheme !== 'vscode-userdata') || at === u.path ? u : { $mid: 1, scheme: u.scheme, authority: u.authority, path: at, query: u.query, fragment: u.fragment };
}

module.exports = { Eventful };
