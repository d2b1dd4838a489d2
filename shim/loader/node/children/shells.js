'use strict'

// What a shell is started for (invariant 8): a line, or a file that it runs. Which of its words says that depends on the
// flags before it, so that those are a list: any other could take the next word for its own, read a line from the
// standard input, or load a file first.

const { basename } = require('node:path')
const { append, endsWith, indexOf, isIn, slice, toLowerCase } = require('../../kernel/primordials.js')
const { shells } = require('../../policy/table.json')

const nameOf = command => {
  const b = toLowerCase(basename(command))
  return endsWith(b, '.exe') ? slice(b, 0, b.length - 4) : b
}
const WINDOWS = ['cmd']
const POWER = ['powershell', 'pwsh']
const isShell = command => isIn(shells, toLowerCase(basename(command))) || isIn(shells, nameOf(command)) ||
  isIn(WINDOWS, nameOf(command)) || isIn(POWER, nameOf(command))

// Flags of one letter that take no word in any of these shells, and words that are the same.
const LETTERS = 'eilnuvx'
const LONG = ['--login', '--noprofile', '--norc', '--posix', '--noediting', '--interactive', '--no-rcs', '--no-config']
const VERSION = ['--version', '-version', '/?', '--help']
const POWER_FLAGS = ['-noprofile', '-nop', '-nologo', '-noninteractive', '-noni', '-sta', '-mta']
const POWER_VALUES = ['-executionpolicy', '-ep', '-ex', '-inputformat', '-outputformat', '-windowstyle']
const CMD_FLAGS = ['/d', '/s', '/q', '/a', '/u', '/e:on', '/e:off', '/v:on', '/v:off', '/f:on', '/f:off']

const nothing = { __proto__: null, line: undefined, file: undefined, harmless: false }
const line = text => ({ __proto__: null, ...nothing, line: text })
const file = text => ({ __proto__: null, ...nothing, file: text })

function joined(args, i) {
  let out = args[i]
  for (let j = i + 1; j < args.length; j++) out += ' ' + args[j]
  return out
}

// unix reads the words of a shell as sh, bash, zsh, dash, ksh and fish do.
function unix(args) {
  let i = 0
  let lines = false
  for (; i < args.length; i++) {
    const a = args[i]
    if (a === '--command') {
      lines = true
      continue
    }
    if (a[0] !== '-' || a === '-') break
    if (a === '--') {
      i++
      break
    }
    if (a[1] === '-') {
      if (!isIn(LONG, a)) return nothing
      continue
    }
    for (let j = 1; j < a.length; j++) {
      if (a[j] === 'c') lines = true
      else if (indexOf(LETTERS, a[j]) < 0) return nothing
    }
  }
  // "-" alone and what begins with + are flags, too.
  if (i >= args.length || args[i] === '' || args[i] === '-' || args[i][0] === '+') return nothing
  return lines ? line(args[i]) : file(args[i])
}

// power reads those of PowerShell: what is behind the flag of a command is the command, all of it.
function power(args) {
  for (let i = 0; i < args.length; i++) {
    const a = toLowerCase(args[i])
    if (a === '-command' || a === '-c') return i + 1 < args.length && args[i + 1] !== '-' ? line(joined(args, i + 1)) : nothing
    if (a === '-file' || a === '-f') return i + 1 < args.length && args[i + 1] !== '-' ? file(args[i + 1]) : nothing
    if (isIn(POWER_VALUES, a)) i++
    else if (!isIn(POWER_FLAGS, a)) return nothing
  }
  return nothing
}

// cmd reads those of cmd.exe: all that is behind /c or /k is the line.
function cmd(args) {
  for (let i = 0; i < args.length; i++) {
    const a = toLowerCase(args[i])
    if (a === '/c' || a === '/k') return i + 1 < args.length ? line(joined(args, i + 1)) : nothing
    if (!isIn(CMD_FLAGS, a)) return nothing
  }
  return nothing
}

// askedOf says what a shell would do: the line that it runs, the file that it runs, or that it does nothing of the
// kind; a shell that would take its lines from elsewhere has none of these.
function askedOf(command, args) {
  if (args.length === 1 && isIn(VERSION, args[0])) return { __proto__: null, ...nothing, harmless: true }
  const name = nameOf(command)
  return isIn(POWER, name) ? power(args) : isIn(WINDOWS, name) ? cmd(args) : unix(args)
}

// What stands for itself in a line outside quotes, beside letters and digits; on Windows the separator of paths too.
const PLAIN = '_./:@+,=-'
// What no shell leaves alone between double quotes.
const MEANS = '"$\x60\\!%^\n\r\0'
const isPlain = c => (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || indexOf(PLAIN, c) >= 0

// wordsOf cuts a line of /bin/sh into words, or gives null where a shell does more with it: then it is nothing but a
// program with its arguments, which needs no shell (policygen/synth, words.go).
function wordsOf(text) {
  const out = []
  let word
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (quote === '' ? c === '"' || c === "'" : c === quote) {
      quote = quote === '' ? c : ''
      if (word === undefined) word = ''
    } else if (quote === '"' ? indexOf(MEANS, c) >= 0 : quote === "'" ? c === '\n' || c === '\0' : c !== ' ' && !isPlain(c)) return null
    else if (quote === '' && c === ' ') {
      if (word !== undefined) append(out, word)
      word = undefined
    } else word = (word === undefined ? '' : word) + c
  }
  if (quote !== '') return null
  if (word !== undefined) append(out, word)
  // A word with = in front of a program sets a variable.
  return out.length === 0 || out[0] === '' || indexOf(out[0], '=') >= 0 ? null : out
}

module.exports = { __proto__: null, askedOf, isShell, wordsOf }
