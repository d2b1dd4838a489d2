'use strict'

// What an extension got while it was observed and has when it is not: streams, folders, waiting requests, shells and what it lent
// (invariants 5, 7, 9 and 10), inside VS Code's own extension host.

const { a } = require('./lib.js')
const { withOver, SHORT } = require('./over.js')
const r = more => ({ round: 13, config: SHORT, ...more })

module.exports = [
  a('a file elsewhere, by a stream that it made while it was observed', withOver(async ({ require, T }) => {
    const s = require('fs').createReadStream(T.secret)
    await new Promise(ok => s.on('open', ok))
    const over = await (OVER)(require)
    const got = await new Promise(ok => { s.on('data', d => ok(String(d))).on('error', e => ok(e.message)); setTimeout(ok, 1500, 'no') })
    return over ? got : 'not over'
  }), r({ class: 'files', inv: 7 })),
  a('a file elsewhere, written by a stream that it made while it was observed', withOver(async ({ require, T, victim }) => {
    const s = require('fs').createWriteStream(T.mark + '.s').on('error', () => {})
    await new Promise(ok => s.on('open', ok))
    const over = await (OVER)(require)
    try { s.end('yes') } catch { /* it is refused */ }
    await new Promise(ok => setTimeout(ok, 500))
    return over ? victim('text', T.mark + '.s') : 'not over'
  }), r({ class: 'files', inv: 7 })),
  a('a file elsewhere, by the lines of a handle that it opened while it was observed', withOver(async ({ require, T }) => {
    const h = await require('fs').promises.open(T.secret)
    const s = h.createReadStream()
    const over = await (OVER)(require)
    const got = await new Promise(ok => { s.on('data', d => ok(String(d))).on('error', e => ok(e.message)); setTimeout(ok, 1500, 'no') })
    return over ? got : 'not over'
  }), r({ class: 'files', inv: 7 })),
  a('the mode of a file elsewhere, by a handle that it opened while it was observed', withOver(async ({ require, T, victim }) => {
    victim('writes', T.mark + '.m')
    const h = await require('fs').promises.open(T.mark + '.m', 'r+')
    const over = await (OVER)(require)
    try { await h.chmod(0o741) } catch { /* it is refused */ }
    return over && victim('mode', T.mark + '.m') === '741' ? 'yes' : 'over ' + over
  }), r({ class: 'files', inv: 7 })),
  a('what lies in a folder elsewhere, by a folder that it opened while it was observed', withOver(async ({ require, T, victim }) => {
    const fs = require('fs')
    fs.mkdirSync(T.mark + '.f')
    for (let i = 0; i < 200; i++) fs.writeFileSync(T.mark + '.f/' + i, '')
    const d = fs.opendirSync(T.mark + '.f', { bufferSize: 1 })
    d.readSync()
    const over = await (OVER)(require)
    let n = 0
    try { while (d.readSync() !== null) n++ } catch { /* it is refused */ }
    return over && n > 100 ? 'yes' : 'over ' + over + ' ' + n
  }), r({ class: 'files', inv: 7 })),
  a('a request that waits for its turn since it was observed', withOver(async ({ require, T }) => {
    const http = require('http')
    const slow = await new Promise(ok => { const s = http.createServer(() => {}).listen(0, '127.0.0.1', () => ok(s)) })
    const agent = new http.Agent({ maxTotalSockets: 1 })
    const first = http.get({ host: '127.0.0.1', port: slow.address().port, agent }).on('error', () => {})
    const second = new Promise(ok => {
      http.get({ host: '127.0.0.1', port: T.port, agent }, m => { m.resume(); ok('yes') }).on('error', e => ok(e.message))
    })
    const over = await (OVER)(require)
    first.destroy()
    setTimeout(() => slow.closeAllConnections(), 300)
    const got = await Promise.race([second, new Promise(ok => setTimeout(ok, 2500, 'no'))])
    slow.close()
    return over ? got : 'not over'
  }), r({ class: 'network', inv: 9 })),
  a('a line in a shell of the person\'s, by what it was told while it was observed', withOver(async ({ vscode, require, other }) => {
    let shell
    vscode.window.onDidChangeTerminalShellIntegration(e => { shell = e.shellIntegration })
    await other('test.terminal')
    await new Promise(ok => setTimeout(ok, 300))
    const over = await (OVER)(require)
    if (over) shell.executeCommand('rf-marked')
    await new Promise(ok => setTimeout(ok, 300))
    return 'over ' + over
  }), r({ inv: 8, goal: 'call', call: 'MainThreadTerminalShellIntegration.$executeCommand marked' })),
  a('what a neighbour tells a function in a list that it lent it while it was observed', withOver(async ({ vscode, require, victim }) => {
    let got = 'no'
    vscode.extensions.getExtension('other.victim').exports.keeps([v => { got = v }])
    const over = await (OVER)(require)
    await victim('tells')
    return over ? got : 'not over'
  }), r({ inv: 10 })),
  a('what a neighbour tells a function in a table that it lent it while it was observed', withOver(async ({ vscode, require, victim }) => {
    let got = 'no'
    vscode.extensions.getExtension('other.victim').exports.keeps(new Map([['x', v => { got = v }]]))
    const over = await (OVER)(require)
    await victim('tells')
    return over ? got : 'not over'
  }), r({ inv: 10 })),
  a('what a neighbour tells a function that it promised it while it was observed', withOver(async ({ vscode, require, victim }) => {
    let got = 'no'
    vscode.extensions.getExtension('other.victim').exports.keeps(Promise.resolve(v => { got = v }))
    const over = await (OVER)(require)
    await victim('tells')
    return over ? got : 'not over'
  }), r({ inv: 10 })),
]
