'use strict'

// SIGUSR1 opens the debugger of whatever process of Node gets it (invariant 8): who connects there runs
// code in it, beside the fence. No grant of kill is one of that.

const { constants } = require('node:os')
const { toUpperCase } = require('../../kernel/primordials.js')
const { refused } = require('../../kernel/errors.js')

const { SIGUSR1 } = constants.signals

// noDebugger gives the error for a signal that opens a debugger, or null. Node raises the letters of a
// name, which makes one of several that no lowering makes alike.
const opens = signal => signal !== undefined && (signal === SIGUSR1 || (typeof signal === 'string' && toUpperCase(signal) === 'SIGUSR1'))
const noDebugger = signal => (opens(signal) ? refused('RF_DENIED_CALL', 'kill', 'SIGUSR1') : null)

module.exports = { __proto__: null, noDebugger }
