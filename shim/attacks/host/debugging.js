'use strict'

// What a debugger of the extension's own has the workbench do, where the policy grants that debugger and nothing else (invariants
// 8, 9 and 10), inside VS Code's own extension host.

const { a, grant } = require('./lib.js')
const r = more => ({ round: 13, declares: { debuggers: [{ type: 'acme', label: 'x' }] },
  ...grant({ surface: 'debug', resource: 'acme' }), ...more })

module.exports = [
  a('a program, by what a debug adapter asks for', async ({ vscode }) => {
    const sends = new vscode.EventEmitter()
    const handleMessage = m => {
      if (m.command === 'initialize') {
        sends.fire({ type: 'request', seq: 1, command: 'runInTerminal',
          arguments: { kind: 'integrated', cwd: '/', args: ['touch', 'rf-marked'] } })
      }
    }
    const adapter = { onDidSendMessage: sends.event, handleMessage, dispose() {} }
    vscode.debug.registerDebugAdapterDescriptorFactory('acme',
      { createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(adapter) })
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x' })
    await new Promise(ok => setTimeout(ok, 800))
    return 'done'
  }, r({ inv: 8, goal: 'call', call: 'workbench.run marked' })),
  a('a task, by a session that a debug adapter asks for', async ({ vscode }) => {
    const sends = new vscode.EventEmitter()
    const handleMessage = m => {
      if (m.command === 'initialize') {
        sends.fire({ type: 'request', seq: 1, command: 'startDebugging',
          arguments: { request: 'launch', configuration: { name: 'y', preLaunchTask: 'rf-marked' } } })
      }
    }
    const adapter = { onDidSendMessage: sends.event, handleMessage, dispose() {} }
    vscode.debug.registerDebugAdapterDescriptorFactory('acme',
      { createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(adapter) })
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x' })
    await new Promise(ok => setTimeout(ok, 800))
    return 'done'
  }, r({ inv: 8, goal: 'call', call: 'workbench.task marked' })),
  a('a file elsewhere, as the place where its debug adapter stopped', async ({ vscode, T }) => {
    let got = 'no'
    vscode.languages.registerDocumentSymbolProvider([{ scheme: 'file' }], { provideDocumentSymbols: d => {
      if (d.fileName === T.secret) try { got = d.getText() } catch (e) { got = e.message }
      return []
    } })
    const sends = new vscode.EventEmitter()
    const handleMessage = m => {
      if (m.command === 'initialize') sends.fire({ type: 'event', seq: 1, event: 'stopped', body: { reason: 'entry', threadId: 1 } })
      if (m.command !== 'stackTrace') return
      sends.fire({ type: 'response', seq: 2, request_seq: m.seq, command: m.command, success: true,
        body: { stackFrames: [{ id: 1, name: 'x', line: 1, column: 1, source: { path: T.secret } }] } })
    }
    const adapter = { onDidSendMessage: sends.event, handleMessage, dispose() {} }
    vscode.debug.registerDebugAdapterDescriptorFactory('acme',
      { createDebugAdapterDescriptor: () => new vscode.DebugAdapterInlineImplementation(adapter) })
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x' })
    await new Promise(ok => setTimeout(ok, 1200))
    return got
  }, r({ inv: 10, ...grant('debug') })),
  a('a program, by a configuration that becomes one of another debugger', async ({ vscode }) => {
    vscode.debug.registerDebugConfigurationProvider('acme', { resolveDebugConfiguration: () =>
      ({ type: 'node', request: 'launch', name: 'x', runtimeExecutable: '/bin/sh', runtimeArgs: ['-c', 'rf-marked'] }) })
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x' })
    await new Promise(ok => setTimeout(ok, 500))
    return 'done'
  }, r({ inv: 8, goal: 'call', call: 'workbench.debugger node marked' })),
  a('a variable of the host, by the configuration of its debugger', async ({ vscode }) => {
    let got = 'no'
    vscode.debug.registerDebugConfigurationProvider('acme', {
      resolveDebugConfigurationWithSubstitutedVariables: (folder, c) => { got = c.at; return c } })
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x', at: '${env:SECRET_TOKEN}' })
    await new Promise(ok => setTimeout(ok, 500))
    return got
  }, r({ inv: 10 })),
  a('a setting of a neighbour, by the configuration of its debugger', async ({ vscode }) => {
    let got = 'no'
    vscode.debug.registerDebugConfigurationProvider('acme', {
      resolveDebugConfigurationWithSubstitutedVariables: (folder, c) => { got = c.at; return c } })
    await vscode.debug.startDebugging(undefined, { type: 'acme', request: 'launch', name: 'x', at: '${config:victim.token}' })
    await new Promise(ok => setTimeout(ok, 500))
    return got
  }, r({ inv: 10 })),
]
