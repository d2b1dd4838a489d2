'use strict'

// What attacks on observation share: OVER in a function waits until the loader enforces.

const OVER = `(async (require) => {
  if (!require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')) return true
  for (let i = 0; i < 80; i++) {
    await new Promise(r => setTimeout(r, 100))
    try { require('child_process').execFileSync('/bin/true') } catch { return true }
  }
  return false
})`
const withOver = f => eval('(' + f.toString().replace('OVER', OVER) + ')')
const SHORT = { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' }

module.exports = { withOver, SHORT }
