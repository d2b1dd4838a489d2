'use strict'

// A domain module of the fence's own (invariant 13). Node's changes emitters, timers and promises of the whole realm when it is
// loaded. Libraries load it to look whether a domain is entered, and none is; what throws at once is told to its domain, and what
// throws later to nobody's.

const { apply, Error } = require('../kernel/primordials.js')
const Emitter = require('node:events')
const { emit } = Emitter.prototype

function run(domain, f, args) {
  try {
    return apply(f, domain, args)
  } catch (e) {
    apply(emit, domain, ['error', e])
    return undefined
  }
}

// ownDomain is the module.
function ownDomain() {
  class Domain extends Emitter {
    members = []
    run(f, ...args) {
      return run(this, f, args)
    }
    bind(f) {
      return (...args) => run(this, f, args)
    }
    intercept(f) {
      return (error, ...args) => (error instanceof Error ? apply(emit, this, ['error', error]) : run(this, f, args))
    }
    add() {}
    remove() {}
    enter() {}
    exit() {}
    dispose() {}
  }
  const create = () => new Domain()
  return { Domain, create, createDomain: create, active: null, _stack: [] }
}

module.exports = { __proto__: null, ownDomain }
