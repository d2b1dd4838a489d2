'use strict'

// Core modules as the catalogue describes them: what only computes is copied, what has power goes
// through a gate.

const {
  defineProperty, getOwn, getPrototypeOf, isArray, mapGet, mapSet, Map, Object, ownKeys, startsWith,
} = require('../kernel/primordials.js')
const { ask, tell } = require('../policy/fence.js')
const { checkMember } = require('../policy/checks.js')
const { refused } = require('../kernel/errors.js')
const { gate } = require('../kernel/gate.js')
const { endpoint } = require('../policy/endpoint.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

const ObjectPrototype = Object.prototype

// createGeneric returns what builds a module from the catalogue's lines, and what copies one.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function createGeneric(fence, views) {
  // copied copies a module, or a table in one, with the tables in it: Node itself
  // reads its own. What leads back to itself does so in the copy.
  const twins = new Map()
  function copied(v) {
    let t = mapGet(twins, v)
    if (t !== undefined) return t
    t = isArray(v) ? [] : {}
    mapSet(twins, v, t)
    const keys = ownKeys(v)
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(v, keys[i])
      if (isArray(v) && keys[i] === 'length') continue
      if (!('value' in d)) {
        // What is assigned to stays in the copy: Node's own is everybody's.
        const put = value => defineProperty(t, keys[i], { __proto__: null, ...d, get: () => value, set: put, configurable: true })
        defineProperty(t, keys[i], { __proto__: null, ...d, set: d.set === undefined ? undefined : put })
        continue
      }
      const value = isTable(d.value) ? copied(d.value) : d.value
      defineProperty(t, keys[i], { __proto__: null, value, writable: true, enumerable: d.enumerable, configurable: true })
    }
    return t
  }
  const isTable = v => v !== null && typeof v === 'object' &&
    (isArray(v) || getPrototypeOf(v) === ObjectPrototype || getPrototypeOf(v) === null)

  // generic builds a module from the catalogue's lines.
  function generic(module, lib, prefix, members) {
    const out = {}
    const keys = ownKeys(lib)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const d = getOwn(lib, key)
      if (typeof key !== 'string') continue
      const member = prefix + key
      const entry = members[member]
      if (entry === undefined) {
        lost(out, module, key, member)
        continue
      }
      // Older names of what draws and ciphers are read of getters, too.
      if (d.get !== undefined && entry !== 0 && entry !== 1 && entry.c !== 'crypto') continue
      let value
      try {
        value = lib[key]
      } catch {
        continue
      }
      if (entry === 0) out[key] = isTable(value) ? copied(value) : value
      else if (entry === 1) out[key] = typeof value === 'object' && value !== null
        ? generic(module, value, member + '.', members)
        : undefined
      else if (entry.c === 'crypto' || entry.c === 'os.info') out[key] = value
      else if (module === 'dns') out[key] = dnsGate(member, key, value, entry)
      else if (typeof value === 'function') out[key] = gate(views, key, value, entry.f === 'promise' ? 'promise' : 'sync',
        () => denied(module, member, entry))
      else lost(out, module, key, member)
    }
    return out
  }

  // What has a power of its own kind is refused even where its module is granted,
  // unless the function is: files and processes are the business of other gates.
  function denied(module, member, entry) {
    const e = checkMember(fence, module, member)
    if (e !== null) return e
    const hard = entry.c === 'file.write' || entry.c === 'file.read' || entry.c === 'code.native' || entry.c === 'process.fork' ||
      entry.c === 'process.run'
    // What reads the memory of everybody, or changes the engine for everybody, is one
    // extension's to ask for and everybody's to bear.
    const everybodys = module === 'v8' && !fence.observe && (entry.c === 'debug.internals' || entry.c === 'code.vm')
    if (!hard && !everybodys) return null
    tell(fence, 'RF_DENIED_MEMBER', module + '.' + member)
    return refused('RF_DENIED_MEMBER', member, '')
  }

  function lost(out, module, key, member) {
    defineProperty(out, key, {
      __proto__: null, enumerable: false, configurable: true,
      get: () => {
        tell(fence, 'RF_DENIED_MEMBER', module + '.' + member)
        return undefined
      },
      set: value => { defineProperty(out, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true }) },
    })
  }

  // A name is asked for where the policy lets the extension connect to it: asking
  // for others is a channel of its own.
  function dnsGate(member, key, value, entry) {
    const askHost = fresh => {
      const e = checkMember(fence, 'dns', member)
      if (e !== null) return e
      const host = '' + fresh[0]
      fresh[0] = host
      return hostGranted(host) ? null : refused('RF_DENIED_CALL', 'getaddrinfo', host)
    }
    // What changes it for everybody is nobody's.
    if (entry.c === 'process.state' || key === 'setServers' || key === 'Resolver' || key === 'setLocalAddress' || key === 'getServers') {
      return gate(views, key, value, 'sync', () => refused('RF_DENIED_MEMBER', key, ''))
    }
    return gate(views, key, value, entry.f === 'promise' || startsWith(member, 'promises.') ? 'promise' : 'callback', askHost)
  }
  function hostGranted(host) {
    const ports = [443, 80]
    for (let i = 0; i < ports.length; i++) {
      if (ask(fence, { section: 'network.connect', endpoint: endpoint(ports[i] === 443 ? 'https' : 'http', host, ports[i], '/', '') })) {
        return true
      }
    }
    return false
  }
  return { __proto__: null, copied, generic }
}

module.exports = { __proto__: null, createGeneric }
