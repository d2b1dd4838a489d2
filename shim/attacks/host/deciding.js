'use strict'

// What an observation grants by itself (invariants 8, 9 and 12), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const { withOver, SHORT } = require('./over.js')
const r = more => ({ round: 13, config: SHORT, table: true, ...more })
const asked = (surface, resource) => grant({ surface, resource, mark: 'unresolved' })

module.exports = [
  a('a socket that its code does not name, after it was observed', withOver(async ({ require, T }) => {
    const net = require('net')
    // The word by which its address begins, as many programs have it.
    const kind = 'unix'
    const at = T.out + '/s' + T.mark.slice(-4) + kind[0]
    await new Promise(ok => net.createServer(s => s.end('yes')).listen(at, ok))
    const asks = () => new Promise(ok => {
      try {
        net.connect({ path: at }).on('data', d => ok(String(d))).on('error', e => ok(e.message))
      } catch (e) { ok(e.message) }
    })
    await asks()
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    return over ? asks() : 'not over'
  }), r({ inv: 9, policy: { 'network.connect': [{ address: 'https://good.example', mark: 'unresolved' }] } })),
  a('the setting that says which program a terminal runs, after it was observed', withOver(async ({ vscode, require }) => {
    const set = v => vscode.workspace.getConfiguration().update('terminal.integrated.automationProfile.linux', v, true)
    await set({ path: 'x' })
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    if (over) await set({ path: 'rf-marked' })
    return 'over ' + over
  }), r({ inv: 8, goal: 'call', call: 'MainThreadConfiguration.$updateConfigurationOption marked',
    ...asked('settings.write', 'acme.flag') })),
  a('a line for a shell, by a command of the editor, after it was observed', withOver(async ({ vscode, require }) => {
    const types = text => vscode.commands.executeCommand('workbench.action.terminal.sendSequence', { text })
    await types('x')
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    if (over) await types('rf-marked')
    return 'over ' + over
  }), r({ inv: 8, goal: 'call', call: 'MainThreadCommands.$executeCommand marked', ...asked('command', 'acme.other') })),
  a('what the person types, by a function of the editor\'s that nobody asked about, after it was observed', withOver(
    async ({ vscode, require, other }) => {
    let got = 'no'
    const takes = () => vscode.commands.registerCommand('type', x => { got = x.text })
    takes().dispose()
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    takes()
    await other('type', { text: 'yes' })
    return over ? got : 'not over'
  }), r({ inv: 13, policy: { modules: { ...Object.fromEntries(['fs', 'child_process'].map(m => [m, ['*']])),
    vscode: [{ function: 'window.createOther', mark: 'unresolved' }] } } })),
  a('a program that it writes to the disk by another, as an addon, after it was observed', withOver(async ({ vscode, require, T }) => {
    const fs = require('fs')
    const cp = require('child_process')
    const from = cp.execFileSync('/usr/bin/find', ['/usr/lib', '/lib', '-name', 'libz.so.1*'], { encoding: 'utf8' }).split('\n')[0]
    cp.execFileSync('/bin/cp', [from, T.out + '/made.node'])
    const asks = () => {
      try { require(T.out + '/made.node'); return 'yes' } catch (e) {
        return /self-register|napi|Module did not/i.test(e.message) ? 'yes' : e.message
      }
    }
    asks()
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    void fs
    return over ? asks() : 'not over'
  }), r({ class: 'native', inv: 8, policy: { 'files.read': ['${extension}/**', '/tmp/**'],
    code: ['load', { code: 'native', path: '${extension}/x.node', mark: 'unresolved' }] } })),
]
