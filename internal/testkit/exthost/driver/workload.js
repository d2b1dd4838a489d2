'use strict';
// What a person might do with an extension, in a minute: open files of every
// kind, ask each language feature it offers, run each of its commands, look at
// each of its views. Every step has a time limit, and no step's failure ends
// the run: what an extension cannot do without a real window is not our finding.
const fs = require('node:fs');
const path = require('node:path');
const { uri } = require('./manifest.js');
const { within } = require('./host.js');
const { LANGUAGES, listFiles } = require('./workbench.js');
const extras = require('./extras.js');

const STEP_MS = 4000;
const FIRST_MS = 15000; // a language server's first answer
const HALF_MS = 14000; // half of the work, for runs that are compared with each other
const HALF_STEP_MS = 3000;
const PLACES = 8; // more of them in one document, where there is time

/** Which request asks a registered language feature, and with what after the handle and the document. */
const features = (position) => ({
  $registerHoverProvider: ['$provideHover', [position, undefined]],
  $registerCompletionsProvider: ['$provideCompletionItems', [position, { triggerKind: 0 }]],
  $registerDocumentSymbolProvider: ['$provideDocumentSymbols', []],
  $registerDefinitionSupport: ['$provideDefinition', [position]],
  $registerReferenceSupport: ['$provideReferences', [position, { includeDeclaration: true }]],
  $registerDocumentHighlightProvider: ['$provideDocumentHighlights', [position]],
  $registerDocumentFormattingSupport: ['$provideDocumentFormattingEdits', [{ tabSize: 4, insertSpaces: true }]],
  $registerCodeLensSupport: ['$provideCodeLenses', []],
  $registerDocumentLinkProvider: ['$provideDocumentLinks', []],
  $registerDocumentColorProvider: ['$provideDocumentColors', []],
  $registerFoldingRangeProvider: ['$provideFoldingRanges', [{}]],
  $registerSelectionRangeProvider: ['$provideSelectionRanges', [[position]]],
  $registerSignatureHelpProvider: ['$provideSignatureHelp', [position, { triggerKind: 1, isRetrigger: false }]],
  $registerRenameSupport: ['$provideRenameEdits', [position, 'renamed']],
  $registerQuickFixSupport: ['$provideCodeActions', [{ startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 1 }, { trigger: 1 }]],
  $registerCodeActionSupport: ['$provideCodeActions', [{ startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 1 }, { trigger: 1 }]],
});

/** Runs the workload and returns how each step ended: { step: "ok" or the error's message }. */
async function exercise(host, workbench, id, { deadline: end, half = '', thorough = false }) {
  const steps = {};
  const deadline = half ? Math.min(end, Date.now() + HALF_MS) : end;
  const step = async (name, work, most = STEP_MS) => {
    const limit = half ? Math.min(most, HALF_STEP_MS) : most;
    const left = deadline - Date.now();
    if (left <= 0) { steps[name] = 'no time left'; return undefined; }
    try {
      const value = await within(Math.min(limit, left), name, work());
      steps[name] = 'ok';
      return value;
    } catch (e) {
      steps[name] = e.message.split('\n')[0];
      return undefined;
    }
  };
  const description = host.descriptions.find((d) => d.identifier.value === id);
  await documents(host, workbench, step, half);
  await settle(1500, deadline); // language servers start
  await languageFeatures(host, workbench, step, half, thorough ? PLACES : 0);
  await contributions(host, workbench, step, thorough);
  if (thorough) {
    await extras.customEditors(host, workbench, description, step);
    await extras.surroundings(host, workbench, step);
  }
  await changes(host, workbench, step);
  await settle(500, deadline);
  await commands(host, workbench, description, step, half);
  if (thorough) await extras.placed(host, workbench, unending(workbench, description), (d) => positions(d, PLACES), step);
  await settle(1500, deadline);
  return steps;
}

const settle = (ms, deadline) => new Promise((r) => setTimeout(r, Math.max(0, Math.min(ms, deadline - Date.now()))));

/** A half of a list: every other one, by turns of each kind of file or command. */
const halved = (list, half) => list.filter((_, i) => !half || (i % 2 === 0) === (half === 'first'));

async function documents(host, workbench, step, half) {
  for (const file of halved(listFiles(workbench.workspace).filter((f) => path.extname(f) in LANGUAGES), half)) {
    await step(`open ${path.relative(workbench.workspace, file)}`, () => workbench.show(uri(file)));
  }
}

async function languageFeatures(host, workbench, step, half, places) {
  const open = [...workbench.documents.values()].filter((d) => d.uri.scheme === 'file');
  const asked = [];
  const awake = new Set();
  for (const { method, args: [handle, selector] } of workbench.providers.filter((p) => p.actor === 'MainThreadLanguageFeatures')) {
    const languages = new Set([selector].flat().map((s) => s?.language));
    for (const d of open) {
      if (!languages.has(d.languageId) && !languages.has('*') && !languages.has(undefined)) continue;
      for (const position of halved(positions(d, places), half)) {
        const feature = features(position)[method];
        if (!feature) continue;
        const [request, rest] = feature;
        const name = `${request} ${path.basename(d.uri.path)}:${position.lineNumber} ${handle}`;
        const ask = (ms) => step(name, () => host.call('ExtHostLanguageFeatures', request, [handle, d.uri, ...rest], { token: true }), ms);
        if (awake.has(d.languageId)) asked.push(ask());
        else await ask(FIRST_MS); // the server is starting; the others would all be too late
        awake.add(d.languageId);
      }
    }
  }
  await Promise.all(asked);
}

/** A few places in a document: the middles of its second, middle and last full lines, and of so many others. */
function positions(d, others) {
  const last = Math.max(1, d.lines.length - 1);
  const lines = new Set([Math.min(2, last), Math.ceil(last / 2), last]);
  for (let n = 1; others > 0 && n <= last; n += Math.ceil(last / others)) lines.add(n);
  return [...lines].map((lineNumber) => ({ lineNumber, column: Math.ceil(d.lines[lineNumber - 1].length / 2) + 1 }));
}

/** Things the extension registered for others to call. */
async function contributions(host, workbench, step, thorough) {
  const file = uri(path.join(workbench.workspace, 'README.md'));
  const folder = uri(workbench.workspace);
  for (const { actor, method, args } of [...workbench.providers]) {
    const ask = (to, request, values, options) => step(`${request} ${args[1] ?? args[0]}`, () => host.call(to, request, values, options));
    switch (`${actor}.${method}`) {
      case 'MainThreadTask.$registerTaskProvider': await ask('ExtHostTask', '$provideTasks', [args[0], { [args[1]]: true }]); break;
      case 'MainThreadTreeViews.$registerTreeViewDataProvider': await ask('ExtHostTreeViews', '$getChildren', [args[0]]); break;
      case 'MainThreadLanguageFeatures.$registerNavigateTypeSupport': await ask('ExtHostLanguageFeatures', '$provideWorkspaceSymbols', [args[0], 'a'], { token: true }); break;
      case 'MainThreadDocumentContentProviders.$registerTextContentProvider': await ask('ExtHostDocumentContentProviders', '$provideTextDocumentContent', [args[0], { ...file, scheme: args[1] }]); break;
      case 'MainThreadSCM.$registerSourceControl': await ask('ExtHostSCM', '$provideOriginalResource', [args[0], file], { token: true }); break;
      case 'MainThreadAuthentication.$registerAuthenticationProvider': {
        const provider = args[0]?.id ?? args[0];
        await ask('ExtHostAuthentication', '$getSessions', [provider, ['user:email'], {}]);
        await ask('ExtHostAuthentication', '$createSession', [provider, ['user:email'], {}]);
        break;
      }
      case 'MainThreadDebugService.$registerDebugConfigurationProvider':
        await ask('ExtHostDebugService', '$provideDebugConfigurations', [args.at(-1), folder], { token: true });
        break;
      case 'MainThreadDebugService.$registerDebugAdapterDescriptorFactory':
        await debug(host, workbench, args, step);
        break;
      case 'MainThreadTerminalService.$registerProfileProvider': await ask('ExtHostTerminalService', '$createContributedProfileTerminal', [args[0], {}]); break;
      case 'MainThreadTerminalService.$registerCompletionProvider':
        if (thorough) {
          await extras.terminal(host, workbench, args[0], step);
          break;
        }
        // It completes for the active terminal only, so there has to be one.
        await ask('ExtHostTerminalService', '$acceptTerminalOpened', [1, undefined, 'bash', { executable: '/bin/bash', name: 'bash' }]);
        await ask('ExtHostTerminalService', '$acceptActiveTerminalChanged', [1]);
        await ask('ExtHostTerminalService', '$provideTerminalCompletions', [args[0], { commandLine: 'git ', cursorIndex: 4, allowFallbackCompletions: true }]);
        break;
      case 'MainThreadTunnelService.$setTunnelProvider':
        await ask('ExtHostTunnelService', '$forwardPort', [{ remoteAddress: { host: 'localhost', port: 3000 } }, { elevationRequired: false }]);
        break;
      default:
    }
  }
}

/** Debugs main.js through a debug adapter: what the workbench does for F5. */
async function debug(host, workbench, [type, factory], step) {
  const folder = uri(workbench.workspace);
  let configuration = {
    type, name: 'run', request: 'launch', program: path.join(workbench.workspace, 'main.js'), cwd: workbench.workspace,
    console: 'internalConsole',
  };
  for (const { args: [forType, , , resolves, substituted, handle] } of workbench.providers.filter((p) => p.method === '$registerDebugConfigurationProvider')) {
    if (forType !== type) continue;
    for (const [asks, request] of [[resolves, '$resolveDebugConfiguration'], [substituted, '$resolveDebugConfigurationWithSubstitutedVariables']]) {
      if (asks) configuration = (await step(`${request} ${type}`, () => host.call('ExtHostDebugService', request, [handle, folder, configuration], { token: true }))) ?? configuration;
    }
  }
  const session = { id: `debug-${type}`, type, name: 'run', folderUri: folder, configuration };
  const started = await step(`debug ${type}`, async () => {
    await host.call('ExtHostDebugService', '$acceptDebugSessionStarted', [session]);
    await host.call('ExtHostDebugService', '$startDASession', [factory, session]);
    return true;
  });
  if (!started) return;
  const requests = [
    ['initialize', { clientID: 'vscode', adapterID: type, linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' }],
    ['setBreakpoints', { source: { path: configuration.program }, breakpoints: [{ line: 2 }] }], [configuration.request, configuration],
    ['configurationDone', {}], ['threads', {}], ['evaluate', { expression: '1 + 1', context: 'repl' }], ['loadedSources', {}], ['disconnect', { terminateDebuggee: true }],
  ];
  for (const [i, [command, args]] of requests.entries()) {
    await step(`debug ${type} ${command}`, () => host.call('ExtHostDebugService', '$sendDAMessage', [factory, { seq: i + 1, type: 'request', command, arguments: args }]));
    await new Promise((r) => setTimeout(r, command === 'configurationDone' ? 1500 : 200));
  }
  await step(`debug ${type} stops`, () => host.call('ExtHostDebugService', '$stopDASession', [factory]));
}

/** Commands that end what the others work on come last. */
const ENDINGS = /close|clos|delete|remove|dispose|stop|kill|quit|reset|clean|unset|disable|logout|signOut|undo|stash/i;

/**
 * Each command twice: as from the palette, and as from a file's context menu.
 */
async function commands(host, workbench, description, step, half) {
  const contributed = (description.contributes?.commands ?? []).map((c) => c.command);
  const ids = [...new Set([...contributed, ...workbench.commands])].filter((id) => !id.startsWith('__vsc')).sort();
  const target = uri(path.join(workbench.workspace, 'main.ts'));
  const ordered = [...ids.filter((id) => !ENDINGS.test(id)), ...ids.filter((id) => ENDINGS.test(id))];
  await step('show main.ts', () => workbench.show(target));
  for (const args of [[], [target]]) {
    for (const id of halved(ordered.filter((x) => !x.startsWith('ringfence.')), half)) {
      if (!workbench.commands.has(id)) await step(`activate ${id}`, () => host.activateByEvent('onCommand:' + id));
      if (!workbench.commands.has(id)) continue; // another extension's, or registered only in other conditions
      await step(`command ${id}${args.length ? ' main.ts' : ''}`, () => host.call('ExtHostCommands', '$executeContributedCommand', [id, ...args]));
    }
  }
}

/** The extension's commands that end nothing. */
function unending(workbench, description) {
  return (description.contributes?.commands ?? []).map((c) => c.command).filter((id) => !ENDINGS.test(id) && workbench.commands.has(id));
}

/** Changes on disk, which the host hears of from the workbench. */
async function changes(host, workbench, step) {
  const files = ['README.md', 'package.json', 'tsconfig.json', 'style.css', 'data.json', '.git/index', '.git/HEAD'].map((f) => uri(path.join(workbench.workspace, f)));
  const created = path.join(workbench.workspace, 'created.md');
  fs.writeFileSync(created, '# created\n');
  const event = { created: [uri(created)], changed: files, deleted: [] };
  await step('files change', () => host.call('ExtHostFileSystemEventService', '$onFileEvent', [event]));
  const readme = [...workbench.documents.values()].find((d) => d.uri.path.endsWith('README.md'));
  if (!readme) return;
  const edit = {
    changes: [{ range: { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 1 }, rangeOffset: 0, rangeLength: 0, text: 'x' }],
    eol: '\n', versionId: 2, isUndoing: false, isRedoing: false, isFlush: false, isEolChange: false,
  };
  await step('README.md changes', () => host.call('ExtHostDocuments', '$acceptModelChanged', [readme.uri, edit, true]));
  await step('README.md is saved', () => host.call('ExtHostDocuments', '$acceptModelSaved', [readme.uri]));
}

module.exports = { exercise };
