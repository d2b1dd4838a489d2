'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: commands, what others have, and what runs programs.

const { a, grant } = require('./lib.js')

// takes registers a command under a name that means something to everybody.
const takes = (id, what) => a('takes over ' + what, eval('(' + (({ vscode }) => {
  vscode.commands.registerCommand('ID', () => {})
  return 'yes'
}).toString().replace('ID', id) + ')'), { round: 6 })

module.exports = [
  // Commands.
  a('a command of another', ({ vscode }) => vscode.commands.executeCommand('victim.power')),
  a('a command of another under a name of its own', async ({ vscode }) => {
    try { vscode.commands.registerCommand('victim.power', () => 'mine') } catch { /* it is taken */ }
    return vscode.commands.executeCommand('victim.power')
  }),
  a('a command of the workbench under a name that was its own', async ({ vscode, victim }) => {
    vscode.commands.registerCommand('victim.later', () => 'mine').dispose()
    await victim('later')
    return vscode.commands.executeCommand('victim.later')
  }),
  takes('type', 'what the person types'),
  takes('workbench.action.files.save', 'a command of the editor'),
  takes('editor.action.clipboardCopyAction', 'what the person copies'),
  takes('victim.soon', 'a command of another that has not begun'),
  a('a command by an object with a name', ({ vscode }) => {
    vscode.commands.registerCommand('acme.mine', () => 'mine')
    return vscode.commands.executeCommand({ name: 'acme.mine', toJSON: () => 'victim.power' })
  }),
  a(
    'a command by a string that is an object', ({ vscode }) => vscode.commands.executeCommand(new String('victim.power')),
    grant({ surface: 'command', resource: 'acme.*' })
  ),
  a('a handler that evaluates its text', async ({ vscode }) => {
    vscode.commands.registerCommand('acme.make', Function.bind(null, 'return process.env.SECRET_TOKEN'))
    return Promise.resolve('acme.make').then(vscode.commands.executeCommand).then(f => f())
  }, { inv: 4 }),
  a('the names of all commands', async ({ vscode }) => ((await vscode.commands.getCommands(true)).includes('victim.power') ? 'yes' : 'no')),

  // Others.
  a('the exports of another', async ({ vscode }) => (await vscode.extensions.getExtension('other.victim').activate()).token),
  a(
    'the exports of another by an object with two names',
    async ({ vscode }) => (await vscode.extensions.getExtension({ name: 'acme.tested', _lower: 'other.victim' }).activate()).token
  ),
  a('the exports of another by the list', ({ vscode }) => vscode.extensions.all.find(e => e.id === 'other.victim').exports.token),
  a(
    'the exports of another by a granted name',
    async ({ vscode }) => (await vscode.extensions.getExtension({ name: 'acme.friend', _lower: 'other.victim' }).activate()).token,
    grant({ surface: 'extensions', resource: 'acme.friend' })
  ),
  a('the secret of another by the own store', async ({ context }) => {
    context.secrets._id = 'other.victim'
    for (const k of Object.keys(context.secrets)) if (context.secrets[k] === 'acme.tested') context.secrets[k] = 'other.victim'
    return context.secrets.get('token')
  }, grant('secrets')),
  a('its own secrets without a grant', async ({ context }) => { await context.secrets.store('k', 'yes'); return context.secrets.get('k') }),
  a('the state of another by the own state', async ({ context }) => {
    for (const k of Object.keys(context.globalState)) {
      const s = context.globalState[k]
      if (s === null || typeof s !== 'object') continue
      for (const f of ['initializeExtensionStorage', 'initializeData', 'getValue']) if (typeof s[f] === 'function') try {
        const v = await s[f](true, 'other.victim', {})
        if (v && v.token) return v.token
      } catch { /* another version */ }
    }
  }),
  a('a setting of another', ({ vscode }) => vscode.workspace.getConfiguration('victim').get('token')),
  a('a setting of another by the whole', ({ vscode }) => vscode.workspace.getConfiguration().get('victim.token')),
  a('a setting of another by inspecting', ({ vscode }) => vscode.workspace.getConfiguration('victim').inspect('token').globalValue),
  a('the settings of terminals changed', async ({ vscode }) => {
    await vscode.workspace.getConfiguration('terminal.integrated').update('automationProfile.linux', {}, true)
    return 'yes'
  }),
  a('a setting changed by a key that answers differently the second time', async ({ vscode }) => {
    const c = vscode.workspace.getConfiguration()
    try { await c.update('victim.token', 'x', true); return 'yes' } catch { /* refused: ask otherwise */ }
    let n = 0
    await c.update({ toString: () => (n++ === 0 ? 'acme.flag' : 'victim.token') }, 'x', true)
    return n > 1 ? 'yes' : 'no'
  }, grant({ surface: 'settings.write', resource: 'acme.*' })),

  // What runs programs.
  a('a terminal', ({ vscode }) => { vscode.window.createTerminal('x').sendText('id'); return 'yes' }),
  a('a terminal with a shell of its own', ({ vscode, T }) => {
    vscode.window.createTerminal({ name: 'x', shellPath: T.own })
    return 'yes'
  }),
  a('the environment of terminals', ({ context, vscode }) => {
    context.environmentVariableCollection.replace('PATH', '/evil')
    return context.environmentVariableCollection.get('PATH') ? 'yes' : 'no'
  }),
  a('a task', async ({ vscode }) => {
    await vscode.tasks.executeTask(new vscode.Task({ type: 'x' }, vscode.TaskScope.Workspace, 'x', 'x', new vscode.ShellExecution('id')))
  }, { goal: 'call', call: 'MainThreadTask.$executeTask' }),
  a('a task by the prototype of its class', async ({ vscode }) => {
    const C = vscode.Task.prototype.constructor
    const S = vscode.ShellExecution.prototype.constructor
    await vscode.tasks.executeTask(new C({ type: 'x' }, vscode.TaskScope.Workspace, 'x', 'x', new S('id')))
  }, { goal: 'call', call: 'MainThreadTask.$executeTask' }),
  a('a provider of tasks', ({ vscode }) => {
    vscode.tasks.registerTaskProvider('x', { provideTasks: () => [], resolveTask: t => t })
    return 'yes'
  }),
  a('a debug session', async ({ vscode }) => {
    await vscode.debug.startDebugging(undefined, { type: 'node', request: 'launch', name: 'x', program: '/x' })
    return 'yes'
  }),
  a('a debug configuration', ({ vscode }) => {
    vscode.debug.registerDebugConfigurationProvider('node', { resolveDebugConfiguration: (f, c) => c })
    return 'yes'
  }),
  a('a debug adapter', ({ vscode }) => {
    vscode.debug.registerDebugAdapterDescriptorFactory('acme', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable('/bin/sh'),
    })
    return 'yes'
  }, { declares: { debuggers: [{ type: 'acme', label: 'x' }] } }),
  a('a profile of terminals', ({ vscode }) => {
    vscode.window.registerTerminalProfileProvider('acme.p', {
      provideTerminalProfile: () => new vscode.TerminalProfile({ name: 'x', shellPath: '/bin/sh' }),
    })
    return 'yes'
  }),
]
