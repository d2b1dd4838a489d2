'use strict';
// More of what a person might do: look at files in custom editors, follow links
// into the editor, type in a terminal, and run commands at other places of other
// documents.
const path = require('node:path');
const { uri } = require('./manifest.js');
const { globToRegExp, listFiles } = require('./workbench.js');

const PLACED_MS = 1500;
const PLACED_ALL_MS = 25000; // for commands at other places, in all
const CALL = { token: true };

/** Opens every file of the workspace that a custom editor of the extension is for. */
async function customEditors(host, workbench, description, step) {
  const files = listFiles(workbench.workspace);
  let handle = 0;
  for (const { viewType, selector } of description.contributes?.customEditors ?? []) {
    await step(`activate ${viewType}`, () => host.activateByEvent('onCustomEditor:' + viewType));
    const provider = workbench.providers.find((p) => p.actor === 'MainThreadCustomEditors' && p.args[1] === viewType);
    if (!provider) continue;
    const patterns = (selector ?? []).map((s) => globToRegExp(s.filenamePattern ?? ''));
    for (const file of files.filter((f) => patterns.some((p) => p.test(path.basename(f)))).slice(0, 3)) {
      const at = uri(file);
      await step(`${viewType} ${path.basename(file)}`, async () => {
        if (provider.method === '$registerTextEditorProvider') await workbench.open(at);
        else await host.call('ExtHostCustomEditors', '$createCustomDocument', [at, viewType, undefined, undefined], CALL);
        const init = { title: path.basename(file), contentOptions: {}, options: {}, active: true };
        await host.call('ExtHostCustomEditors', '$resolveCustomEditor', [at, `editor-${++handle}`, viewType, init, 0], CALL);
        for (const message of ['ready', { type: 'ready' }, { type: 'requestData' }]) {
          await host.call('ExtHostWebviews', '$onMessage', [`editor-${handle}`, JSON.stringify(message), { value: [] }]).catch(() => {});
        }
      });
    }
  }
}

/** Shows a file in a custom editor, says something to the extension as the page in it would, and gives what the extension says to the page within ms. */
async function shown(host, viewType, file, message, ms) {
  const { workbench } = host;
  await host.activateByEvent('onCustomEditor:' + viewType);
  const at = uri(file);
  const handle = `page-${workbench.pages.size}`;
  const said = new Promise((ok) => workbench.pages.set(handle, ok));
  await host.call('ExtHostCustomEditors', '$createCustomDocument', [at, viewType, undefined, undefined], CALL);
  await host.call('ExtHostCustomEditors', '$resolveCustomEditor', [at, handle, viewType, { title: path.basename(file), contentOptions: {}, options: {}, active: true }, 0], CALL);
  await host.call('ExtHostWebviews', '$onMessage', [handle, JSON.stringify(message), { value: [] }]);
  return Promise.race([said, new Promise((r) => setTimeout(r, ms, null))]);
}

/** Asks what the explorer and the timeline ask, and follows links to the extension. */
async function surroundings(host, workbench, step) {
  const files = ['README.md', 'main.ts', 'style.css'].map((f) => uri(path.join(workbench.workspace, f)));
  for (const { method, args } of [...workbench.providers]) {
    switch (method) {
      case '$registerDecorationProvider':
        await step(`decorations ${args[1]}`, () => host.call('ExtHostDecorations', '$provideDecorations', [args[0], files.map((u, id) => ({ id, uri: u }))], CALL));
        break;
      case '$registerTimelineProvider':
        for (const u of files) await step(`timeline ${args[0].id}`, () => host.call('ExtHostTimeline', '$getTimeline', [args[0].id, u, { limit: 20 }], CALL));
        break;
      case '$registerUriHandler':
        for (const link of [`/clone?url=${encodeURIComponent('file://' + workbench.workspace + '-origin.git')}`, '/did-authenticate?code=1&state=2&nonce=3', '/other']) {
          const [at, query = ''] = link.split('?');
          await step(`link ${at}`, () => host.call('ExtHostUrls', '$handleExternalUri', [args[0], { $mid: 1, scheme: 'code-oss', authority: host.descriptions[0].identifier.value, path: at, query }]));
        }
        break;
      default:
    }
  }
}

/** Lines at which a terminal asks for completions, for one shell after the other. */
const LINES = ['g', 'git ', 'git checkout ', 'git add ', 'cd ', 'cd ./', 'ls src/', 'npm run ', 'code --'];

async function terminal(host, workbench, provider, step) {
  const shells = ['bash', 'zsh', 'fish', 'pwsh', undefined];
  for (const [i, shell] of shells.entries()) {
    const id = i + 1;
    const executable = `/bin/${shell ?? 'sh'}`;
    const ask = (name, ...args) => step(`${name} ${shell}`, () => host.call('ExtHostTerminalService', name, args));
    await ask('$acceptTerminalOpened', id, undefined, shell ?? 'sh', { executable, name: shell ?? 'sh', cwd: workbench.workspace });
    await ask('$acceptTerminalInteraction', id);
    await ask('$acceptActiveTerminalChanged', id);
    await ask('$acceptTerminalShellType', id, shell);
    const integration = (name, ...args) => step(`${name} ${shell}`, () => host.call('ExtHostTerminalShellIntegration', name, [id, ...args]));
    await integration('$shellIntegrationChange', true);
    await integration('$shellEnvChange', ['PATH', 'PWD', 'HOME'], [path.join(workbench.workspace, 'bin'), workbench.workspace, path.join(workbench.workspace, 'src')], true);
    await integration('$cwdChange', uri(workbench.workspace));
    for (const line of i === 0 ? LINES : LINES.slice(0, 2)) {
      await step(`complete ${shell} ${JSON.stringify(line)}`, () => host.call('ExtHostTerminalService', '$provideTerminalCompletions', [provider,
        { commandLine: line, cursorIndex: line.length, cursorPosition: line.length, shouldNormalizePrefix: true, allowFallbackCompletions: true }], CALL));
    }
  }
}

/** Runs commands with the caret at places of each kind of document. */
async function placed(host, workbench, ids, places, step) {
  const kinds = new Map();
  for (const d of workbench.documents.values()) if (d.uri.scheme === 'file' && !kinds.has(d.languageId)) kinds.set(d.languageId, d);
  // One place of each document, then the next of each: the time may end.
  const spots = [...kinds.values()].flatMap((d) => places(d).map((p, turn) => [d, p, turn])).sort((a, b) => a[2] - b[2]);
  const end = Date.now() + PLACED_ALL_MS;
  for (const [d, place] of spots) {
    if (Date.now() > end || ids.length === 0) return;
    await step(`place ${path.basename(d.uri.path)}:${place.lineNumber}`, () => workbench.place(d.uri, place));
    for (const id of ids) {
      if (Date.now() > end) return;
      await step(`command ${id} ${path.basename(d.uri.path)}:${place.lineNumber}`, () => host.call('ExtHostCommands', '$executeContributedCommand', [id]), PLACED_MS);
    }
  }
}

module.exports = { customEditors, shown, surroundings, terminal, placed };
