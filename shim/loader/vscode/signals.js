'use strict'

// Signals to stop (invariants 4 and 5). Who holds a signal reads its listeners, and so the functions of
// whoever listens. One that crosses the border is another, which ends when the first one does.

const { apply, getOwn, WeakMap, weakGet, weakSet } = require('../kernel/primordials.js')

const { AbortController, AbortSignal, EventTarget } = globalThis
const SignalPrototype = AbortSignal.prototype
const { addEventListener } = EventTarget.prototype
const { abort } = AbortController.prototype
const signalOf = getOwn(AbortController.prototype, 'signal').get
const isAborted = getOwn(SignalPrototype, 'aborted').get
const reasonOf = getOwn(SignalPrototype, 'reason').get

// createSignals gives twin(v, turned): the signal that the other side has for v, the same each time.
// turned turns the reason.
function createSignals() {
  const twins = new WeakMap()
  return (v, turned) => {
    const had = weakGet(twins, v)
    if (had !== undefined) return had
    const controller = new AbortController()
    const out = apply(signalOf, controller, [])
    const end = () => { apply(abort, controller, [turned(apply(reasonOf, v, []))]) }
    if (apply(isAborted, v, [])) end()
    else apply(addEventListener, v, ['abort', end, { __proto__: null, once: true }])
    weakSet(twins, v, out)
    weakSet(twins, out, v)
    return out
  }
}

module.exports = { __proto__: null, createSignals, SignalPrototype }
