'use strict'

// The settings an extension reads (invariant 10): its own (ownsettings.js), and what the
// policy lets it read of others'.

const {
  append, apply, defineProperty, getOwn, Map, mapGet, mapSet, ownKeys, reject, setAdd, startsWith, toLowerCase,
} = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { coded } = require('../kernel/errors.js')
const { isLoaders } = require('./named/commandnames.js')
const { ownSettings } = require('./named/ownsettings.js')
const { ANY } = require('./types.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const METHODS = ['get', 'has', 'inspect', 'update']

/** @param {Fence} fence */
function createSettings(fence, api, border, isClaimed) {
  let declared
  // own lists the names in the manifest that are nobody else's.
  function own() {
    if (declared !== undefined) return declared
    const manifests = []
    let mine
    const { all } = api.extensions
    for (let i = 0; i < all.length; i++) {
      if (toLowerCase('' + all[i].id) === toLowerCase(fence.id)) mine = all[i].packageJSON
      else append(manifests, all[i].packageJSON)
    }
    declared = ownSettings(mine, manifests, name => {
      const inspected = api.workspace.getConfiguration().inspect(name)
      return inspected === undefined || inspected === null ? undefined : inspected.defaultValue
    }, isClaimed)
    return declared
  }
  api.extensions.onDidChange(() => { declared = undefined })

  const asked = new Map()
  // granted says whether a setting, with all below it, may be read.
  function granted(name) {
    const list = own()
    for (let i = 0; i < list.length; i++) if (name === list[i] || startsWith(name, list[i] + '.')) return true
    const key = (fence.observe ? 'o' : fence.trusted ? 't' : '-') + name
    let ok = mapGet(asked, key)
    if (ok === undefined || !ok) {
      ok = ask(fence, { section: 'vscode', name: 'settings.read', text: name })
      mapSet(asked, key, ok)
    }
    return ok
  }
  // holds reports that a setting of the extension's own lies below a name.
  function holds(name) {
    const list = own()
    for (let i = 0; i < list.length; i++) if (name === '' || startsWith(list[i], name + '.')) return true
    return false
  }

  // part gives of a value what may be read.
  function part(v, name) {
    // A name with dots leads VS Code into what an object inherits.
    if (v === undefined || typeof v === 'function') return undefined
    if (!holds(name)) return granted(name) ? border.outward(v, ANY) : undefined
    if (v === null || typeof v !== 'object' || (name !== '' && mayAll(name))) return border.outward(v, ANY)
    const out = {}
    const keys = ownKeys(v)
    for (let i = 0; i < keys.length; i++) {
      if (typeof keys[i] !== 'string' || typeof v[keys[i]] === 'function') continue
      const p = part(v[keys[i]], name === '' ? keys[i] : name + '.' + keys[i])
      if (p !== undefined) defineProperty(out, keys[i], { __proto__: null, value: p, writable: true, enumerable: true, configurable: true })
    }
    return out
  }
  const mayAll = name => ask(fence, { section: 'vscode', name: 'settings.read', text: name })

  function configuration(real, given) {
    const section = typeof given === 'string' ? given : ''
    const full = key => (section === '' ? key : key === '' ? section : section + '.' + key)
    const out = {}
    const put = (key, value) => defineProperty(out, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
    const keys = ownKeys(real)
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(real, keys[i])
      if (typeof keys[i] !== 'string' || isMethod(keys[i]) || typeof d.value === 'function') continue
      defineProperty(out, keys[i], { __proto__: null, enumerable: true, configurable: true, get: () => part(real[keys[i]], full(keys[i])) })
    }
    put('get', (key, otherwise) => {
      const name = '' + key
      const v = part(apply(real.get, real, [name]), full(name))
      return v === undefined ? otherwise : v
    })
    put('has', key => part(apply(real.get, real, ['' + key]), full('' + key)) !== undefined)
    put('inspect', key => (granted(full('' + key)) ? border.answered(() => apply(real.inspect, real, ['' + key]), ANY) : undefined))
    put('update', (key, ...rest) => {
      const name = '' + key
      const text = full(name)
      if (isLoaders(text) || !ask(fence, { section: 'vscode', name: 'settings.write', text })) {
        return reject(coded('RF_DENIED_VSCODE', "vscode.WorkspaceConfiguration.update '" + text + "' is not granted by the policy"))
      }
      // What it wrote is no consent of a person's (consent.js).
      setAdd(fence.written, text)
      const more = [name]
      for (let i = 0; i < rest.length; i++) append(more, border.inward(rest[i], ANY))
      return border.answered(() => apply(real.update, real, more), ['p', 0])
    })
    return out
  }
  const isMethod = key => {
    for (let i = 0; i < METHODS.length; i++) if (METHODS[i] === key) return true
    return false
  }
  return { __proto__: null, configuration, granted }
}

module.exports = { __proto__: null, createSettings }
