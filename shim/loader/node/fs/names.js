'use strict'

// What the names of the functions of fs say of them: in which form the answer comes, and
// what kind of thing they do. Which argument is a path is the catalogue's knowledge.

const { endsWith, slice, startsWith } = require('../../kernel/primordials.js')
const { refused } = require('../../kernel/errors.js')

const names = list => {
  const out = { __proto__: null }
  for (let i = 0; i < list.length; i++) out[list[i]] = true
  return out
}
// These act on a link itself.
const ON_LINK = names('lstat lchown lchmod lutimes unlink rename rm rmdir readlink symlink link'.split(' '))
// What is moved or linked is read and written under its new name.
const MOVES = names('rename link'.split(' '))
// Names change: what was known of directories is forgotten.
const RENAMES = names('rename link symlink unlink rm rmdir mkdir mkdtemp cp copyFile'.split(' '))
// What is known of directories is found anew for these.
const LOOKS_ANEW = names('opendir readdir rm cp'.split(' '))
const ON_FD = names('close read readv write writev fstat fsync fdatasync ftruncate futimes fchmod fchown'.split(' '))
const STREAMS = names('createReadStream createWriteStream ReadStream WriteStream'.split(' '))
// A whole file, by a path or by what is open.
const WHOLE = { __proto__: null, readFile: 'r', writeFile: 'w', appendFile: 'a' }
// Standard input, output and error are the host's.
const LAST_OF_HOST = 2
// No extension gets these.
const CLOSED = names(('glob globSync Utf8Stream FileReadStream FileWriteStream F_OK R_OK W_OK X_OK ' +
  'mkdtempDisposableSync mkdtempDisposable').split(' '))

// plainMember is the name of a function, plainName what it does: without what only says
// how the answer comes.
const plainMember = member => (startsWith(member, 'promises.') ? slice(member, 9) : member)
function plainName(member) {
  const n = plainMember(member)
  return endsWith(n, 'Sync') ? slice(n, 0, n.length - 4) : n
}

// formOf says how the answer comes. Watching fails at once; its listener is for changes.
const formOf = (member, entry) => {
  if (startsWith(member, 'promises.')) return 'promise'
  return entry.f === 'callback' && !startsWith(member, 'watch') ? 'callback' : 'sync'
}

// deny is the error of a function that is refused.
const deny = (code, member, given) => refused(code, plainName(member), given)

module.exports = { __proto__: null, CLOSED, LAST_OF_HOST, LOOKS_ANEW, MOVES, ON_FD, ON_LINK, RENAMES, STREAMS, WHOLE, deny, formOf,
  plainMember, plainName }
