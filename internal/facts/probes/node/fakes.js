'use strict';
// Stand-ins for Node's core modules, vscode and a few globals that do nothing
// and record every use. Running a probe against them tells whether what the
// probe says it does is what it does.
const Module = require('node:module');
const { promisify } = require('node:util');

// WATCHED are the modules whose uses count. The others are plumbing (path,
// util, events …) and are the real ones.
const WATCHED = ['fs', 'fs/promises', 'child_process', 'net', 'http', 'https', 'dns', 'os', 'vm', 'worker_threads', 'vscode'];
const GLOBALS = ['fetch', 'WebSocket'];

// VSCODE is the part of the vscode API that probes touch.
const VSCODE = { window: {}, workspace: {}, commands: {}, env: {}, tasks: {}, Uri() {}, Task() {}, ShellExecution() {} };

// The real modules are disarmed, in case a probe gets past the fakes: these
// cannot be called at all, and of fs what changes something cannot.
const DISARMED = ['child_process', 'net', 'http', 'https', 'dns', 'worker_threads', 'vm'];
const HARMFUL = /^(unlink|rm|rmdir|rename|chmod|chown|lchown|link|symlink|truncate|append|cp|copy|utimes|writev|mkdtemp)/;

let record = () => {};
const fakes = new Map();
const ours = new WeakSet();

/** Makes the fake of a value of the real module; path is its symbol. */
function fake(real, path, depth) {
  // A module is an object and no function; some interop code asks.
  const target = path.endsWith(':') || (real && typeof real === 'object') ? {} : function () {};
  if (depth > 0 && real) {
    for (const key of Object.keys(real)) {
      if (key === 'prototype') continue;
      let value;
      try { value = real[key]; } catch { continue; }
      if (typeof value !== 'function' && typeof value !== 'object') target[key] = value;
      else target[key] = fake(value, join(path, key), depth - 1);
    }
  }
  const made = new Map();
  const self = new Proxy(target, {
    get(t, key) {
      if (key === 'prototype') return t.prototype;
      if (key === Symbol.toPrimitive) return () => path;
      if (key === Symbol.iterator) return function* () {};
      if (key === promisify.custom || typeof key === 'symbol' || key === 'then' || key === '__esModule' || key === 'toJSON') return undefined;
      if (key === 'call' || key === 'apply' || key === 'bind') return Function.prototype[key];
      if (key === 'name') return path;
      if (key === 'length' || key === 'constructor' || key === 'hasOwnProperty' || key === 'toString') return Reflect.get(t, key);
      // A module of Node has only what it has; vscode has no real one here.
      if (real && depth > 1 && !(key in real)) return undefined;
      record(join(path, key), 'reference', []);
      if (Object.hasOwn(t, key)) return t[key];
      if (!made.has(key)) made.set(key, fake(undefined, join(path, key), 0));
      return made.get(key);
    },
    apply(t, receiver, args) {
      record(path, 'call', args);
      callBack(path, args);
      return fake(undefined, path + '()', 0);
    },
    construct(t, args, newTarget) {
      record(path, 'new', args);
      const made = fake(undefined, path + '()', 0);
      if (newTarget && newTarget.prototype && newTarget.prototype !== t.prototype) {
        // A subclass: its own methods come first, the rest is the fake's.
        return new Proxy(Object.create(newTarget.prototype), {
          get: (o, key, receiver) => (key in o && key !== 'constructor' ? Reflect.get(o, key, receiver) : made[key]),
        });
      }
      return made;
    },
  });
  ours.add(self);
  return self;
}

/** Calls the callback a function was given, later, with nothing in it. */
function callBack(path, args) {
  const cb = args.findLast((a) => typeof a === 'function' && !ours.has(a));
  if (!cb) return;
  const blank = () => fake(undefined, '_', 0);
  const first = /^(fs|child_process|dns)\./.test(path) ? null : blank();
  setImmediate(() => cb(first, blank(), blank()));
}

function join(path, key) {
  return path.endsWith(':') ? path.slice(0, -1) + '.' + key : path + '.' + key;
}

/** The fake of a watched module, or undefined. */
function get(name) {
  const bare = String(name).replace(/^node:/, '');
  if (!WATCHED.includes(bare)) return undefined;
  if (!fakes.has(bare)) {
    const real = bare === 'vscode' ? VSCODE : load.call(Module, bare, null, false);
    fakes.set(bare, fake(real, bare + ':', 2));
  }
  return fakes.get(bare);
}

const load = Module._load;

/** Puts the fakes where code looks for modules. */
function install() {
  Module._load = function (name, parent, isMain) {
    if (/^(original-fs|electron)$/.test(name)) throw Object.assign(new Error('no ' + name), { code: 'MODULE_NOT_FOUND' });
    return get(name) ?? load.call(this, name, parent, isMain);
  };
  const builtin = process.getBuiltinModule ?? ((name) => load.call(Module, name, null, false));
  process.getBuiltinModule = (name) => get(name) ?? builtin(name);
  process.binding = () => ({});
  for (const name of GLOBALS) globalThis[name] = fake(undefined, 'globals.' + name, 0);
  globalThis.__probeFake = get;
  // import of a watched module gives a module made of the fake's members.
  const names = Object.fromEntries(WATCHED.map((n) => [n,
    Object.keys(n === 'vscode' ? VSCODE : load.call(Module, n, null, false)).filter((k) => k !== 'default')]));
  for (const n of WATCHED) get(n); // before the real ones are disarmed
  const hooks = `
    const names = ${JSON.stringify(names)};
    export async function resolve(specifier, context, next) {
      const bare = specifier.replace(/^node:/, '');
      if (Object.hasOwn(names, bare)) return { url: 'probe:' + bare, shortCircuit: true };
      return next(specifier, context);
    }
    export async function load(url, context, next) {
      if (!url.startsWith('probe:')) return next(url, context);
      const name = url.slice(6);
      const source = 'const m = globalThis.__probeFake(' + JSON.stringify(name) + ');\\nexport default m;\\n' +
        names[name].map((k, i) => 'const v' + i + ' = m[' + JSON.stringify(k) + '];\\nexport { v' + i + ' as ' + JSON.stringify(k) + ' };').join('\\n');
      return { format: 'module', source, shortCircuit: true };
    }`;
  Module.register('data:text/javascript,' + encodeURIComponent(hooks));
  for (const name of DISARMED) disarm(load.call(Module, name, null, false), name, /./);
  disarm(load.call(Module, 'fs', null, false), 'fs', HARMFUL);
  disarm(load.call(Module, 'fs/promises', null, false), 'fs/promises', HARMFUL);
  Module.syncBuiltinESMExports();
}

function disarm(real, name, which) {
  for (const key of Object.keys(real)) {
    if (typeof real[key] !== 'function' || !which.test(key)) continue;
    try {
      real[key] = () => { throw new Error(`the real ${name}.${key} was reached`); };
    } catch {
      // A getter without a setter stays; nothing a probe calls is one.
    }
  }
}

module.exports = { install, watch: (f) => { record = f; }, WATCHED, GLOBALS };
