'use strict'

// The host of one measurement: loads an extension's main by one kind of fence and
// says what it cost. Everything is CPU time of this process, in microseconds.
//
//   node host.js KIND MAIN WHAT        WHAT: ops, or load

const fs = require('node:fs')
const path = require('node:path')

const [kind, main, what] = process.argv.slice(2)
const kit = id => require(require.resolve(id, { paths: [process.env.COSTS_KIT] }))

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const loaders = {
  require: file => require(file),
  vm2: file => {
    const { NodeVM } = kit('vm2')
    return new NodeVM({ require: { builtin: ['*'], external: true }, env: {} }).run(fs.readFileSync(file, 'utf8'), file)
  },
  ses: file => {
    kit('ses')
    globalThis.lockdown({
      errorTaming: 'unsafe', consoleTaming: 'unsafe', overrideTaming: 'severe', stackFiltering: 'verbose', evalTaming: 'unsafe-eval',
      domainTaming: 'unsafe',
    })
    const load = name => {
      const module = { exports: {} }
      const c = new globalThis.Compartment({
        process, console, Buffer, setTimeout, clearTimeout, setImmediate, performance, URL, TextDecoder, TextEncoder,
      })
      const text = '(function (exports, require, module, __filename, __dirname) {' + fs.readFileSync(name, 'utf8') + '\n})'
      const f = c.evaluate(text, {
        __evadeHtmlCommentTest__: true, __evadeImportExpressionTest__: true, __rejectSomeDirectEvalExpressions__: false,
      })
      const from = require('node:module').createRequire(name)
      f(module.exports, id => (id[0] === '.' ? load(from.resolve(id)) : from(id)), module, name, path.dirname(name))
      return module.exports
    }
    return load(file)
  },
}

const before = cpu()
const m = (loaders[kind] ?? loaders.require)(main)
const out = { load: cpu() - before, rss: process.memoryUsage().rss }
if (what === 'ops') {
  const CALLS = 3000
  for (const [name, f] of Object.entries(m)) {
    f(CALLS)
    const rounds = []
    for (let i = 0; i < 5; i++) {
      const t = cpu()
      f(CALLS)
      rounds.push((cpu() - t) / CALLS)
    }
    out[name] = Math.min(...rounds)
  }
}
fs.writeSync(1, JSON.stringify(out) + '\n')
process.exit(0)
