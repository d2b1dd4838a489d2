'use strict'

// The environment of a child (invariant 8), an allow-list by program: what every program needs of the
// host's environment, what says only how a program talks, what a program's own row allows, and what the
// host has with the same value. A program or a Node script of the extension's own folder gets the names that
// the extension gives it besides, save those that steer (policygen/observation, Steering). The rest is left
// out and written down. No line of a policy adds to this: a grant to read a variable is none to set it.

const {
  bareList, codeAt, endsWith, indexOf, ownKeys, slice, startsWith, toLowerCase, toUpperCase,
} = require('../../kernel/primordials.js')
const { tell } = require('../../policy/fence.js')
const { platform } = require('../../policy/paths.js')
const { settle } = require('./git.js')
const { steers } = require('../../policy/harmless.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const hostEnv = process.env

// What a child needs of the host's environment to work at all.
const PASSED = ['PATH', 'HOME', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'TMPDIR', 'TMP', 'TEMP', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ',
  'SYSTEMROOT', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMFILES', 'PROGRAMDATA',
    'WINDIR', 'ELECTRON_RUN_AS_NODE']

// How a program talks: its language, colours and width. Prefixes end in *. ELECTRON_NO_ASAR, which every
// language client sets, says that a file called .asar is a file.
const TALK = ['CI', 'CLICOLOR', 'CLICOLOR_FORCE', 'COLORTERM', 'COLUMNS', 'DEBUG', 'ELECTRON_NO_ASAR', 'FORCE_COLOR', 'LANG', 'LANGUAGE',
  'LC_*', 'LINES', 'NO_COLOR', 'NO_UPDATE_NOTIFIER', 'TERM', 'TZ']

// What a program's own row allows, by its name without ending and version: nothing that names a file, a
// program, an address or a flag.
const CARGO = ['CARGO_INCREMENTAL', 'CARGO_NET_OFFLINE', 'CARGO_TERM_COLOR', 'CARGO_TERM_PROGRESS_WHEN', 'CARGO_TERM_VERBOSE',
  'RUST_BACKTRACE', 'RUST_LOG']
const NODE = ['ELECTRON_NO_ATTACH_CONSOLE', 'ELECTRON_RUN_AS_NODE', 'NODE_DEBUG', 'NODE_ENV', 'NODE_NO_WARNINGS',
  'NODE_PENDING_DEPRECATION']
const PYTHON = ['PYTHONDONTWRITEBYTECODE', 'PYTHONFAULTHANDLER', 'PYTHONHASHSEED', 'PYTHONIOENCODING', 'PYTHONNOUSERSITE',
  'PYTHONUNBUFFERED', 'PYTHONUTF8']
const COMPILER = ['SOURCE_DATE_EPOCH']
const ROWS = {
  __proto__: null, cargo: CARGO, rustc: CARGO, rustup: CARGO, 'rust-analyzer': CARGO, node: NODE, python: PYTHON, py: PYTHON,
  git: ['GIT_AUTHOR_DATE', 'GIT_AUTHOR_EMAIL', 'GIT_AUTHOR_NAME', 'GIT_COMMITTER_DATE', 'GIT_COMMITTER_EMAIL', 'GIT_COMMITTER_NAME',
    'GIT_LITERAL_PATHSPECS', 'GIT_MERGE_AUTOEDIT', 'GIT_OPTIONAL_LOCKS'],
  go: ['CGO_ENABLED', 'GO111MODULE', 'GOARCH', 'GOOS', 'GOMAXPROCS'], gopls: ['CGO_ENABLED', 'GO111MODULE', 'GOARCH', 'GOOS', 'GOMAXPROCS'],
  java: [], ruby: [],
  dotnet: ['DOTNET_CLI_TELEMETRY_OPTOUT', 'DOTNET_CLI_UI_LANGUAGE', 'DOTNET_NOLOGO', 'DOTNET_SKIP_FIRST_TIME_EXPERIENCE',
    'DOTNET_SYSTEM_GLOBALIZATION_INVARIANT'],
  cc: COMPILER, gcc: COMPILER, 'g++': COMPILER, clang: COMPILER, 'clang++': COMPILER,
}

/**
 * Whom an environment is for.
 * @typedef {object} Child
 * @property {null} __proto__
 * @property {string} program the file that runs, or empty for a shell
 * @property {boolean} own it lies in the extension's folder, or runs a script of that
 * @property {boolean} [implied] nobody gave it an environment: what it does not inherit was not asked for
 */

function inList(list, name) {
  for (let i = 0; i < list.length; i++) {
    const s = list[i]
    if (endsWith(s, '*') ? startsWith(name, slice(s, 0, s.length - 1)) : name === s) return true
  }
  return false
}

// rowOf finds a program's row: python3.12 and python.exe are python.
function rowOf(program) {
  let end = program.length
  let begin = 0
  for (let i = 0; i < end; i++) if (program[i] === '/' || program[i] === '\\') begin = i + 1
  let name = toLowerCase(slice(program, begin, end))
  const endings = ['.exe', '.cmd', '.bat']
  for (let i = 0; i < endings.length; i++) if (endsWith(name, endings[i])) name = slice(name, 0, name.length - 4)
  end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === '-' || (codeAt(name, end - 1) >= 48 && codeAt(name, end - 1) <= 57))) end--
  const row = ROWS[slice(name, 0, end)]
  return row === undefined ? [] : row
}

// isWord reports a value that names no file: languages, terminals and zones are looked up
// in folders by their names.
const isWord = v => v.length <= 200 && v[0] !== '/' && v[0] !== ':' && indexOf(v, '..') < 0 && indexOf(v, '\\') < 0

// isHosts reports a variable that the host has, and not by the extension's word.
/** @param {Fence} fence */
function isHosts(fence, name) {
  return hostEnv[name] !== undefined && (fence.variables === undefined || !inExact(fence.variables, name))
}
const inExact = (list, name) => {
  for (let i = 0; i < list.length; i++) if (list[i] === name) return true
  return false
}

/**
 * @param {Fence} fence
 * @param {Child} child
 */
function mayGive(fence, child, given, value) {
  const name = platform === 'win32' ? toUpperCase(given) : given
  if (inList(TALK, name)) return isWord(value)
  if (inExact(rowOf(child.program), name)) return name !== 'ELECTRON_RUN_AS_NODE' || value === '1'
  if (steers(name)) return false
  return child.own || (isHosts(fence, given) && hostEnv[given] === value)
}

// readEnv reads the environment that an extension gives a child, once.
function readEnv(given) {
  const out = { __proto__: null }
  if (given === undefined || given === null) return out
  const keys = ownKeys(given)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string') continue
    const v = given[keys[i]]
    if (v !== undefined) out[keys[i]] = '' + v
  }
  return out
}

// childEnv is what a child gets. given is what readEnv gave.
/**
 * @param {Fence} fence
 * @param {Child} child
 */
function childEnv(fence, given, child) {
  const out = { __proto__: null }
  for (let i = 0; i < PASSED.length; i++) if (isHosts(fence, PASSED[i])) out[PASSED[i]] = hostEnv[PASSED[i]]
  settle(fence, out)
  const keys = ownKeys(given)
  for (let i = 0; i < keys.length; i++) {
    const k = keys[i]
    const v = given[k]
    if (mayGive(fence, child, k, v)) out[k] = v
    else if (child.implied !== true && hostEnv[k] !== v && out[k] !== v) {
      tell(fence, 'RF_DENIED_CALL', 'environment variable ' + k + ' of a child')
    }
  }
  return out
}

// ownNames lists the variables whose values are the extension's and not the host's.
/** @param {Fence} fence */
function ownNames(fence, env) {
  const out = bareList()
  const keys = ownKeys(env)
  for (let i = 0; i < keys.length; i++) {
    const k = keys[i]
    if (typeof k === 'string' && (hostEnv[k] !== env[k] || !isHosts(fence, k))) out[out.length] = k
  }
  return out
}

module.exports = { __proto__: null, hostEnv, readEnv, childEnv, ownNames }
