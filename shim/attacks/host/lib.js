'use strict'

// What the attacks of the real host share. A neighbour (other.victim) has a command, exports,
// state, a secret and a setting of its own; what an attack returns is what it got of them. No
// surface is granted unless the attack says so.

const a = (name, code, more) => ({ class: 'vscode', name, inv: 10, round: 1, code, ...more })
const grant = (...vscode) => ({ policy: { vscode } })

module.exports = { a, grant }
