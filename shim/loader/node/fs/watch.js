'use strict'

// Watching a file by its name (invariants 7 and 13).

const { watchFile, unwatchFile } = require('node:fs')
const EventEmitter = require('node:events')
const { append, apply, defineProperty, Map, mapGet, mapSet } = require('../../kernel/primordials.js')
const { readPath } = require('../../policy/paths.js')
const { wrongType } = require('../../kernel/wrongarguments.js')
const { freshOptions, rename } = require('../../kernel/gate.js')
const { underneath } = require('./subtreechecks.js')

/** @typedef {import('./paths.js').Files} Files */

/** @param {Files} files */
function buildWatch(files) {
  const { fence } = files
  // watching hears of a file as long as it may be read: what the name means later is
  // asked for anew. Its listeners are the extension's own.
  const watched = new Map()
  function watching(value, read) {
    return rename(function (...args) {
      const f = args[args.length - 1]
      const fresh = [args[0], freshOptions(args[1])]
      const e = typeof f !== 'function' ? wrongType('listener', 'of type function', f) : read(fresh, null)
      if (e !== null) throw e
      const given = readPath(args[0])
      const path = fresh[0]
      const w = (now, before) => { if (files.ask(given, true, true, false, 'watchFile').error === null) f(now, before) }
      let list = mapGet(watched, path)
      if (list === undefined) mapSet(watched, path, (list = []))
      append(list, { __proto__: null, f, w })
      const o = fresh[1] !== null && typeof fresh[1] === 'object' ? fresh[1] : { __proto__: null }
      const real = watchFile(path, o, w)
      const { ref, unref } = real
      /** @type {any} */
      const out = new EventEmitter()
      out.ref = () => { apply(ref, real, []); return out }
      out.unref = () => { apply(unref, real, []); return out }
      return out
    }, value, 'watchFile')
  }
  const unwatching = value => rename(function (file, f) {
    const given = readPath(file)
    const at = given === null ? null : fence.paths.onDisk(given, true)
    const list = at === null ? undefined : mapGet(watched, at.real)
    if (list === undefined) return
    const rest = []
    for (let i = 0; i < list.length; i++) {
      if (typeof f !== 'function' || list[i].f === f) unwatchFile(at.real, list[i].w)
      else append(rest, list[i])
    }
    mapSet(watched, at.real, rest)
  }, value, 'unwatchFile')

  // asking gives the question whether what is watched, by arguments that were read, may be read now: the policy may have
  // come to hold since, and the name may be a link by now.
  function asking(fresh) {
    const { 0: path, 1: o } = fresh
    const deep = o !== null && typeof o === 'object' && o.recursive === true
    return () => files.ask(path, true, true, false, 'watch').error === null && (!deep || underneath(fence, path, 'watch', false) === null)
  }

  // hearing gives a watcher of Node's that tells of a folder or a file as long as it may be read. Whoever listens hears
  // nothing then, and it is closed.
  function hearing(w, fresh) {
    const may = asking(fresh)
    const { close, emit } = w
    defineProperty(w, 'emit', { __proto__: null, configurable: true, value: function (event, ...rest) {
      if (event !== 'change' || may()) return apply(emit, w, [event, ...rest])
      apply(close, w, [])
      return false
    } })
    return w
  }

  return { __proto__: null, asking, hearing, watching, unwatching }
}

module.exports = { __proto__: null, buildWatch }
