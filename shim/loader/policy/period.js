'use strict'

// How long an extension is observed before its policy is enforced, and what was
// decided then. One record holds the time that was counted and the last word of the clock; where
// it is kept is the matter of whoever hands in the memory, { read, write }, both promises:
//
// - a restart goes on counting; time while the editor was closed counts too;
// - a clock set forward ends the observation early, which is the narrower side;
// - a clock set back adds what a clock nobody sets has counted, and starts nothing anew;
// - several windows count the same time once, because each counts from what is kept;
// - another version of the extension, or another policy, begins a new observation.
//
// A record that is there and cannot be understood is lost: it may have said that the
// observation was over.

const { isArray, jsonParse, now, Number, then } = require('../kernel/primordials.js')
const { jsonText } = require('../kernel/json.js')
const { coded } = require('../kernel/errors.js')

/** @typedef {{ kept: boolean, read: () => Promise<any>, write: (text: string) => Promise<any> }} Memory */

const { bigint } = process.hrtime
const monotonic = () => Number(bigint()) / 1e6
const VERSION = 2
const DAY = 24 * 60 * 60 * 1000

// lost is what is said when what was decided is not known any more.
const lost = why => coded('RF_STATE', 'What ringfence remembers of this extension is lost: ' + why)

// recordOf returns the record of a text, null when there is none, and undefined when it
// is none of ours.
function recordOf(text) {
  if (text === undefined || text === null) return null
  let s
  try {
    s = jsonParse(text)
  } catch {
    return undefined
  }
  const time = v => typeof v === 'number' && v >= 0 && v < 1e16
  const whole = s !== null && typeof s === 'object' && s.version === VERSION && typeof s.subject === 'string' && time(s.observed) &&
    time(s.last) && typeof s.ended === 'boolean' && typeof s.consent === 'boolean' && isArray(s.granted) && isArray(s.waiting) &&
    isArray(s.accepted)
  return whole ? s : undefined
}

const fresh = subject =>
  ({ version: VERSION, subject, observed: 0, last: now(), ended: false, granted: [], waiting: [], accepted: [], consent: false })

// carried gives a record what another says of settings and of names of files: whoever was observed before may have set those, whatever
// version it was.
function carried(begun, record) {
  if (record === null || record === undefined) return begun
  const { before, doubted, from, until } = record
  return { ...begun, before, doubted, from, until }
}

/** @param {Memory} memory */
const keep = (memory, record) => memory.write(jsonText(record))

// openPeriod begins or goes on with what is remembered of a subject: an extension's version
// under a policy. days is how long it is observed; 0: for ever. logged says that its log knows
// of an earlier session. It rejects with RF_STATE when what was remembered is lost.
/** @param {Memory} memory */
function openPeriod(memory, subject, days, logged) {
  return then(memory.read(), text => {
    const record = recordOf(text)
    if (record === undefined) throw lost('nobody can read it')
    if (record !== null && record.subject === subject) return createPeriod(memory, record, days, false)
    if (record === null && logged && memory.kept) throw lost('it is gone, and the log of what the extension did is not')
    const begun = carried(fresh(subject), record)
    return then(keep(memory, begun), () => createPeriod(memory, begun, days, true))
  })
}

// begin forgets what was remembered: the subject is observed from the start.
/** @param {Memory} memory */
const begin = (memory, subject) => {
  const begun = fresh(subject)
  return then(then(memory.read(), text => carried(begun, recordOf(text)), () => begun), record => keep(memory, record))
}

/** @param {Memory} memory */
function createPeriod(memory, record, days, begun) {
  const p = { __proto__: null, state: record, begun, counted: monotonic() }

  // passed is the time since the last count: by a clock that nobody sets where the other was set back.
  const passed = () => {
    const t = now()
    return t >= p.state.last ? t - p.state.last : monotonic() - p.counted
  }

  // latest is what is kept now: another window may have gone on.
  const latest = () => then(memory.read(), text => {
    const s = recordOf(text)
    if (s === null || s === undefined || s.subject !== p.state.subject) throw lost('another took its place')
    p.state = s
  })

  // count adds the time since the last count and says whether the period is over.
  p.count = () => then(latest(), () => {
    const s = p.state
    if (!s.ended) s.observed += passed()
    s.last = now()
    p.counted = monotonic()
    return then(keep(memory, s), () => p.over())
  })
  p.over = () => p.state.ended || (days > 0 && p.state.observed >= days * DAY)
  // left is what is left of it now, whoever counts it and when.
  p.left = () => (p.state.ended ? 0 : days * DAY - p.state.observed - passed())
  // ends is when the period is over, by the clock, if nothing else is counted.
  p.ends = () => p.state.last + days * DAY - p.state.observed
  p.daysLeft = () => {
    const left = days * DAY - p.state.observed
    return left <= 0 ? 0 : (left - left % DAY) / DAY + (left % DAY > 0 ? 1 : 0)
  }

  // change keeps what was decided: f alters the state.
  p.change = f => then(latest(), () => {
    f(p.state)
    return keep(memory, p.state)
  })
  return p
}

module.exports = { __proto__: null, begin, openPeriod, DAY }
