'use strict'

// The agents of this fence (invariant 9). Node's own agent is everybody's: a connection that it keeps was somebody's,
// who may still hear what comes back on it.

const { weakGet, WeakMap, weakSet } = require('../../kernel/primordials.js')
const { ownSockets } = require('../../kernel/internallists.js')

// How Node made its own agent, without what was done to it since.
const AS_NODES = ['keepAlive', 'scheduling', 'timeout', 'proxyEnv']
// Several extensions may have one loader.
const kept = new WeakMap()

// agentOf returns the agent of http or https that a fence's requests without one of their own go through.
/** @param {import('../../policy/fence.js').Fence} fence */
function agentOf(fence, lib, secure) {
  let agents = weakGet(kept, fence)
  if (agents === undefined) weakSet(kept, fence, (agents = { __proto__: null, http: undefined, https: undefined }))
  const name = secure ? 'https' : 'http'
  if (agents[name] === undefined) {
    const from = lib.globalAgent === undefined ? undefined : lib.globalAgent.options
    const options = { __proto__: null }
    if (from !== null && typeof from === 'object') {
      for (let i = 0; i < AS_NODES.length; i++) if (from[AS_NODES[i]] !== undefined) options[AS_NODES[i]] = from[AS_NODES[i]]
    }
    agents[name] = new lib.Agent(options)
    ownSockets(agents[name])
  }
  return agents[name]
}

module.exports = { __proto__: null, agentOf }
