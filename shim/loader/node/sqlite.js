'use strict'

// node:sqlite. The library opens files itself, by the name it was given and by
// names in the text of statements, where no gate stands. So a database is opened
// under its resolved name once the policy allows that file, and the statements that
// name other files (ATTACH, VACUUM INTO, two settings) are refused for everybody,
// wherever their words stand in a text. What SQLite writes beside a database
// (-journal, -wal, -shm) comes with it. A journal that is left over may name a file, which
// SQLite removes: who could write the journal would have removed what it likes. Libraries
// are never loaded into a database.

const { closeSync, fstatSync, openSync, readSync } = require('node:fs')
const { apply, bufferFrom, codeAt, indexOf, toLowerCase, WeakMap, weakGet, weakSet } = require('../kernel/primordials.js')
const { checkPath } = require('../policy/checks.js')
const { coded, misused } = require('../kernel/errors.js')
const { freshOptions } = require('../kernel/gate.js')
const { readPath } = require('../policy/paths.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

// What may be asked of a database when it is opened; loading libraries is not among it.
const OPTIONS = ['enableForeignKeyConstraints', 'enableDoubleQuotedStringLiterals', 'timeout', 'readBigInts', 'returnArrays',
  'allowBareNamedParameters', 'allowUnknownNamedParameters', 'defensive']
const FUNCTIONS = ['useBigIntArguments', 'varargs', 'deterministic', 'directOnly', 'start', 'step', 'result', 'inverse']
const SETTERS = ['setAllowBareNamedParameters', 'setAllowUnknownNamedParameters', 'setReadBigInts', 'setReturnArrays']
const MEMORY = ':memory:'
// What a journal ends with that names another, and nothing else does (writeSuperJournal in SQLite's pager.c).
const NAMES = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]

const letter = c => (c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 95

// says reports whether a text has a word. SQLite knows no other spelling of a
// keyword than its letters, so that a word that is not there is not meant.
function says(text, word) {
  for (let i = indexOf(text, word); i >= 0; i = indexOf(text, word, i + 1)) {
    if ((i === 0 || !letter(codeAt(text, i - 1))) && (i + word.length >= text.length || !letter(codeAt(text, i + word.length)))) return true
  }
  return false
}

// reaches names what in a text may reach another file; '': nothing does.
function reaches(sql) {
  const text = toLowerCase(sql)
  if (says(text, 'attach')) return 'ATTACH'
  if (says(text, 'vacuum') && says(text, 'into')) return 'VACUUM INTO'
  if (says(text, 'temp_store_directory') || says(text, 'data_store_directory')) return 'PRAGMA of a directory'
  return ''
}

// namesOther reports a database whose journal names another file.
function namesOther(where) {
  if (where === MEMORY) return false
  let fd
  try {
    fd = openSync(where + '-journal', 'r')
  } catch (e) {
    return e.code !== 'ENOENT'
  }
  try {
    const end = bufferFrom(NAMES)
    const { size } = fstatSync(fd)
    if (size < NAMES.length) return false
    if (readSync(fd, end, 0, NAMES.length, size - NAMES.length) !== NAMES.length) return true
    for (let i = 0; i < NAMES.length; i++) if (end[i] !== NAMES[i]) return false
    return true
  } finally {
    closeSync(fd)
  }
}

function kept(given, names) {
  const o = freshOptions(given)
  const out = { __proto__: null }
  if (o === undefined || o === null || typeof o !== 'object') return out
  for (let i = 0; i < names.length; i++) if (o[names[i]] !== undefined) out[names[i]] = o[names[i]]
  return out
}

/** @param {Fence} fence */
function buildSQLite(fence, lib) {
  const { DatabaseSync: RealDatabase, StatementSync: RealStatement } = lib
  const take = (proto, names) => {
    const out = { __proto__: null }
    for (let i = 0; i < names.length; i++) {
      const f = proto[names[i]]
      if (typeof f === 'function') out[names[i]] = f
    }
    return out
  }
  const ofDatabase = take(RealDatabase.prototype, ['open', 'close', 'exec', 'prepare', 'function', 'aggregate', 'location'])
  const ofStatement = take(RealStatement.prototype, ['all', 'get', 'run', 'columns'])
  const setters = take(RealStatement.prototype, SETTERS)
  const databases = new WeakMap()
  const statements = new WeakMap()
  const key = {}

  function checked(sql) {
    if (typeof sql !== 'string') throw misused('"sql"')
    const what = reaches(sql)
    if (what !== '') throw coded('RF_DENIED_CALL', what + ' reaches files by names in a statement and is never granted')
    return sql
  }

  // place returns the name under which a file is opened.
  function place(given, reads) {
    if (given === MEMORY) return given
    const text = readPath(given)
    const at = text === null ? null : fence.paths.onDisk(text, true)
    const no = checkPath(fence, !reads, at, 'open', text === null ? '' : text)
    if (no !== null) throw no
    safe(at.real)
    return at.real
  }
  function safe(where) {
    if (namesOther(where)) throw coded('RF_DENIED_CALL', 'The journal beside the database names another file')
  }
  // One that was opened while everything was observed is asked for again afterwards.
  const lasting = d => {
    safe(d.where)
    if (!d.observed || fence.observe) return
    if (place(d.where, d.reads) !== d.where) throw misused('"path"')
    d.observed = false
  }
  const database = self => {
    const d = weakGet(databases, self)
    if (d === undefined) throw misused('"this"')
    lasting(d)
    return d
  }
  const statement = self => {
    const s = weakGet(statements, self)
    if (s === undefined) throw misused('"this"')
    lasting(s.of)
    return s.real
  }

  class StatementSync {
    constructor(k, real, of) {
      if (k !== key) throw coded('ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor')
      weakSet(statements, this, { __proto__: null, real, of })
    }
    all(...args) { return apply(ofStatement.all, statement(this), args) }
    get(...args) { return apply(ofStatement.get, statement(this), args) }
    run(...args) { return apply(ofStatement.run, statement(this), args) }
    columns() { return apply(ofStatement.columns, statement(this), []) }
    // The library's own iterator has a prototype that all share.
    *iterate(...args) {
      const rows = apply(ofStatement.all, statement(this), args)
      for (let i = 0; i < rows.length; i++) yield rows[i]
    }
    get sourceSQL() { return statement(this).sourceSQL }
    get expandedSQL() { return statement(this).expandedSQL }
  }
  for (let i = 0; i < SETTERS.length; i++) {
    const f = setters[SETTERS[i]]
    if (f !== undefined) StatementSync.prototype[SETTERS[i]] = function (on) { return apply(f, statement(this), [on]) }
  }

  class DatabaseSync {
    constructor(path, options) {
      const o = freshOptions(options)
      const given = o === undefined || o === null || typeof o !== 'object' ? { __proto__: null } : o
      if (given.allowExtension) throw coded('RF_DENIED_CALL', 'Libraries are not loaded into a database')
      const reads = given.readOnly === true
      const opens = kept(given, OPTIONS)
      opens.readOnly = reads
      opens.open = given.open === undefined ? true : given.open
      const where = place(path, reads)
      weakSet(databases, this, { __proto__: null, real: new RealDatabase(where, opens), where, reads, observed: fence.observe })
    }
    open() {
      const { real, where, reads } = database(this)
      if (place(where, reads) !== where) throw misused('"path"')
      return apply(ofDatabase.open, real, [])
    }
    close() { return apply(ofDatabase.close, database(this).real, []) }
    exec(sql) { return apply(ofDatabase.exec, database(this).real, [checked(sql)]) }
    prepare(sql) {
      const d = database(this)
      return new StatementSync(key, apply(ofDatabase.prepare, d.real, [checked(sql)]), d)
    }
    function(name, options, f) {
      const d = database(this).real
      if (typeof options === 'function') return apply(ofDatabase.function, d, [name, options])
      return apply(ofDatabase.function, d, [name, kept(options, FUNCTIONS), f])
    }
    aggregate(name, options) { return apply(ofDatabase.aggregate, database(this).real, [name, kept(options, FUNCTIONS)]) }
    location() { return apply(ofDatabase.location, database(this).real, []) }
    get isOpen() { return database(this).real.isOpen }
    get isTransaction() { return database(this).real.isTransaction }
    enableLoadExtension(on) { if (on) throw coded('RF_DENIED_CALL', 'Libraries are not loaded into a database') }
    loadExtension() { throw coded('RF_DENIED_CALL', 'Libraries are not loaded into a database') }
  }
  return { DatabaseSync, StatementSync, constants: lib.constants === undefined ? undefined : { ...lib.constants } }
}

module.exports = { __proto__: null, buildSQLite, reaches }
