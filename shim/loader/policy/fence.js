'use strict'

// One fence: an extension, its policy, where it stands and what it may do now.
// Everything the loader hands out asks here. In observe mode the answer is yes
// and the question is written down.

const { homedir, tmpdir } = require('node:os')
const { basename, delimiter, dirname, isAbsolute, sep } = require('node:path')
const pattern = require('../../pattern/index.js')
const {
  append, bareList, endsWith, indexOf, isArray, isIn, jsonStringify, mapGet, mapSet, Map, ownKeys, Set, slice, startsWith,
} = require('../kernel/primordials.js')
const { compilePolicy, allows, mentions } = require('./policy.js')
const { access, wouldAllow } = require('./access.js')
const { MAX_LINE, MAX_TEXT, createLog, redact } = require('./log.js')
const { createPaths, platform } = require('./paths.js')
const { placeOf } = require('../kernel/callsite.js')
const { createMemo, forget } = require('./memo.js')

const { cwd, env: hostEnv } = process
// So many characters of a program's arguments are written down beyond the shortest bound of each.
const MAX_ARGS = 4000

/**
 * One extension, its policy and where it stands.
 * @typedef {object} Fence
 * @property {string} id the extension, as publisher.name
 * @property {any} config what wrap wrote
 * @property {boolean} observe everything is allowed, and written down
 * @property {string} level the level that is asked for
 * @property {string} reached the level that is reached
 * @property {string} root the extension's folder
 * @property {string} started where the process was, canonical, when the fence was made; empty where that is not known
 * @property {string} loaderFile
 * @property {Policy | null} policy null: everything is denied
 * @property {any} document the policy as it is written
 * @property {any} log
 * @property {Paths} paths
 * @property {boolean} trusted the workspace is
 * @property {any} scope where the roots of patterns are
 * @property {any} roots a map of a root's name and its paths
 * @property {Memo} memo
 * @property {string[]} environment the roots that variables name
 * @property {string[]} guarded files that no grant opens for writing
 * @property {any[]} places
 * @property {string} storage
 * @property {string} stored where the storage is on the disk
 * @property {number} agents how many others may change names on the disk now
 * @property {any} until when it is no longer observed, by the clock
 * @property {Set<() => void>} lasting what was made while it was observed and asks again when it is not (lasting.js)
 * @property {boolean} [child] this process or thread was started by the extension
 * @property {any} [workerData]
 * @property {any} [timer]
 * @property {any} [variables] what a parent gave its child of the environment
 * @property {(given?: any) => any} [changed] what the extension wrote into its own environment, with what the policy grants of the
 *   host's where that environment itself is given
 * @property {(given: any) => boolean} [isWhole] whether that is the extension's own environment
 * @property {Set<string>} written settings that the extension wrote
 * @property {Set<number>} ports those that the extension listens on
 * @property {boolean} helped somebody else acts for the extension (othersAct)
 * @property {boolean} off a person switched the fence off until the next start: it observes
 * @property {any[]} decided what was observed or accepted, beside the policy
 * @property {(name: string) => any} [settingsOf] what VS Code says of a setting
 * @property {() => string[]} [settingsFiles] where a workspace keeps its settings
 * @property {any} doubts whose values of settings may be the extension's own (vscode/person/doubts.js): null where it was not observed
 * @property {Function} [through] gives a function that runs as the extension's
 * @property {(f: any, args: any[], target: any) => any} [making] constructs as the extension
 * @property {Function} [sealed] gives what others may call of the extension's
 * @property {(command: any, args: any, options: any) => any} [plan] how a program would be started
 */

/** @typedef {import('./access.js').Access} Access */
/** @typedef {import('./policy.js').Policy} Policy */
/** @typedef {ReturnType<typeof createPaths>} Paths */
/** @typedef {ReturnType<typeof createMemo>} Memo */

// createFence takes the configuration `wrap` wrote. A policy that cannot be read
// is none: everything is denied.
/** @returns {Fence} */
function createFence(config, root, places) {
  const observe = config.mode === 'observe'
  const policy = compilePolicy(platform, config.policy, places)
  const log = createLog(config.extension)
  const paths = createPaths()
  const rooted = paths.onDisk(root, true)
  const fence = {
    __proto__: null, id: config.extension, config, observe, level: config.level, root: rooted === null ? root : rooted.real,
    policy, log, paths, trusted: true, scope: null, roots: new Map(), memo: createMemo(), environment: [], guarded: [],
    document: config.policy, places, storage: '', stored: '', agents: 0, until: null, reached: 'shared', loaderFile: '',
    written: new Set(), ports: new Set(), decided: [], off: false, helped: false, started: '',
    lasting: new Set(), doubts: null,
  }
  fence.started = startedAt(paths)
  append(fence.guarded, fence.root + sep + 'package.json')
  mapSet(fence.roots, 'extension', [fence.root])
  // In a child the parent's word takes the place of these: its environment is the
  // extension's to choose.
  mapSet(fence.roots, 'home', [real(paths, homedir())])
  mapSet(fence.roots, 'tmp', [real(paths, tmpdir())])
  const env = environmentNames(config, places)
  for (let i = 0; i < env.length; i++) {
    const value = hostEnv[slice(env[i], 4)]
    if (value !== undefined && mapGet(fence.roots, env[i]) === undefined) setRoot(fence, env[i], foldersOf(env[i], value))
  }
  const given = config.roots
  if (given !== undefined) {
    const names = ownKeys(given)
    for (let i = 0; i < names.length; i++) setRoot(fence, names[i], given[names[i]])
  }
  rescope(fence)
  if (policy === null) log.note({ e: 'failure', code: 'RF_POLICY' })
  return fence
}

// foldersOf is what a variable names: of PATH and its kin, each folder that is listed.
function foldersOf(name, value) {
  if (!listsFolders(name)) return [value]
  const out = []
  for (let at = 0; at <= value.length;) {
    const end = indexOf(value, delimiter, at)
    const one = slice(value, at, end < 0 ? value.length : end)
    if (one !== '') append(out, one)
    at = end < 0 ? value.length + 1 : end + 1
  }
  return out
}

const listsFolders = name => startsWith(name, 'env:') && (endsWith(name, 'PATH') || endsWith(name, 'Path'))

// startedAt is the folder the process stands in, as patterns see it.
function startedAt(paths) {
  try {
    const at = paths.onDisk(cwd(), true)
    return at === null ? '' : at.canonical
  } catch {
    return '' // it was removed
  }
}

// repolicy puts another document in the place of the policy. One that cannot be
// read allows nothing.
/** @param {Fence} fence */
function repolicy(fence, document) {
  fence.policy = compilePolicy(platform, document, fence.places)
  fence.document = document
  forget(fence.memo)
  if (fence.policy === null) fence.log.note({ e: 'failure', code: 'RF_POLICY' })
}

// store says where the log lies and what is remembered: no grant opens that folder
// for writing, nor what would take it away.
/** @param {Fence} fence */
function store(fence, dir) {
  fence.storage = dir
  fence.stored = real(fence.paths, dir)
}

// othersAct says that somebody may change names on the disk from here on, for the extension and while it runs:
// what it asks for goes through descriptors then.
/** @param {Fence} fence */
function othersAct(fence) {
  if (fence.helped) return
  fence.helped = true
  fence.agents++
}

// environmentNames lists the roots ${env:…} that the policy or a place mentions.
function environmentNames(config, places) {
  let text = jsonStringify(config.policy) || ''
  for (let i = 0; i < places.length; i++) text += places[i].pattern
  const out = []
  const mark = '${env:'
  for (let i = indexOf(text, mark); i >= 0; i = indexOf(text, mark, i + 1)) append(out, slice(text, i + 2, indexOf(text, '}', i)))
  return out
}

// The roots of the table in the order in which logs write them; table.test.js compares.
const IN_ORDER = ['extension', 'home', 'tmp', 'app', 'workspace', 'globalStorage', 'workspaceStorage', 'logs']

// rootNames lists the roots that have a place.
/** @param {Fence} fence */
function rootNames(fence) {
  const out = []
  for (let i = 0; i < IN_ORDER.length; i++) if (mapGet(fence.roots, IN_ORDER[i]) !== undefined) append(out, IN_ORDER[i])
  for (let i = 0; i < fence.environment.length; i++) append(out, fence.environment[i])
  return out
}

// plainList copies a list so that nobody's toJSON is asked how to write it.
function plainList(list) {
  const out = bareList()
  for (let i = 0; i < list.length; i++) out[i] = list[i]
  return out
}

function real(paths, path) {
  const at = paths.onDisk(path, true)
  return at === null ? path : at.real
}

// A folder that the extension may replace by a link: the root is where the folder should be, so that
// what a link leads to lies in no root.
const STORAGE = ['workspaceStorage', 'globalStorage']
const beside = (paths, path) => real(paths, dirname(path)) + sep + basename(path)

// setRoot says where a root lies; folders that do not exist yet count as well. What a parent told its child is
// where the parent had it: a folder may have become a link since.
/** @param {Fence} fence */
function setRoot(fence, name, values, told = false) {
  const out = []
  for (let i = 0; i < values.length; i++) {
    append(out, isAbsolute(values[i]) && !told ? (isIn(STORAGE, name) ? beside : real)(fence.paths, values[i]) : values[i])
  }
  if (startsWith(name, 'env:') && mapGet(fence.roots, name) === undefined) append(fence.environment, name)
  mapSet(fence.roots, name, out)
}

/** @param {Fence} fence */
function rescope(fence) {
  const names = bareList()
  const values = bareList()
  const all = rootNames(fence)
  const { settings } = fence.config
  const more = settings === undefined ? [] : ownKeys(settings)
  for (let i = 0; i < all.length; i++) {
    names[names.length] = all[i]
    values[values.length] = mapGet(fence.roots, all[i])
  }
  for (let i = 0; i < more.length; i++) {
    if (!isArray(settings[more[i]])) continue
    names[names.length] = more[i]
    values[values.length] = settings[more[i]]
  }
  fence.scope = pattern.createScope(platform, names, values)
  forget(fence.memo)
  // Whoever reads the log has to know where the roots were, and which folders were searched for programs. What
  // other variables and settings hold is nobody's.
  const roots = { __proto__: null }
  for (let i = 0; i < names.length; i++) {
    if (indexOf(names[i], ':') < 0 || listsFolders(names[i])) roots[names[i]] = plainList(values[i])
  }
  fence.log.note({ e: 'roots', roots })
}

// ask is the one question. It writes down what was used or denied.
/**
 * @param {Fence} fence
 * @param {Partial<Access>} fields
 */
function ask(fence, fields) {
  const a = access(fields)
  const ok = fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, a)
  if (fence.observe) note(fence, 'use', a, ok)
  else if (!ok) note(fence, 'denied', a, false)
  return ok || fence.observe
}

// askModule asks whether a module may be loaded.
/** @param {Fence} fence */
function askModule(fence, name) {
  const ok = fence.policy !== null && mentions(fence.policy, fence.trusted, name)
  const a = access({ section: 'modules', name })
  if (fence.observe) note(fence, 'use', a, ok)
  else if (!ok) note(fence, 'denied', a, false)
  return ok || fence.observe
}

// tell writes down what is no question of the policy.
/** @param {Fence} fence */
function tell(fence, code, text) {
  fence.log.note({ e: 'failure', code, text: redact(text) })
}

/**
 * @param {Fence} fence
 * @param {string} event
 * @param {Access} a
 * @param {boolean} granted
 */
function note(fence, event, a, granted) {
  const r = { __proto__: null, e: event, section: a.section }
  if (a.name !== '') r.name = a.name
  if (a.text !== '') r.text = redact(a.text, a.section === 'processes' ? MAX_LINE : MAX_TEXT)
  // Where a program lies is of use to those who decide what to grant.
  if (a.path !== '' && (event === 'use' || a.section !== 'processes')) r.path = redact(a.path)
  if (a.program !== '') {
    r.program = redact(a.program)
    r.args = bareList()
    let left = MAX_ARGS
    for (let i = 0; i < a.args.length && i < 20; i++) {
      r.args[i] = redact(a.args[i], left > MAX_LINE ? MAX_LINE : MAX_TEXT)
      left -= r.args[i].length
    }
    if (a.args.length > 20) r.cut = true
  }
  if (a.endpoint !== null) {
    const e = a.endpoint
    r.address = redact(e.socket !== '' ? 'unix:' + e.socket : e.scheme + '://' + e.host + ':' + e.port + e.path)
  }
  if (a.sha256 !== '') r.sha256 = a.sha256
  if (!fence.trusted) r.trusted = false
  if (event === 'use') {
    r.granted = granted
    fence.log.note(r)
    return
  }
  const { look } = a
  if (typeof look === 'function' ? look() : look) r.look = true
  r.code = codeOf(a)
  r.allow = redact(wouldAllow(a), a.section === 'processes' ? MAX_LINE + 100 : MAX_TEXT)
  fence.log.note(r, () => {
    const place = placeOf(fence.root, fence.loaderFile, sep)
    return place === '' ? {} : { place }
  })
}

function codeOf(a) {
  if (a.section === 'vscode') return 'RF_DENIED_VSCODE'
  if (a.section === 'code') return 'RF_DENIED_CODE'
  return a.section === 'modules' && a.text === '' ? 'RF_DENIED_MODULE' : 'RF_DENIED_CALL'
}

module.exports = { __proto__: null, IN_ORDER, createFence, repolicy, othersAct, store, setRoot, rescope, rootNames, plainList, ask,
  askModule, tell }
