'use strict'

// How each member of the editor's API is handed out (invariant 10). What has power asks
// first; what the catalogue does not know is named in the policy, or is not there.

const {
  append, apply, defineProperty, getOwn, getPrototypeOf, isArray, mapGet, Object, ownKeys, reject, slice, startsWith,
} = require('../kernel/primordials.js')
const { othersAct } = require('../policy/fence.js')
const { copyOf, isRegistration, outlasting, registered } = require('./observed/outlasting.js')
const { isFree, surfaceOf } = require('./permissions.js')
const { askedBy, toldBy } = require('./told/told.js')
const { ALL, anyMember, at, callable, inside } = require('./types.js')

const ObjectPrototype = Object.prototype
const isClass = f => typeof f === 'function' && getOwn(f, 'prototype') !== undefined && getOwn(f, 'prototype').writable === false

// nothing stands for a value that is refused.
const nothing = v => (isArray(v) ? [] : typeof v === 'string' ? '' : undefined)

// refOf is what a member of the API is, by its name with dots.
function refOf(member) {
  const path = []
  let from = 0
  for (let i = 0; i <= member.length; i++) {
    if (i < member.length && member[i] !== '.') continue
    append(path, slice(member, from, i))
    from = i + 1
  }
  return at(path)
}

// checkOf asks before an object of a class is made.
function checkOf(editor, member) {
  const { members, permissions } = editor
  const entry = members[member]
  if (entry === undefined || entry === 0 || entry === 1 || isFree(surfaceOf(entry))) return () => {}
  return args => {
    const e = permissions.check(member, surfaceOf(entry), entry, args)
    if (e !== null) throw e
  }
}

// What leaves it to somebody else to change names on the disk: VS Code itself, programs, other extensions.
const ACTS = { __proto__: null, 'files.write': true, command: true, terminal: true, task: true, debug: true, extensions: true,
  documents: true }

const isEvent = ref => ref !== undefined && ref !== ALL && ref[0] === 'e'

// wrap gives a function that asks before it is called.
function wrap(editor, member, f, self, entry, ref = refOf(member)) {
  const { border, fence, permissions } = editor
  const surface = surfaceOf(entry)
  const call = border.functionSeen(f, callable(ref), self)
  const event = isEvent(callable(ref))
  if (isFree(surface)) return call
  const lasts = !event && isRegistration(entry)
  return (...args) => {
    const observed = fence.observe
    const e = permissions.check(member, surface, entry, args)
    if (e === null) {
      if (ACTS[surface] === true) othersAct(fence)
      if (event) return apply(call, undefined, outlasting(editor, observed, () => permissions.asks(surface), args))
      if (!lasts) return apply(call, undefined, args)
      const may = () => permissions.check(member, surface, entry, copyOf(args)) === null
      return registered(editor, observed, may, args, given => apply(call, undefined, given))
    }
    if (member === 'extensions.getExtension') return undefined
    if (entry.f === 'promise') return reject(e)
    throw e
  }
}

// told gives what may be known without the surface: who listens is asked nothing (told/told.js).
function told({ border }, real, key, surface, ref) {
  const see = (v, of) => border.told.see(v, of, surface)
  const v = real[key]
  if (typeof v === 'function') {
    const { 1: of } = callable(ref)
    return (f, on, disposables) => border.subscribed(v, of, real, f, on, disposables, e => see(e, of))
  }
  if (!isArray(v)) return see(v, ref)
  // The list is the extension's own.
  const out = []
  for (let i = 0; i < v.length; i++) append(out, see(v[i], inside(ref, 'a')))
  return out
}

// handed gives what is granted by a surface as a whole, or by its own name where the catalogue does not know it.
function handed(editor, real, key, member, surface, ref) {
  const { border, fence, members, permissions } = editor
  const v = real[key]
  const may = () => (members[member] === undefined ? permissions.whole(surface) || permissions.byName(member) : permissions.asks(surface))
  if (typeof v === 'function') {
    const call = border.functionSeen(v, callable(ref), real)
    return (...args) => {
      const observed = fence.observe
      // An event that never comes: programs subscribe without a thought.
      return may() ? apply(call, undefined, outlasting(editor, observed, may, args)) : { dispose() {} }
    }
  }
  if (v === undefined || may()) return border.outward(v, ref)
  return isArray(v) ? [] : undefined
}

// powerful gives the getter of a member that the catalogue says has power.
function powerful(editor, real, key, member, entry) {
  const { border, permissions } = editor
  const surface = surfaceOf(entry)
  const ref = refOf(member)
  let f
  let wrapped
  return () => {
    const v = real[key]
    if (typeof v === 'function') {
      if (f !== v) {
        f = v
        wrapped = wrap(editor, member, v, real, entry)
      }
      return wrapped
    }
    return isFree(surface) || permissions.asks(surface) ? border.outward(v, ref) : nothing(v)
  }
}

// harmless gives the getter of a member that the catalogue says has none.
function harmless(editor, real, key, member) {
  const { border } = editor
  const ref = refOf(member)
  let f
  let called
  return () => {
    const v = real[key]
    if (typeof v !== 'function') return border.outward(v, ref)
    if (f !== v) {
      f = v
      called = border.functionSeen(v, callable(ref), real)
    }
    return called
  }
}

// unknown gives the getter of what the catalogue does not know (a proposed part of the
// API): it is named in the policy as a function of the module vscode, or is not there.
// Numbers, texts and lists of them have no power.
function unknown(editor, real, key, member) {
  const { border, fence, permissions } = editor
  const may = () => permissions.byName(member)
  const given = v => (typeof v === 'function' ? border.functionSeen(v, ALL, real) : border.outward(v, ALL))
  const d = getOwn(real, key)
  const value = () => (d !== undefined && 'value' in d ? d.value : real[key])
  // answer gives what is seen of a value, named key, that the policy grants by the name of the whole.
  const answer = (v, name, seen) => {
    if (isPowerless(v)) return border.outward(v, ALL)
    const observed = fence.observe === true
    if (may()) return border.lasting.since(observed, may, seen)
    return typeof v === 'function' && subscribes(name) ? silent : isArray(v) ? [] : undefined
  }
  // What only holds others is asked for when one of them is: programs that an older compiler wrote copy all of an API.
  let holds
  return () => {
    const v = value()
    if (!isPowerless(v) && isHolder(v)) {
      if (holds === undefined || holds.v !== v) {
        holds = { __proto__: null, v, seen: named(v, k => () => answer(v[k], k, () => given(v)[k])) }
      }
      return holds.seen
    }
    return answer(v, key, () => given(value()))
  }
}

// isHolder reports an object of the language's own.
const isHolder = v => typeof v === 'object' && v !== null && !isArray(v) && getPrototypeOf(v) === ObjectPrototype

const isPowerless = v => {
  if ((typeof v !== 'object' && typeof v !== 'function') || v === null) return true
  if (typeof v === 'function' || isArray(v)) return false
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    const d = getOwn(v, keys[i])
    if (!('value' in d) || ((typeof d.value === 'object' || typeof d.value === 'function') && d.value !== null)) return false
  }
  return keys.length > 0
}
// What subscribes or registers and is denied is never called back.
const subscribes = key => startsWith(key, 'register') || startsWith(key, 'onDid') || startsWith(key, 'onWill')
const silent = () => ({ dispose() {} })
// getter chooses how a member is handed out.
function getter(editor, real, key, member) {
  const entry = editor.members[member]
  const { [member]: surface } = askedBy
  const { [member]: tells } = toldBy
  const ref = refOf(member)
  if (tells !== undefined) return () => told(editor, real, key, tells, ref)
  if (surface !== undefined) return () => handed(editor, real, key, member, surface, ref)
  const d = getOwn(real, key)
  const value = d !== undefined && 'value' in d ? d.value : undefined
  if (isClass(value)) {
    const { facade } = mapGet(editor.border.classes, value.prototype)
    return () => facade
  }
  const special = editor.special[member]
  if (special !== undefined) return special(editor, real, key, member)
  if (entry !== undefined && entry !== 0 && entry !== 1) return powerful(editor, real, key, member, entry)
  if (value !== undefined && typeof value === 'object' && value !== null && editor.isNamespace(member) && !isArray(value)) {
    const ns = namespace(editor, value, member + '.')
    return () => ns
  }
  return entry === undefined && ref === undefined ? unknown(editor, real, key, member) : harmless(editor, real, key, member)
}

// namespace is a new object over one of VS Code's.
const namespace = (editor, real, prefix) => named(real, key => getter(editor, real, key, prefix + key))

// named is a new object with the names of another, each read by what getterOf gives for it.
function named(real, getterOf) {
  const out = {}
  const keys = ownKeys(real)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (typeof key !== 'string') continue
    defineProperty(out, key, { __proto__: null, enumerable: true, configurable: true, get: getterOf(key) })
  }
  return out
}

// listed is a new object over one whose methods may stand on a prototype: it has what the
// catalogue lists, and is of a type.
function listed(editor, real, prefix, type) {
  const { border, members, listed: names } = editor
  const out = {}
  for (let i = 0; i < names.length; i++) {
    if (!startsWith(names[i], prefix)) continue
    const key = slice(names[i], prefix.length)
    const f = real[key]
    if (typeof f !== 'function') continue
    const ref = anyMember([type], key)
    out[key] = members[names[i]] === 0 ? border.functionSeen(f, callable(ref), real)
      : wrap(editor, names[i], f, real, members[names[i]], ref)
  }
  return out
}

module.exports = { __proto__: null, checkOf, isClass, listed, namespace, refOf, wrap }
