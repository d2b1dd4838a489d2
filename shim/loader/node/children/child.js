'use strict'

// Other programs (invariant 8): the loader finds the binary, asks with exact
// arguments, makes the environment from a list of what may be in it, and starts
// Node processes through itself so that they carry the policy.

const nodePath = require('node:path')
const { promisify } = require('node:util')
const {
  append, apply, bareList, defineProperty, endsWith, Error, isArray, isIn, Promise, typedTag,
} = require('../../kernel/primordials.js')
const { checkMember } = require('../../policy/checks.js')
const { readPath } = require('../../policy/paths.js')
const { misused, refused } = require('../../kernel/errors.js')
const { wrongPath, wrongType, wrongValue } = require('../../kernel/wrongarguments.js')
const { noDebugger } = require('./signals.js')
const { rename } = require('../../kernel/gate.js')
const { fixed, settled } = require('../../kernel/internallists.js')
const { readEnv } = require('./childenv.js')
const { createPrograms, here, hostCwd, wrongProgram } = require('./programs.js')
const { outlasting } = require('./outlasting.js')
const { failing } = require('./refusal.js')
const { isKnown, stand } = require('./standing.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */
/** @typedef {import('../../kernel/membrane.js').Views} Views */
const { execPath } = process
const { resolve } = nodePath

// readArguments reads each word once.
const readArguments = value => {
  const out = []
  for (let i = 0; i < value.length; i++) {
    append(out, '' + value[i])
  }
  return out
}

// split reads (file, [args], [options], [callback]); a line for a shell has no arguments.
function split(args, takesArguments) {
  const r = { __proto__: null, file: args[0], args: [], given: undefined, cb: undefined, error: null }
  let i = 1
  if (isArray(args[i])) r.args = readArguments(args[i++])
  else if (args[i] !== undefined && typeof args[i] !== 'object' && typeof args[i] !== 'function') {
    r.error = wrongType(takesArguments ? 'args' : 'options', 'of type object', args[i])
  }
  else if (args[i] === null || args[i] === undefined) { if (typeof args[i + 1] !== 'function' || args[i] === undefined) i++ }
  if (typeof args[i] === 'object' || args[i] === undefined) r.given = args[i++]
  else if (r.error === null && typeof args[i] !== 'function') r.error = wrongType('options', 'of type object', args[i])
  if (typeof args[args.length - 1] === 'function') r.cb = args[args.length - 1]
  return r
}

const PIPES = ['ignore', 'inherit', 'overlapped', 'pipe']

// forkStdio is what a forked process has of its parent: a channel in any case; null where it was left out.
/** @param {any} o */
function forkStdio({ stdio, silent }) {
  if (stdio === undefined || stdio === null) return silent === true ? ['pipe', 'pipe', 'pipe', 'ipc'] : [0, 1, 2, 'ipc']
  if (typeof stdio === 'string') return stdio === 'inherit' ? [0, 1, 2, 'ipc'] : [stdio, stdio, stdio, 'ipc']
  for (let i = 0; i < stdio.length; i++) if (stdio[i] === 'ipc') return stdio
  return null
}
function noChannel() {
  const e = new Error("Forked processes must have an IPC channel, missing value 'ipc' in options.stdio")
  const value = 'ERR_CHILD_PROCESS_IPC_REQUIRED'
  defineProperty(e, 'code', { __proto__: null, value, writable: true, enumerable: true, configurable: true })
  return e
}

// promised gives a function the form that util.promisify asks for.
function promised(f) {
  defineProperty(f, promisify.custom, {
    __proto__: null,
    value: (...args) => {
      let ok
      let fail
      const promise = new Promise((yes, no) => { ok = yes; fail = no })
      const all = bareList()
      for (let j = 0; j < args.length; j++) all[j] = args[j]
      all[all.length] = (error, stdout, stderr) => {
        if (error === null || error === undefined) return ok({ stdout, stderr })
        error.stdout = stdout
        error.stderr = stderr
        fail(error)
      }
      const child = apply(f, undefined, all)
      defineProperty(promise, 'child', { __proto__: null, value: child, writable: true, enumerable: true, configurable: true })
      return promise
    },
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
  const placed = text => fence.paths.onDisk(resolve(here(), text), true)
  function mayStand(text) {
    if (fence.observe || text === undefined) return true
    const at = placed(text)
    if (at === null) return false
    if (at.real === hostCwd) return true
    return isKnown(fence, at)
  }

  // options reads what a child may be given, or gives the error; anything else is left away. pins takes the folder that
  // the child stands in, to be closed when it was started; without it that goes by its name.
  function options(name, given, pins = null) {
    const g = given === null || typeof given !== 'object' ? { __proto__: null } : { __proto__: null, ...given }
    const o = { __proto__: null }
    // Where the process itself stands nobody is asked for.
    let find = () => ({ __proto__: null, real: '.' })
    let may = () => true
    if (g.cwd !== undefined && g.cwd !== null && g.cwd !== '') {
      const text = readPath(g.cwd)
      if (text === null) return wrong(wrongPath('options.cwd', g.cwd, 'chdir') || misused('"options.cwd"'))
      if (!mayStand(text)) return wrong(refused('RF_DENIED_CALL', 'chdir', text))
      o.cwd = text
      o.asked = text
      find = () => placed(text)
      may = mayStand
    } else o.cwd = here()
    o.stands = pins === null || fence.observe ? null : stand(find, may)
    if (o.stands !== null) {
      if (o.stands.path === '') return wrong(refused('RF_DENIED_CALL', 'chdir', o.cwd))
      append(pins, o.stands)
    }
    // Which of it the child gets is said when the program is known.
    o.implied = g.env === undefined || g.env === null || (fence.isWhole !== undefined && fence.isWhole(g.env))
    o.env = readEnv(o.implied && fence.changed !== undefined ? fence.changed(g.env) : g.env)
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
    o.mayStand = () => mayStand(o.asked)
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
  const refuse = (name, r, error) => failing(real.ChildProcess, finish, name, r, error)
  const CHILD = { closed: { spawn: true, channel: true }, checks: { kill: fresh => noDebugger(fresh[0]) } }
  views.facade('ChildProcess', real.ChildProcess, CHILD)

  function define(name, run) {
    const f = function (...args) {
      const e = checkMember(fence, 'child_process', name)
      const r = split(args, name !== 'exec' && name !== 'execSync')
      if (e !== null) return refuse(name, r, e)
      if (r.error !== null) throw r.error
      if (r.file !== null && typeof r.file === 'object') {
        const text = readPath(r.file)
        if (text !== null) r.file = text
      }
      const wrong = name === 'fork' && typeof r.file !== 'string'
        ? wrongType('modulePath', 'of type string or an instance of Buffer or URL', args[0]) : wrongProgram(name, r.file, r.args)
      if (wrong !== null) throw wrong
      const pins = []
      try {
        return begin(name, run, r, options(name, r.given, pins))
      } finally {
        for (let i = 0; i < pins.length; i++) {
          const { close } = pins[i]
          close()
        }
      }
    }
    return rename(f, real[name], name)
  }

  // begin asks for what a call starts, and starts it.
  function begin(name, run, r, o) {
    if (o.error !== undefined) return refuse(name, r, o.error)
    const observed = fence.observe
    const given = { __proto__: null, ...o }
    const start = asked(name, r, o)
    if (name === 'fork') {
      if (typeof o.stdio === 'string' && !isIn(PIPES, o.stdio)) throw wrongValue('stdio', 'is invalid', o.stdio)
      o.stdio = forkStdio(o)
      if (o.stdio === null) throw noChannel()
    }
    if (start.file === undefined) return refuse(name, r, start)
    // Node walks the names of the environment.
    if (!settled()) return refuse(name, r, fixed())
    // From here on somebody else may change names on the disk (fs.js).
    fence.agents++
    if (o.stands !== null) {
      // A channel is one more than what is listed.
      const { beyond } = o.stands
      beyond(isArray(o.stdio) ? o.stdio.length + 2 : 5)
      o.cwd = o.stands.path
    }
    const child = run(start, r.cb)
    if (observed && !endsWith(name, 'Sync')) {
      const { mayStand } = given
      const may = () => mayStand() && asked(name, r, { __proto__: null, ...given }).file !== undefined
      outlasting(fence, views.real(child), o.detached === true, may)
    }
    return child
  }

  // asked asks for what a call starts, and says what that is.
  function asked(name, r, o) {
    if (name === 'exec' || name === 'execSync') return shell(name, r.file, o)
    if (name !== 'fork') return program(name, r.file, r.args, o)
    const script = ['' + r.file]
    for (let i = 0; i < r.args.length; i++) append(script, r.args[i])
    return nodeChild(name, execPath, script, o)
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
