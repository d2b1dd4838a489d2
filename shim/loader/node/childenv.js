'use strict'

// The environment of a child (invariant 8): from a list of what may be in it, without what makes an
// interpreter, a linker or git run something else.

const { bareList, ownKeys, slice, startsWith, endsWith, toUpperCase } = require('../kernel/primordials.js')
const { tell } = require('../policy/fence.js')
const { platform } = require('../policy/paths.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const hostEnv = process.env

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

// ownNames lists the variables whose values are the extension's and not the host's.
function ownNames(env) {
  const out = bareList()
  const keys = ownKeys(env)
  for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string' && hostEnv[keys[i]] !== env[keys[i]]) out[out.length] = keys[i]
  return out
}

module.exports = { __proto__: null, hostEnv, steers, childEnv, ownNames }
