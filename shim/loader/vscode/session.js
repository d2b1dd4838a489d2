'use strict'

// A fenced extension's life in the editor. Its main is loaded when the editor
// activates it and not before: only then is it known where its storage is, so
// whether it is observed or its policy enforced, whether the workspace is trusted,
// and what a person consented to.

const { dirname, join } = require('node:path')
const {
  append, apply, indexOf, isArray, mapGet, ownKeys, reject, slice, then, toLowerCase,
} = require('../kernel/primordials.js')
const { MENU } = require('../policy/manifest.js')
const { setRoot, rescope, store, tell } = require('../policy/fence.js')
const { createUI } = require('./person/ui.js')
const { createMemory } = require('./observed/memory.js')
const { readSettings } = require('./person/consent.js')
const { accept, anew, remembered, unknown } = require('./observed/observation.js')
const { buildContext } = require('./extensioncontext.js')
const { ALL } = require('./types.js')
const { coded } = require('../kernel/errors.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { clearInterval } = globalThis
// What an editor without a storage for secrets adds to the status.
const SESSION = ', in this session only'

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
    fence.settingsFiles = () => settingsFiles(fence, workspace)
    workspace.onDidChangeConfiguration(() => readSettings(fence))
    workspace.onDidGrantWorkspaceTrust(() => {
      fence.trusted = true
      readSettings(fence)
    })
    fence.trusted = workspace.isTrusted === true
    fence.off = isOff(fence)
  } catch (e) {
    tell(fence, 'RF_INTERNAL', '' + e.message)
  }
}

// settingsFiles lists the files in which the workspace keeps its settings.
/** @param {Fence} fence */
function settingsFiles(fence, { workspaceFile }) {
  const out = []
  const roots = mapGet(fence.roots, 'workspace')
  for (let i = 0; roots !== undefined && i < roots.length; i++) append(out, join(roots[i], '.vscode', 'settings.json'))
  if (workspaceFile !== undefined && workspaceFile !== null && workspaceFile.scheme === 'file') append(out, workspaceFile.fsPath)
  return out
}

// isOff reports that the person's own settings switch the fence off: those of a workspace, and of
// whoever sent it, do not count.
/** @param {Fence} fence */
function isOff(fence) {
  const inspected = fence.settingsOf('ringfence.off')
  const list = inspected === undefined || inspected === null ? undefined : inspected.globalValue
  if (!isArray(list)) return false
  for (let i = 0; i < list.length; i++) if (toLowerCase('' + list[i]) === toLowerCase(fence.id)) return true
  return false
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
  return roots.globalStorage === '' ? '' : beside(roots.globalStorage, fence.id)
}

// beside is where the log lies: beside the extension's storage, which it may empty. An id with a
// slash in it is a folder in a folder.
function beside(storage, id) {
  let home = dirname(storage)
  for (let i = indexOf(id, '/'); i >= 0; i = indexOf(id, '/', i + 1)) home = dirname(home)
  return join(home, 'ringfence', slice(storage, home.length))
}

// createSession gives what the editor sees of the extension: activate and
// deactivate. load gives the exports of its main, and later a promise of them where that has to wait, or null.
/** @param {Fence} fence */
function createSession(fence, api, borderOf, load, later) {
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

  const begin = (context, exports) => outside(() => {
    main = exports()
    const activate = main === null || main === undefined ? undefined : main.activate
    return typeof activate === 'function' ? apply(fence.through(activate), main, [buildContext(fence, borderOf(), context)]) : main
  })

  // run loads the main, which may have to wait for what it imports.
  const run = (context, waits = later()) =>
    (waits === null ? begin(context, load) : then(waits, exports => begin(context, () => exports), e => outside(() => { throw e })))

  const taken = entries => accept(fence, seen.period, entries)

  // asked runs the extension once somebody consented, where that is asked for.
  function asked(context) {
    if (fence.config.consent !== true || fence.observe || (seen !== null && seen.period.state.consent)) return run(context)
    return then(ui.question(fence.document), yes => {
      if (!yes) return reject(coded('RF_CONSENT',
        'Nobody allowed this extension to run with its permissions; it is asked for again when it is activated the next time'))
      if (seen === null) return run(context)
      const kept = seen.period.change(s => { s.consent = true })
      return then(then(kept, undefined, e => tell(fence, 'RF_STATE', '' + e.message)), () => run(context))
    })
  }

  // known goes on with what was remembered.
  function known(context, memory, what) {
    seen = what
    readSettings(fence)
    if (fence.observe) ui.status('observed, ' + seen.period.daysLeft() + ' days left' + (memory.kept ? '' : SESSION))
    else if (seen.ended) ui.announce(seen.waiting, taken)
    return asked(context)
  }

  // forgotten goes on when what was decided is lost: under the policy that was wrapped, and
  // nothing more, until a person begins anew.
  function forgotten(context, memory, e) {
    if (e === null || typeof e !== 'object' || e.ringfence !== 'RF_STATE') throw e
    fence.observe = false
    fence.until = null
    unknown(fence)
    tell(fence, 'RF_STATE', '' + e.message)
    if (fence.config.mode === 'observe') {
      ui.status('enforced, what was observed is lost')
      ui.lost(() => anew(fence, memory))
    }
    return asked(context)
  }

  // switched lets everything pass until the next start: a person wants that.
  function switched() {
    fence.off = true
    fence.observe = true
    fence.until = null
    if (fence.timer !== undefined) clearInterval(fence.timer)
    fence.log.note({ e: 'off' })
    ui.status('its fence is switched off')
  }

  function activate(context) {
    watch(fence, api)
    const dir = adopt(fence, context)
    const memory = createMemory(context)
    const begins = () => anew(fence, memory)
    ui = createUI(fence, api, {
      __proto__: null, title: titleOf(context, fence), version: '' + fence.config.extensionVersion,
      command: 'ringfence.permissions.' + fence.id, menu: MENU + fence.id, off: switched,
      again: fence.config.mode === 'observe' && fence.config.observeDays > 0 ? begins : undefined, document: () => fence.document,
      left: () => (seen !== null && fence.observe ? seen.period.daysLeft() + ' days left' : ''),
    })
    const records = dir === '' ? null : fence.log.open(dir)
    if (dir !== '') store(fence, dir)
    if (fence.off) {
      switched()
      return run(context)
    }
    const opened = remembered(fence, memory, dir, records, waiting => {
      ui.status('enforced')
      ui.announce(waiting, taken)
    })
    readSettings(fence)
    if (opened !== null) return then(opened, what => known(context, memory, what), e => forgotten(context, memory, e))
    if (fence.observe) ui.status('observed')
    return run(context)
  }

  function deactivate() {
    const end = result => {
      if (fence.timer !== undefined) clearInterval(fence.timer)
      fence.log.flush()
      if (ui !== null) ui.dispose()
      return result
    }
    let result
    try {
      result = main !== null && main !== undefined && typeof main.deactivate === 'function'
        ? outside(() => apply(fence.through(main.deactivate), main, [])) : undefined
    } finally {
      if (seen === null || !fence.observe) end()
    }
    // A count that fails is said at the next start.
    return seen === null || !fence.observe ? result : then(seen.period.count(), () => end(result), () => end(result))
  }
  return { activate, deactivate }
}

/** @param {Fence} fence */
function titleOf(context, fence) {
  const p = context.extension !== undefined && context.extension !== null ? context.extension.packageJSON : undefined
  return p !== undefined && p !== null && typeof p.displayName === 'string' && p.displayName[0] !== '%' ? p.displayName : fence.id
}

module.exports = { __proto__: null, createSession }
