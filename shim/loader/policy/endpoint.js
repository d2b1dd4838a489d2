'use strict'

// Where a connection goes, as the policy is asked for it.

const { endsWith, slice, startsWith } = require('../kernel/primordials.js')
const { ask } = require('./fence.js')
const { refused } = require('../kernel/errors.js')

const endpoint = (scheme, host, port, path, socket) =>
  ({ __proto__: null, scheme, host, port, path, socket, pipe: '' })

const bareHost = h => (startsWith(h, '[') && endsWith(h, ']') ? slice(h, 1, h.length - 1) : h)

// askConnect returns null, or the error of a connection that is refused.
const askConnect = (fence, e, syscall) =>
  (ask(fence, { section: 'network.connect', endpoint: e }) ? null : refused('RF_DENIED_CALL', syscall, ''))

module.exports = { __proto__: null, askConnect, bareHost, endpoint }
