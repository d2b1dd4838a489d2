'use strict'

// What is remembered of an extension, and what follows (policy/period.js): it is observed and its time is
// counted, or the observation is over and its policy holds, with what was decided.

const fs = require('node:fs')
const { sep } = require('node:path')
const { append, bytesToString, getOwn, now, ownKeys, then, unref } = require('../../kernel/primordials.js')
const { jsonText } = require('../../kernel/json.js')
const { coded } = require('../../kernel/errors.js')
const { repolicy, tell } = require('../../policy/fence.js')
const { observedUntil, settle } = require('../../policy/lasting.js')
const { begin, openPeriod } = require('../../policy/period.js')
const { decide, namedIn, extended } = require('../../policy/decide.js')
const { platform } = require('../../policy/paths.js')
const { sha256 } = require('../../kernel/digest.js')
const { readSettings, written } = require('../person/consent.js')
const { adding, standing, without } = require('../person/doubts.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const { readFileSync } = fs
const { setInterval, clearInterval, setTimeout } = globalThis
const TICK = 60 * 1000
// So long after the end VS Code may still read what was written into a file of settings before it.
const GRACE = 10 * 1000

// remembered opens what is kept of the extension; records are those of its log, null when that is damaged. It
// gives null where there is nothing to remember, or a promise of { period, ended, waiting }, which rejects with
// RF_STATE when what was decided is lost. over(waiting) is called when the period ends while the extension runs.
/** @param {Fence} fence */
function remembered(fence, memory, dir, records, over) {
  const { config } = fence
  const days = typeof config.observeDays === 'number' ? config.observeDays : 0
  written(fence, records)
  if (config.mode !== 'observe') {
    return config.consent === true ? then(openPeriod(memory, subjectOf(fence), 0, false), going) : null
  }
  if (records === null) {
    throw coded('RF_LOG', 'The log of what this extension does is damaged or cannot be written. Nothing of it runs until the folder ' +
      (dir === '' ? 'of its storage' : dir) + ' is removed')
  }
  if (days === 0) {
    fence.log.remember(records)
    return null
  }
  const subject = subjectOf(fence)
  let logged = false
  for (let i = 0; i < records.length; i++) if (records[i].e === 'observing') logged = records[i].subject === subject
  return then(openPeriod(memory, subject, days, logged), period => {
    if (period.begun && records.length > 0) {
      fence.log.forget(dir)
      fence.log.open(dir)
    } else fence.log.remember(records)
    const known = period.begun ? [] : records
    const begins = s => {
      if (s.before !== undefined) return
      s.before = without(standing(fence), s.doubted)
      if (s.from === undefined) s.from = now()
    }
    const counted = then(period.count(), ended => (ended || period.state.before !== undefined ? ended
      : then(period.change(begins), () => false)))
    return then(counted, ended => {
      if (ended) return enforce(fence, period, known)
      doubt(fence, period)
      fence.log.note({ e: 'observing', subject }, () => ({ from: period.state.last }))
      fence.log.flush()
      fence.until = () => period.ends()
      observedUntil(fence, () => period.left() <= 0, () => holdNow(fence, dir))
      tick(fence, period, dir, over)
      return going(period)
    })
  })
}

const subjectOf = fence => fence.config.extensionVersion + ' ' + fence.config.policySha256
const going = period => ({ __proto__: null, period, ended: false, waiting: [] })

// tick counts while the extension is observed, and when its time is over: nothing is observed from that moment on
// (lasting.js), and what was observed holds as soon as it is counted.
/** @param {Fence} fence */
function tick(fence, period, dir, over) {
  const { config } = fence
  const every = typeof config.tick === 'number' ? config.tick : TICK
  let ending = false
  const counted = ended => {
    if (ending || fence.off) return undefined
    if (!ended) return soon()
    ending = true
    clearInterval(fence.timer)
    fence.log.flush()
    const all = fence.log.open(dir)
    return then(enforce(fence, period, all === null ? [] : all), ({ waiting }) => over(waiting))
  }
  const count = () => {
    // A person may have switched the fence off meanwhile.
    if (ending || fence.off) return
    then(then(period.count(), counted), undefined, e => {
      // Nobody knows any more how long this may go on.
      ending = true
      clearInterval(fence.timer)
      fence.observe = false
      readSettings(fence)
      settle(fence)
      tell(fence, e.ringfence === 'RF_STATE' ? 'RF_STATE' : 'RF_INTERNAL', '' + e.message)
    })
  }
  const soon = () => {
    const left = period.left()
    if (left < every) unref(setTimeout(count, left < 0 ? 0 : left + 1))
  }
  fence.timer = setInterval(count, every)
  unref(fence.timer)
  soon()
}

// holdNow has the policy hold at the moment when the time is over, with what will be decided (enforce): what was made while
// everything was observed would go on until that is counted and kept.
/** @param {Fence} fence */
function holdNow(fence, dir) {
  try {
    fence.log.flush()
    const all = fence.log.open(dir)
    holdGranted(fence, decided(fence, all === null ? [] : all).granted)
  } catch (e) {
    tell(fence, 'RF_INTERNAL', '' + e.message)
  }
  settle(fence)
}

/** @param {Fence} fence */
function holdGranted(fence, granted) {
  repolicy(fence, extended(fence.config.policy, granted))
  readSettings(fence)
}

// decided is what the observation grants. Settings that the extension wrote are no consent of a person's.
/** @param {Fence} fence */
function decided(fence, records) {
  written(fence, records)
  const places = fence.policy === null ? [] : fence.policy.places
  return decide(records, fence.config.policy, platform, places, namedIn(texts(fence)))
}

// enforce ends the observation: what it may grant by itself is decided once and
// kept, and the policy with it holds from here on.
/** @param {Fence} fence */
function enforce(fence, period, records) {
  fence.observe = false
  fence.until = null
  const done = ended => {
    hold(fence, period)
    settle(fence)
    if (period.state.before !== undefined) unref(setTimeout(() => read(fence, period), graceOf(fence)))
    return { __proto__: null, period, ended, waiting: ended ? period.state.waiting : [] }
  }
  if (period.state.ended) return done(false)
  const d = decided(fence, records)
  // What was made until now ends here: keeping what was decided takes a while, and nothing goes on meanwhile.
  holdGranted(fence, d.granted)
  settle(fence)
  return then(period.change(s => {
    if (s.ended) return
    s.ended = true
    s.granted = d.granted
    s.waiting = d.waiting
    // An earlier loader remembered nothing of settings.
    if (s.before !== undefined) return
    s.before = {}
    if (s.from === undefined) s.from = s.last
  }), () => done(true))
}

// hold makes the policy hold with what was decided.
/** @param {Fence} fence */
function hold(fence, period) {
  const entries = []
  const { granted, accepted } = period.state
  for (let i = 0; i < granted.length; i++) append(entries, granted[i])
  for (let i = 0; i < accepted.length; i++) append(entries, accepted[i])
  fence.decided = entries
  repolicy(fence, extended(fence.config.policy, entries))
  doubt(fence, period)
  readSettings(fence)
}

const graceOf = ({ config }) => (typeof config.grace === 'number' ? config.grace : GRACE)

// doubt says which values of settings are nobody's consent (person/doubts.js).
/** @param {Fence} fence */
function doubt(fence, period) {
  const { before, doubted, from, until } = period.state
  if (before === undefined && doubted === undefined) return
  const found = (name, text) => {
    fence.doubts.doubted = adding(fence.doubts.doubted, name, text)
    then(period.change(s => { s.doubted = adding(s.doubted, name, text) }), undefined, () => {})
  }
  fence.doubts = { __proto__: null, before: before === undefined ? null : before, doubted, from, until, found }
}

// read keeps what came while everything was observed, once all of it was read: another window may have done so.
/** @param {Fence} fence */
function read(fence, period) {
  then(period.change(s => {
    if (s.before === undefined) return
    const came = without(standing(fence), s.before)
    const names = ownKeys(came)
    for (let i = 0; i < names.length; i++) {
      for (let j = 0; j < came[names[i]].length; j++) s.doubted = adding(s.doubted, names[i], came[names[i]][j])
    }
    if (s.doubted === undefined) s.doubted = {}
    s.until = now()
    s.before = undefined
  }), () => {
    doubt(fence, period)
    readSettings(fence)
  }, () => {})
}

// unknown has no value count of those that settings hold: what stood there before is not known any more.
/** @param {Fence} fence */
function unknown(fence) {
  if (fence.config.mode !== 'observe') return
  fence.doubts = { __proto__: null, before: { __proto__: null }, doubted: undefined, from: 0, until: 0, found: () => {} }
  readSettings(fence)
}

// texts gives the code of the extension, as it was wrapped.
/** @param {Fence} fence */
function texts(fence) {
  const { files } = fence.config
  const out = []
  const names = files === undefined || files === null ? [] : ownKeys(files)
  for (let i = 0; i < names.length; i++) {
    const { value: known } = getOwn(files, names[i])
    if (known.kind !== 'cjs' && known.kind !== 'esm') continue
    try {
      const bytes = readFileSync(fence.root + sep + names[i])
      // What was changed since names nothing: whoever is observed could have written it.
      if (sha256(bytes) === known.sha256) append(out, bytesToString(bytes, 'utf8'))
    } catch {
      // A file that is gone names nothing.
    }
  }
  return out
}

// accept grants what a person chose of what waits.
/** @param {Fence} fence */
function accept(fence, period, entries) {
  const changed = period.change(s => {
    for (let i = 0; i < entries.length; i++) {
      append(s.accepted, { section: entries[i].section, name: entries[i].name, entry: entries[i].entry })
    }
    const rest = []
    for (let i = 0; i < s.waiting.length; i++) if (!has(entries, s.waiting[i])) append(rest, s.waiting[i])
    s.waiting = rest
  })
  return then(then(changed, () => hold(fence, period)), undefined, e => tell(fence, 'RF_STATE', '' + e.message))
}

const has = (list, one) => {
  for (let i = 0; i < list.length; i++) {
    if (jsonText(list[i].entry) === jsonText(one.entry) && list[i].section === one.section && list[i].name === one.name) {
      return true
    }
  }
  return false
}

// anew forgets what was remembered: from the next start on the extension is observed from the beginning.
/** @param {Fence} fence */
const anew = (fence, memory) => begin(memory, subjectOf(fence))

module.exports = { __proto__: null, accept, anew, remembered, unknown }
