'use strict'

// The module diagnostics_channel: channels carry the requests and sockets of everybody, so an
// extension has its own.

const { append, apply, defineProperty, mapGet, mapSet, Map } = require('../kernel/primordials.js')

const without = (list, f) => {
  const out = []
  for (let i = 0; i < list.length; i++) if (list[i] !== f) append(out, list[i])
  return out
}

// Channels carry the requests and sockets of everybody: an extension has its own.
function channels() {
  const byName = new Map()
  function Channel(name) { this.name = name; this.listeners = [] }
  Channel.prototype.subscribe = function (f) { append(this.listeners, f) }
  Channel.prototype.unsubscribe = function (f) { this.listeners = without(this.listeners, f) }
  const { subscribe, unsubscribe } = Channel.prototype
  Channel.prototype.publish = function (m) {
    for (let i = 0; i < this.listeners.length; i++) apply(this.listeners[i], undefined, [m, this.name])
  }
  Channel.prototype.bindStore = () => {}
  Channel.prototype.unbindStore = () => {}
  Channel.prototype.runStores = (_, f, self, ...args) => apply(f, self, args)
  defineProperty(Channel.prototype, 'hasSubscribers', { get() { return this.listeners.length > 0 } })
  const channel = name => {
    let c = mapGet(byName, name)
    if (c === undefined) mapSet(byName, name, (c = new Channel(name)))
    return c
  }
  const tracing = ['start', 'end', 'asyncStart', 'asyncEnd', 'error']
  return {
    Channel, channel, hasSubscribers: n => channel(n).hasSubscribers, subscribe: (n, f) => apply(subscribe, channel(n), [f]),
    unsubscribe: (n, f) => apply(unsubscribe, channel(n), [f]),
    tracingChannel: name => {
      const t = { hasSubscribers: false, subscribe() {}, unsubscribe() {}, traceSync: (f, _, self, ...args) => apply(f, self, args),
        tracePromise: (f, _, self, ...args) => apply(f, self, args), traceCallback: (f, _, _2, self, ...args) => apply(f, self, args) }
      for (let i = 0; i < tracing.length; i++) t[tracing[i]] = channel('tracing:' + name + ':' + tracing[i])
      return t
    },
  }
}

module.exports = { __proto__: null, channels }
