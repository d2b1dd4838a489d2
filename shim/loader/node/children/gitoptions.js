'use strict'

// What git's arguments do beside the command that was granted (invariant 8): an option runs a program, writes or reads a
// file that it names, or takes another program for the other side. `git diff ...` grants a difference and none of these.
// A grant has to name them: the option as it is written, or the command where that is none of the list.

const { append, endsWith, indexOf, slice, startsWith, toLowerCase } = require('../../kernel/primordials.js')
const { isHarmless, isOne, isPrinting } = require('./gitsettings.js')

// Commands that run nothing but git. Another one (credential, difftool, filter-branch, maintenance, send-email, …) has to
// stand in the grant by its name, which `git ...` is not.
const COMMANDS = toSet('add am annotate apply archive bisect blame branch cat-file check-attr check-ignore check-mailmap ' +
  'check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config count-objects ' +
  'describe diff diff-files diff-index diff-tree fetch fmt-merge-msg for-each-ref format-patch fsck gc get-tar-commit-id ' +
  'grep hash-object index-pack init log ls-files ls-remote ls-tree merge merge-base merge-tree mktag mktree mv name-rev ' +
  'notes pack-objects pack-refs patch-id prune pull push range-diff read-tree rebase reflog remote repack replace rerere ' +
  'reset restore rev-list rev-parse revert rm shortlog show show-branch show-index show-ref sparse-checkout stash status ' +
  'stripspace submodule switch symbolic-ref tag unpack-file update-index update-ref update-server-info var verify-commit ' +
  'verify-pack verify-tag version whatchanged worktree write-tree')

// Options of any command. git takes the beginning of a name for the whole, as long as it is the only one.
const LONG = ['--config', '--config-env', '--contents', '--exclude-from', '--exec', '--exec-path', '--ext-diff', '--extcmd', '--file',
  '--ignore-revs-file', '--no-index', '--open-files-in-pager', '--output', '--output-directory', '--pathspec-from-file',
  '--receive-pack', '--reference', '--reference-if-able', '--separate-git-dir', '--template', '--unsafe-paths', '--upload-archive',
  '--upload-pack']
// Names of other options with which one of these begins.
const WHOLE = ['--exclude', '--ignore-rev', '--path']

// Letters of a command that do the same, and those that take what follows for their value.
const LETTERS = {
  __proto__: null,
  config: ['f', ''], archive: ['o', ''], blame: ['S', 'LMC'], annotate: ['S', 'LMC'], clone: ['uc', 'boj'],
  commit: ['Ft', 'mCcSu'], 'fmt-merge-msg': ['F', 'm'], 'format-patch': ['o', 'v'], grep: ['Of', 'eABCm'],
  'ls-files': ['X', 'x'], 'ls-remote': ['u', 'o'], merge: ['F', 'msXS'], notes: ['F', 'mCc'], rebase: ['x', 'sXCS'],
  tag: ['F', 'mun'], 'commit-tree': ['F', 'pmS']
}
// Options before the command that take the next word.
const LEADING = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--attr-source', '--super-prefix', '--config-env']
// Words behind a command that make another of it.
const ACTING = { __proto__: null, bisect: 'run', submodule: 'foreach' }

// What stands between two commands of a line.
const BETWEEN = ['|', '||', '&&', ';', '&', '>', '<']
// The options of `git config`. What is harmless in a repository's configuration is so because git is started with another
// value: what is written there is read by everybody's git.
const TOOLS = ['core.fsmonitor', 'core.hookspath']
const EDITS = ['-e', '--edit', 'edit', '--rename-section', 'rename-section', '--remove-section', 'remove-section']
const VALUED = ['--type', '--default', '-f', '--file', '--blob', '--comment']
const READS = ['--get', '--get-all', '--get-regexp', '--get-urlmatch', '--get-color', '--get-colorbool', '--list', '-l']

function toSet(text) {
  const set = { __proto__: null }
  let at = 0
  for (let end = indexOf(text, ' '); end >= 0; end = indexOf(text, ' ', at)) {
    set[slice(text, at, end)] = true
    at = end + 1
  }
  set[slice(text, at)] = true
  return set
}

// longOption is the option of the list that a word is, or the beginning of; ''.
function longOption(word) {
  const cut = indexOf(word, '=')
  const name = cut < 0 ? word : slice(word, 0, cut)
  if (name.length < 3 || isOne(WHOLE, name)) return ''
  for (let i = 0; i < LONG.length; i++) if (startsWith(LONG[i], name)) return name
  return ''
}

// letter is the option of the list among the letters of a word, or ''.
function letter(command, word) {
  const of = LETTERS[command]
  for (let i = 1; of !== undefined && i < word.length; i++) {
    if (indexOf(of[0], word[i]) >= 0) return slice(word, 0, i + 1)
    if (indexOf(of[1], word[i]) >= 0) return ''
  }
  return ''
}

// changes reports a line of `git config` that writes what may run. With one word behind it it reads that.
function changes(args, at) {
  let key = ''
  let words = 0
  let unsets = false
  for (let i = at + 1; i < args.length; i++) {
    const word = args[i]
    if (isOne(READS, word) || (words === 0 && (word === 'get' || word === 'list'))) return false
    if (isOne(EDITS, word)) return true
    unsets ||= word === 'unset' || startsWith(word, '--unset')
    if (isOne(VALUED, word)) i++
    else if (word[0] !== '-' && word !== 'set' && word !== 'unset' && words++ === 0) key = word
  }
  return (words > 1 || unsets) && !isPrinting(key) && (!isHarmless(toLowerCase(key)) || isOne(TOOLS, toLowerCase(key)))
}

// readsFiles reports a line of `git hash-object` that reads more than the standard input.
function readsFiles(args, at) {
  let asked = false
  for (let i = at + 1; i < args.length; i++) {
    const word = args[i]
    if (word === '--stdin') asked = true
    else if (word === '-t' || word === '--path') i++
    else if (word[0] !== '-' || word === '--stdin-paths') return true
  }
  return !asked
}

const keyOf = text => {
  const cut = indexOf(text, '=')
  return cut < 0 ? text : slice(text, 0, cut + 1)
}

// commandAt is where the command stands behind the options that say where the repository is.
function commandAt(args) {
  let i = 0
  for (; i < args.length && args[i][0] === '-'; i++) if (isOne(LEADING, args[i])) i++
  return i
}

// acting lists what of the arguments a grant has to name: where it stands, and the text that has to stand there.
function acting(args) {
  const out = []
  const put = (at, text) => append(out, { __proto__: null, at, text })
  const at = commandAt(args)
  for (let i = 0; i < at; i++) {
    const word = args[i]
    if (word === '-c') {
      if (++i < args.length && !isPrinting(args[i])) put(i, keyOf(args[i]))
    } else {
      if (startsWith(word, '--config-env') || startsWith(word, '--exec-path')) put(i, word)
      if (isOne(LEADING, word)) i++
    }
  }
  if (at >= args.length) return out
  const command = args[at]
  if (COMMANDS[command] !== true) put(at, command)
  if ((command === 'config' && changes(args, at)) || (command === 'hash-object' && readsFiles(args, at))) put(at, command)
  for (let i = at + 1; i < args.length && args[i] !== '--' && args[i] !== '--end-of-options'; i++) {
    const word = args[i]
    if (ACTING[command] === word) put(i, word)
    if (word[0] !== '-') continue
    const name = word[1] === '-' ? longOption(word) : letter(command, word)
    // What is read of the standard input is the extension's own.
    const value = name === word ? args[i + 1] : slice(word, name.length)
    if (name !== '' && value !== '-' && value !== '=-') put(i, name)
  }
  return out
}

// inLine lists the same of each git that a line for a shell names, without where: the words between spaces are what a
// grant's * stands for.
function inLine(line) {
  const out = []
  const words = []
  let at = 0
  for (let end = indexOf(line, ' '); end >= 0; end = indexOf(line, ' ', at)) {
    append(words, slice(line, at, end))
    at = end + 1
  }
  append(words, slice(line, at))
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== 'git' && !endsWith(words[i], '/git') && !endsWith(words[i], '(git')) continue
    const args = []
    for (let j = i + 1; j < words.length && !isOne(BETWEEN, words[j]); j++) append(args, words[j])
    const found = acting(args)
    for (let j = 0; j < found.length; j++) append(out, found[j].text)
  }
  return out
}

// places are the words that name a file or a folder wherever it lies: what `git diff` compares, which it does with two files
// when one is outside of the repository, and a repository or a work tree before the command. `from` is where they begin.
function places(args) {
  const out = []
  const from = []
  const at = commandAt(args)
  for (let i = 0; i < at; i++) {
    const word = args[i]
    if (isOne(LEADING, word)) {
      // Without its value git starts nothing.
      if (++i === args.length) break
      if (word === '-C') append(from, args[i])
      else if (word === '--git-dir' || word === '--work-tree') append(out, args[i])
    }
    else if (startsWith(word, '--git-dir=') || startsWith(word, '--work-tree=')) append(out, slice(word, indexOf(word, '=') + 1))
  }
  for (let i = at + 1; args[at] === 'diff' && i < args.length; i++) if (args[i][0] !== '-') append(out, args[i])
  return { __proto__: null, from, out }
}

module.exports = { __proto__: null, acting, inLine, places }
