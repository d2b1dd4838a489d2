'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { buildEditor } = require('../editor.js')
const { createFence } = require('../../policy/fence.js')

class Task {
  #execution
  constructor(name, execution) { this.name = name; this.source = 'Workspace'; this.#execution = execution }
  get execution() { return this.#execution }
  set execution(v) { this.#execution = v }
  get definition() { return { type: 'shell', command: SECRET, options: { env: { TOKEN: SECRET } } } }
  get detail() { return SECRET }
}
class Uri {
  constructor(path) { this.scheme = 'file'; this.authority = ''; this.path = path; this.fsPath = path }
  static from({ path }) { return new Uri(path) }
  static file(path) { return new Uri(path) }
  toString() { return 'file://' + this.path }
}
class Disposable { constructor(f) { this.dispose = f } }
const SECRET = 'what nobody is told'

// vscode stands for VS Code: what it tells of, and what acted was called.
function vscode() {
  const acted = []
  const heard = {}
  const event = key => Object.assign((f, on) => { heard[key] = e => f.call(on, e); return new Disposable(() => { delete heard[key] }) })
  const terminal = {
    name: SECRET, processId: Promise.resolve(7), exitStatus: { code: 1, reason: 2 }, state: { isInteractedWith: true, shell: 'bash' },
    creationOptions: { name: 'mine', env: { TOKEN: SECRET }, shellArgs: [SECRET] },
    sendText(t) { acted.push('sendText ' + t) }, show() { acted.push('show') }, dispose() { acted.push('dispose') },
    shellIntegration: { executeCommand() { acted.push('executeCommand') } },
    toJSON() { return { env: SECRET } },
  }
  const session = {
    id: '1', type: 'acme', workspaceFolder: { name: 'w', index: 0, uri: new Uri('/w') }, parentSession: undefined,
    configuration: { program: SECRET, env: { TOKEN: SECRET } }, get name() { return 'run' }, set name(v) { acted.push('name ' + v) },
    customRequest(id) { acted.push('customRequest ' + id); return Promise.resolve({ answer: SECRET }) },
  }
  const task = new Task('build', { commandLine: SECRET })
  const execution = { task, terminate() { acted.push('terminate') } }
  const events = keys => Object.fromEntries(keys.map(key => [key, event(key)]))
  const api = {
    Task, Disposable, Uri,
    tasks: { ...events(['onDidStartTask', 'onDidEndTask', 'onDidStartTaskProcess', 'onDidEndTaskProcess']), taskExecutions: [execution],
      executeTask: () => Promise.resolve(execution) },
    debug: { ...events(['onDidStartDebugSession', 'onDidTerminateDebugSession', 'onDidChangeActiveDebugSession',
      'onDidChangeActiveStackItem', 'onDidReceiveDebugSessionCustomEvent', 'onDidChangeBreakpoints']),
    activeDebugSession: session, activeStackItem: { session, threadId: 3, frameId: 4 }, breakpoints: [{ condition: SECRET }] },
    window: { ...events(['onDidChangeActiveTerminal', 'onDidCloseTerminal', 'onDidChangeTerminalState', 'onDidWriteTerminalData']),
      terminals: [terminal], activeTerminal: terminal, visibleTextEditors: [] },
    env: events(['onDidChangeShell']),
    commands: { getCommands: () => Promise.resolve([]), registerCommand(id, f) { heard[id] = f; return new Disposable(() => {}) },
      executeCommand: (id, ...args) => Promise.resolve(heard[id](...args)) },
    extensions: { all: [], onDidChange() {}, getExtension: () => undefined },
    workspace: { textDocuments: [], fs: {} },
  }
  return { acted, api, heard, session, terminal, execution }
}

// under is the API of an extension with a policy, and what was written down of it.
function under(vscode, grants = [], mode = 'enforce') {
  const noted = []
  const policy = { schemaVersion: 1, extension: 'a.b', vscode: grants }
  const fence = createFence({ extension: 'a.b', mode, level: 'shared', policy }, '/x', [])
  assert.notStrictEqual(fence.policy, null)
  fence.through = f => f
  fence.log.note = r => { if (r.e === 'denied' || r.e === 'use') noted.push(r.name + (r.text === undefined ? '' : ' ' + r.text)) }
  return { ...buildEditor(fence, vscode.api), fence, noted }
}

// reached is all that leads on from a value: members, prototypes, what getters give, what is given as JSON.
async function reached(v) {
  const seen = new Set()
  const queue = [v]
  while (queue.length > 0) {
    let o = queue.pop()
    if (o instanceof Promise) o = await o.catch(e => e)
    if (seen.has(o)) continue
    seen.add(o)
    if (o === null || (typeof o !== 'object' && typeof o !== 'function') || o === Object.prototype || o === Function.prototype) continue
    const keys = new Set([...Reflect.ownKeys(o), 'execution', 'task', 'terminate', 'sendText', 'dispose', 'show', 'creationOptions', 'env',
      'shellIntegration', 'executeCommand', 'configuration', 'customRequest', 'toJSON', 'constructor', '__proto__', '_execution', 'real',
      'command', 'options', 'detail', 'body'])
    for (const key of keys) {
      const d = Reflect.getOwnPropertyDescriptor(o, key)
      queue.push(d?.value, d?.get)
      try { queue.push(o[key]) } catch { /* of a strict function */ }
    }
    queue.push(Object.getPrototypeOf(o))
    try { queue.push(JSON.stringify(o)) } catch { /* leads back to itself */ }
  }
  return [...seen]
}
const act = async all => {
  for (const f of all) {
    if (typeof f !== 'function' || f === Function || f === Object) continue
    for (const on of all) try { await f.call(on, 'x') } catch { /* refused */ }
  }
}

const TELLS = {
  task: v => [['tasks', 'onDidEndTask', { execution: v.execution }],
    ['tasks', 'onDidEndTaskProcess', { execution: v.execution, exitCode: 3 }],
    ['tasks', 'onDidStartTaskProcess', { execution: v.execution, processId: 9 }], ['tasks', 'onDidStartTask', { execution: v.execution }]],
  debug: v => [['debug', 'onDidStartDebugSession', v.session], ['debug', 'onDidTerminateDebugSession', v.session],
    ['debug', 'onDidChangeActiveDebugSession', v.session], ['debug', 'onDidChangeActiveStackItem', v.api.debug.activeStackItem]],
  terminal: v => [['window', 'onDidCloseTerminal', v.terminal], ['window', 'onDidChangeActiveTerminal', v.terminal],
    ['window', 'onDidChangeTerminalState', v.terminal]],
}
// hear listens, and gives what was heard.
function hear(v, { api }, surface) {
  const got = []
  for (const [ns, key, e] of TELLS[surface](v)) {
    api[ns][key](x => { got.push(x) })
    v.heard[key](e)
  }
  return got
}

test('whoever listens hears that a task, a session, a terminal ended, what it is called, and is refused nothing', async () => {
  const v = vscode()
  const e = under(v)
  const [, ended, started] = hear(v, e, 'task')
  assert.deepStrictEqual([ended.exitCode, started.processId, ended.execution.task.name, ended.execution.task.source,
    ended.execution.task.definition.type, started.execution === ended.execution], [3, 9, 'build', 'Workspace', 'shell', true])
  assert.ok(ended.execution.task instanceof e.api.Task)
  const [one, two, , item] = hear(v, e, 'debug')
  assert.deepStrictEqual([one.name, one.type, one.id, one.workspaceFolder.name, one === two, item.session === one, item.threadId],
    ['run', 'acme', '1', 'w', true, true, 3])
  const [closed] = hear(v, e, 'terminal')
  assert.deepStrictEqual([closed.name, closed.exitStatus.code, closed.state.isInteractedWith, await closed.processId], ['mine', 1, true, 7])
  assert.deepStrictEqual([e.api.window.activeTerminal === closed, e.api.window.terminals.indexOf(closed),
    e.api.debug.activeDebugSession === one, e.api.tasks.taskExecutions[0] === ended.execution], [true, 0, true, true])
  assert.deepStrictEqual(Object.keys(closed), ['name', 'processId', 'exitStatus', 'state'])
  assert.deepStrictEqual(e.noted, [])
})

test('nothing that acts is reached from what was heard, and nothing that is secret', async () => {
  const v = vscode()
  const e = under(v)
  v.execution.task.source = { env: SECRET } // a name is a text, or nothing
  const got = ['task', 'debug', 'terminal'].flatMap(surface => hear(v, e, surface))
  const all = await reached([got, e.api.window.terminals, e.api.tasks.taskExecutions, e.api.debug.activeStackItem])
  await act(all)
  const more = await reached(all)
  await act(more)
  assert.deepStrictEqual(v.acted, [])
  assert.ok(![...all, ...more].some(x => typeof x === 'string' && x.includes(SECRET)))
  for (const raw of [v.terminal, v.session, v.execution, v.execution.task, Task, Task.prototype]) assert.ok(!more.includes(raw))
})

test('what is done with it is asked for, and said', async () => {
  const v = vscode()
  const e = under(v)
  const [{ execution }] = hear(v, e, 'task')
  const [session] = hear(v, e, 'debug')
  const [terminal] = hear(v, e, 'terminal')
  assert.throws(() => execution.terminate(), /RF_DENIED_VSCODE|not granted/)
  await assert.rejects(session.customRequest('evaluate'), /not granted/)
  assert.throws(() => terminal.sendText('x'), /not granted/)
  assert.deepStrictEqual([execution.task.execution, session.configuration, terminal.creationOptions], [undefined, undefined, undefined])
  assert.throws(() => { session.name = 'x' }, TypeError)
  assert.throws(() => { execution.task.name = 'x' }, TypeError)
  assert.throws(() => { delete session.name }, TypeError)
  assert.deepStrictEqual([v.acted, v.execution.task.name], [[], 'build'])
  assert.deepStrictEqual([...new Set(e.noted)], ['task', 'debug evaluate', 'terminal mine', 'debug acme'])
})

test('VS Code gets it as data: what it writes down and hands back says no more', async () => {
  const v = vscode()
  const e = under(v)
  const [session] = hear(v, e, 'debug')
  const { border } = e
  const given = border.inward(session, '?')
  assert.ok(!JSON.stringify([given, border.inward({ list: [session] }, '?')]).includes(SECRET))
  assert.deepStrictEqual([given.name, given.type], ['run', 'acme'])
  let back
  e.api.commands.registerCommand('a.own', x => { back = x })
  await e.api.commands.executeCommand('a.own', session)
  assert.ok(!(await reached(back)).some(x => x === v.session || (typeof x === 'string' && x.includes(SECRET))))
})

test('what was seen before as nothing in particular is not more by what tells of it', () => {
  const v = vscode()
  class Execution {
    task = v.execution.task
    terminate() { v.acted.push('terminate') }
  }
  v.execution = new Execution()
  const e = under(v)
  // As another extension hands it to a command.
  const seen = e.border.outward(v.execution, '?')
  assert.deepStrictEqual([seen.task, seen.terminate], [undefined, undefined])
  const [{ execution }] = hear(v, e, 'task')
  assert.deepStrictEqual([execution === seen, execution.task.name, execution.task.execution], [true, 'build', undefined])
  assert.throws(() => execution.terminate(), /not granted/)
  assert.deepStrictEqual(v.acted, [])
})

test('what proposals add is asked for as well', async () => {
  const v = vscode()
  const e = under(v)
  e.border.proposals = true
  v.terminal.selection = SECRET
  v.terminal.type = () => { v.acted.push('type') }
  const [terminal] = hear(v, e, 'terminal')
  assert.deepStrictEqual([terminal.selection, terminal.type], [undefined, undefined])
  const all = await reached(terminal)
  await act(all)
  assert.deepStrictEqual(v.acted, [])
  assert.ok(!all.some(x => typeof x === 'string' && x.includes(SECRET)))
})

test('with the surface all of it is there, and one debugger by its type', async () => {
  const v = vscode()
  const e = under(v, [{ surface: 'task' }, { surface: 'terminal' }, { surface: 'debug', resource: 'acme' }])
  const [{ execution }] = hear(v, e, 'task')
  const [session] = hear(v, e, 'debug')
  const [terminal] = hear(v, e, 'terminal')
  execution.terminate()
  terminal.sendText('ls')
  terminal.show()
  assert.deepStrictEqual([v.acted, terminal.name, terminal.creationOptions.env.TOKEN, session.configuration.program],
    [['terminate', 'sendText ls', 'show'], SECRET, SECRET, SECRET])
  assert.strictEqual(e.border.inward(terminal, 'Terminal'), v.terminal)
  await assert.rejects(session.customRequest('evaluate'), /not granted/)
})

test('a request that the policy names is made of a session that was heard of', async () => {
  const v = vscode()
  const e = under(v, [{ surface: 'debug', resource: 'threads' }])
  const [session] = hear(v, e, 'debug')
  await session.customRequest('threads')
  assert.deepStrictEqual(v.acted, ['customRequest threads'])
})

test('observed, to listen proposes nothing; what is done with it does, and is asked for afterwards', () => {
  const v = vscode()
  const e = under(v, [], 'observe')
  const [{ execution }] = hear(v, e, 'task')
  const [session] = hear(v, e, 'debug')
  hear(v, e, 'terminal')
  void [execution.task.name, session.type, e.api.window.terminals[0].name, e.api.debug.activeDebugSession.name]
  assert.deepStrictEqual(e.noted, [])
  assert.strictEqual(execution.task.execution.commandLine, SECRET)
  assert.strictEqual(session.configuration.program, SECRET)
  execution.terminate()
  assert.deepStrictEqual(e.noted, ['task', 'task', 'debug acme', 'debug acme', 'task'])
  e.fence.observe = false
  assert.strictEqual(session.configuration, undefined)
  assert.throws(() => execution.terminate(), /not granted/)
  assert.deepStrictEqual([session.name, v.acted], ['run', ['terminate']])
})

test('of what tells a shell, the text of a terminal, breakpoints and messages of a debuggee nothing is heard', () => {
  const v = vscode()
  const e = under(v)
  const got = []
  const { api } = e
  for (const f of [api.env.onDidChangeShell, api.window.onDidWriteTerminalData, api.debug.onDidChangeBreakpoints,
    api.debug.onDidReceiveDebugSessionCustomEvent]) f(x => { got.push(x) }).dispose()
  for (const f of Object.values(v.heard)) f({ body: SECRET })
  assert.deepStrictEqual([got, api.debug.breakpoints], [[], []])
  assert.deepStrictEqual(e.noted, ['env', 'vscode window.onDidWriteTerminalData', 'debug', 'debug', 'debug'])
})
