'use strict';
// What the workbench makes of manifests before it starts the extension host:
// descriptions, the activation events that contributions imply, and the
// configuration with its defaults.
const fs = require('node:fs');
const path = require('node:path');

/** A file URI the way it crosses the wire. */
function uri(file) {
  return { $mid: 1, fsPath: file, external: 'file://' + file, path: file, scheme: 'file' };
}

function describe(directory) {
  const dir = fs.realpathSync(directory);
  const manifest = JSON.parse(fs.readFileSync(path.join(dir, 'package.json'), 'utf8'));
  const id = `${manifest.publisher}.${manifest.name}`;
  return {
    ...manifest, id, identifier: { value: id, _lower: id.toLowerCase() }, extensionLocation: uri(dir),
    isBuiltin: false, isUserBuiltin: false, isUnderDevelopment: false, targetPlatform: 'undefined', preRelease: false,
    // A test wants the extension whatever proposals it asks for.
    enabledApiProposals: (manifest.enabledApiProposals ?? []).map((p) => p.split('@')[0]),
  };
}

function activationEvents(description) {
  const events = new Set(description.activationEvents ?? []);
  const c = description.contributes ?? {};
  const each = (list, event) => { for (const x of [list ?? []].flat()) if (event(x)) events.add(event(x)); };
  each(c.commands, (x) => !x.command.startsWith('ringfence.') && 'onCommand:' + x.command); // the loader's own is a person's
  each(c.languages, (x) => x.id && 'onLanguage:' + x.id);
  each(Object.values(c.views ?? {}).flat(), (x) => 'onView:' + x.id);
  each(c.customEditors, (x) => 'onCustomEditor:' + x.viewType);
  each(c.authentication, (x) => 'onAuthenticationRequest:' + x.id);
  each(c.notebooks, (x) => 'onNotebookSerializer:' + x.type);
  each(c.terminal?.profiles, (x) => 'onTerminalProfile:' + x.id);
  each(c.taskDefinitions, (x) => 'onTaskType:' + x.type);
  return [...events];
}

/** Settings of the workbench itself that built-in extensions and the host read without a default of their own. */
const CORE_SETTINGS = {
  'http.proxySupport': 'override', 'http.proxyStrictSSL': true, 'http.systemCertificates': false,
  'http.fetchAdditionalSupport': true, 'http.useLocalProxyConfiguration': true, 'http.noProxy': [],
  'editor.tabSize': 4, 'editor.insertSpaces': true, 'files.encoding': 'utf8', 'files.eol': '\n',
  'files.exclude': {}, 'search.exclude': {}, 'files.associations': {}, 'telemetry.telemetryLevel': 'off',
};

function configuration(descriptions, settings, workspaceSettings) {
  const defaults = { ...CORE_SETTINGS };
  for (const d of descriptions) {
    for (const c of [d.contributes?.configuration ?? []].flat()) {
      for (const [key, schema] of Object.entries(c.properties ?? {})) {
        defaults[key] = schema.default !== undefined ? schema.default : emptyOf([schema.type].flat()[0]);
      }
    }
  }
  const none = () => model({});
  return {
    defaults: model(defaults), policy: none(), application: none(), userLocal: model(settings ?? {}),
    userRemote: none(), workspace: model(workspaceSettings ?? {}), folders: [], configurationScopes: [],
  };
}

function emptyOf(type) {
  return { boolean: false, integer: 0, number: 0, string: '', array: [], object: {} }[type] ?? null;
}

function model(settings) {
  const contents = {};
  for (const [key, value] of Object.entries(settings)) {
    const parts = key.split('.');
    const last = parts.pop();
    let at = contents;
    for (const part of parts) {
      if (typeof at[part] !== 'object' || at[part] === null) at[part] = {};
      at = at[part];
    }
    at[last] = value;
  }
  return { contents, keys: Object.keys(settings), overrides: [] };
}

module.exports = { uri, describe, activationEvents, configuration };
