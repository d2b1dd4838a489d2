'use strict'

// The agents of this fence (invariant 9). Node's own agent is everybody's: a connection that it keeps was somebody's,
// who may still hear what comes back on it.

const { ownSockets } = require('../kernel/internallists.js')

// How Node made its own agent, without what was done to it since.
const AS_NODES = ['keepAlive', 'scheduling', 'timeout', 'proxyEnv']
const agents = { __proto__: null, http: undefined, https: undefined }

// agentOf returns the agent of http or https that requests without one of their own go through.
function agentOf(lib, secure) {
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
