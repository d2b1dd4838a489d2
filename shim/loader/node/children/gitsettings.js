'use strict'

// Settings of git by what they do: those of a repository that somebody else made, and those that a command brings or writes.

const { indexOf, lastIndexOf, slice, startsWith, toLowerCase } = require('../../kernel/primordials.js')

// Lines that run nothing, name no file and lead to no other repository. * stands for a name of the user's.
const HARMLESS = [
  'core.repositoryformatversion', 'core.filemode', 'core.bare', 'core.logallrefupdates', 'core.ignorecase',
  'core.precomposeunicode', 'core.symlinks', 'core.autocrlf', 'core.eol', 'core.safecrlf', 'core.quotepath', 'core.abbrev',
  'core.longpaths', 'core.untrackedcache', 'core.compression', 'core.fsmonitor', 'core.hookspath', 'extensions.objectformat',
  'extensions.worktreeconfig', 'remote.*.url', 'remote.*.pushurl', 'remote.*.fetch', 'remote.*.tagopt', 'remote.*.prune',
  'branch.*.remote', 'branch.*.merge', 'branch.*.rebase', 'branch.*.pushremote', 'branch.*.description',
  'branch.*.vscode-merge-base', 'branch.*.github-pr-owner-number', 'user.name', 'user.email', 'pull.rebase', 'pull.ff',
  'push.default', 'push.autosetupremote', 'fetch.prune', 'merge.ff', 'submodule.*.url', 'submodule.*.active',
  'lfs.repositoryformatversion'
]

// Settings that change how git prints and counts; a name that ends in a dot stands for all below it.
const SETTINGS = ['advice.', 'color.', 'column.', 'i18n.', 'status.', 'user.', 'core.quotepath', 'core.longpaths', 'core.abbrev',
  'core.autocrlf', 'core.eol', 'core.safecrlf', 'core.ignorecase', 'core.precomposeunicode', 'core.symlinks', 'core.filemode',
  'core.checkstat', 'core.commentchar', 'core.untrackedcache', 'core.preloadindex', 'log.showsignature', 'log.showroot', 'log.date',
  'log.follow', 'log.mailmap', 'diff.algorithm', 'diff.context', 'diff.mnemonicprefix', 'diff.noprefix', 'diff.renames',
  'diff.renamelimit', 'diff.submodule', 'diff.ignoresubmodules', 'diff.wserrorhighlight', 'merge.conflictstyle', 'merge.ff',
  'merge.renames', 'pull.rebase', 'pull.ff', 'push.default', 'push.autosetupremote', 'push.followtags', 'fetch.prune',
  'fetch.prunetags', 'fetch.parallel', 'fetch.recursesubmodules', 'rebase.autostash', 'rebase.autosquash', 'rerere.enabled',
  'commit.gpgsign', 'tag.gpgsign', 'tag.sort', 'branch.sort', 'gc.auto', 'maintenance.auto', 'init.defaultbranch',
  'protocol.version', 'submodule.recurse', 'http.postbuffer', 'http.lowspeedlimit', 'http.lowspeedtime', 'pack.threads',
  'safe.barerepository', 'branch.', 'remote.pushdefault']
// Values that take a setting away.
const NONE = ['core.pager=', 'core.pager=cat', 'credential.helper=', 'core.fsmonitor=', 'core.fsmonitor=false', 'core.hookspath=',
  'core.hookspath=/dev/null', 'core.editor=:', 'core.editor=true', 'sequence.editor=:', 'sequence.editor=true']

const isOne = (list, word) => {
  for (let i = 0; i < list.length; i++) if (list[i] === word) return true
  return false
}

// isHarmless reports a line of the list. git writes its section and its last part in small letters.
function isHarmless(key) {
  const first = indexOf(key, '.')
  const last = lastIndexOf(key, '.')
  const name = first === last ? key : slice(key, 0, first) + '.*' + slice(key, last)
  for (let i = 0; i < HARMLESS.length; i++) if (HARMLESS[i] === name) return true
  return false
}

// isPrinting reports a setting, KEY or KEY=VALUE, that runs nothing and names no place.
function isPrinting(text) {
  const cut = indexOf(text, '=')
  const key = toLowerCase(cut < 0 ? text : slice(text, 0, cut))
  if (cut >= 0 && isOne(NONE, key + slice(text, cut))) return true
  for (let i = 0; i < SETTINGS.length; i++) {
    const name = SETTINGS[i]
    if (name === key || (name[name.length - 1] === '.' && startsWith(key, name))) return true
  }
  return false
}

module.exports = { __proto__: null, isHarmless, isOne, isPrinting }
