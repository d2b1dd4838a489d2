'use strict'

// How each member of the editor's API is handed out (invariant 10). What has power asks
// first; what the catalogue does not know is named in the policy, or is not there.

const {
  apply, construct, defineProperty, getOwn, isArray, isIn, ownKeys, Proxy, reject, slice, startsWith,
} = require('../kernel/primordials.js')
const { isClass, rawIn, rawOut } = require('./passing.js')
const { isFree, surfaceOf } = require('./questions.js')

// Values of these types, and events that give them, are gated where they are handed out,
// not member by member.
const HANDED = {
  __proto__: null,
  terminal: ['window.terminals', 'window.activeTerminal', 'window.onDidChangeActiveTerminal', 'window.onDidCloseTerminal',
    'window.onDidChangeTerminalState',
    'window.onDidWriteTerminalData', 'window.onDidChangeTerminalDimensions', 'window.onDidExecuteTerminalCommand'],
  debug: ['debug.activeDebugSession', 'debug.activeStackItem', 'debug.onDidStartDebugSession', 'debug.onDidTerminateDebugSession',
    'debug.onDidChangeActiveDebugSession',
    'debug.onDidReceiveDebugSessionCustomEvent'],
  task: ['tasks.taskExecutions', 'tasks.onDidStartTask', 'tasks.onDidEndTask', 'tasks.onDidStartTaskProcess', 'tasks.onDidEndTaskProcess'],
}
const handedBy = { __proto__: null }
{
  const surfaces = ownKeys(HANDED)
  for (let i = 0; i < surfaces.length; i++) for (let j = 0; j < HANDED[surfaces[i]].length; j++) {
    handedBy[HANDED[surfaces[i]][j]] = surfaces[i]
  }
}
// What these make is seen through an object with its members only.
const MADE = ['window.createOutputChannel', 'window.createStatusBarItem', 'window.createQuickPick', 'window.createInputBox',
  'window.createTextEditorDecorationType',
  'languages.createDiagnosticCollection', 'window.createTreeView']

// nothing stands for a value that is refused.
const nothing = v => (isArray(v) ? [] : typeof v === 'string' ? '' : undefined)

// wrap gives a function, or a class, that asks before it is called.
function wrap(editor, member, f, self, entry) {
  const { passing, questions } = editor
  const surface = surfaceOf(entry)
  if (isFree(surface)) return (...args) => rawOut(apply(f, self, passing.throughAll(args, member)))
  if (isClass(f)) {
    return new Proxy(f, { __proto__: null, construct(target, args, newTarget) {
      const e = questions.check(member, surface, entry, args)
      if (e !== null) throw e
      return rawOut(construct(target, rawIn(args), newTarget))
    } })
  }
  return (...args) => {
    const e = questions.check(member, surface, entry, args)
    if (e === null) return rawOut(apply(f, self, passing.throughAll(args, member)))
    if (member === 'extensions.getExtension') return undefined
    if (entry.f === 'promise') return reject(e)
    throw e
  }
}

// handed gives what is granted by a surface as a whole.
function handed(editor, real, key, surface) {
  const { questions } = editor
  const v = real[key]
  if (typeof v === 'function') {
    // An event that never comes: programs subscribe without a thought.
    return (...args) => (questions.asks(surface) ? rawOut(apply(v, real, rawIn(args))) : { dispose() {} })
  }
  if (v === undefined || questions.asks(surface)) return rawOut(v)
  return isArray(v) ? [] : undefined
}

// powerful gives the getter of a member that the catalogue says has power.
function powerful(editor, real, key, member, entry) {
  const { questions } = editor
  const surface = surfaceOf(entry)
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
    return isFree(surface) || questions.asks(surface) ? rawOut(v) : nothing(v)
  }
}

// harmless gives the getter of a member that the catalogue says has none.
function harmless(editor, real, key, member) {
  const { docs, passing } = editor
  const made = isIn(MADE, member)
  let f
  let called
  return () => {
    const v = real[key]
    if (typeof v !== 'function' || isClass(v)) return rawOut(v)
    if (f !== v) {
      f = v
      called = (...args) => {
        const answer = apply(v, real, passing.throughAll(args, member))
        return made ? docs.standIn(answer, { __proto__: null }) : rawOut(answer)
      }
    }
    return called
  }
}

// unknown gives the getter of what the catalogue does not know (a proposed part of the
// API): it is named in the policy as a function of the module vscode, or is not there.
// Numbers, texts and lists of them have no power.
function unknown(editor, real, key, member) {
  const { questions } = editor
  const d = getOwn(real, key)
  return () => {
    const v = d !== undefined && 'value' in d ? d.value : real[key]
    if (isPowerless(v) || isClass(v) || questions.byName(member)) return bound(real, key)
    return typeof v === 'function' && subscribes(key) ? silent : isArray(v) ? [] : undefined
  }
}

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
const bound = (real, key) =>
  (typeof real[key] === 'function' && !isClass(real[key]) ? (...args) => rawOut(apply(real[key], real, rawIn(args))) : rawOut(real[key]))

// getter chooses how a member is handed out.
function getter(editor, real, key, member) {
  const entry = editor.members[member]
  const surface = handedBy[member]
  if (surface !== undefined) return () => handed(editor, real, key, surface)
  const special = editor.special[member]
  if (special !== undefined) return special(editor, real, key, member)
  if (entry !== undefined && entry !== 0 && entry !== 1) return powerful(editor, real, key, member, entry)
  const d = getOwn(real, key)
  const value = d !== undefined && 'value' in d ? d.value : undefined
  if (value !== undefined && typeof value === 'object' && value !== null && editor.isNamespace(member) && !isArray(value)) {
    const ns = namespace(editor, value, member + '.')
    return () => ns
  }
  if (startsWith(member, 'l10n') || isClass(value)) return () => rawOut(real[key])
  return entry === undefined ? unknown(editor, real, key, member) : harmless(editor, real, key, member)
}

// namespace is a new object over one of VS Code's.
function namespace(editor, real, prefix) {
  const out = {}
  const keys = ownKeys(real)
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    if (typeof key !== 'string') continue
    defineProperty(out, key, { __proto__: null, enumerable: true, configurable: true, get: getter(editor, real, key, prefix + key) })
  }
  return out
}

// listed is a new object over one whose methods may stand on a prototype: it has what the
// catalogue lists.
function listed(editor, real, prefix) {
  const { members, names } = editor
  const out = {}
  for (let i = 0; i < names.length; i++) {
    if (!startsWith(names[i], prefix)) continue
    const key = slice(names[i], prefix.length)
    const f = real[key]
    if (typeof f !== 'function') continue
    out[key] = members[names[i]] === 0 ? (...args) => rawOut(apply(f, real, rawIn(args)))
      : wrap(editor, names[i], f, real, members[names[i]])
  }
  return out
}

module.exports = { __proto__: null, listed, namespace, wrap }
