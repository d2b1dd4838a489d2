'use strict'

// What the border knows of the time in which everything is observed (invariant 10). What is handed out then is marked, with
// all that is reached by it afterwards; once that time is over each use asks whether the policy grants it.

const {
  apply, getOwn, getPrototypeOf, isArray, Map, mapEach, mapGet, ownKeys, Promise, resolve, Set, setEach, then, WeakMap, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { ALL, ANY } = require('./types.js')
const { isSet } = require('./exported.js')

/** @typedef {import('./border.js').Border} Border */

const MapPrototype = Map.prototype
const SetPrototype = Set.prototype
const PromisePrototype = Promise.prototype
const MAX_DEPTH = 6
const isPrimitive = v => (typeof v !== 'object' || v === null) && typeof v !== 'function'

// Lasting is that of one border. Its fields are declared: an assignment in a constructor would ask the prototype of every
// object for a setter.
class Lasting {
  /** @type {Border} */
  border
  // Whether what is handed out just now comes of something that was observed, and what it asks when that is over.
  observing = false
  /** @type {(() => boolean) | undefined} */
  asking = undefined
  // The surface that what is handed out just now is told of without, and what a policy may name of it (told/told.js).
  /** @type {any} */
  telling = undefined
  // The lists of the extension's that a neighbour was lent, by what they ask.
  lentLists = new WeakMap()

  /** @param {Border} border */
  constructor(border) { this.border = border }

  // isOver reports what was handed out while everything was observed and gives nothing any more: what may() does not
  // grant, and what a neighbour exports, where the policy grants no other extension.
  isOver(state) {
    const { border } = this
    if (state.observed !== true || border.fence.observe) return false
    return state.may !== undefined ? !apply(state.may, undefined, []) : state.kinds[0] === ALL && !border.neighbours()
  }

  // isFixed reports a member of what a neighbour exports that stays as it is: what is put there would stay when nothing
  // is observed any more. A setter of the neighbour's is called, as its functions are.
  isFixed(state, key) {
    if (this.isOver(state)) return true
    const { border } = this
    if (state.telling !== undefined && !border.told.changes(state)) return true
    if (state.observed !== true || state.kinds[0] !== ALL || state.own === true || border.fence.off) return false
    const granted = state.may !== undefined ? apply(state.may, undefined, []) : border.neighbours()
    return !granted && (key === undefined || !isSet(state.real, key))
  }

  // isObserved says whether what is handed out now is handed out because everything is observed.
  isObserved() { return this.observing || this.border.fence.observe === true }

  // since calls f, whose answer comes of what was handed out then: however long it takes, its answer did too. may is
  // what all of that asks when nothing is observed any more. telling is what is said of all of it beside.
  since(observed, may, f, telling = this.telling) {
    const { asking, observing, telling: before } = this
    this.observing = observing || observed
    this.telling = telling
    if (observed) this.asking = may
    try {
      return f()
    } finally {
      this.observing = observing
      this.asking = asking
      this.telling = before
    }
  }

  // tie has an object, as the other side has it, ask may() when nothing is observed any more.
  tie(v, may) {
    const state = isPrimitive(v) ? undefined : weakGet(this.border.states, v)
    if (state === undefined || this.isOver(state)) return
    state.observed = true
    state.may = may
  }

  // hold ties what VS Code sees of an object of the extension's.
  hold(v, may) {
    const given = isPrimitive(v) || typeof v === 'function' ? undefined : weakGet(this.border.givenOf, v)
    if (given !== undefined) this.tie(given, may)
  }

  // holdAll does so for all that VS Code got of an answer: what is in a list, and what an object of the API's was made of.
  holdAll(v, may, depth = 0) {
    if (isPrimitive(v) || typeof v === 'function' || depth > MAX_DEPTH) return
    const { border } = this
    // What stands in a list VS Code gets when it looks there.
    if (depth > 0 && weakGet(border.realOf, v) === undefined && getPrototypeOf(v) !== PromisePrototype) border.inward(v, ANY)
    this.hold(v, may)
    if (isArray(v)) {
      for (let i = 0; i < v.length; i++) this.holdAll(v[i], may, depth + 1)
      return
    }
    const state = weakGet(border.states, v)
    if (state === undefined || state.constructed !== true) return
    const keys = ownKeys(state.real)
    for (let i = 0; i < keys.length; i++) {
      const { value } = getOwn(state.real, keys[i])
      if (!isPrimitive(value) && border.isMine(value)) this.tie(value, may)
    }
  }

  // answered gives what VS Code gets of an answer of what was registered while everything was observed: it asks as that does, however
  // long it takes. What another object promises would come by a function of VS Code's, and be tied by nobody.
  answered(v, may, give) {
    const promised = !isPrimitive(v) && typeof v.then === 'function'
    const first = promised ? resolve(v) : v
    const out = give(first)
    if (!promised) {
      this.holdAll(v, may)
      return out
    }
    return then(first, x => {
      this.holdAll(x, may)
      return out
    }, () => out)
  }

  // lend ties the functions of the extension's that a neighbour is given now, those in what it is given, in lists and tables of
  // it too, and those that it is promised.
  lend(v, may, depth = 0) {
    if (isPrimitive(v) || depth > MAX_DEPTH) return
    const { border } = this
    const given = border.inward(v, ALL)
    const p = getPrototypeOf(v)
    const below = x => { this.lend(x, may, depth + 1) }
    if (typeof v === 'function') {
      const uses = weakGet(border.givenOf, v)
      if (uses !== undefined) this.tie(mapGet(uses, ALL), may)
    } else if (isArray(v)) {
      // What is put in it later is lent as well.
      weakSet(this.lentLists, v, may)
      for (let i = 0; i < v.length; i++) below(v[i])
    } else if (p === MapPrototype) mapEach(v, (x, key) => { below(key); below(x) })
    else if (p === SetPrototype) setEach(v, below)
    else if (p === PromisePrototype) then(v, below, below)
    else if (!isPrimitive(given) && weakGet(border.states, given) !== undefined) weakGet(border.states, given).lent = may
  }

  // lendIn lends what a neighbour takes out of a list that was lent.
  lendIn(list, v) {
    const may = weakGet(this.lentLists, list)
    if (may !== undefined) this.lend(v, may)
  }
}

module.exports = { __proto__: null, Lasting }
