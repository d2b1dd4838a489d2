'use strict';
// What a call is about: the paths, addresses, commands and names among its
// arguments, found by a table { "fs.readFile": [[index, property, role], …] } that
// is written from the catalogue. Contents are never taken.
const MAX = 1000; // characters of one value
const { isView } = ArrayBuffer;
const { isArray } = Array;
const { stringify } = JSON;

class Resources {
  /**
   * @param {Record<string, [number, string, string][]>} roles
   * @param {[string, string][]} places directories and the names that stand for them, longest first
   */
  constructor(roles, places) {
    this.roles = roles;
    this.places = places;
  }

  /** The resources of a call: [[role, text], …]. */
  of(names, args) {
    const table = names.map((n) => this.roles[n]).find((t) => t !== undefined) ?? [];
    const out = [];
    for (const [index, property, role] of table) {
      const given = args[index];
      const value = property === '' ? given : (isObject(given) ? given[property] : undefined);
      const text = this.text(value, property === '' ? role : '');
      if (text !== undefined) out.push([role, text]);
    }
    return out;
  }

  text(value, role) {
    switch (typeof value) {
      case 'string': return this.named(value);
      case 'number': case 'boolean': return String(value);
      case 'object': break;
      default: return undefined;
    }
    if (value === null) return undefined;
    if (isArray(value)) return this.named(stringify(value.map((v) => (typeof v === 'string' ? v : String(typeof v)))));
    if (value instanceof URL) return this.named(value.protocol === 'file:' ? decodeURIComponent(value.pathname) : value.href);
    if (isView(value)) return role === 'path' ? this.named(Buffer.from(value).toString()) : undefined;
    return undefined; // an object of options has properties with roles of their own
  }

  /** A text with the run's directories replaced by their names. */
  named(text) {
    if (text.length > MAX) return text.slice(0, MAX) + '…';
    for (const [dir, name] of this.places) {
      for (let i = text.indexOf(dir); i >= 0; i = text.indexOf(dir, i + name.length)) {
        const after = text[i + dir.length];
        if (after !== undefined && /[\w.-]/.test(after)) continue;
        text = text.slice(0, i) + name + text.slice(i + dir.length);
      }
    }
    return text;
  }
}

const isObject = (v) => typeof v === 'object' && v !== null;

/**
 * Stands in for process.env and tells which names are read; '*' for all of them.
 * @param {(name: string) => void} tell
 */
function watchEnvironment(tell) {
  const env = process.env;
  process.env = new Proxy(env, {
    get(target, key) { if (typeof key === 'string') tell(key); return target[key]; },
    has(target, key) { if (typeof key === 'string') tell(key); return key in target; },
    set(target, key, value) { target[key] = value; return true; },
    ownKeys(target) { tell('*'); return Reflect.ownKeys(target); },
  });
}

module.exports = { Resources, watchEnvironment };
