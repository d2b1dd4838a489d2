'use strict'

// How long an extension is observed before its policy is enforced, and what was
// decided then. One small file in the extension's own storage, replaced as a whole,
// holds the time that was counted and the last word of the clock:
//
// - a restart goes on counting; time while the editor was closed counts too;
// - a clock set forward ends the observation early, which is the narrower side;
// - a clock set back adds what a clock nobody sets has counted, and starts nothing anew;
// - several windows count the same time once, because each counts from what is on the disk;
// - another version of the extension, or another policy, begins a new observation.
//
// A file that is there and cannot be understood denies: it may have said that the
// observation was over.

const fs = require('node:fs')
const { createHash } = require('node:crypto')
const { isArray, jsonParse, jsonStringify, now, Number, uncurryThis } = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')

const { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } = fs
const { pid } = process
const { bigint } = process.hrtime
const monotonic = () => Number(bigint()) / 1e6
const NAME = 'state.json'
const VERSION = 1
const DAY = 24 * 60 * 60 * 1000

const hashPrototype = Object.getPrototypeOf(createHash('sha256'))
const update = uncurryThis(hashPrototype.update)
const digest = uncurryThis(hashPrototype.digest)
const hash = text => digest(update(createHash('sha256'), text), 'hex')

// damaged is what a state is called that nobody can read.
const damaged = (dir, why) =>
  coded('RF_STATE', 'What ringfence remembers of this extension is damaged (' + why + '). Nothing of it runs until the folder ' + dir +
  ' is removed, which begins a new observation')

// readState returns the state of a folder, null when there is none, and throws when
// it is none of ours.
function readState(dir) {
  let text
  try {
    text = readFileSync(dir + '/' + NAME, 'utf8')
  } catch (e) {
    if (e.code === 'ENOENT' || e.code === 'ENOTDIR') return null
    throw damaged(dir, e.code)
  }
  let outer
  let s
  try {
    outer = jsonParse(text)
    s = jsonParse(outer.state)
  } catch {
    throw damaged(dir, NAME)
  }
  const time = v => typeof v === 'number' && v >= 0 && v < 1e16
  const hasLists = s !== null && typeof s === 'object' && isArray(s.granted) && isArray(s.waiting) && isArray(s.accepted)
  if (hash(outer.state) !== outer.sha256 || !hasLists || s.version !== VERSION || typeof s.subject !== 'string' || !time(s.observed) ||
      !time(s.last) || typeof s.ended !== 'boolean') {
    throw damaged(dir, NAME)
  }
  return s
}

// writeState replaces the state at once: a host that dies leaves the old or the new.
function writeState(dir, s) {
  const state = jsonStringify(s)
  const file = dir + '/' + NAME
  const next = file + '.' + pid
  mkdirSync(dir, { __proto__: null, recursive: true })
  const fd = openSync(next, 'w', 0o600)
  try {
    writeFileSync(fd, jsonStringify({ sha256: hash(state), state }))
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(next, file)
}

const fresh = subject =>
  ({ version: VERSION, subject, observed: 0, last: now(), ended: false, granted: [], waiting: [], accepted: [], consent: false })

// openPeriod begins or goes on with the observation of subject: an extension's
// version under a policy. { state, begun }; begun says that it is a new one.
function openPeriod(dir, subject) {
  const state = readState(dir)
  if (state !== null && state.subject === subject) return { __proto__: null, state, begun: false }
  return { __proto__: null, state: fresh(subject), begun: true }
}

// createPeriod counts. days is how long; 0: for ever. A period's file is written by
// count and by change, never elsewhere.
function createPeriod(dir, subject, days) {
  const opened = openPeriod(dir, subject)
  const p = { __proto__: null, state: opened.state, begun: opened.begun, counted: monotonic() }

  // latest is what is on the disk now: another window may have gone on.
  function latest() {
    const s = readState(dir)
    if (s !== null && s.subject === subject) p.state = s
    else if (s !== null || !p.begun) throw damaged(dir, 'it is about something else')
    p.begun = false
  }

  // count adds the time since the last count and says whether the period is over.
  p.count = () => {
    if (!p.begun) latest()
    const s = p.state
    const t = now()
    const m = monotonic()
    if (!s.ended) s.observed += t >= s.last ? t - s.last : m - p.counted
    s.last = t
    p.counted = m
    writeState(dir, s)
    p.begun = false
    return p.over()
  }
  p.over = () => p.state.ended || (days > 0 && p.state.observed >= days * DAY)
  p.daysLeft = () => {
    const left = days * DAY - p.state.observed
    return left <= 0 ? 0 : (left - left % DAY) / DAY + (left % DAY > 0 ? 1 : 0)
  }

  // change writes what was decided: f alters the state.
  p.change = f => {
    if (!p.begun) latest()
    f(p.state)
    writeState(dir, p.state)
    p.begun = false
  }
  return p
}

module.exports = { __proto__: null, createPeriod, readState, DAY }
