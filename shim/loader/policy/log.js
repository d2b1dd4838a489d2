'use strict'

// What was used and what was denied, one JSON object a line, each once (rule: no
// contents, no secrets, bounded). Nothing is printed. Lines wait in memory until
// the extension's own storage is known, and are written once a second.
//
// A process that is killed while it writes leaves half a line. The next one ends
// that line and says so in a line of its own; any other line that is not the
// loader's means that somebody else wrote here, and the log is called damaged.

const fs = require('node:fs')
const {
  append, apply, codeAt, indexOf, jsonParse, jsonStringify, mapGet, mapSet, mapSize, Map, now, slice, unref,
} = require('../kernel/primordials.js')
const { jsonText } = require('../kernel/json.js')

const { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } = fs
const { setTimeout } = globalThis
const NAME = 'ringfence.jsonl'
const MAX_DISTINCT = 5000
const MAX_FILE = 1 << 20
const MAX_TEXT = 300
// A line for a shell, or an argument, is bounded as a pattern is: what a policy can say is written down whole.
const MAX_LINE = 1000

// secretPrefixes begin tokens that services hand out.
const SECRETS = ['ghp_', 'gho_', 'ghs_', 'github_pat_', 'sk-', 'xox', 'AKIA', 'eyJ', 'glpat-', 'npm_']

// redact makes a resource fit for a log: bounded, without what follows a "?" or
// stands before an "@" in an address, without what looks like a token. most is the longest it may be.
function redact(text, most = MAX_TEXT) {
  let s = text
  if (indexOf(s, '://') > 0) {
    const q = indexOf(s, '?')
    if (q >= 0) s = slice(s, 0, q) + '?…'
    const at = indexOf(s, '@')
    const from = indexOf(s, '://') + 3
    if (at > from) s = slice(s, 0, from) + '…' + slice(s, at)
  }
  for (let i = 0; i < SECRETS.length; i++) {
    const at = indexOf(s, SECRETS[i])
    const before = at > 0 ? codeAt(s, at - 1) | 32 : 32
    if (at >= 0 && s.length >= at + 20 && !(before >= 97 && before <= 122)) s = slice(s, 0, at) + '…'
  }
  return s.length > most ? slice(s, 0, most) + '…' : s
}

// linesOf returns the complete lines of a log's file, { lines, torn }: torn says
// that it ends in the middle of one. A file that is not there has none.
function linesOf(file) {
  let text
  try {
    text = readFileSync(file, 'utf8')
  } catch (e) {
    if (e.code === 'ENOENT') return { __proto__: null, lines: [], torn: false }
    throw e
  }
  const lines = []
  let from = 0
  for (let at = indexOf(text, '\n'); at >= 0; at = indexOf(text, '\n', from)) {
    append(lines, slice(text, from, at))
    from = at + 1
  }
  return { __proto__: null, lines, torn: from < text.length }
}

// parsed returns the records of lines, or null when one of them is not the loader's
// and was not cut off by a death either.
function parsed(lines, extension) {
  const out = []
  for (let i = 0; i < lines.length; i++) {
    const record = recordOf(lines[i], extension)
    if (record !== null) append(out, record)
    else if (i + 1 >= lines.length || recordOf(lines[i + 1], extension)?.e !== 'torn') return null
  }
  return out
}

function recordOf(line, extension) {
  let r
  try {
    r = jsonParse(line)
  } catch {
    return null
  }
  return r !== null && typeof r === 'object' && r.x === extension && typeof r.e === 'string' ? r : null
}

function createLog(extension) {
  const seen = new Map()
  const log = { __proto__: null, file: '', waiting: '', timer: null, dropped: 0, listener: null, shared: false }
  const head = ',"x":' + jsonStringify(extension) + ','

  function flush() {
    log.timer = null
    if (log.file === '' || log.waiting === '') return
    const text = log.waiting
    log.waiting = ''
    try {
      // Other windows and children of the extension write here as well.
      const size = statSync(log.file, { __proto__: null, throwIfNoEntry: false })?.size ?? 0
      if (size + text.length > MAX_FILE) {
        // A child leaves the turning over to the host, and stops before it is too much.
        if (log.shared && size + text.length > MAX_FILE + MAX_FILE / 2) return
        if (!log.shared) renameSync(log.file, log.file + '.1')
      }
      appendFileSync(log.file, text, { __proto__: null, mode: 0o600 })
    } catch {
      // A log that cannot be written must not end the host.
    }
  }

  // note writes a record once; what more() adds is no part of what makes two the
  // same.
  function note(record, more) {
    const body = jsonStringify(record)
    if (mapGet(seen, body) !== undefined) return
    if (mapSize(seen) >= MAX_DISTINCT) {
      if (log.dropped++ === 0) written({ e: 'full' })
      return
    }
    mapSet(seen, body, true)
    written(more === undefined ? record : { ...record, ...more() })
  }

  function written(full) {
    log.waiting += '{"t":' + now() + head + slice(jsonText(full), 1) + '\n'
    if (log.listener !== null) apply(log.listener, undefined, [full])
    if (log.timer === null && log.file !== '') {
      log.timer = setTimeout(flush, 1000)
      unref(log.timer)
    }
  }

  // open begins to write in dir. It gives the records that are there, or null when
  // the log is damaged or cannot be written.
  function open(dir) {
    log.file = ''
    try {
      mkdirSync(dir, { __proto__: null, recursive: true })
      const file = dir + '/' + NAME
      const older = linesOf(file + '.1')
      const newer = linesOf(file)
      const before = parsed(older.lines, extension)
      const records = parsed(newer.lines, extension)
      appendFileSync(file, newer.torn ? '\n{"t":' + now() + head + '"e":"torn"}\n' : '', { __proto__: null, mode: 0o600 })
      log.file = file
      flush()
      if (before === null || records === null || older.torn) return null
      const all = before
      for (let i = 0; i < records.length; i++) append(all, records[i])
      return all
    } catch {
      return null
    }
  }

  // attach writes to a file that another process opened.
  function attach(file) {
    log.file = file
    log.shared = true
    flush()
  }

  // remember takes the uses of earlier sessions as written down already.
  function remember(records) {
    for (let i = 0; i < records.length && mapSize(seen) < MAX_DISTINCT; i++) {
      const { t, x, ...rest } = records[i]
      if (rest.e === 'use') mapSet(seen, jsonText(rest), true)
    }
  }

  // forget moves the log aside: what follows is about something else.
  function forget(dir) {
    try {
      renameSync(dir + '/' + NAME, dir + '/' + NAME + '.1')
    } catch (e) {
      if (e.code !== 'ENOENT') throw e
    }
  }
  return { __proto__: null, note, open, attach, remember, forget, flush, state: log }
}

module.exports = { __proto__: null, MAX_TEXT, MAX_LINE, createLog, redact, linesOf, parsed }
