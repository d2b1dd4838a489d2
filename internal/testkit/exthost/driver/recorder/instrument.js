'use strict';
// Replaces the functions of Node's core modules by proxies that tell before they
// call. A proxy keeps everything else as it was: own properties and the symbols
// of util.promisify, name, length, prototype, instanceof, new.target.
const Module = require('node:module');
const util = require('node:util');
const { open } = require('node:fs').promises;
const { ON_DEMAND, UNTOUCHED, GLOBALS, GLOBAL_NAMESPACES, METHODS, HANDLE_METHODS } = require('./symbols.js');

const { apply, construct, ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf } = Reflect;
const { createRequire, isBuiltin, syncBuiltinESMExports } = Module;
const DEPTH = 3; // "webcrypto.subtle.digest"

class Instrument {
  /** @param {(module: string, member: string, kind: "call"|"new", args: unknown[], names: () => string[]) => void} tell */
  constructor(tell) {
    this.tell = tell;
    this.proxies = new Map(); // function -> its proxy
    this.names = new Map(); // proxy -> ["module.member", …], the first is the one told
    this.exports = new Set(); // module exports, which are never replaced
    this.customs = new Map(); // fn[util.promisify.custom] that cannot be replaced -> its proxy
    this.unwrapped = []; // what is neither writable nor configurable
  }

  /** Wraps every core module and the globals. */
  all() {
    const quiet = process.emitWarning; // looking at a deprecated property is not using it
    process.emitWarning = () => {};
    try {
      const names = Module.builtinModules.map((n) => n.replace(/^node:/, '')).filter((n) => !n.startsWith('_') && !ON_DEMAND.has(n)).sort();
      const modules = names.map((n) => [n, require('node:' + n)]);
      for (const [, exported] of modules) this.exports.add(exported);
      for (const [name, exported] of modules) this.module(name, exported);
    } finally {
      process.emitWarning = this.proxies.get(quiet) ?? quiet;
    }
    this.globals();
    syncBuiltinESMExports(); // so that import { spawn } gets the proxy as well
  }

  module(name, exported) {
    this.#members(exported, name, '', 0);
    for (const [type, methods] of Object.entries(METHODS[name] ?? {})) {
      // A module's own class is its export; net.Socket and the like are its members.
      this.#methods((exported[type] ?? exported).prototype, methods, name, `${type}().`);
    }
    if (name === 'fs') this.#fileHandles();
    const subtle = name === 'crypto' && exported.webcrypto?.subtle;
    if (subtle) this.#methods(getPrototypeOf(subtle), ownKeys(getPrototypeOf(subtle)), name, 'webcrypto.subtle.');
  }

  /** The class of file handles has no name: a handle tells it. */
  #fileHandles() {
    open(__filename).then((handle) => {
      this.#methods(getPrototypeOf(handle), HANDLE_METHODS, 'fs', 'FileHandle().');
      return handle.close();
    }).catch(() => { /* then they stay unseen */ });
  }

  /** Wraps the globals, again when somebody replaced them. */
  globals() {
    this.#members(process, 'process', '', 0);
    for (const name of GLOBALS) this.#member(globalThis, name, 'globals', '', DEPTH);
    for (const name of GLOBAL_NAMESPACES) this.#members(globalThis[name], 'globals', name + '.', DEPTH);
  }

  /** Wraps the copies of core modules that files get for which wanted(filename) is true. */
  onRequire(wanted) {
    const instrument = this;
    const plain = Module.prototype.require;
    const done = new WeakSet(this.exports);
    Module.prototype.require = new Proxy(plain, {
      apply(target, self, args) {
        const exported = apply(target, self, args);
        const id = args[0];
        if (typeof id !== 'string' || typeof self?.filename !== 'string' || !wanted(self.filename)) return exported;
        instrument.globals();
        if (isBuiltin(id) && !done.has(exported)) {
          done.add(exported);
          instrument.module(id.replace(/^node:/, ''), exported);
        }
        return exported;
      },
    });
  }

  /** The functions that have several names: { name: [other names] }. */
  aliases() {
    const out = {};
    for (const [first, ...others] of this.names.values()) if (others.length) out[first] = [...new Set(others)].sort();
    return out;
  }

  #members(object, module, prefix, depth) {
    for (const key of ownKeys(object)) this.#member(object, key, module, prefix, depth);
  }

  #methods(prototype, methods, module, prefix) {
    for (const key of methods) {
      if (key === 'constructor') continue;
      const value = getOwnPropertyDescriptor(prototype, key) ? undefined : prototype[key];
      // An inherited one is told apart by a property of its own: write() of a request is no other stream's.
      if (typeof value === 'function') defineProperty(prototype, key, { value, writable: true, configurable: true, enumerable: false });
      this.#member(prototype, key, module, prefix, DEPTH);
    }
  }

  #member(object, key, module, prefix, depth) {
    const custom = key === util.promisify.custom;
    if ((typeof key !== 'string' && !custom) || /^(prototype|super_|constructor)$/.test(String(key))) return;
    const member = custom ? prefix.slice(0, -1) : prefix + key;
    if (custom && member === '') return;
    const property = getOwnPropertyDescriptor(object, key);
    if (!property || (property.get && module === 'process')) return; // process.stdin starts reading when looked at
    let value;
    try { value = object[key]; } catch { return; } // crypto.fips and the like may throw
    if (typeof value === 'function') this.#function(object, key, property, value, module, member, depth);
    else if (isNamespace(value) && depth < (this.exports.has(value) ? 1 : DEPTH)) { // path.posix, not path.posix.win32.posix
      this.#members(value, module, member + '.', depth + 1);
    }
  }

  #function(object, key, property, value, module, member, depth) {
    const name = `${module}.${member}`;
    if (!UNTOUCHED.has(name) && !this.exports.has(value) && !isWebClass(key, value, module)) {
      if (this.names.has(value)) { this.#alias(value, name); return; }
      const wrapped = this.#wrap(value, module, member);
      this.#alias(wrapped, name);
      if (!replace(object, key, property, wrapped)) {
        if (key === util.promisify.custom) this.customs.set(value, wrapped);
        else this.unwrapped.push(name);
      }
    }
    if (depth < DEPTH && !this.exports.has(value)) this.#members(value, module, member + '.', depth + 1);
  }

  #alias(proxy, name) {
    const names = this.names.get(proxy);
    if (!names) this.names.set(proxy, [name]);
    else if (!names.includes(name)) names.push(name);
  }

  #wrap(fn, module, member) {
    const known = this.proxies.get(fn);
    if (known) return known;
    const { tell, customs } = this;
    const names = () => this.names.get(proxy) ?? [];
    const promisify = fn === util.promisify; // the one function that hands out what could not be replaced
    const creates = fn === createRequire; // what it gives is a function of its own
    const loads = (require) => new Proxy(require, {
      apply(target, self, args) {
        tell('module', 'createRequire()', 'call', args, () => ['module.createRequire()']);
        return apply(target, self, args);
      },
    });
    const proxy = new Proxy(fn, {
      apply(target, self, args) {
        tell(module, member, 'call', args, names);
        const result = apply(target, self, args);
        if (creates) return loads(result);
        return promisify ? customs.get(result) ?? result : result;
      },
      construct(target, args, newTarget) {
        tell(module, member, 'new', args, names);
        return construct(target, args, newTarget === proxy ? target : newTarget);
      },
    });
    this.proxies.set(fn, proxy);
    // x.constructor === Class has to hold as before.
    const own = fn.prototype && getOwnPropertyDescriptor(fn.prototype, 'constructor');
    if (own?.value === fn && own.writable) defineProperty(fn.prototype, 'constructor', { ...own, value: proxy });
    return proxy;
  }
}

/** Objects that only group functions: fs.promises, path.win32, util.types. */
function isNamespace(value) {
  if (typeof value !== 'object' || value === null) return false;
  const proto = getPrototypeOf(value);
  return proto === null || proto === Object.prototype;
}

/** Classes of the web platform that core modules export again; they only hold data, and have to stay the global ones. */
function isWebClass(key, value, module) {
  return module !== 'globals' && typeof key === 'string' && /^[A-Z]/.test(key) && getOwnPropertyDescriptor(globalThis, key) !== undefined;
}

function replace(object, key, property, value) {
  if (property.get) {
    return property.configurable && defineProperty(object, key, { ...property, get: () => value });
  }
  if (property.writable) return Reflect.set(object, key, value);
  return property.configurable && defineProperty(object, key, { ...property, value });
}

module.exports = { Instrument };
