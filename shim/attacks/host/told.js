'use strict'

// What leads on from a terminal or a debug session that an extension only hears of (invariant 10), inside VS Code's own extension host.

const { a } = require('./lib.js')
const r = more => ({ round: 15, ...more })

module.exports = [
  a('the environment of another\'s terminal, by all that it has', async ({ vscode, victim }) => {
    victim('terminal')
    await new Promise(r => setTimeout(r, 500))
    const out = []
    const seen = new Set()
    const queue = [...vscode.window.terminals]
    while (queue.length > 0 && seen.size < 5000) {
      const o = queue.pop()
      if (typeof o === 'string') out.push(o)
      if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
      seen.add(o)
      queue.push(Object.getPrototypeOf(o))
      for (const k of [...Reflect.ownKeys(o), 'creationOptions', 'env', 'toJSON', 'constructor']) {
        try { queue.push(o[k], Reflect.getOwnPropertyDescriptor(o, k)) } catch { /* of a strict function */ }
      }
      try { out.push('' + JSON.stringify(o)) } catch { /* leads back to itself */ }
    }
    return out.find(s => s.includes('canary-')) ?? 'no'
  }, r()),
  a('the environment of another\'s terminal, kept as state and read back', async ({ vscode, victim, context }) => {
    victim('terminal')
    await new Promise(r => setTimeout(r, 500))
    const { 0: t } = vscode.window.terminals
    await context.workspaceState.update('k', [t])
    return JSON.stringify(context.workspaceState.get('k'))
  }, r()),
  a('the environment of another\'s terminal, by an event and a command of its own', async ({ vscode, victim }) => {
    victim('terminal')
    await new Promise(r => setTimeout(r, 500))
    const { 0: t } = vscode.window.terminals
    const back = []
    const e = new vscode.EventEmitter()
    e.event(x => { back.push(x) })
    e.fire(t)
    vscode.commands.registerCommand('acme.own', x => { back.push(x) })
    await vscode.commands.executeCommand('acme.own', t)
    return back.map(x => x.creationOptions?.env?.TOKEN).join()
  }, r()),
  a('code in the program that the person debugs, by the session that began', async ({ vscode, victim }) => {
    const heard = new Promise(r => { vscode.debug.onDidStartDebugSession(r); setTimeout(r, 3000) })
    victim('debugs')
    await (await heard).customRequest('evaluate', { expression: 'process.exit()' })
    return 'done'
  }, r({ goal: 'call', call: 'MainThreadDebugService.$customDebugAdapterRequest' })),
  a('another name for the session that the person debugs', async ({ vscode, victim }) => {
    const heard = new Promise(r => { vscode.debug.onDidStartDebugSession(r); setTimeout(r, 3000) })
    victim('debugs')
    const session = await heard
    session.name = 'other'
    await new Promise(r => setTimeout(r, 200))
    return 'done'
  }, r({ goal: 'call', call: 'MainThreadDebugService.$setDebugSessionName', inv: 13, kind: 'interference' })),
  a('the text of what somebody else has shown, by a provider of its symbols', async ({ vscode, victim, T }) => {
    let got = 'no'
    vscode.languages.registerDocumentSymbolProvider([{ scheme: 'file' }], { provideDocumentSymbols: d => {
      if (d.fileName === T.secret) try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    victim('shows', T.secret)
    await new Promise(ok => setTimeout(ok, 1500))
    return got
  }, r({ round: 16 })),
]
