'use strict'

// A fenced extension's life in the editor. Its main is loaded when the editor
// activates it and not before: only then is it known where its storage is, so
// whether it is observed or its policy enforced, whether the workspace is trusted,
// and what a person consented to.

const fs = require('node:fs')
const { join, sep } = require('node:path')
const {
  append, apply, bytesToString, getOwn, jsonStringify, ownKeys, reject, then, unref,
} = require('../kernel/primordials.js')
const { setRoot, rescope, repolicy, store, tell } = require('../policy/fence.js')
const { createPeriod, DAY } = require('../policy/period.js')
const { decide, namedIn, extended } = require('../policy/decide.js')
const { createUI } = require('./ui.js')
const { readSettings, written } = require('./consent.js')
const { buildContext } = require('./extensioncontext.js')
const { ALL } = require('./types.js')
const { platform } = require('../policy/paths.js')
const { coded } = require('../kernel/errors.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { readFileSync } = fs
const { setInterval, clearInterval } = globalThis
const TICK = 60 * 1000

// watch follows the workspace: where it is, and whether it is trusted.
/** @param {Fence} fence */
function watch(fence, api) {
  const { workspace } = api
  fence.trusted = false
  const folders = () => {
    const out = []
    const list = workspace.workspaceFolders
    if (list !== undefined) for (let i = 0; i < list.length; i++) if (list[i].uri.scheme === 'file') append(out, list[i].uri.fsPath)
    setRoot(fence, 'workspace', out)
    rescope(fence)
  }
  try {
    const { appRoot } = api.env
    if (typeof appRoot === 'string' && appRoot !== '') setRoot(fence, 'app', [appRoot])
    folders()
    workspace.onDidChangeWorkspaceFolders(folders)
    fence.settingsOf = name => workspace.getConfiguration().inspect(name)
    workspace.onDidChangeConfiguration(() => readSettings(fence))
    workspace.onDidGrantWorkspaceTrust(() => {
      fence.trusted = true
      readSettings(fence)
    })
    fence.trusted = workspace.isTrusted === true
  } catch (e) {
    tell(fence, 'RF_INTERNAL', '' + e.message)
  }
}

// adopt learns from an extension's context where its own folders are. It gives the
// folder for the log and for what is remembered, or ''.
/** @param {Fence} fence */
function adopt(fence, context) {
  const at = uri => (uri !== undefined && uri !== null && typeof uri.fsPath === 'string' ? uri.fsPath : '')
  const roots = { __proto__: null, globalStorage: at(context.globalStorageUri), workspaceStorage: at(context.storageUri),
    logs: at(context.logUri) }
  const names = ownKeys(roots)
  for (let i = 0; i < names.length; i++) if (roots[names[i]] !== '') setRoot(fence, names[i], [roots[names[i]]])
  rescope(fence)
  if (fence.config.logDir !== undefined) return fence.config.logDir
  return roots.globalStorage === '' ? '' : join(roots.globalStorage, 'ringfence')
}

// observation decides whether to observe, and counts. over(waiting) is called when
// the period ends while the extension runs. It gives { period, ended, waiting } and throws
// when what is remembered cannot be trusted.
/** @param {Fence} fence */
function observation(fence, dir, over) {
  const { config } = fence
  const days = typeof config.observeDays === 'number' ? config.observeDays : 0
  const records = dir === '' ? null : fence.log.open(dir)
  if (dir !== '') store(fence, dir)
  written(fence, records)
  const subject = config.extensionVersion + ' ' + config.policySha256
  if (config.consent === true && dir === '') throw coded('RF_STATE', 'There is nowhere to remember that somebody consented')
  if (config.mode !== 'observe') {
    return config.consent === true ? { __proto__: null, period: createPeriod(dir, subject, 0), ended: false, waiting: [] } : null
  }
  if (records === null) {
    throw coded('RF_LOG', 'The log of what this extension does is damaged or cannot be written. Nothing of it runs until the folder ' +
      (dir === '' ? 'of its storage' : dir) + ' is removed, which begins a new observation')
  }
  if (days === 0) {
    fence.log.remember(records)
    return null
  }
  const period = createPeriod(dir, subject, days)
  let mine = false
  for (let i = 0; i < records.length; i++) if (records[i].e === 'observing') mine = records[i].subject === subject
  if (period.begun && mine) {
    throw coded('RF_STATE', 'What ringfence remembers of this extension is gone, and its log is not. Nothing of it runs until the folder ' +
      dir + ' is removed, which begins a new observation')
  }
  if (period.begun && records.length > 0) {
    fence.log.forget(dir)
    fence.log.open(dir)
  } else fence.log.remember(records)
  const known = period.begun ? [] : records
  if (period.count()) return { __proto__: null, period, ...enforce(fence, period, known) }
  fence.log.note({ e: 'observing', subject }, () => ({ from: period.state.last }))
  fence.log.flush()
  fence.left = () => days * DAY - period.state.observed
  fence.timer = setInterval(() => {
    try {
      if (!period.count()) return
      fence.log.flush()
      const all = fence.log.open(dir)
      over(enforce(fence, period, all === null ? [] : all).waiting)
    } catch (e) {
      // Nobody knows any more how long this may go on.
      fence.observe = false
      tell(fence, e.ringfence === 'RF_STATE' ? 'RF_STATE' : 'RF_INTERNAL', '' + e.message)
    }
    clearInterval(fence.timer)
  }, typeof config.tick === 'number' ? config.tick : TICK)
  unref(fence.timer)
  return { __proto__: null, period, ended: false, waiting: [] }
}

// enforce ends the observation: what it may grant by itself is decided once and
// kept, and the policy with it holds from here on.
/** @param {Fence} fence */
function enforce(fence, period, records) {
  const first = !period.state.ended
  if (first) {
    const places = fence.policy === null ? [] : fence.policy.places
    const d = decide(records, fence.config.policy, platform, places, namedIn(texts(fence)))
    period.change(s => {
      if (s.ended) return
      s.ended = true
      s.granted = d.granted
      s.waiting = d.waiting
    })
  }
  fence.observe = false
  fence.left = null
  hold(fence, period)
  return { __proto__: null, ended: first, waiting: first ? period.state.waiting : [] }
}

// hold makes the policy hold with what was decided.
/** @param {Fence} fence */
function hold(fence, period) {
  const entries = []
  const { granted, accepted } = period.state
  for (let i = 0; i < granted.length; i++) append(entries, granted[i])
  for (let i = 0; i < accepted.length; i++) append(entries, accepted[i])
  repolicy(fence, extended(fence.config.policy, entries))
  readSettings(fence)
}

// texts gives the code of the extension, as it was wrapped.
/** @param {Fence} fence */
function texts(fence) {
  const { files } = fence.config
  const out = []
  const names = files === undefined || files === null ? [fence.config.entry] : ownKeys(files)
  for (let i = 0; i < names.length; i++) {
    const known = files === undefined || files === null ? undefined : getOwn(files, names[i]).value
    if (known !== undefined && known.kind !== 'cjs' && known.kind !== 'esm') continue
    try {
      append(out, bytesToString(readFileSync(fence.root + sep + names[i]), 'utf8'))
    } catch {
      // A file that is gone names nothing.
    }
  }
  return out
}

// createSession gives what the editor sees of the extension: activate and
// deactivate. load gives the exports of its main.
/** @param {Fence} fence */
function createSession(fence, api, borderOf, load) {
  let main
  let ui = null
  let seen = null

  // What others get of the extension they see as it sees what is theirs.
  const outside = f => {
    const border = borderOf()
    try {
      return border.inward(f(), ALL)
    } catch (e) {
      throw border.inward(e, ALL)
    }
  }

  const run = context => outside(() => {
    main = load()
    const activate = main === null || main === undefined ? undefined : main.activate
    return typeof activate === 'function' ? apply(fence.through(activate), main, [buildContext(fence, borderOf(), context)]) : main
  })

  const taken = entries => {
    seen.period.change(s => {
      for (let i = 0; i < entries.length; i++) {
        append(s.accepted, { section: entries[i].section, name: entries[i].name, entry: entries[i].entry })
      }
      const rest = []
      for (let i = 0; i < s.waiting.length; i++) if (!has(entries, s.waiting[i])) append(rest, s.waiting[i])
      s.waiting = rest
    })
    hold(fence, seen.period)
  }

  function activate(context) {
    watch(fence, api)
    const dir = adopt(fence, context)
    ui = createUI(fence, api, {
      __proto__: null, title: titleOf(context, fence), version: '' + fence.config.extensionVersion,
      command: 'ringfence.permissions.' + fence.id, document: () => fence.document,
      left: () => (seen !== null && fence.observe ? seen.period.daysLeft() + ' days left' : ''),
    })
    seen = observation(fence, dir, waiting => {
      ui.status('enforced')
      ui.announce(waiting, taken)
    })
    readSettings(fence)
    if (fence.observe) ui.status(seen === null ? 'observed' : 'observed, ' + seen.period.daysLeft() + ' days left')
    else if (seen !== null && seen.ended) ui.announce(seen.waiting, taken)
    if (fence.config.consent !== true || fence.observe || seen.period.state.consent) return run(context)
    return then(ui.question(fence.document), yes => {
      if (!yes) return reject(coded('RF_CONSENT',
        'Nobody allowed this extension to run with its permissions; it is asked for again when it is activated the next time'))
      seen.period.change(s => { s.consent = true })
      return run(context)
    })
  }

  function deactivate() {
    try {
      return main !== null && main !== undefined && typeof main.deactivate === 'function'
        ? outside(() => apply(fence.through(main.deactivate), main, [])) : undefined
    } finally {
      if (fence.timer !== undefined) clearInterval(fence.timer)
      try {
        if (seen !== null && fence.observe) seen.period.count()
      } catch {
        // The next start says that it is damaged.
      }
      fence.log.flush()
      if (ui !== null) ui.dispose()
    }
  }
  return { activate, deactivate }
}

const has = (list, one) => {
  for (let i = 0; i < list.length; i++) {
    if (jsonStringify(list[i].entry) === jsonStringify(one.entry) && list[i].section === one.section && list[i].name === one.name) {
      return true
    }
  }
  return false
}

/** @param {Fence} fence */
function titleOf(context, fence) {
  const p = context.extension !== undefined && context.extension !== null ? context.extension.packageJSON : undefined
  return p !== undefined && p !== null && typeof p.displayName === 'string' && p.displayName[0] !== '%' ? p.displayName : fence.id
}

module.exports = { __proto__: null, createSession }
