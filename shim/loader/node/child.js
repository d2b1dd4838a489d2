'use strict'

// Other programs (invariant 8): the loader finds the binary, asks with exact
// arguments, makes the environment from a list of what may be in it, and starts
// Node processes through itself so that they carry the policy.

const fs = require('node:fs')
const nodePath = require('node:path')
const { createRequire } = require('node:module')
const { promisify } = require('node:util')
const {
  append, apply, bareList, defineProperty, indexOf, isArray, isIn, ownKeys, Promise, slice, startsWith, endsWith,
  toLowerCase, toUpperCase, typedTag,
} = require('../kernel/primordials.js')
const { ask, checkMember, mayWrite, tell } = require('../policy/fence.js')
const { readPath, platform } = require('../policy/paths.js')
const { roots, shells } = require('../policy/table.json')
const { misused, refused } = require('../kernel/errors.js')
const { deliver, rename } = require('../kernel/gate.js')
const { inheritance, VARIABLE } = require('../policy/inherit.js')
const { fixed, settled } = require('../kernel/internallists.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('../kernel/membrane.js').Views} Views */

const hostEnv = process.env
const hostPath = hostEnv.PATH || hostEnv.Path || ''
const { execPath } = process
const { delimiter, isAbsolute, join, resolve, basename } = nodePath
const { isFile } = fs.Stats.prototype
const { statSync, accessSync, realpathSync, constants } = fs
const hostCwd = process.cwd()

// What a child needs of the host's environment to work at all.
const PASSED = ['PATH', 'HOME', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TMP', 'TEMP', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ',
  'SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMDATA',
    'WINDIR', 'ELECTRON_RUN_AS_NODE']
// What makes an interpreter, a linker or git run something else. Prefixes end in *.
const STEERING = ['LD_*', 'DYLD_*', 'NODE_OPTIONS', 'NODE_PATH', 'NODE_REPL_*', 'NODE_EXTRA_CA_CERTS', 'NODE_V8_COVERAGE', 'PYTHON*',
  'PERL5*', 'PERLLIB', 'RUBYOPT', 'RUBYLIB',
  'BASH_ENV', 'BASH_FUNC_*', 'ENV', 'ZDOTDIR', 'PROMPT_COMMAND', 'PS4', 'SHELLOPTS', 'BASHOPTS', 'JAVA_TOOL_OPTIONS', '_JAVA_OPTIONS',
  'JDK_JAVA_OPTIONS', 'CLASSPATH', 'LUA_*', 'HOME', 'USERPROFILE', 'XDG_*', 'TAR_OPTIONS', 'NODE_*', 'OPENSSL_*', 'SSL_*',
  'PHPRC', 'PHP_INI_SCAN_DIR', 'GIT_*', 'EDITOR', 'VISUAL', 'PAGER', 'LESSOPEN', 'LESSCLOSE', 'MANPAGER', 'BROWSER',
  'SSH_ASKPASS', 'SUDO_ASKPASS',
  'npm_config_*', 'YARN_*', 'CARGO_*', 'RUSTC*', 'GOFLAGS', 'MAKEFLAGS', 'CC', 'CXX', 'IFS', 'PATH']

// These only say how a program talks.
const HARMLESS = ['NODE_ENV', 'NODE_DEBUG', 'NODE_NO_WARNINGS', 'NODE_PENDING_DEPRECATION']

function steers(name) {
  const n = toUpperCase(name)
  for (let i = 0; i < HARMLESS.length; i++) if (n === HARMLESS[i]) return false
  for (let i = 0; i < STEERING.length; i++) {
    const s = toUpperCase(STEERING[i])
    if (endsWith(s, '*') ? startsWith(n, slice(s, 0, s.length - 1)) : n === s) return true
  }
  return false
}

// childEnv is what a child gets: what every program needs, what the policy lets
// the extension read, and what the extension sets, save what steers.
/** @param {Fence} fence */
function childEnv(fence, given) {
  const out = { __proto__: null }
  for (let i = 0; i < PASSED.length; i++) if (hostEnv[PASSED[i]] !== undefined) out[PASSED[i]] = hostEnv[PASSED[i]]
  out.GIT_TERMINAL_PROMPT = '0'
  if (!fence.trusted) {
    // A repository nobody trusts configures programs of its own.
    out.GIT_CONFIG_COUNT = '2'
    out.GIT_CONFIG_KEY_0 = 'core.fsmonitor'
    out.GIT_CONFIG_VALUE_0 = 'false'
    out.GIT_CONFIG_KEY_1 = 'core.hooksPath'
    out.GIT_CONFIG_VALUE_1 = platform === 'win32' ? 'NUL' : '/dev/null'
  }
  if (given === undefined || given === null) return out
  const keys = ownKeys(given)
  for (let i = 0; i < keys.length; i++) {
    const k = keys[i]
    if (typeof k !== 'string' || given[k] === undefined) continue
    const v = '' + given[k]
    if (!steers(k)) out[k] = v
    else if (hostEnv[k] !== v && out[k] !== v) tell(fence, 'RF_DENIED_CALL', 'environment variable ' + k + ' of a child')
  }
  return out
}

function executable(path) {
  try {
    if (!apply(isFile, statSync(path), [])) return false
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// find gives the absolute binary for a command as the host's PATH has it.
function find(command, cwd) {
  if (indexOf(command, '/') >= 0 || (platform === 'win32' && indexOf(command, '\\') >= 0)) {
    const path = resolve(cwd, command)
    return executable(path) ? path : null
  }
  const endings = platform === 'win32' ? ['', '.exe', '.com', '.cmd', '.bat'] : ['']
  let rest = hostPath
  while (rest !== '') {
    const at = indexOf(rest, delimiter)
    const dir = at < 0 ? rest : slice(rest, 0, at)
    rest = at < 0 ? '' : slice(rest, at + 1)
    if (!isAbsolute(dir)) continue
    for (let i = 0; i < endings.length; i++) if (executable(join(dir, command + endings[i]))) return join(dir, command + endings[i])
  }
  return null
}

// isNode reports the host's own Node, or the one its PATH has; a file an extension
// calls node is a program like others.
const isNode = (path, bare) => {
  try {
    return realpathSync(path) === realpathSync(execPath) || (bare && (basename(path) === 'node' || basename(path) === 'node.exe'))
  } catch {
    return false
  }
}

const words = value => {
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

const isShell = command => {
  const b = toLowerCase(basename(command))
  return isIn(shells, b) || b === 'cmd.exe' || b === 'powershell.exe'
}

// ownNames lists the variables whose values are the extension's and not the host's.
function ownNames(env) {
  const out = bareList()
  const keys = ownKeys(env)
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string' && hostEnv[keys[i]] !== env[keys[i]]) out[out.length] = keys[i]
  return out
}

// script finds a file as Node does: "server" may be server.js, or a folder with a main.
const script = path => {
  try {
    const { resolve } = createRequire(path)
    return resolve(path)
  } catch {
    return path
  }
}
const harmlessFlag = f => startsWith(f, '--max-old-space-size') || startsWith(f, '--max_old_space_size') || f === '--enable-source-maps' ||
  f === '--no-warnings' || f === '--nolazy' || f === '--no-deprecation'

const denied = (name, what) => refused('RF_DENIED_CALL', name === 'execFile' || name === 'execFileSync' ? 'spawn' : name, what)

// split reads (file, [args], [options], [callback]).
function split(args) {
  const r = { __proto__: null, file: args[0], args: [], given: undefined, cb: undefined }
  let i = 1
  if (isArray(args[i])) r.args = words(args[i++])
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

// createOptions gives what reads the options of a child.
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

  // options reads what a child may be given; anything else is left away.
  function options(given) {
    const g = given === null || typeof given !== 'object' ? { __proto__: null } : { __proto__: null, ...given }
    const o = { __proto__: null }
    if (g.cwd !== undefined && g.cwd !== null) {
      const text = readPath(g.cwd)
      if (text === null) return null
      if (!mayStand(text)) return null
      o.cwd = text
    }
    o.env = childEnv(fence, g.env)
    const plain = ['timeout', 'maxBuffer', 'encoding', 'killSignal', 'detached', 'windowsHide', 'serialization', 'silent']
    for (let i = 0; i < plain.length; i++) {
      const v = g[plain[i]]
      if (v !== undefined && (typeof v !== 'object' || v === null) && typeof v !== 'function') o[plain[i]] = v
    }
    if (g.signal !== undefined) o.signal = g.signal
    if (typeof g.input === 'string' || typedTag(g.input) !== undefined) o.input = g.input
    if (g.stdio !== undefined) {
      const s = stdio(g.stdio)
      if (s === null) return null
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

// createPrograms gives what asks for a program, for the line of a shell, and for a script
// of Node's, and says what to start.
/** @param {Fence} fence */
function createPrograms(fence, loaderFile) {
  // program asks for a command with its arguments and gives what to start.
  function program(name, command, args, o) {
    if (typeof command !== 'string' || command === '' || indexOf(command, '\0') >= 0 || args === null || o === null) {
      return misused('"file"')
    }
    if (o.shell !== false) {
      let line = command
      for (let i = 0; i < args.length; i++) line += ' ' + args[i]
      return shell(name, line, o)
    }
    const path = find(command, o.cwd === undefined ? hostCwd : o.cwd)
    if (path === null) {
      // Nothing to run: Node says so in its own words.
      return { __proto__: null, file: '/nonexistent/' + basename(command), args, o }
    }
    const bare = indexOf(command, '/') < 0 && indexOf(command, '\\') < 0
    if (isNode(path, bare)) return nodeChild(name, path, args, o)
    const real = realpathSync(path)
    const ok = (bare && ask(fence, { section: 'processes', program: command, args })) ||
      ask(fence, { section: 'processes', program: real, args })
    if (!ok) return denied(name, command)
    if ((isShell(command) || isShell(real)) && !shellAllowed(args, o)) return denied(name, command)
    o.argv0 = command
    o.shell = false
    return { __proto__: null, file: path, args, o }
  }

  // A shell by its own name is one, whatever grant names it; its line is asked too.
  // Without a line it runs a file, and not one the extension could have written.
  function shellAllowed(args, o) {
    for (let i = 0; i < args.length; i++) if (startsWith(args[i], '--rcfile') || startsWith(args[i], '--init-file')) return false
    for (let i = 0; i < args.length; i++) {
      const a = toLowerCase(args[i])
      const posix = a[0] === '-' && a[1] !== '-' && indexOf(a, 'c') > 0
      if (!posix && a !== '/c' && a !== '/k' && a !== '--command') continue
      // The line is the first word behind the flags.
      for (i++; i < args.length && (args[i][0] === '-' || args[i][0] === '+'); i++);
      return i < args.length && ask(fence, { section: 'processes', text: args[i] })
    }
    if (args.length === 1 && args[0] === '--version') return true
    let i = 0
    while (i < args.length && (args[i][0] === '-' || args[i][0] === '+')) i++
    if (i === args.length) return fence.observe
    const at = fence.paths.onDisk(resolve(o.cwd === undefined ? hostCwd : o.cwd, args[i]), true)
    return at !== null && (fence.observe || !mayWrite(fence, at.canonical))
  }

  function shell(name, line, o) {
    if (indexOf(line, '\n') >= 0 || indexOf(line, '\0') >= 0 || !ask(fence, { section: 'processes', text: line })) return denied(name, line)
    const custom = o.shell !== true && o.shell !== undefined && o.shell !== false
    if (custom && !isShell(o.shell)) return denied(name, o.shell)
    // By its name, or where systems keep theirs: not a file somebody calls sh.
    if (custom && indexOf(o.shell, '/') >= 0 && !startsWith(o.shell, '/bin/') && !startsWith(o.shell, '/usr/bin/')) {
      return denied(name, o.shell)
    }
    if (custom && indexOf(o.shell, '..') >= 0) return denied(name, o.shell)
    const sh = custom ? find(o.shell, hostCwd) : platform === 'win32' ? hostEnv.COMSPEC || 'cmd.exe' : '/bin/sh'
    if (sh === null) return denied(name, o.shell)
    o.shell = false
    if (platform === 'win32') return { __proto__: null, file: sh, args: ['/d', '/s', '/c', '"' + line + '"'], o }
    return { __proto__: null, file: sh, args: ['-c', line], o }
  }

  // nodeChild starts Node on a script of the extension through the loader.
  function nodeChild(name, path, args, o) {
    if (args.length === 1 && (args[0] === '--version' || args[0] === '-v')) return { __proto__: null, file: path, args, o }
    let i = 0
    const kept = []
    const execArgv = o.execArgv
    if (isArray(execArgv)) for (let j = 0; j < execArgv.length; j++) if (harmlessFlag('' + execArgv[j])) append(kept, '' + execArgv[j])
    for (; i < args.length && args[i][0] === '-'; i++) {
      if (!harmlessFlag(args[i])) return denied(name, 'node ' + args[i])
      append(kept, args[i])
    }
    if (i === args.length) return denied(name, 'node')
    const given = readPath(args[i])
    const at = given === null ? null : fence.paths.onDisk(script(resolve(o.cwd === undefined ? hostCwd : o.cwd, given)), true)
    if (at === null || !ask(fence, { section: 'code', name: 'fork', path: at.canonical })) return denied(name, given === null ? '' : given)
    if (loaderFile === '') return denied(name, given)
    append(kept, loaderFile)
    append(kept, '--ringfence-child')
    append(kept, at.real)
    for (i++; i < args.length; i++) append(kept, args[i])
    o.env[VARIABLE] = inheritance(fence, ownNames(o.env))
    o.shell = false
    return { __proto__: null, file: path, args: kept, o }
  }
  return { __proto__: null, program, shell, nodeChild }
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
  const CHILD = { closed: { spawn: true, channel: true }, checks: {} }
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
      const o = options(r.given)
      if (o === null) return failing(name, args, misused('"options"'))
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
    const o = options(given)
    return program('spawn', command, args, o === null ? null : { __proto__: null, ...o, shell: false })
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

module.exports = { __proto__: null, buildChild, childEnv, steers }
