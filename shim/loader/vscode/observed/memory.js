'use strict'

// Where the loader remembers between sessions (invariant 11): in the editor's secret storage, which
// belongs to the extension's id and to no file that a program could write. The extension is refused
// the name (extensioncontext.js), and what it starts is told neither the name nor the record. An
// editor without such a storage remembers for a session.

const { apply, Promise, reject, resolve, startsWith, then, unref } = require('../../kernel/primordials.js')
const { coded } = require('../../kernel/errors.js')

const { setTimeout, clearTimeout } = globalThis
// Names that are the loader's.
const PREFIX = 'ringfence.'
const NAME = PREFIX + 'record'
// How long an answer is waited for, in milliseconds: the storage may ask a person for a password.
const WAIT = 5000

const isReserved = name => startsWith(name, PREFIX)

// answered gives what a promise gives, or rejects when that takes too long.
function answered(promise, wait) {
  return new Promise((ok, no) => {
    const timer = setTimeout(() => no(coded('RF_STATE', "The editor's secret storage did not answer")), wait)
    unref(timer)
    const done = f => v => { clearTimeout(timer); apply(f, undefined, [v]) }
    then(resolve(promise), done(ok), done(() => no(coded('RF_STATE', "The editor's secret storage failed"))))
  })
}

// createMemory gives the memory of an extension, by the context that VS Code made for it.
function createMemory(context, wait = WAIT) {
  const { secrets } = context
  const kept = secrets !== undefined && secrets !== null && typeof secrets.get === 'function' && typeof secrets.store === 'function'
  if (!kept) {
    let own
    return { __proto__: null, kept, read: () => resolve(own), write: text => { own = text; return resolve(undefined) } }
  }
  const { get, store } = secrets
  const ask = (f, args) => {
    try {
      return answered(apply(f, secrets, args), wait)
    } catch (e) {
      return answered(reject(e), wait)
    }
  }
  return { __proto__: null, kept, read: () => ask(get, [NAME]), write: text => ask(store, [NAME, text]) }
}

module.exports = { __proto__: null, createMemory, isReserved }
