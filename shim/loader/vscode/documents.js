'use strict'

// What VS Code hands out of the editor's state (invariant 10): documents and editors
// of everybody, and webviews whose options decide what of the disk they show. An
// extension without the grant gets objects in their place, which ask.

const {
  append, apply, defineProperty, freeze, getPrototypeOf, isArray, Map, mapGet, mapSet, Object, ownKeys, reject, startsWith, WeakMap,
  weakGet, weakSet,
} = require('../kernel/primordials.js')
const { allows } = require('../policy/policy.js')
const { access } = require('../policy/access.js')
const { ask, tell } = require('../policy/fence.js')
const { coded } = require('../kernel/errors.js')
const { rawIn, rawOut } = require('./passing.js')
const { own } = require('../policy/table.json')
const { sep } = require('node:path')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const ObjectPrototype = Object.prototype
const DOCUMENT = ['uri', 'fileName', 'isUntitled', 'languageId', 'version', 'isDirty', 'isClosed', 'eol', 'lineCount', 'encoding',
  'validateRange', 'validatePosition', 'offsetAt', 'positionAt', 'getWordRangeAtPosition']

// createStandIns gives the objects that stand for VS Code's own, and the way back.
function createStandIns(throughAll) {
  const realOf = new WeakMap()
  const standIns = new WeakMap()
  const through = v => throughAll([v])[0]

  // standIn gives an object with the members of real, save those that are VS Code's
  // own business; over has what takes the place of some.
  function standIn(real, over) {
    if (real === null || typeof real !== 'object') return real
    let out = weakGet(standIns, real)
    if (out !== undefined) return out
    out = {}
    weakSet(standIns, real, out)
    weakSet(realOf, out, real)
    const functions = new Map()
    const read = key => {
      const v = real[key]
      if (typeof v !== 'function') return rawOut(v)
      const had = mapGet(functions, key)
      if (had !== undefined && had.v === v) return had.f
      const f = (...args) => {
        const answer = apply(v, real, throughAll(args))
        return answer === real ? out : rawOut(answer)
      }
      mapSet(functions, key, { __proto__: null, v, f })
      return f
    }
    const seen = { __proto__: null, constructor: true }
    for (let p = real; p !== null && p !== ObjectPrototype; p = getPrototypeOf(p)) {
      const keys = ownKeys(p)
      for (let i = 0; i < keys.length; i++) {
        const key = keys[i]
        if (seen[key] === true || (typeof key === 'string' && (key[0] === '_' || key[0] === '$' || key[0] === '#'))) continue
        seen[key] = true
        const d = over[key]
        defineProperty(out, key, d !== undefined ? { __proto__: null, enumerable: true, configurable: true, ...d } : {
          __proto__: null, enumerable: true, configurable: true, get: () => read(key), set: v => { real[key] = through(v) },
        })
      }
    }
    return out
  }

  const unwrap = v => {
    if (v === null || typeof v !== 'object') return v
    const r = weakGet(realOf, v)
    return r === undefined ? v : r
  }
  // stub gives the object that stands for real and has nothing yet, or the one that did.
  function stub(real) {
    const out = {}
    weakSet(standIns, real, out)
    weakSet(realOf, out, real)
    return out
  }
  const known = real => weakGet(standIns, real)
  return { __proto__: null, standIn, stub, known, unwrap }
}

// rootsOf keeps of the folders that a webview shows those that are the extension's, the
// workspace's, or may be read.
/** @param {Fence} fence */
function rootsOf(fence, addresses, options) {
  if (options === null || typeof options !== 'object' || fence.observe) return options
  const out = { ...options }
  if (!isArray(out.localResourceRoots)) return out
  const kept = []
  for (let i = 0; i < out.localResourceRoots.length; i++) {
    const given = out.localResourceRoots[i]
    if (given === null || typeof given !== 'object') continue
    const uri = addresses.made(given)
    const file = addresses.fsPath(uri)
    if (uri.scheme !== 'file' || mayShow(fence, file)) append(kept, uri)
    else tell(fence, 'RF_DENIED_VSCODE', 'a webview that shows ' + file)
  }
  out.localResourceRoots = kept
  return out
}

/** @param {Fence} fence */
function mayShow(fence, file) {
  const at = fence.paths.onDisk(file, true)
  if (at === null) return false
  for (let i = 0; i < own.length; i++) if (liesBelow(fence, own[i], at.canonical)) return true
  if (liesBelow(fence, 'workspace', at.canonical)) return true
  const below = at.canonical + sep + 'x'
  return ask(fence, { section: 'files.read', path: below }) || ask(fence, { section: 'vscode', name: 'files.read', path: below })
}

// liesBelow reports a path that is a root or lies in one.
/** @param {Fence} fence */
function liesBelow(fence, root, path) {
  const list = fence.scope.roots[root]
  for (let i = 0; list !== undefined && i < list.length; i++) if (path === list[i] || startsWith(path, list[i] + '/')) return true
  return false
}

/** @param {Fence} fence */
function createDocuments(fence, addresses, throughAll) {
  const { standIn, stub, known, unwrap } = createStandIns(throughAll)
  const roots = options => rootsOf(fence, addresses, options)
  const granted = () => fence.observe ||
    (fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, access({ section: 'vscode', name: 'documents' })))
  const may = surface => {
    if (ask(fence, { section: 'vscode', name: surface })) return null
    return coded('RF_DENIED_VSCODE', 'vscode ' + surface + ' is not granted by the policy')
  }
  const need = surface => {
    const e = may(surface)
    if (e !== null) throw e
  }

  // document gives what stands for a document that may not be read.
  function document(real) {
    let out = known(real)
    if (out !== undefined) return out
    out = stub(real)
    for (let i = 0; i < DOCUMENT.length; i++) {
      const key = DOCUMENT[i]
      const v = real[key]
      if (v === undefined) continue
      const get = typeof v === 'function' ? () => (...args) => {
        if (key !== 'validateRange' && key !== 'validatePosition') need('documents')
        return rawOut(apply(v, real, rawIn(args)))
      } : () => rawOut(real[key])
      defineProperty(out, key, { __proto__: null, enumerable: true, configurable: false, get })
    }
    const asking = { __proto__: null, getText: 'documents', lineAt: 'documents' }
    const names = ownKeys(asking)
    for (let i = 0; i < names.length; i++) {
      const f = real[names[i]]
      defineProperty(out, names[i], { __proto__: null, enumerable: true, value: (...args) => {
        need(asking[names[i]])
        return rawOut(apply(f, real, rawIn(args)))
      } })
    }
    const { save } = real
    defineProperty(out, 'save', { __proto__: null, enumerable: true, value: () => {
      const e = may('files.write')
      return e === null ? rawOut(apply(save, real, [])) : reject(e)
    } })
    return freeze(out)
  }

  function editor(real) {
    const asking = key => ({ value: (...args) => {
      const e = may('documents')
      return e === null ? rawOut(apply(real[key], real, rawIn(args))) : reject(e)
    } })
    return standIn(real, { __proto__: null, document: { get: () => document(real.document) }, edit: asking('edit'),
      insertSnippet: asking('insertSnippet') })
  }

  // shown gives what an extension sees of a document, an editor, or a list of them.
  function shown(v) {
    if (v === null || typeof v !== 'object' || granted()) return rawOut(v)
    if (isArray(v)) {
      const out = []
      for (let i = 0; i < v.length; i++) append(out, shown(v[i]))
      return out
    }
    if (typeof v.getText === 'function' && v.uri !== undefined) return document(v)
    if (typeof v.edit === 'function' && v.document !== undefined) return editor(v)
    return rawOut(v)
  }

  // webview gives what stands for a webview, or for what has one.
  function webview(real) {
    return standIn(real, { __proto__: null, options: { get: () => rawOut(real.options), set: v => { real.options = roots(v) } } })
  }
  function panel(real) {
    if (real === null || typeof real !== 'object' || real.webview === undefined) return rawOut(real)
    return standIn(real, { __proto__: null, webview: { get: () => webview(real.webview) } })
  }

  return { __proto__: null, standIn, shown, roots, panel, unwrap }
}

module.exports = { __proto__: null, createDocuments }
