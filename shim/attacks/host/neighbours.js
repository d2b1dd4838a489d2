'use strict'

// Names of neighbours and what the realm asks everybody for (invariants 1, 10 and 13), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 12, ...more })

module.exports = [
  a('a command of a neighbour\'s that no manifest names, taken before it begins', async ({ vscode, victim }) => {
    vscode.commands.registerCommand('victim.hidden', () => 'yes')
    try { victim('hidden') } catch { /* it is taken */ }
    return victim('victim.hidden')
  }, r({ inv: 13, kind: 'interference' })),
  a('what the menus of a neighbour depend on', async ({ vscode }) => {
    await vscode.commands.executeCommand('setContext', 'victim.rf-marked', true)
    return 'done'
  }, r({ inv: 13, kind: 'interference', goal: 'call', call: 'MainThreadCommands.$executeCommand marked',
    ...grant({ surface: 'command', resource: 'setContext' }) })),
  a('a channel of the name of the loader\'s', ({ vscode }) => {
    const c = vscode.window.createOutputChannel('ringfence: tested')
    c.appendLine('nothing was denied')
    return c.name === 'ringfence: tested' ? 'yes' : 'no'
  }, r({ inv: 11, kind: 'interference' })),
  a('a tool for agents of a neighbour\'s', ({ vscode }) => {
    vscode.lm.registerTool('victim_tool', { invoke: () => ({ content: [] }) })
    return 'yes'
  }, r({ inv: 13, kind: 'interference', ...grant('ai'),
    declares: { languageModelTools: [{ name: 'victim_tool', displayName: 'x', modelDescription: 'x' }] } })),
  a('a controller of tests of a neighbour\'s, taken before it begins', async ({ vscode, victim }) => {
    vscode.tests.createTestController('victim.tests', 'x')
    try { victim('controller'); return 'no' } catch (e) { return /duplicate|already/i.test(e.message) ? 'yes' : e.message }
  }, r({ round: 12, inv: 13, kind: 'interference' })),
  a('what the workbench is told, by "toJSON" of lists', async ({ victim }) => {
    Object.defineProperty(Array.prototype, 'toJSON', { configurable: true, value: function () {
      return this[0] === 'test.none' ? ['workbench.action.terminal.sendSequence', { text: 'rf-marked' }] : this
    } })
    try { await victim('test.none').then(() => {}, () => {}) } finally { delete Array.prototype.toJSON }
    return 'done'
  }, r({ class: 'realm', inv: 1, goal: 'call', call: 'MainThreadCommands.$executeCommand marked' })),
  a('what a neighbour waits for, by "then" of lists', async ({ victim }) => {
    let got = 'no'
    Object.defineProperty(Array.prototype, 'then', { configurable: true,
      get() { if (String(this[0]).startsWith('canary')) got = this[0] } })
    try { await victim('lists') } catch { /* whatever it makes of it */ }
    delete Array.prototype.then
    return got
  }, r({ class: 'realm', inv: 1, kind: 'interference' })),
  a('the file system of the host, by what a neighbour promisifies', async ({ require, T, victim }) => {
    const { promisify } = require('util')
    let real
    Object.defineProperty(Function.prototype, promisify.custom, { configurable: true, get() { if (this.name === 'readFile') real = this } })
    try { victim('promisifies') } finally { delete Function.prototype[promisify.custom] }
    return real === undefined ? 'no' : new Promise(ok => real(T.secret, 'utf8', (e, v) => ok(v)))
  }, r({ class: 'realm', inv: 1 })),
  a('the require of the host, by a file of a neighbour\'s that calls the function of a template', async ({ require, T, victim }) => {
    let raw
    let got = 'no'
    const before = Array.prototype.push
    const here = this
    void here
    globalThis.hook = f => {
      if (raw === undefined) { raw = f; return }
      Array.prototype.push = before
      for (let c = f, n = 0; typeof c === 'function' && n < 4 && got === 'no'; n++, c = c.caller) {
        const l = c.arguments
        for (let i = 0; l && i < l.length; i++) {
          if (typeof l[i] === 'function' && l[i].cache) got = l[i]('fs').readFileSync(T.secret, 'utf8')
        }
      }
    }
    try { new Function('o', 'with(o){} hook(anonymous)')({}) } catch { raw = eval('(function () { globalThis.hook(raw) })') }
    Array.prototype.push = raw
    try { victim('loads') } finally { Array.prototype.push = before }
    return got
  }, r({ class: 'strings', inv: 4, policy: { code: ['eval'] } })),
  a('what the workbench tells a neighbour, by how bytes become a text', async ({ victim }) => {
    const { toString } = Buffer.prototype
    let got = 'no'
    Buffer.prototype.toString = function (...x) {
      const text = toString.apply(this, x)
      if (text.includes('canary')) got = text.slice(text.indexOf('canary'))
      return text
    }
    try { await victim('secret') } finally { Buffer.prototype.toString = toString }
    return got
  }, r({ class: 'realm', inv: 1 })),
  a('addresses that a neighbour fetched, by what an event of the timeline tells of', async ({ T, victim }) => {
    let all
    performance.addEventListener('own', e => { all = e.target })
    performance.dispatchEvent(new Event('own'))
    await victim('fetches', T.port)
    await new Promise(ok => setTimeout(ok, 600))
    return all.getEntriesByType('resource').map(e => e.name).join()
  }, r({ class: 'realm', inv: 3, kind: 'interference' })),
  a('a file of a neighbour\'s, as it pipes it to the standard output', async ({ T, victim }) => {
    let got = 'no'
    process.stdout.on('pipe', s => { s.on('data', d => { got = String(d) }) })
    victim('pipes', T.secret)
    await new Promise(ok => setTimeout(ok, 500))
    return got
  }, r({ class: 'files', inv: 5 })),
]
