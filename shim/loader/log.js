'use strict'

// What was used and what was denied, one JSON object a line, each once (rule: no
// contents, no secrets, bounded). Nothing is printed. Lines wait in memory until
// the extension's own storage is known, and are written once a second.

const fs = require('node:fs')
const { append, apply, codeAt, indexOf, jsonStringify, mapGet, mapSet, mapSize, Map, now, slice } = require('./primordials.js')

const { appendFileSync, mkdirSync, renameSync, statSync } = fs
const { setTimeout } = globalThis
const MAX_DISTINCT = 5000
const MAX_FILE = 1 << 20
const MAX_TEXT = 300

// secretPrefixes begin tokens that services hand out.
const SECRETS = ['ghp_', 'gho_', 'ghs_', 'github_pat_', 'sk-', 'xox', 'AKIA', 'eyJ', 'glpat-', 'npm_']

// redact makes a resource fit for a log: bounded, without what follows a "?" or
// stands before an "@" in an address, without what looks like a token.
function redact(text) {
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
  return s.length > MAX_TEXT ? slice(s, 0, MAX_TEXT) + '…' : s
}

function createLog(extension) {
  const seen = new Map()
  const log = { __proto__: null, file: '', waiting: '', timer: null, size: 0, dropped: 0, listener: null }

  function flush() {
    log.timer = null
    if (log.file === '' || log.waiting === '') return
    const text = log.waiting
    log.waiting = ''
    try {
      if (log.size + text.length > MAX_FILE) {
        renameSync(log.file, log.file + '.1')
        log.size = 0
      }
      appendFileSync(log.file, text, { __proto__: null, mode: 0o600 })
      log.size += text.length
    } catch {
      // A log that cannot be written must not end the host.
    }
  }

  // note writes a record once; key is what makes two the same.
  function note(record) {
    const body = jsonStringify(record)
    const known = mapGet(seen, body)
    if (known !== undefined) return
    if (mapSize(seen) >= MAX_DISTINCT) {
      log.dropped++
      return
    }
    mapSet(seen, body, true)
    log.waiting += '{"t":' + now() + ',"x":' + jsonStringify(extension) + ',' + slice(body, 1) + '\n'
    if (log.listener !== null) apply(log.listener, undefined, [record])
    if (log.timer === null && log.file !== '') {
      log.timer = setTimeout(flush, 1000)
      log.timer.unref()
    }
  }

  function open(dir) {
    try {
      mkdirSync(dir, { __proto__: null, recursive: true })
      log.file = dir + '/ringfence.jsonl'
      try {
        log.size = statSync(log.file).size
      } catch {
        log.size = 0
      }
      flush()
    } catch {
      log.file = ''
    }
  }
  return { __proto__: null, note, open, flush, state: log }
}

module.exports = { __proto__: null, createLog, redact, append }
