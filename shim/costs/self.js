'use strict'

// The same measurement from within, for LavaMoat, which runs a program and no module.

const ops = require('./ops.js')

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const out = { rss: process.memoryUsage().rss }
const CALLS = 3000
for (const name of Object.keys(ops)) {
  ops[name](CALLS)
  let best = Infinity
  for (let i = 0; i < 5; i++) {
    const t = cpu()
    ops[name](CALLS)
    best = Math.min(best, (cpu() - t) / CALLS)
  }
  out[name] = best
}
console.log('COSTS ' + JSON.stringify(out))
