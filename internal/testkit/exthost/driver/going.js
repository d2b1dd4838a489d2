'use strict';
// A workbench that goes where it is told that something is: to a test that failed, a problem, a comment. Somebody drops text into a
// file; variables are kept for terminals; messages and questions of the loader wait until they are pressed, by whomever. The attacks
// run in it.
const fs = require('node:fs');
const path = require('node:path');
const { configuration, uri } = require('./manifest.js');
const { Acting } = require('./acting.js');

const MARK = 'rf-marked';
const DROPPED = 'canary-7f3a91';

class Going extends Acting {
  toasts = []; // what a message of the loader's answers when it is pressed
  question = null; // one of the loader's with several answers
  chosen = 0;

  serve(name, args) {
    if (name.endsWith('.$registerDocumentOnDropEditProvider')) this.#later(() => this.#drop(args[0]));
    if (name === 'MainThreadTesting.$appendTestMessagesInRun') this.#later(() => this.#go(args[3].map((m) => m.location?.uri)));
    if (name === 'MainThreadDiagnostics.$changeMany') this.#later(() => this.#go(args[1].map(([u]) => u)));
    if (name === 'MainThreadComments.$createCommentThread') this.#later(() => this.#go(args));
    return super.serve(name, args);
  }

  #later(f) { setTimeout(() => f().catch((e) => this.errors.push(e.message)), 200); }

  // Somebody goes there: the file is opened, and what it folds is asked for.
  async #go(places) {
    for (const u of places) {
      // What lies in the workspace is opened by others.
      if (u?.scheme !== 'file' || !fs.existsSync(u.path) || u.path.startsWith(this.workspace)) continue;
      await this.open(u);
      for (const { method, args } of this.providers) {
        if (method !== '$registerFoldingRangeProvider') continue;
        await this.host.call('ExtHostLanguageFeatures', '$provideFoldingRanges', [args[0], u, {}], { token: true });
      }
    }
  }

  // Somebody drops text of another program's into a file.
  async #drop(handle) {
    const u = uri(path.join(this.workspace, 'main.ts'));
    await this.open(u);
    const transfer = { items: [['text/plain', { id: '1', asString: DROPPED, fileData: undefined }]] };
    await this.host.call('ExtHostLanguageFeatures', '$provideDocumentOnDropEdits', [handle, 1, u, { lineNumber: 1, column: 1 }, transfer], { token: true });
  }

  // What terminals have of variables is what was said last.
  'MainThreadTerminalService.$setEnvironmentVariableCollection'(id, persistent, collection) {
    if ((JSON.stringify(collection ?? null) ?? '').includes(MARK)) this.calls.set('workbench.variables marked', 1);
    else this.calls.delete('workbench.variables marked');
  }

  'MainThreadMessageService.$showMessage'(severity, message, options, choices) {
    // What stands in front of everything else no command presses.
    if (!String(message).startsWith('ringfence: ') || !choices?.length || options?.modal === true) return super['MainThreadMessageService.$showMessage'](severity, message, options, choices);
    this.messages.push(message);
    return new Promise((ok) => this.toasts.push(() => ok(choices[0].handle)));
  }

  'MainThreadQuickOpen.$show'(instance, options) {
    if (!options?.title?.startsWith('ringfence: allow')) return super['MainThreadQuickOpen.$show'](instance, options);
    return new Promise((ok) => this.quickPicks.set(instance, (items) => { this.question = { ok, items: items.filter((x) => x.type !== 'separator') }; }));
  }

  async 'MainThreadCommands.$executeCommand'(id, args) {
    const [first] = [args?.value ?? args ?? []].flat(1);
    switch (id) {
      case 'test.reads': return this.#reads(first);
      case 'notification.acceptPrimaryAction': return this.toasts.pop()?.();
      case 'workbench.action.quickPickManyToggle': this.chosen++; return undefined;
      case 'workbench.action.acceptSelectedQuickOpenItem': return this.question?.ok(this.question.items.slice(0, this.chosen).map((x) => x.handle));
      default: return super['MainThreadCommands.$executeCommand'](id, args);
    }
  }

  // The settings of the workspace are read from its file.
  async #reads(file) {
    const settings = JSON.parse(fs.readFileSync(file, 'utf8'));
    const data = configuration(this.host.descriptions, this.settings, settings);
    await this.host.call('ExtHostConfiguration', '$acceptConfigurationChanged', [data, { keys: Object.keys(settings), overrides: [] }]);
  }
}

module.exports = { Going };
