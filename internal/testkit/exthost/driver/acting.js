'use strict';
// A workbench that does more by itself: it starts debuggers and does what their adapters ask for, fixes what is saved, pastes,
// reads notebooks for whoever has their kind, and formats for a command. The attacks run in it.
const fs = require('node:fs');
const path = require('node:path');
const { uri } = require('./manifest.js');
const { Eventful } = require('./eventful.js');

const MARK = 'rf-marked';
const PASTED = 'canary-7f3a91';
const MAX_TYPES = 3;

class Acting extends Eventful {
  constructor(options) {
    super(options);
    this.env = options.env ?? {};
    this.settings = options.settings ?? {};
    this.asked = new Map(); // what a debug adapter was asked, by its number
    this.nextRequest = 0;
  }

  serve(name, args) {
    if (name.endsWith('.$registerCodeActionSupport')) this.#soon(() => this.#fix(args[0]));
    if (name.endsWith('.$registerPasteEditProvider')) this.#soon(() => this.#paste(args[0]));
    return super.serve(name, args);
  }

  #soon(f) { setTimeout(() => f().catch((e) => this.errors.push(e.message)), 200); }

  #marked(name, value) { if ((JSON.stringify(value ?? null) ?? '').includes(MARK)) this.calls.set(`${name} marked`, 1); }

  async #main() {
    const u = uri(path.join(this.workspace, 'main.ts'));
    await this.open(u);
    return u;
  }

  // A file is saved by somebody whose settings fix what can be fixed: the command of such an action is run.
  async #fix(handle) {
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 };
    for (const only of ['source.fixAll', 'notebook.source.fixAll']) {
      const found = await this.host.call('ExtHostLanguageFeatures', '$provideCodeActions', [handle, await this.#main(), range,
        { only, trigger: 2 }], { token: true });
      for (const action of found?.actions ?? []) if (action.kind === only || action.kind?.startsWith(`${only}.`)) await this.#do(handle, action);
    }
  }

  // An action is asked for what else it has before it is done.
  async #do(handle, action) {
    const more = action.edit || !action.cacheId ? {} : await this.host.call('ExtHostLanguageFeatures', '$resolveCodeAction', [handle, action.cacheId], { token: true });
    const command = more?.command ?? action.command;
    if (!command) return;
    const given = command.arguments ?? [];
    if (this.commands.has(command.id)) await this.host.call('ExtHostCommands', '$executeContributedCommand', [command.id, ...given]);
    else await this.serve('MainThreadCommands.$executeCommand', [command.id, { value: given }]);
  }

  // Somebody copies a piece of a file, and pastes what is on the clipboard.
  async #paste(handle) {
    const at = await this.#main();
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 };
    const transfer = { items: [['text/plain', { id: '1', asString: PASTED, fileData: undefined }]] };
    const ask = (method, args) => this.host.call('ExtHostLanguageFeatures', method, args, { token: true }).catch(() => undefined);
    this.#marked('$prepareDocumentPaste', await ask('$prepareDocumentPaste', [handle, at, [range], transfer]));
    await ask('$providePasteEdits', [handle, 1, at, [range], transfer, { only: undefined, triggerKind: 0 }]);
  }

  // Whoever registered for the type says what is started, of what type it is then; its texts are filled in afterwards.
  async 'MainThreadDebugService.$startDebugging'(folder, given) {
    const { type } = given;
    let config = given;
    const resolve = async (at, method) => {
      for (const { method: made, args } of this.providers) {
        if (made !== '$registerDebugConfigurationProvider' || args[0] !== config.type || !args[at]) continue;
        config = (await this.host.call('ExtHostDebugService', method, [args[5], undefined, config], { token: true })) ?? config;
      }
    };
    for (let n = 0, before = ''; n < MAX_TYPES && config.type !== before; n++) {
      before = config.type;
      await resolve(3, '$resolveDebugConfiguration');
    }
    if (config.type !== type) this.#marked(`workbench.debugger ${config.type}`, config);
    config = this.#filled(config);
    await resolve(4, '$resolveDebugConfigurationWithSubstitutedVariables');
    await super['MainThreadDebugService.$startDebugging'](folder, config);
    await this.#adapter(config);
    return true;
  }

  #filled(config) {
    const one = (t) => t.replace(/\$\{(env|config):([^}]*)\}/g, (_, kind, name) => String((kind === 'env' ? this.env : this.settings)[name] ?? ''));
    return JSON.parse(JSON.stringify(config), (_, v) => (typeof v === 'string' ? one(v) : v));
  }

  // The adapter of a session in the host is spoken to.
  async #adapter(configuration) {
    const { args } = this.providers.find((p) => p.method === '$registerDebugAdapterDescriptorFactory' && p.args[0] === configuration.type) ?? {};
    if (!args) return;
    const session = { id: 'session', type: configuration.type, name: configuration.name, configuration };
    const made = await this.host.call('ExtHostDebugService', '$provideDebugAdapter', [args[1], session]);
    if (made?.type !== 'implementation') return;
    await this.host.call('ExtHostDebugService', '$startDASession', [1, session]);
    await this.#say('initialize', {});
  }

  #say(command, given) {
    const seq = ++this.nextRequest;
    this.asked.set(seq, command);
    return this.host.call('ExtHostDebugService', '$sendDAMessage', [1, { type: 'request', seq, command, arguments: given }]);
  }

  // What an adapter asks for is done: a program is run in a terminal, a session with its task is started, a place is shown.
  async 'MainThreadDebugService.$acceptDAMessage'(handle, m) {
    if (m.type === 'request' && m.command === 'runInTerminal') this.#marked('workbench.run', m.arguments?.args);
    if (m.type === 'request' && m.command === 'startDebugging') this.#marked('workbench.task', m.arguments?.configuration?.preLaunchTask);
    if (m.type === 'event' && m.event === 'stopped') await this.#say('stackTrace', { threadId: m.body?.threadId ?? 1 });
    if (m.type === 'response' && this.asked.get(m.request_seq) === 'stackTrace') {
      const file = m.body?.stackFrames?.[0]?.source?.path;
      if (file) await this.show(typeof file === 'string' ? uri(file) : file);
    }
  }

  async 'MainThreadCommands.$executeCommand'(id, args) {
    const values = [args?.value ?? args ?? []].flat(1);
    if (id === 'test.terminal') return this.#terminal();
    if (id === '_executeFormatDocumentProvider') return this.#formatted(values[0]);
    if (id === '_workbench.openWith') await this.#notebookOf(values[0], values[1]);
    return super['MainThreadCommands.$executeCommand'](id, args);
  }

  // A terminal of the person's with a shell that tells what it runs.
  async #terminal() {
    await this.host.call('ExtHostTerminalService', '$acceptTerminalOpened', [1, undefined, 'bash', { executable: '/bin/bash', name: 'bash', cwd: this.workspace }]);
    await this.host.call('ExtHostTerminalShellIntegration', '$shellIntegrationChange', [1, true]);
  }

  async #formatted(u) {
    await this.open(u);
    const out = [];
    for (const { method, args } of this.providers) {
      if (method !== '$registerDocumentFormattingSupport') continue;
      out.push(...(await this.host.call('ExtHostLanguageFeatures', '$provideDocumentFormattingEdits', [args[0], u, { tabSize: 2, insertSpaces: true }], { token: true }) ?? []));
    }
    return out;
  }

  // A notebook is read by whoever has its kind.
  async #notebookOf(u, kind) {
    for (const { method, args } of this.providers) {
      if (method !== '$registerNotebookSerializer' || args[2] !== kind) continue;
      await this.host.call('ExtHostNotebook', '$dataToNotebook', [args[0], fs.readFileSync(u.path)], { token: true }).catch((e) => this.errors.push(e.message));
    }
  }
}

module.exports = { Acting };
