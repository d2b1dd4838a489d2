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

const STEP_MS = 4000;
const POSITION = { lineNumber: 2, column: 5 };

/** Which request asks a registered language feature, and with what after the handle and the document. */
const FEATURES = {
  $registerHoverProvider: ['$provideHover', [POSITION, undefined]],
  $registerCompletionsProvider: ['$provideCompletionItems', [POSITION, { triggerKind: 0 }]],
  $registerDocumentSymbolProvider: ['$provideDocumentSymbols', []],
  $registerDefinitionSupport: ['$provideDefinition', [POSITION]],
  $registerReferenceSupport: ['$provideReferences', [POSITION, { includeDeclaration: true }]],
  $registerDocumentHighlightProvider: ['$provideDocumentHighlights', [POSITION]],
  $registerDocumentFormattingSupport: ['$provideDocumentFormattingEdits', [{ tabSize: 4, insertSpaces: true }]],
  $registerCodeLensSupport: ['$provideCodeLenses', []],
  $registerDocumentLinkProvider: ['$provideDocumentLinks', []],
  $registerDocumentColorProvider: ['$provideDocumentColors', []],
  $registerFoldingRangeProvider: ['$provideFoldingRanges', [{}]],
  $registerSelectionRangeProvider: ['$provideSelectionRanges', [[POSITION]]],
  $registerSignatureHelpProvider: ['$provideSignatureHelp', [POSITION, { triggerKind: 1, isRetrigger: false }]],
  $registerRenameSupport: ['$provideRenameEdits', [POSITION, 'renamed']],
  $registerQuickFixSupport: ['$provideCodeActions', [{ startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 1 }, { trigger: 1 }]],
  $registerCodeActionSupport: ['$provideCodeActions', [{ startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 1 }, { trigger: 1 }]],
};

/** Runs the workload and returns how each step ended: { step: "ok" or the error's message }. */
async function exercise(host, workbench, id, { deadline }) {
  const steps = {};
  const step = async (name, work) => {
    const left = deadline - Date.now();
    if (left <= 0) { steps[name] = 'no time left'; return undefined; }
    try {
      const value = await within(Math.min(STEP_MS, left), name, work());
      steps[name] = 'ok';
      return value;
    } catch (e) {
      steps[name] = e.message.split('\n')[0];
      return undefined;
    }
  };
  const description = host.descriptions.find((d) => d.identifier.value === id);
  await documents(host, workbench, step);
  await settle(1500, deadline); // language servers start
  await languageFeatures(host, workbench, step);
  await contributions(host, workbench, step);
  await commands(host, workbench, description, step);
  await settle(1500, deadline);
  return steps;
}

const settle = (ms, deadline) => new Promise((r) => setTimeout(r, Math.max(0, Math.min(ms, deadline - Date.now()))));

async function documents(host, workbench, step) {
  for (const file of listFiles(workbench.workspace)) {
    if (!(path.extname(file) in LANGUAGES)) continue;
    await step(`open ${path.relative(workbench.workspace, file)}`, () => workbench.show(uri(file)));
  }
}

async function languageFeatures(host, workbench, step) {
  const open = [...workbench.documents.values()].filter((d) => d.uri.scheme === 'file');
  const ask = [];
  for (const { method, args: [handle, selector] } of workbench.providers.filter((p) => p.actor === 'MainThreadLanguageFeatures')) {
    const feature = FEATURES[method];
    if (!feature) continue;
    const languages = new Set([selector].flat().map((s) => s?.language));
    for (const d of open) {
      if (!languages.has(d.languageId) && !languages.has('*') && !languages.has(undefined)) continue;
      const [request, rest] = feature;
      ask.push(step(`${request} ${path.basename(d.uri.path)} ${handle}`, () => host.call('ExtHostLanguageFeatures', request, [handle, d.uri, ...rest], { token: true })));
    }
  }
  await Promise.all(ask);
}

/** Things the extension registered for others to call. */
async function contributions(host, workbench, step) {
  const file = uri(path.join(workbench.workspace, 'README.md'));
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
        await ask('ExtHostDebugService', '$provideDebugConfigurations', [args[4] ?? args.at(-1), uri(workbench.workspace)], { token: true });
        await ask('ExtHostDebugService', '$resolveDebugConfiguration', [args.at(-1), uri(workbench.workspace), { type: args[0], name: 'run', request: 'launch', program: path.join(workbench.workspace, 'main.js') }], { token: true });
        break;
      case 'MainThreadTerminalService.$registerProfileProvider': await ask('ExtHostTerminalService', '$createContributedProfileTerminal', [args[0], {}]); break;
      case 'MainThreadTerminalService.$registerCompletionProvider':
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

async function commands(host, workbench, description, step) {
  const contributed = (description.contributes?.commands ?? []).map((c) => c.command);
  const all = [...new Set([...contributed, ...workbench.commands])].sort();
  const target = uri(path.join(workbench.workspace, 'main.ts'));
  const folder = uri(workbench.workspace);
  for (const id of all) {
    if (!workbench.commands.has(id)) await step(`activate ${id}`, () => host.activateByEvent('onCommand:' + id));
    if (!workbench.commands.has(id)) continue; // another extension's, or registered only in other conditions
    await step(`show before ${id}`, () => workbench.show(fs.existsSync(target.path) ? target : uri(listFiles(workbench.workspace)[0])));
    await step(`command ${id}`, () => host.call('ExtHostCommands', '$executeContributedCommand', [id, id.includes('Repository') ? folder : target]));
  }
}

module.exports = { exercise };
