'use strict'

// What attacks of round 12 share.

// Whoever gets as far as the linker hears from it that the file is not there.
const TRIES = { goal: 'said', files: { 'own.js': () => {
  exports.tries = f => {
    try { f() } catch (e) {
      if (/shared library|shared object|no such file|dso|not found|DSO/i.test(e.message + e.opensslErrorStack)) say('yes')
    }
  }
} } }
const twelfth = (name, inv, code, more) => ({ name, inv, round: 12, code, ...more })
const shares = (name, inv, code, more) => twelfth(name, inv, code, { kind: 'interference', goal: 'said', ...more })

module.exports = { twelfth, shares, TRIES }
