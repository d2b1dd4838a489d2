'use strict'

// Which program a command is (invariant 8): the binary is found, asked for with exact arguments, and
// a script of Node is started through the loader.

const fs = require('node:fs')
const nodePath = require('node:path')
const { append, apply, indexOf, slice, startsWith } = require('../../kernel/primordials.js')
const { access } = require('../../policy/access.js')
const { ask, tell } = require('../../policy/fence.js')
const { allows } = require('../../policy/policy.js')
const { isOwn, mayWrite } = require('../../policy/checks.js')
const { platform } = require('../../policy/paths.js')
const { misused } = require('../../kernel/errors.js')
const { wrongType, wrongValue } = require('../../kernel/wrongarguments.js')
const { isGit, refusal, unnamed, unnamedLine } = require('./git.js')
const { nameOnPath } = require('./onpath.js')
const { askedOf, isShell, wordsOf } = require('./shells.js')
const { hostEnv, childEnv } = require('./childenv.js')
const { createNodeChild, denied } = require('./nodechild.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { execPath } = process
const { delimiter, isAbsolute, join, resolve, basename, dirname, sep } = nodePath
const { isFile } = fs.Stats.prototype
const { statSync, accessSync, realpathSync, constants } = fs

const hostPath = hostEnv.PATH || hostEnv.Path || ''
const hostCwd = process.cwd()
const { cwd } = process
const host = process
// here is the folder that the process stands in, which may have been changed since it started.
const here = () => {
  try {
    return apply(cwd, host, [])
  } catch {
    return hostCwd
  }
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

// find returns the absolute binary for a command as the host's PATH has it.
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

// wrongProgram is the error of a command that is none, in Node's words.
function wrongProgram(name, command, args) {
  const what = name === 'exec' || name === 'execSync' ? 'command' : 'file'
  if (typeof command !== 'string') return wrongType(what, 'of type string', command)
  if (command === '' && name !== 'fork') return wrongValue(what, 'cannot be empty', command)
  if (indexOf(command, '\0') >= 0) return wrongValue(what, 'must be a string without null bytes', command)
  for (let i = 0; i < args.length; i++) {
    if (indexOf(args[i], '\0') >= 0) return wrongValue('args[' + i + ']', 'must be a string without null bytes', args[i])
  }
  return null
}

// toldOf refuses a program for a reason, of which the person hears; null without one.
/** @param {Fence} fence */
function toldOf(fence, name, why) {
  if (why === '') return null
  tell(fence, 'RF_DENIED_CALL', why)
  return denied(name, why)
}

// direct gives the words of a line that is nothing but a program with its arguments, where the policy has these and not
// the line; or null. What then starts is that program, and no shell.
/** @param {Fence} fence */
function direct(fence, line, o) {
  const words = platform === 'win32' || typeof o.shell === 'string' ? null : wordsOf(line)
  if (words === null || fence.policy === null) return null
  const may = fields => allows(fence.policy, fence.scope, fence.trusted, access({ section: 'processes', ...fields }))
  if (may({ text: line })) return null
  const { 0: command } = words
  const path = find(command, o.cwd)
  if (path === null || isShell(command) || isNode(path, indexOf(command, '/') < 0)) return null
  const args = []
  for (let i = 1; i < words.length; i++) append(args, words[i])
  return may({ program: command, args }) || may({ program: realpathSync(path), args }) ? { __proto__: null, command, args } : null
}

// mayMiss says whether a file that is no program is told apart from one that may not be started.
const mayMiss = (fence, command, args, o) =>
  fence.observe || ask(fence, { section: 'processes', program: resolve(o.cwd, command), args, path: '' })

// named is what a program is asked for by that was given by its whole path: by its name, where the code looked that up and
// the policy does not have the path. Another Node than the host's is none that was looked up: by its name it would run the
// extension's scripts behind the loader.
/** @param {Fence} fence */
function named(fence, path, real, args) {
  const { policy, scope, trusted } = fence
  if (isNode(path, true) || (policy !== null && allows(policy, scope, trusted, access({ section: 'processes', program: real, args })))) {
    return real
  }
  const name = nameOnPath(fence, path, real, file => find(file, hostCwd))
  return name === '' ? real : name
}

// createPrograms returns what asks for a program, for the line of a shell, and for a script
// of Node's, and says what to start.
/** @param {Fence} fence */
function createPrograms(fence, loaderFile) {
  // started says what to start, with the environment for it.
  function started(file, args, o, program, own) {
    o.env = childEnv(fence, o.env, { __proto__: null, program, own, implied: o.implied === true })
    o.shell = false
    return { __proto__: null, file, args, o }
  }

  const nodeChild = createNodeChild(fence, loaderFile, started)

  // nothing starts what is not there, and may be there by the time that Node looks: it looks where nothing is.
  function nothing(command, args, o) {
    const bare = platform !== 'win32' && indexOf(command, '/') < 0
    const start = started(bare ? command : '/nonexistent/' + basename(command), args, o, '', false)
    if (bare) o.env.PATH = '/nonexistent'
    return start
  }

  // program asks for a command with its arguments and gives what to start.
  function program(name, command, args, o) {
    const wrong = o === null ? misused('"options"') : wrongProgram(name, command, args)
    if (wrong !== null) return wrong
    if (o.shell !== false) {
      let line = command
      for (let i = 0; i < args.length; i++) line += ' ' + args[i]
      return shell(name, line, o)
    }
    const path = find(command, o.cwd)
    const bare = indexOf(command, '/') < 0 && indexOf(command, '\\') < 0
    if (path === null) return bare || mayMiss(fence, command, args, o) ? nothing(command, args, o) : denied(name, command)
    if (isNode(path, bare)) return nodeChild(name, path, args, o)
    const real = realpathSync(path)
    // A bare name means what the system has of it. A file that the extension may write is
    // none of that, wherever the PATH finds it: it has to be granted by its path.
    const at = fence.paths.onDisk(real, true)
    const lies = at === null ? '' : at.canonical
    const means = bare && (fence.observe || (lies !== '' && !mayWrite(fence, lies)))
    const ok = (means && ask(fence, { section: 'processes', program: command, args, path: lies })) ||
      ask(fence, { section: 'processes', program: bare ? real : named(fence, path, real, args), args, path: lies })
    if (!ok) return denied(name, command)
    if ((isShell(command) || isShell(real)) && !shellAllowed(isShell(real) ? real : command, args, o)) return denied(name, command)
    // What was asked for is started, whatever the name leads to by then. A link that the extension may have
    // made gives a program no other name than its own: several do something else under another.
    const link = fence.paths.onDisk(dirname(path) + sep + basename(path), false)
    const keeps = real === path || startsWith(basename(real), basename(command)) || (link !== null && !mayWrite(fence, link.canonical))
    o.argv0 = keeps ? command : real
    const start = started(real, args, o, path, isOwn(fence, lies))
    if (isGit(path) || isGit(real)) {
      const asked = unnamed(fence, [command, real, named(fence, path, real, args)], args, o)
      const no = toldOf(fence, name, asked === '' ? refusal(fence, path, args, o) : asked)
      if (no !== null) return no
    }
    return start
  }

  // A shell by its own name is one, whatever grant names it; its line is asked too.
  // Without a line it runs a file, and not one the extension could have written.
  function shellAllowed(command, args, o) {
    const { line, file, harmless } = askedOf(command, args)
    if (harmless) return true
    if (line !== undefined) return ask(fence, { section: 'processes', text: line })
    if (file === undefined) return fence.observe
    // The folder is the one that was opened, whatever its name leads to by now.
    let real = resolve(o.cwd, file)
    if (o.stands !== null && o.stands !== undefined && !isAbsolute(file)) {
      const { real: leads } = o.stands
      real = leads(file)
    }
    const at = real === null ? null : fence.paths.onDisk(real, true)
    return at !== null && (fence.observe || !mayWrite(fence, at.canonical))
  }

  function shell(name, line, o) {
    const words = direct(fence, line, o)
    if (words !== null) {
      o.shell = false
      return program(name, words.command, words.args, o)
    }
    if (indexOf(line, '\n') >= 0 || indexOf(line, '\0') >= 0 || !ask(fence, { section: 'processes', text: line })) return denied(name, line)
    const no = toldOf(fence, name, unnamedLine(fence, line))
    if (no !== null) return no
    const custom = o.shell !== true && o.shell !== undefined && o.shell !== false
    if (custom && !isShell(o.shell)) return denied(name, o.shell)
    // By its name, or where systems keep theirs: not a file somebody calls sh.
    if (custom && indexOf(o.shell, '/') >= 0 && !startsWith(o.shell, '/bin/') && !startsWith(o.shell, '/usr/bin/')) {
      return denied(name, o.shell)
    }
    if (custom && indexOf(o.shell, '..') >= 0) return denied(name, o.shell)
    const sh = custom ? find(o.shell, o.cwd) : platform === 'win32' ? hostEnv.COMSPEC || 'cmd.exe' : '/bin/sh'
    if (sh === null) return denied(name, o.shell)
    // Node puts the line behind the shell as systems want it, and names the line where it fails.
    const start = started(line, [], o, '', false)
    o.shell = sh
    return start
  }

  return { __proto__: null, program, shell, nodeChild }
}

module.exports = { __proto__: null, createPrograms, here, hostCwd, wrongProgram }
