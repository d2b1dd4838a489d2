'use strict'

// How a refused child fails (invariant 8): as one whose program could not be started. A synchronous call throws or
// says so in its result; the others give a child that has streams and no process, and that says so by an event.

const EventEmitter = require('node:events')
const { Readable, Writable } = require('node:stream')
const { append, apply, construct, defineProperty, endsWith, isArray, ownKeys, startsWith } = require('../../kernel/primordials.js')

const { nextTick } = process
const { emit, listenerCount } = EventEmitter.prototype
const { push, resume } = Readable.prototype
const { destroy } = Writable.prototype

// The number of what a system refuses (EACCES).
const UNSTARTED = -13

// words are the texts of what was given for stdio, a word for each stream. What reads like no list is one word for all.
function words(given) {
  if (typeof given === 'string') return [given, given, given]
  const out = []
  if (isArray(given)) for (let i = 0; i < given.length; i++) append(out, given[i])
  while (out.length < 3) append(out, undefined)
  return out
}

// piped says whether a child has a stream of its own in a place.
const piped = word => word === undefined || word === null || word === 'pipe' || word === 'overlapped'

function put(o, key, value) {
  defineProperty(o, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
}

// streams are those of a child that was not started: what is written is dropped, nothing can be read.
function streams(given) {
  const list = words(given)
  const out = []
  for (let i = 0; i < list.length; i++) {
    /** @type {any} */
    const idle = i === 0 ? { __proto__: null, write: (chunk, encoding, done) => done() } : { __proto__: null, read: () => {} }
    append(out, !piped(list[i]) ? null : i === 0 ? new Writable(idle) : new Readable(idle))
  }
  return out
}

// unheard sends nothing over a channel that nobody holds the other end of.
function unheard(error) {
  return (...args) => {
    const done = args[args.length - 1]
    if (typeof done === 'function') nextTick(() => apply(done, undefined, [error]))
    return false
  }
}

// unstarted makes a child of Node's class that has no process. What it was refused for comes as its event 'error', if
// anybody listens: where nobody does, an event would end the host, and the log has the refusal.
function unstarted(ChildProcess, name, file, args, stdio, error) {
  const child = construct(EventEmitter, [], ChildProcess)
  const all = streams(stdio)
  const code = typeof error.errno === 'number' ? error.errno : UNSTARTED
  const spawnargs = ['' + file]
  for (let i = 0; i < args.length; i++) append(spawnargs, args[i])
  const fields = { __proto__: null, pid: undefined, stdin: all[0], stdout: all[1], stderr: all[2], stdio: all, killed: false,
    connected: false, exitCode: null, signalCode: null, spawnfile: '' + file, spawnargs }
  const keys = ownKeys(fields)
  for (let i = 0; i < keys.length; i++) put(child, keys[i], fields[keys[i]])
  if (name === 'fork') {
    put(child, 'send', unheard(error))
    put(child, 'disconnect', () => undefined)
  }
  nextTick(() => {
    put(child, 'exitCode', code)
    if (all[0] !== null) apply(destroy, all[0], [])
    if (apply(listenerCount, child, ['error']) > 0) apply(emit, child, ['error', error])
    for (let i = 1; i < all.length; i++) {
      if (all[i] === null) continue
      apply(push, all[i], [null])
      apply(resume, all[i], [])
    }
    nextTick(() => nextTick(() => apply(emit, child, ['close', code, null])))
  })
  return child
}

// failing gives what a refused call gives, or throws it. r is what was read of its arguments; finish makes the
// extension's view of a child.
function failing(ChildProcess, finish, name, r, error) {
  // What is no argument at all Node says at once.
  if (typeof error.code === 'string' && startsWith(error.code, 'ERR_')) throw error
  if (name === 'spawnSync') return { pid: 0, output: null, stdout: null, stderr: null, status: null, signal: null, error }
  if (endsWith(name, 'Sync')) throw error
  // These hear their own error, in the form of a callback, and have all three streams.
  const calls = name === 'exec' || name === 'execFile'
  const given = r.given === undefined || r.given === null ? { __proto__: null } : r.given
  const stdio = name === 'fork' && given.stdio === undefined && given.silent !== true ? 'inherit' : given.stdio
  if (calls && typeof r.cb === 'function') nextTick(() => apply(r.cb, undefined, [error, '', '']))
  return finish(unstarted(ChildProcess, name, r.file, r.args, calls ? undefined : stdio, error))
}

module.exports = { __proto__: null, failing }
