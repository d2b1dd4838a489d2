'use strict'

// What VS Code sees of an object of the extension's (invariants 5, 6 and 10): a proxy over an
// empty object. Its functions run through the fence, objects of VS Code's in it are
// themselves again, and what VS Code puts on it stays on its side.

const {
  apply, getOwn, getPrototypeOf, has, Object, ownKeys, Proxy, preventExtensions, reflectGet, reflectSet, reflectDelete,
  defineProperty, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { ALL, ANY, anyMember } = require('./types.js')
const { sharedHandler } = require('./exported.js')
const { listHandler } = require('./hostviews.js')
const { isHidden, lead, shown } = require('./places/leading.js')

/** @typedef {import('./border.js').Border} Border */

const ObjectPrototype = Object.prototype
// What VS Code reads an edit by. An edit is one of VS Code's own, of which each file was asked for.
const HIDDEN = '_allEntries'

// objectGiven gives the object, the same each time.
/** @param {Border} border */
function objectGiven(border, mine, kinds) {
  let given = weakGet(border.givenOf, mine)
  if (given !== undefined) {
    const state = weakGet(border.states, given)
    for (let i = 0; i < kinds.length; i++) if (!isKnown(state.kinds, kinds[i])) state.kinds[state.kinds.length] = kinds[i]
    if (isKnown(kinds, ALL)) share(border, mine, state)
    return given
  }
  const state = { __proto__: null, kinds: [...kinds], handler: undefined, shared: false, observed: false, may: undefined,
    lent: undefined, given: undefined }
  state.handler = handlerOf(border, mine, state)
  if (isKnown(kinds, ALL)) share(border, mine, state)
  given = new Proxy({}, state.handler)
  state.given = given
  weakSet(border.givenOf, mine, given)
  weakSet(border.mineOf, given, mine)
  weakSet(border.states, given, state)
  return given
}

const isKnown = (kinds, kind) => {
  for (let i = 0; i < kinds.length; i++) if (kinds[i] === kind) return true
  return false
}

const isOfAction = (state, key) => (key === 'command' || key === 'kind') && isKnown(state.kinds, 'CodeAction')

// What a person takes while typing: its command runs then, and nobody chose it (codeactions.js).
const TAKEN = ['CompletionItem', 'InlineCompletionItem']
const isOfItem = ({ kinds }, key) => key === 'command' && (isKnown(kinds, TAKEN[0]) || isKnown(kinds, TAKEN[1]))

// actionMember is what VS Code reads of an action that is no object of its own (codeactions.js).
/** @param {Border} border */
function actionMember(border, action, key, read) {
  let had = weakGet(border.actionKinds, action)
  if (had === undefined) weakSet(border.actionKinds, action, (had = { __proto__: null, kind: read('kind') }))
  return key === 'kind' ? had.kind : border.actionCommand(had.kind, read('command'))
}

// share shows an object to the extension's neighbours from here on.
/** @param {Border} border */
function share(border, mine, state) {
  if (state.shared) return
  state.shared = true
  const handler = sharedHandler(border, mine, state)
  const traps = ownKeys(handler)
  for (let i = 0; i < traps.length; i++) state.handler[traps[i]] = handler[traps[i]]
}

/** @param {Border} border */
function handlerOf(border, mine, state) {
  const refOf = key => {
    const ref = typeof key === 'symbol' ? undefined : anyMember(state.kinds, key)
    return ref === undefined ? ANY : ref
  }
  const leads = () => weakGet(border.leads, state.given)
  const value = key => {
    if (isOfAction(state, key)) return actionMember(border, mine, key, k => border.inward(mine[k], refOf(k)))
    if (isOfItem(state, key)) return border.itemCommand(border.inward(mine[key], refOf(key)))
    // What was promised was waited for (lasting.js).
    if (state.observed && key === 'then') return undefined
    const { [key]: member } = mine
    const v = shown(border, leads(), member, x => border.inward(x, refOf(key)))
    if (state.observed) border.lasting.holdAll(member, state.may)
    // What it becomes as text leads where it leads.
    if (key === 'toJSON' && typeof v === 'function' && leads() !== undefined) {
      return (...args) => shown(border, leads(), apply(v, state.given, args), x => x)
    }
    return key === 'value' && typeof v === 'string' && isKnown(state.kinds, 'SnippetString') ? border.snippet(v) : v
  }
  const own = key => ({ __proto__: null, value: isHidden(leads(), key) ? undefined : value(key), writable: true,
    enumerable: getOwn(mine, key).enumerable && !isHidden(leads(), key),
    configurable: true })
  // Frozen by VS Code it is what it was then: options of a terminal, of a panel.
  let fixed = false
  return {
    __proto__: null,
    get(target, key) {
      if (getOwn(target, key) !== undefined) return target[key]
      return key in mine && key !== HIDDEN && !isHidden(leads(), key) ? value(key) : reflectGet(target, key)
    },
    set(target, key, v) {
      if (!fixed && key in mine && typeof key === 'string' && anyMember(state.kinds, key) !== undefined) {
        mine[key] = border.outward(v, refOf(key))
        return true
      }
      return reflectSet(target, key, v, target)
    },
    has: (target, key) => has(target, key) || key in mine,
    ownKeys(target) {
      const out = ownKeys(target)
      const keys = fixed ? [] : ownKeys(mine)
      for (let i = 0; i < keys.length; i++) if (getOwn(target, keys[i]) === undefined) out[out.length] = keys[i]
      return out
    },
    getOwnPropertyDescriptor(target, key) {
      const d = getOwn(target, key)
      return d !== undefined ? d : fixed || getOwn(mine, key) === undefined ? undefined : own(key)
    },
    defineProperty: (target, key, d) => defineProperty(target, key, { __proto__: null, ...d }),
    deleteProperty: (target, key) => reflectDelete(target, key),
    getPrototypeOf: () => ObjectPrototype,
    preventExtensions(target) {
      const keys = ownKeys(mine)
      for (let i = 0; i < keys.length; i++) if (getOwn(target, keys[i]) === undefined) defineProperty(target, keys[i], own(keys[i]))
      fixed = true
      preventExtensions(target)
      return true
    },
  }
}

/** @param {Border} border */
function listGiven(border, mine, of) {
  let given = weakGet(border.givenOf, mine)
  if (given !== undefined) return given
  given = new Proxy([], listHandler(mine,
    v => {
      const out = shown(border, weakGet(border.leads, given), v, x => border.inward(x, of))
      border.lasting.lendIn(mine, v)
      return out
    }, v => border.outward(v, of)))
  weakSet(border.givenOf, mine, given)
  weakSet(border.mineOf, given, mine)
  return given
}

// overridden gives what VS Code gets for an object that the extension sees: the object
// itself, or, where a class of the extension's own stands between, one whose members are
// those that the class and its constructor define.
/** @param {Border} border */
function overridden(border, seen, real) {
  const state = weakGet(border.states, seen)
  if (state === undefined || typeof real === 'function' || state.target === seen || state.below === true) return real
  // What VS Code handed out is what it is, and an address or a snippet says what was asked for.
  if (state.constructed !== true || isKnown(state.kinds, 'Uri') || isKnown(state.kinds, 'SnippetString')) return real
  const first = getPrototypeOf(state.target)
  if (first === null || weakGet(border.states, first) !== undefined || first === ObjectPrototype) return real
  let given = weakGet(border.givenOf, seen)
  if (given !== undefined) return given
  // A member that a class of the extension's defines, or that its constructor put on the object beside VS Code's.
  const above = key => {
    if (key !== 'constructor' && key !== HIDDEN && getOwn(state.target, key) !== undefined) return true
    for (let p = getPrototypeOf(state.target), n = 0; p !== null && p !== ObjectPrototype && n < 20; p = getPrototypeOf(p), n++) {
      if (weakGet(border.states, p) !== undefined) return false
      if (key !== 'constructor' && key !== HIDDEN && getOwn(p, key) !== undefined) return true
    }
    return false
  }
  const ref = key => { const r = typeof key === 'symbol' ? undefined : anyMember(state.kinds, key); return r === undefined ? ANY : r }
  given = new Proxy(real, {
    __proto__: null,
    get(_, key) {
      if (typeof key === 'string' && above(key)) {
        if (isOfAction(state, key)) return actionMember(border, seen, key, k => (above(k) ? border.inward(seen[k], ref(k)) : real[k]))
        if (isOfItem(state, key)) return border.itemCommand(border.inward(seen[key], ref(key)))
        const way = weakGet(border.leads, given)
        const v = shown(border, way, seen[key], x => border.inward(x, ref(key)))
        // What it becomes as text leads where it leads.
        return key === 'toJSON' && typeof v === 'function' && way !== undefined
          ? (...args) => shown(border, way, apply(v, given, args), x => x) : v
      }
      const v = real[key]
      if (typeof v === 'function' && typeof key === 'string') return (...args) => apply(v, real, args)
      const how = weakGet(border.leads, given)
      return how === undefined ? v : lead(border, v, how)
    },
    has: (_, key) => key in real || (typeof key === 'string' && above(key)),
    set(_, key, v) {
      real[key] = v
      return true
    },
  })
  weakSet(border.givenOf, seen, given)
  weakSet(border.mineOf, given, seen)
  return given
}

module.exports = { __proto__: null, listGiven, objectGiven, overridden, TAKEN }
