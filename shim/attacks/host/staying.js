'use strict'

// What is done while an extension is observed and stays when it is not, and consent that nobody gave (invariants 7, 8, 9, 10 and 12),
// inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const { withOver, SHORT } = require('./over.js')
const r = more => ({ round: 14, config: SHORT, ...more })

module.exports = [
  a('a program in every terminal, by a variable that it put while it was observed', withOver(async ({ context, require }) => {
    context.environmentVariableCollection.replace('BASH_ENV', 'rf-marked')
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    return 'over ' + over
  }), r({ inv: 8, goal: 'call', call: 'workbench.variables marked' })),
  a('a program that a setting of the workspace names, which it wrote to the disk while it was observed',
    withOver(async ({ vscode, require, T, other }) => {
    const fs = require('fs')
    const folder = vscode.workspace.workspaceFolders[0].uri.fsPath + '/.vscode'
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(folder + '/settings.json', JSON.stringify({ 'acme.tool': '/usr/bin/touch' }))
    await other('test.reads', folder + '/settings.json')
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    require('child_process').execFileSync('/usr/bin/touch', [T.mark])
    return 'over ' + over
  }), r({ inv: 10, goal: 'mark', policy: { processes: [{ command: '${config:acme.tool}', args: ['...'] }] },
    declares: { configuration: { properties: { 'acme.tool': { type: 'string' } } } } })),
  a('a file elsewhere, by a blob that it opened while it was observed', withOver(async ({ require, T }) => {
    const blob = await require('fs').openAsBlob(T.secret)
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    return over ? blob.text() : 'not over'
  }), r({ class: 'files', inv: 7 })),
  a('what a file elsewhere says, by another name that a program gave it while it was observed', withOver(async ({ require, T }) => {
    require('child_process').execFileSync('ln', [T.secret, __dirname + '/other.txt'])
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    return over ? require('fs').readFileSync(__dirname + '/other.txt', 'utf8') : 'not over'
  }), r({ class: 'files', inv: 7 })),
  a('what a neighbour\'s debugger says, by a tracker that it made while it was observed', withOver(async ({ vscode, require, victim }) => {
    let got = 'no'
    let over = false
    vscode.debug.registerDebugAdapterTrackerFactory('*', { createDebugAdapterTracker: () => ({
      onDidSendMessage: m => { if (over && m.body?.output) got = m.body.output } }) })
    await victim('adapts')
    await new Promise(ok => setTimeout(ok, 500))
    over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    victim('says')
    await new Promise(ok => setTimeout(ok, 500))
    return over ? got : 'not over'
  }), r()),
  a('what comes in on a connection that it took while it was observed', withOver(async ({ require, victim }) => {
    let got = 'no'
    const server = require('net').createServer(s => s.on('data', d => { got = String(d) }))
    await new Promise(ok => server.listen(0, '127.0.0.1', ok))
    await victim('connects', server.address().port)
    const over = await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 600))
    victim('sends')
    await new Promise(ok => setTimeout(ok, 500))
    return over ? got : 'not over'
  }), r({ class: 'network', inv: 9 })),
  a('what waits for consent, chosen in the person\'s place', withOver(async ({ vscode, require, T }) => {
    const run = () => require('child_process').execFileSync('/usr/bin/touch', [T.mark])
    const press = id => vscode.commands.executeCommand(id)
    run()
    require('fs').rmSync(T.mark)
    await (OVER)(require)
    await new Promise(ok => setTimeout(ok, 800))
    await press('notification.acceptPrimaryAction')
    await new Promise(ok => setTimeout(ok, 300))
    for (let i = 0; i < 8; i++) await press('workbench.action.quickPickManyToggle')
    await press('workbench.action.acceptSelectedQuickOpenItem')
    await new Promise(ok => setTimeout(ok, 600))
    run()
    return 'done'
  }), r({ inv: 12, goal: 'mark', ...grant('command') })),
]
