// Prints every name a Node binary exports, one "module member" a line: the
// exports of each core module, the names on the prototypes of exported
// classes ("Socket().connect"), a few namespaces one level further down, the
// globals, and what comes back from some functions whose classes are not
// exported. Run by the catalogue's test under pinned Node versions.
'use strict';

const seen = new Set();
const out = (module, member) => seen.add(member === '' ? `${module} -` : `${module} ${member}`);
const isObject = (v) => v !== null && (typeof v === 'object' || typeof v === 'function');

// Names that every object or function has say nothing; withoutStackTrace is
// Node's own mark on functions that throw short stacks.
const ofFunction = new Set(['withoutStackTrace', 'length', 'name', 'prototype', 'arguments', 'caller', 'constructor']);
const plain = new Set([Object.prototype, Function.prototype, Array.prototype, Promise.prototype, Error.prototype]);

// Node marks private names with a leading underscore or a symbol: the former
// are reachable by name and therefore listed, the latter are not.
function names(object) {
  const found = new Set();
  for (let o = object; isObject(o) && !plain.has(o); o = Object.getPrototypeOf(o)) {
    if (o !== object && exportedClasses.has(o)) break; // listed under its own class
    for (const k of Object.getOwnPropertyNames(o)) {
      if (typeof object === 'function' ? !ofFunction.has(k) : k !== 'constructor') found.add(k);
    }
  }
  return [...found];
}

// read gives a property without running a getter: a getter may warn or throw.
function read(object, key) {
  for (let o = object; isObject(o); o = Object.getPrototypeOf(o)) {
    const d = Object.getOwnPropertyDescriptor(o, key);
    if (d) return 'value' in d ? d.value : lazy(object, key);
  }
  return undefined;
}

// Core modules define some exports by lazy getters (fs.promises, crypto.webcrypto).
function lazy(object, key) {
  if (!lazyOwners.has(object)) return undefined;
  try { return object[key]; } catch { return undefined; }
}

const lazyOwners = new Set();
const exportedClasses = new Set(); // classes and their prototypes

const { builtinModules } = require('module');
const modules = new Map();
const prefixOnly = ['node:sea', 'node:sqlite', 'node:test', 'node:test/reporters', 'node:quic', 'node:ffi'];
for (const id of new Set([...builtinModules, ...prefixOnly])) {
  let exported;
  try {
    exported = require(id.startsWith('node:') ? id : `node:${id}`);
  } catch { continue; } // not in this version, or behind a flag
  modules.set(id.replace(/^node:/, ''), exported);
}
for (const m of modules.values()) if (isObject(m)) lazyOwners.add(m);
for (const m of modules.values()) {
  if (!isObject(m)) continue;
  for (const k of Object.getOwnPropertyNames(m)) {
    const v = read(m, k);
    if (typeof v === 'function' && isObject(v.prototype)) exportedClasses.add(v).add(v.prototype);
  }
}

function list(module, prefix, object, depth) {
  for (const k of names(object)) {
    const member = prefix === '' ? k : `${prefix}.${k}`;
    out(module, member);
    const v = read(object, k);
    if (typeof v === 'function' && isObject(v.prototype)) {
      const proto = names(v.prototype);
      for (const p of proto) out(module, `${member}().${p}`);
    }
    if (typeof v === 'function' && depth > 0) {
      for (const s of names(v)) out(module, `${member}.${s}`);
    }
  }
}

for (const [id, exported] of modules) {
  if (id === 'constants') { out(id, ''); continue; } // numbers
  out(id, '');
  if (isObject(exported)) list(id, '', exported, 1);
}

// Namespaces one level down.
for (const [module, path] of [
  ['fs', 'promises'], ['path', 'posix'], ['path', 'win32'], ['util', 'types'],
  ['dns', 'promises'], ['timers', 'promises'], ['stream', 'promises'],
  ['readline', 'promises'], ['crypto', 'webcrypto'], ['crypto', 'subtle'],
  ['process', 'report'], ['process', 'permission'], ['process', 'finalization'],
  ['v8', 'startupSnapshot'], ['v8', 'promiseHooks'], ['inspector', 'console'],
  ['inspector', 'Network'], ['module', 'Module'], ['test', 'mock'], ['test', 'snapshot'],
  ['util', 'inspect'], ['perf_hooks', 'performance'],
]) {
  const ns = read(modules.get(module) ?? {}, path);
  if (isObject(ns)) list(module, path, ns, 0);
}

// Globals: Node's own and the language's. Their prototypes where they are
// Node's (the language's classes are the engine's business).
for (const k of Object.getOwnPropertyNames(globalThis)) {
  out('globals', k);
  const v = Object.getOwnPropertyDescriptor(globalThis, k);
  const got = 'value' in v ? v.value : (() => { try { return globalThis[k]; } catch { return undefined; } })();
  if (typeof got === 'function' && isObject(got.prototype) && /^(WebSocket|EventSource|Worker|BroadcastChannel|Function|Storage|Navigator|Response|Request)$/.test(k)) {
    for (const p of names(got.prototype)) out('globals', `${k}().${p}`);
  }
  if (k === 'WebAssembly' || k === 'Reflect') for (const s of Object.getOwnPropertyNames(got)) out('globals', `${k}.${s}`);
}

// Results whose classes are not exported.
async function results() {
  const show = (module, member, object) => { for (const k of names(object)) out(module, `${member}.${k}`); };
  const shape = (object) => Object.getPrototypeOf(object);
  const handle = await modules.get('fs').promises.open(process.execPath, 'r');
  show('fs', 'promises.open()', shape(handle));
  await handle.close();
  const session = modules.get('http2').connect('http://127.0.0.1:9', { createConnection: () => new (modules.get('stream').PassThrough)() });
  session.on('error', () => {});
  show('http2', 'connect()', shape(session));
  session.destroy();
  show('http2', 'createServer()', shape(modules.get('http2').createServer()));
  const made = modules.get('module').createRequire(__filename);
  for (const k of Object.getOwnPropertyNames(made)) if (!ofFunction.has(k)) out('module', `createRequire().${k}`);
}

results().then(() => {
  // Exit only when the pipe has taken everything, and without waiting for the
  // handles that the results above keep open.
  process.stdout.write([...seen].sort().join('\n') + '\n', () => process.exit(0));
}, (err) => { process.stderr.write(`${err.stack}\n`); process.exit(1); });
