'use strict'

// git beside a repository that somebody else may have made (invariant 8). The configuration of a
// repository names programs: filters, monitors, hooks, helpers, editors. So two kinds of it are read
// before git starts: that of a workspace which nobody trusts, and that of a file which the extension may
// write. In those each line has to be of a list that runs nothing, or git does not start.

const nodePath = require('node:path')
const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync } = require('node:fs')
const { append, bytesToString, endsWith, indexOf, slice, startsWith, toLowerCase, typedTag } = require('../../kernel/primordials.js')
const { platform } = require('../../policy/paths.js')
const { mayWrite } = require('../../policy/checks.js')
const { settled } = require('../../kernel/internallists.js')
const { access } = require('../../policy/access.js')
const { allows, names } = require('../../policy/policy.js')
const { isHarmless } = require('./gitsettings.js')
const { acting, inLine, places } = require('./gitoptions.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { basename, isAbsolute, join, resolve } = nodePath

// What no configuration changes, whoever wrote it: the command's own goes first.
const SETTINGS = [['core.fsmonitor', 'false'], ['core.hooksPath', platform === 'win32' ? 'NUL' : '/dev/null'],
  ['safe.bareRepository', 'explicit']]
// Other repositories inside this one have configurations of their own, which nobody has read.
const ALONE = [['diff.ignoreSubmodules', 'all'], ['submodule.recurse', 'false'], ['fetch.recurseSubmodules', 'false'],
  ['status.submoduleSummary', 'false']]

// isWatched reports that a repository's configuration has to be read: the workspace is not trusted, or
// the policy lets the extension write files.
/** @param {Fence} fence */
function isWatched(fence) {
  if (!fence.trusted || fence.policy === null) return true
  const { grants } = fence.policy
  for (let i = 0; i < grants.length; i++) {
    if (grants[i].section === 'files.write' || (grants[i].section === 'vscode' && grants[i].name === 'files.write')) return true
  }
  return false
}

// settle puts the settings into an environment. Every child gets them: git may be started by another.
/** @param {Fence} fence */
function settle(fence, env) {
  let n = 0
  const put = list => {
    for (let i = 0; i < list.length; i++) {
      env['GIT_CONFIG_KEY_' + n] = list[i][0]
      env['GIT_CONFIG_VALUE_' + n] = list[i][1]
      n++
    }
  }
  put(SETTINGS)
  if (isWatched(fence)) put(ALONE)
  env.GIT_CONFIG_COUNT = '' + n
  env.GIT_TERMINAL_PROMPT = '0'
}

const isGit = path => {
  const name = toLowerCase(basename(path))
  return name === 'git' || name === 'git.exe'
}

// leading are the options before the command, which say where the repository is.
function leading(args) {
  const valued = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--super-prefix', '--config-env', '--attr-source']
  const out = []
  let i = 0
  for (; i < args.length && args[i][0] === '-'; i++) {
    append(out, args[i])
    for (let j = 0; j < valued.length; j++) if (args[i] === valued[j] && i + 1 < args.length) append(out, args[++i])
  }
  return { __proto__: null, out, none: i >= args.length }
}

const words = (list, more) => {
  const out = []
  for (let i = 0; i < list.length; i++) append(out, list[i])
  for (let i = 0; i < more.length; i++) append(out, more[i])
  return out
}

function parts(text, separator) {
  const out = []
  let at = 0
  for (let end = indexOf(text, separator); end >= 0; end = indexOf(text, separator, at)) {
    append(out, slice(text, at, end))
    at = end + separator.length
  }
  append(out, slice(text, at))
  return out
}

// run gives what git answers, or null.
function run(file, args, o) {
  const cwd = o.stands ? o.stands.path : o.cwd
  /** @type {any} */
  const options = { __proto__: null, cwd, env: o.env, argv0: 'git', stdio: ['ignore', 'pipe', 'ignore'], timeout: 5000,
    maxBuffer: 1 << 22, shell: false, windowsHide: true }
  const r = spawnSync(file, args, options)
  return r.status === 0 && typedTag(r.stdout) === 'Uint8Array' ? bytesToString(r.stdout, 'utf8') : null
}

// unnamed says which of git's arguments a line of the policy takes without naming it, though it runs a program or leads to a
// file elsewhere; or ''. The programs are what the child was asked for by.
/** @param {Fence} fence */
function unnamed(fence, programs, args, o) {
  const { policy, scope, trusted } = fence
  if (fence.observe || policy === null) return ''
  const isNamed = (at, text) => {
    for (let i = 0; i < programs.length; i++) {
      if (names(policy, scope, trusted, access({ section: 'processes', program: programs[i], args }), at, text)) return true
    }
    return false
  }
  const list = acting(args)
  for (let i = 0; i < list.length; i++) {
    if (!isNamed(list[i].at, list[i].text)) return 'git: no line of the policy names ' + list[i].text
  }
  const { from, out } = places(args)
  let base = o.cwd
  for (let i = 0; i < from.length; i++) base = resolve(base, from[i])
  for (let i = 0; i < out.length; i++) {
    const path = resolve(base, out[i])
    if (path === '/dev/null' || !existsSync(path) || isInside(fence, path) || reads(fence, path)) continue
    let isWritten = false
    for (let at = 0; at < args.length && !isWritten; at++) {
      isWritten = (args[at] === out[i] || args[at] === '--no-index') && isNamed(at, args[at])
    }
    if (!isWritten) return 'git: no line of the policy names ' + out[i]
  }
  return ''
}

// unnamedLine says the same of a line for a shell.
/** @param {Fence} fence */
function unnamedLine(fence, line) {
  const { policy, scope, trusted } = fence
  const list = fence.observe || policy === null ? [] : inLine(line)
  for (let i = 0; i < list.length; i++) {
    if (!names(policy, scope, trusted, access({ section: 'processes', text: line }), 0, list[i])) {
      return 'git: no line of the policy names ' + list[i]
    }
  }
  return ''
}

// refusal says why git is not started, or ''.
/** @param {Fence} fence */
function refusal(fence, file, args, o) {
  if (fence.observe || !isWatched(fence)) return ''
  const { out: lead, none } = leading(args)
  if (none) return ''
  if (!settled()) return 'git'
  const listed = run(file, words(lead, ['config', '--list', '--show-scope', '--show-origin', '-z']), o)
  if (listed === null) return 'git: its configuration cannot be read'
  // One without a work tree has no top, and says nothing when it is asked for one.
  const where = words(lead, ['rev-parse', '--path-format=absolute', '--git-dir', '--git-common-dir'])
  const whole = run(file, words(where, ['--show-toplevel']), o)
  const asked = whole === null ? run(file, where, o) : whole
  const dirs = asked === null ? [] : parts(asked, '\n')
  const dir = dirs.length < 2 ? '' : dirs[0]
  const common = dirs.length < 2 ? '' : dirs[1]
  if (!fence.trusted && common !== dir && !isInside(fence, common)) return 'git: the repository lies in another folder, ' + common
  if (dir !== '') {
    const why = elsewhere(fence, dir, common, whole === null ? '' : dirs[2])
    if (why !== '') return why
  }
  const list = parts(listed, '\0')
  for (let i = 0; i + 2 < list.length; i += 3) {
    const scope = list[i]
    if (scope === 'command' || scope === 'unknown') continue
    const origin = startsWith(list[i + 1], 'file:') ? slice(list[i + 1], 5) : ''
    const own = scope !== 'system' && scope !== 'global'
    if (!(own && !fence.trusted) && !isWritable(fence, origin, own ? dir : '', own ? common : '')) continue
    const end = indexOf(list[i + 2], '\n')
    const key = end < 0 ? list[i + 2] : slice(list[i + 2], 0, end)
    if (!isHarmless(key)) return 'git: ' + key + ' of ' + origin
  }
  return ''
}

// elsewhere says that a file which the extension may write leads git to another repository: a .git that is no
// folder, or a list of other stores. A worktree names its work tree in turn, which only its owner can have written.
/** @param {Fence} fence */
function elsewhere(fence, dir, common, top) {
  const entry = top === '' ? null : fence.paths.onDisk(join(top, '.git'), false)
  const at = fence.paths.onDisk(dir, true)
  if (at === null) return 'git: the repository lies in another folder, ' + dir
  const store = fence.paths.onDisk(join(common, 'objects', 'info', 'alternates'), false)
  if (store === null || mayWrite(fence, store.canonical)) {
    // lstat would tell of a link; one that leads nowhere is none that git reads.
    if (existsSync(join(common, 'objects', 'info', 'alternates'))) return 'git: the repository reads objects of others, ' + dir
  }
  const far = path => {
    const there = fence.paths.onDisk(path, true)
    return there === null || (!isInside(fence, path) && !mayRead(fence, there.canonical))
  }
  // A folder that the extension may write has a file that names another store.
  const named = common !== dir && mayWrite(fence, at.canonical + '/commondir')
  if (named && far(common)) return 'git: the repository lies in another folder, ' + common
  if (entry === null || entry.canonical === at.canonical || !mayWrite(fence, entry.canonical) || !far(dir)) return ''
  try {
    if (trimmed(readFileSync(join(dir, 'gitdir'), 'utf8')) === join(top, '.git')) return ''
  } catch {
    // It is no worktree.
  }
  return 'git: the repository lies in another folder, ' + dir
}

const trimmed = text => (endsWith(text, '\n') ? slice(text, 0, text.length - 1) : text)
const mayRead = (fence, path) => fence.policy !== null &&
  allows(fence.policy, fence.scope, fence.trusted, access({ section: 'files.read', path: path + '/HEAD' }))
// reads reports a file that the extension may read, or a folder of which it may read all.
function reads(fence, path) {
  const at = fence.paths.onDisk(path, true)
  return at !== null && (mayRead(fence, at.canonical) ||
    allows(fence.policy, fence.scope, fence.trusted, access({ section: 'files.read', path: at.canonical })))
}

// isWritable reports a file of configuration that the extension may write, or of which nobody knows
// where it lies.
/** @param {Fence} fence */
function isWritable(fence, origin, dir, common) {
  let path = origin
  if (!isAbsolute(origin)) {
    // git says it from the top of the work tree, or from within its own folder.
    if (dir !== '' && (origin === '.git/config' || origin === 'config')) path = join(common, 'config')
    else if (dir !== '' && (origin === '.git/config.worktree' || origin === 'config.worktree')) path = join(dir, 'config.worktree')
    else return true
  }
  const at = fence.paths.onDisk(path, true)
  return at === null || mayWrite(fence, at.canonical)
}

/** @param {Fence} fence */
function isInside(fence, path) {
  const at = fence.paths.onDisk(path, true)
  const list = fence.scope.roots.workspace
  for (let i = 0; at !== null && list !== undefined && i < list.length; i++) {
    if (at.canonical === list[i] || startsWith(at.canonical, list[i] + '/')) return true
  }
  return false
}

module.exports = { __proto__: null, settle, isGit, refusal, unnamed, unnamedLine }
