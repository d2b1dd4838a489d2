'use strict'

// Other programs (invariant 8): the loader finds the binary, asks with exact
// arguments, makes the environment from a list of what may be in it, and starts
// Node processes through itself so that they carry the policy.

const nodePath = require('node:path')
const { promisify } = require('node:util')
const { append, apply, bareList, defineProperty, isArray, Promise, startsWith, endsWith, typedTag } = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { checkMember } = require('../policy/checks.js')
const { readPath } = require('../policy/paths.js')
const { roots } = require('../policy/table.json')
const { misused, refused } = require('../kernel/errors.js')
const { noDebugger } = require('./signals.js')
const { deliver, rename } = require('../kernel/gate.js')
const { fixed, settled } = require('../kernel/internallists.js')
const { readEnv } = require('./childenv.js')
const { createPrograms, hostCwd } = require('./programs.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */
const { execPath } = process
const { resolve } = nodePath

const readArguments = value => {
  const out = []
  if (value === undefined || value === null) return out
  if (!isArray(value)) return null
  for (let i = 0; i < value.length; i++) {
    const w = value[i]
    if (typeof w === 'object' && w !== null) return null
    append(out, '' + w)
  }
  return out
}

// split reads (file, [args], [options], [callback]).
function split(args) {
  const r = { __proto__: null, file: args[0], args: [], given: undefined, cb: undefined }
  let i = 1
  if (isArray(args[i])) r.args = readArguments(args[i++])
  else if (args[i] === null || args[i] === undefined) { if (typeof args[i + 1] !== 'function' || args[i] === undefined) i++ }
  if (typeof args[i] === 'object' || args[i] === undefined) r.given = args[i++]
  if (typeof args[args.length - 1] === 'function') r.cb = args[args.length - 1]
  return r
}

// A refused child fails as one that could not be started: sync calls throw, the
// others call back or emit an error.
function failing(name, args, error) {
  if (endsWith(name, 'Sync') && name !== 'spawnSync') throw error
  if (name === 'spawnSync') return { pid: 0, output: null, stdout: null, stderr: null, status: null, signal: null, error }
  if (typeof args[args.length - 1] === 'function') return deliver('callback', args, error) || dead()
  throw error
}
const dead = () => ({ pid: undefined, on() { return this }, once() { return this }, kill() { return false }, stdout: null,
  stderr: null, stdin: null })

// promised gives a function the form that util.promisify asks for.
function promised(f) {
  defineProperty(f, promisify.custom, {
    __proto__: null,
    value: (...args) => new Promise((ok, fail) => {
      const all = bareList()
      for (let j = 0; j < args.length; j++) all[j] = args[j]
      all[all.length] = (error, stdout, stderr) => {
        if (error === null || error === undefined) return ok({ stdout, stderr })
        error.stdout = stdout
        error.stderr = stderr
        fail(error)
      }
      apply(f, undefined, all)
    }),
  })
}

const wrong = error => ({ __proto__: null, error })

// createOptions returns what reads the options of a child.
/**
 * @param {Fence} fence
 * @param {Views} views
 */
function createOptions(fence, views) {
  // A program is started in a folder that the extension knows of: whether another exists
  // would be told by how the start fails.
  function mayStand(text) {
    if (fence.observe) return true
    const at = fence.paths.onDisk(resolve(hostCwd, text), true)
    if (at === null) return false
    if (at.real === hostCwd) return true
    for (let i = 0; i < roots.length; i++) {
      if (roots[i] === 'app') continue
      const list = fence.scope.roots[roots[i]]
      const itself = roots[i] === 'home' || roots[i] === 'tmp'
      for (let j = 0; list !== undefined && j < list.length; j++) {
        if (at.canonical === list[j] || (!itself && startsWith(at.canonical, list[j] + '/'))) return true
      }
    }
    return ask(fence, { section: 'files.read', path: at.canonical }) || ask(fence, { section: 'files.read', path: at.canonical + '/x' })
  }

  // options reads what a child may be given, or gives the error; anything else is left away.
  function options(name, given) {
    const g = given === null || typeof given !== 'object' ? { __proto__: null } : { __proto__: null, ...given }
    const o = { __proto__: null }
    if (g.cwd !== undefined && g.cwd !== null) {
      const text = readPath(g.cwd)
      if (text === null) return wrong(misused('"options.cwd"'))
      if (!mayStand(text)) return wrong(refused('RF_DENIED_CALL', 'chdir', text))
      o.cwd = text
    }
    // Which of it the child gets is said when the program is known.
    o.env = readEnv(g.env)
    const plain = ['timeout', 'maxBuffer', 'encoding', 'killSignal', 'detached', 'windowsHide', 'serialization', 'silent']
    for (let i = 0; i < plain.length; i++) {
      const v = g[plain[i]]
      if (v !== undefined && (typeof v !== 'object' || v === null) && typeof v !== 'function') o[plain[i]] = v
    }
    const no = noDebugger(o.killSignal)
    if (no !== null) return wrong(no)
    if (g.signal !== undefined) o.signal = g.signal
    if (typeof g.input === 'string' || typedTag(g.input) !== undefined) o.input = g.input
    if (g.stdio !== undefined) {
      const s = stdio(g.stdio)
      if (s === null) return wrong(misused('"options.stdio"'))
      o.stdio = s
    }
    o.shell = g.shell === undefined || g.shell === null || g.shell === false || g.shell === '' ? false
      : g.shell === true ? true : '' + g.shell
    o.execArgv = g.execArgv
    return o
  }

  function stdio(value) {
    if (typeof value === 'string') return value
    if (!isArray(value)) return null
    const out = []
    for (let i = 0; i < value.length; i++) {
      const v = value[i]
      if (v === undefined || v === null || typeof v === 'string' || v === 0 || v === 1 || v === 2) append(out, v)
      else if (typeof v === 'object' && views.real(v) !== v) append(out, views.real(v))
      else return null
    }
    return out
  }
  return options
}

/**
 * @param {Fence} fence
 * @param {Views} views
 */
function buildChild(fence, views, loaderFile) {
  const options = createOptions(fence, views)
  const { program, shell, nodeChild } = createPrograms(fence, loaderFile)
  const real = require('node:child_process')
  const { spawn, spawnSync, execFile, execFileSync } = real
  const finish = (child, cb) => views.adopt(child, 'ChildProcess', CHILD)
  const CHILD = { closed: { spawn: true, channel: true }, checks: { kill: fresh => noDebugger(fresh[0]) } }
  views.facade('ChildProcess', real.ChildProcess, CHILD)

  function define(name, run) {
    const f = function (...args) {
      const e = checkMember(fence, 'child_process', name)
      if (e !== null) return failing(name, args, e)
      const r = split(args)
      if (r.file !== null && typeof r.file === 'object') {
        const text = readPath(r.file)
        r.file = text === null ? '' : text
      }
      const o = options(name, r.given)
      if (o.error !== undefined) return failing(name, args, o.error)
      /** @type {any} */
      let start
      if (name === 'exec' || name === 'execSync') {
        start = typeof r.file === 'string' ? shell(name, r.file, o) : misused('"command"')
      } else if (name === 'fork') {
        const script = ['' + r.file]
        if (r.args !== null) for (let i = 0; i < r.args.length; i++) append(script, r.args[i])
        start = nodeChild(name, execPath, script, o)
        if (o.stdio === undefined) o.stdio = o.silent === true ? ['pipe', 'pipe', 'pipe', 'ipc'] : [0, 1, 2, 'ipc']
      } else start = program(name, r.file, r.args, o)
      if (start.file === undefined) return failing(name, args, start)
      // Node walks the names of the environment.
      if (!settled()) return failing(name, args, fixed())
      // From here on somebody else may change names on the disk (fs.js).
      fence.agents++
      return run(start, r.cb)
    }
    return rename(f, real[name], name)
  }

  // What the editor starts for the extension is asked for here as well.
  fence.plan = (command, args, given) => {
    const o = options('spawn', given)
    return program('spawn', command, args, o.error !== undefined ? null : { __proto__: null, ...o, shell: false })
  }

  const callback = cb => (cb === undefined ? undefined : views.listener(cb))
  const out = {}
  out.spawn = define('spawn', s => finish(spawn(s.file, s.args, s.o)))
  out.fork = define('fork', s => finish(spawn(s.file, s.args, s.o)))
  out.spawnSync = define('spawnSync', s => spawnSync(s.file, s.args, s.o))
  out.execFile = define('execFile', (s, cb) => finish(execFile(s.file, s.args, s.o, callback(cb))))
  out.exec = define('exec', (s, cb) => finish(execFile(s.file, s.args, s.o, callback(cb))))
  out.execFileSync = define('execFileSync', s => execFileSync(s.file, s.args, s.o))
  out.execSync = define('execSync', s => execFileSync(s.file, s.args, s.o))
  out.ChildProcess = views.facadeOf(real.ChildProcess)
  promised(out.exec)
  promised(out.execFile)
  return out
}

module.exports = { __proto__: null, buildChild }
