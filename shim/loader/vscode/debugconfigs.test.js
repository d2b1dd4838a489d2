'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { configuring, read, refusedOf } = require('./debugconfigs.js')
const { ask, createFence } = require('../policy/fence.js')

// editor is that of an extension with lines of a policy, beside one that brings the debugger node.
function editor(...vscode) {
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared',
    policy: { schemaVersion: 1, extension: 'a.b', vscode, 'env.read': ['GOPATH'] } }, '/x', [])
  const permissions = {
    granted: (surface, q) => ask(fence, { section: 'vscode', name: surface, text: q.text, path: q.path }),
    eachNamed: (surface, f) => { for (const g of vscode) if (g.surface === surface) f(g.resource) },
    mayRun: name => name === 'a.own',
  }
  const debuggers = [{ type: 'node', variables: { pickProcess: 'node.pick' } }]
  const seen = { api: { extensions: { all: [{ packageJSON: { contributes: { debuggers } } }, { packageJSON: {} }] } } }
  const settings = { granted: name => name === 'a.flag' }
  return { fence, permissions, settings, members: { m: { c: '', a: [] } }, border: { functionSeen: f => f }, ...seen }
}
const config = more => ({ type: 'node', request: 'launch', name: 'x', ...more })
const opens = uriFormat => ({ serverReadyAction: { action: 'openExternally', pattern: '.', uriFormat } })

test('fields of the debugger are the debugger\'s', () => {
  const own = config({ program: 'x.js', args: ['--y', '${workspaceFolder}'], env: { A: '1' }, console: 'integratedTerminal',
    processId: '${command:pickProcess}', more: '${command:a.own}', presentation: { hidden: true }, linux: { program: 'y' } })
  assert.strictEqual(refusedOf(editor(), own, undefined), '')
})

test('what the workbench does by itself is asked for', () => {
  const cases = [
    [{ preLaunchTask: 'build' }, ['task']], [{ postDebugTask: { type: 'npm' } }, [{ surface: 'task', resource: 'npm' }]],
    [{ linux: { preLaunchTask: 'build' } }, ['task']], 
    [opens('https://a.example/x'), [{ surface: 'open', resource: 'https://a.example/*' }]],
    [opens('http://localhost:%s'), ['open']], [{ serverReadyAction: {} }, ['open']],
    [{ serverReadyAction: { action: 'debugWithChrome', uriFormat: 'http://localhost/%s' } },
      ['open', { surface: 'debug', resource: 'chrome' }]],
    [{ serverReadyAction: { action: 'startDebugging', config: { type: 'other' } } }, [{ surface: 'debug', resource: 'other' }]],
    [{ program: 'a ${command:workbench.action.quit}' }, [{ surface: 'command', resource: 'workbench.action.quit' }]],
    [{ x: [{ y: '${command:pick}' }] }, ['command']],
  ]
  for (const [more, lines] of cases) {
    assert.notStrictEqual(refusedOf(editor(), config(more), undefined), '', JSON.stringify(more))
    assert.strictEqual(refusedOf(editor(...lines), config(more), undefined), '', JSON.stringify(more))
  }
  const good = editor({ surface: 'open', resource: 'https://a.example/*' })
  for (const format of ['https://a.example%s/', 'https://a.example:%s', '%s', 'https://b.example/']) {
    assert.strictEqual(refusedOf(good, config(opens(format)), undefined), 'serverReadyAction', format)
  }
  assert.strictEqual(refusedOf(editor(), config({ debugServer: 4711 }), undefined), 'debugServer')
  const inner = { serverReadyAction: { action: 'startDebugging', config: { type: 'other', preLaunchTask: 'x' } } }
  assert.strictEqual(refusedOf(editor({ surface: 'debug', resource: 'other' }), config(inner), undefined), 'preLaunchTask')
})

test('what the person wrote goes through a provider, and what the provider adds is asked for', async () => {
  const registered = (e, provider) => {
    let got
    configuring(e, { r: (type, p) => { got = p } }, 'r', 'm')()('node', provider)
    return got
  }
  const mine = config({ preLaunchTask: 'build', args: ['${command:other}'] })
  const keeps = registered(editor(), { resolveDebugConfiguration: (folder, c) => ({ ...c, program: 'x', args: [...c.args, '-x'] }) })
  const got = await keeps.resolveDebugConfiguration(undefined, { ...mine })
  assert.deepStrictEqual(got, { ...mine, program: 'x', args: [...mine.args, '-x'] })
  const adds = { resolveDebugConfiguration: (folder, c) => { c.preLaunchTask = 'other'; return Promise.resolve(c) } }
  await assert.rejects(registered(editor(), adds).resolveDebugConfiguration(undefined, { ...mine }), /preLaunchTask/)
  assert.ok(await registered(editor('task'), adds).resolveDebugConfiguration(undefined, { ...mine }))
  const none = registered(editor(), { resolveDebugConfiguration: () => null, provideDebugConfigurations: () => [mine] })
  assert.strictEqual(await none.resolveDebugConfiguration(undefined, mine), null)
  await assert.rejects(none.provideDebugConfigurations(), /preLaunchTask/)
})

test('a variable is asked for as what it tells', async () => {
  const may = ['${workspaceFolder}', '${workspaceFolder:x}', '${file}', '${webRoot}/*', '${env:GOPATH}', '${config:a.flag}', 'a $ {x} ${']
  for (const program of may) assert.strictEqual(refusedOf(editor(), config({ program }), undefined), '', program)
  const no = ['${env:TOKEN}', '${config:other.token}', '${config:a}', '${input:x}', '${selectedText}', '${extensionInstallFolder:b.c}',
    '${other:x}', '${env:${input:x}}', 'x ${config:a.flag} ${env:TOKEN}', '${env:TOKEN', '${workspaceFolder${env:TOKEN}']
  for (const program of no) {
    assert.notStrictEqual(refusedOf(editor(), config({ program }), undefined), '', program)
    assert.notStrictEqual(refusedOf(editor(), config({ env: [{ [program]: 1 }] }), undefined), '', 'key ' + program)
    // What the person wrote is the person's.
    assert.strictEqual(refusedOf(editor(), config({ args: [program] }), config({ program })), '', 'written ' + program)
  }
  assert.strictEqual(refusedOf(editor('documents'), config({ program: '${selectedText}' }), undefined), '')
  assert.strictEqual(refusedOf(editor({ surface: 'extensions', resource: 'b.c' }),
    config({ program: '${extensionInstallFolder:b.c}' }), undefined), '')
  // What the extension wrote may be a variable again.
  const wrote = editor()
  wrote.fence.written.add('a.flag')
  assert.notStrictEqual(refusedOf(wrote, config({ program: '${config:a.flag}' }), undefined), '')
})

test('who brings a debugger makes no configuration of another', async () => {
  const registered = (e, answer) => {
    let got
    configuring(e, { r: (type, p) => { got = p } }, 'r', 'm')()('acme', { resolveDebugConfiguration: () => answer,
      provideDebugConfigurations: () => [answer] })
    return got
  }
  const acme = config({ type: 'acme' })
  const other = config({ runtimeExecutable: '/bin/sh' })
  assert.deepStrictEqual(await registered(editor(), acme).resolveDebugConfiguration(undefined, acme), acme)
  await assert.rejects(registered(editor(), other).resolveDebugConfiguration(undefined, acme), /type/)
  await assert.rejects(registered(editor(), other).provideDebugConfigurations(), /type/)
  const granted = editor({ surface: 'debug', resource: 'node' })
  assert.deepStrictEqual(await registered(granted, other).resolveDebugConfiguration(undefined, acme), other)
  // The person asked for that one.
  assert.deepStrictEqual(await registered(editor(), other).resolveDebugConfiguration(undefined, config()), other)
  for (const system of ['windows', 'osx', 'linux']) {
    await assert.rejects(registered(editor(), { ...acme, [system]: { type: 'node' } }).resolveDebugConfiguration(undefined, acme), /type/)
  }
})

test('what cannot be sent is no configuration', () => {
  assert.strictEqual(read(() => {}), null)
  assert.strictEqual(read([1]), null)
  let n = 0
  assert.deepStrictEqual(read({ get type() { return n++ } }), { type: 0 })
})
