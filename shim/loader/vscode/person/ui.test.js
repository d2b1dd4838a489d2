'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { createFence } = require('../../policy/fence.js')
const { createUI } = require('./ui.js')
const { permissions, shown } = require('./permissiontext.js')

// editor is what of the vscode API the loader shows itself with.
function editor() {
  const seen = { lines: [], items: [], messages: [], commands: {} }
  const api = {
    window: {
      createOutputChannel: name => ({ appendLine: text => seen.lines.push(name + '| ' + text), show() {}, dispose() {} }),
      createStatusBarItem: () => { const item = { show() { seen.items.push(item.text) }, dispose() {} }; return item },
      showWarningMessage: (...args) => { seen.messages.push(args[0]); return Promise.resolve(undefined) },
      showInformationMessage: (...args) => { seen.messages.push(args[0]); return Promise.resolve(undefined) },
    },
    commands: { registerCommand: (id, f) => { seen.commands[id] = f; return { dispose() {} } } },
  }
  return { api, seen }
}

const fenceOf = () =>
  ({ id: 'acme.tool', observe: false, trusted: true, reached: 'shared', log: { state: { listener: null, file: '/log' } } })
const about = { title: 'Tool [x](command:bad)', version: '1', command: 'ringfence.permissions.acme.tool',
  document: () => ({}), left: () => '' }
const denial = { e: 'denied', section: 'processes', program: '/usr/bin/curl', args: ['a'], code: 'RF_DENIED_CALL',
  allow: 'processes: {"command": "curl"}', place: 'out/main.js:7' }

test('a denial is shown with its code, its place and the line that would allow it, and interrupts once', () => {
  const { api, seen } = editor()
  const fence = fenceOf()
  createUI(fence, api, about)
  fence.log.state.listener(denial)
  fence.log.state.listener({ ...denial, program: '/usr/bin/wget' })
  assert.match(seen.lines.join('\n'),
    /denied \[RF_DENIED_CALL\] running \/usr\/bin\/curl a\n {4}at out\/main\.js:7\n {4}would be allowed by {2}processes: /)
  assert.strictEqual(seen.messages.length, 1)
  assert.ok(!seen.messages[0].includes('['), 'a name must not become a link: ' + seen.messages[0])
  assert.match(seen.items.at(-1), /2 denied/)
})

test('what waits is offered whole, however long it is', async () => {
  const { api, seen } = editor()
  api.window.showQuickPick = items => { seen.picks = items; return Promise.resolve([]) }
  api.window.showInformationMessage = (...args) => Promise.resolve(args[1])
  const { announce } = createUI(fenceOf(), api, about)
  const shell = text => ({ section: 'processes', name: '', entry: { shell: text }, reason: 'it is a line for a shell', sensitive: false })
  const long = 'git log ' + 'a'.repeat(300) + '; curl evil'
  announce([shell('git status'), shell(long)], () => {})
  await new Promise(ok => { setImmediate(ok) })
  assert.strictEqual(seen.picks[0].detail, undefined)
  assert.match(seen.picks[1].label, /^processes: in a shell: git log a+…$/)
  assert.strictEqual(seen.picks[1].label.slice(0, -1) + seen.picks[1].detail.slice(1), 'processes: in a shell: ' + long)
  assert.ok(seen.lines.join('').includes(long))
})

test('what was chosen is allowed when the editor was answered in a message that no extension answers', async () => {
  const { api, seen } = editor()
  api.window.showQuickPick = items => Promise.resolve(items)
  api.window.showInformationMessage = (...args) => Promise.resolve(args[1])
  let answer
  api.window.showWarningMessage = (message, options, ...choices) => {
    seen.messages.push({ ...options, choices })
    return Promise.resolve(answer)
  }
  const { announce } = createUI(fenceOf(), api, about)
  const entry = { shell: 'git status; x' }
  const waiting = [{ section: 'processes', name: '', entry, reason: 'it is a line for a shell', sensitive: false }]
  const asked = async () => {
    let out = null
    announce(waiting, chosen => { out = chosen })
    await new Promise(ok => { setImmediate(ok) })
    return out
  }
  assert.strictEqual(await asked(), null)
  assert.deepStrictEqual(seen.messages, [{ modal: true, detail: 'processes: in a shell: git status; x\n', choices: ['Allow'] }])
  answer = 'Allow'
  assert.deepStrictEqual(await asked(), waiting)
})

test('what programs are denied all day long interrupts nobody', () => {
  const { api, seen } = editor()
  const fence = fenceOf()
  createUI(fence, api, about)
  fence.log.state.listener({ e: 'denied', section: 'env.read', text: 'HOME', code: 'RF_DENIED_CALL', allow: '' })
  assert.deepStrictEqual(seen.messages, [])
  assert.match(seen.items.at(-1), /1 denied/)
})

test('looks interrupt nobody, but for those at three sensitive places', () => {
  const { api, seen } = editor()
  const places = ['.ssh', '.aws', '.npmrc', '.kube'].map(name => ({ pattern: '${home}/' + name + '/**', read: true, of: name }))
  const fence = createFence({ extension: 'acme.tool', mode: 'enforce', roots: { home: ['/home/me'] },
    policy: { schemaVersion: 1, extension: 'acme.tool' } }, '/x', places)
  createUI(fence, api, about)
  const look = path => fence.log.state.listener({ e: 'denied', section: 'files.read', path, look: true, code: 'RF_DENIED_CALL', allow: '' })
  for (const p of ['/home/me/a', '/home/me/.ssh/a', '/home/me/.ssh/b', '/home/me/.ssh/c', '/home/me/.aws/a']) look(p)
  assert.deepStrictEqual([seen.messages, seen.items], [[], []])
  assert.match(seen.lines[0], /denied \[RF_DENIED_CALL\] .*\/home\/me\/a/)
  for (const p of ['/home/me/.npmrc/a', '/home/me/.kube/a']) look(p)
  assert.strictEqual(seen.messages.length, 1)
  assert.match(seen.messages[0], /looked for files in 3 sensitive places/)
})

test('an editor that throws does not end the extension', () => {
  const fence = fenceOf()
  const { api } = editor()
  api.window.createOutputChannel = api.window.createStatusBarItem = () => { throw new Error('no window') }
  createUI(fence, api, about)
  fence.log.state.listener(denial)
})

test('permissions are said in words', () => {
  const text = permissions({ 'files.read': ['${workspace}/**'], processes: [{ command: 'git', args: ['log', '...'], trustedOnly: true }],
    modules: { fs: ['readFile'] } }).join('\n')
  assert.match(text, /may read:\n {2}\$\{workspace\}\/\*\*/)
  assert.match(text, /may write: nothing/)
  assert.match(text, /git log \.\.\. \(only in a trusted workspace\)/)
  assert.match(text, /fs: readFile/)
})

test('the page says what became of a browser entry, and nothing where there is none', () => {
  const pageOf = config => {
    const { api, seen } = editor()
    let provider
    api.workspace = { registerTextDocumentContentProvider: (scheme, p) => { provider = p; return { dispose() {} } },
      openTextDocument: () => Promise.resolve() }
    api.window.showTextDocument = () => Promise.resolve()
    api.Uri = { from: parts => parts }
    createUI({ ...fenceOf(), config }, api, about)
    seen.commands[about.command]()
    return provider.provideTextDocumentContent()
  }
  assert.match(pageOf({ browser: 'unfenced' }), /Its browser entry, which VS Code for the Web runs, is not fenced\./)
  assert.match(pageOf({ browser: 'drop' }), /Its browser entry was taken out/)
  assert.ok(!pageOf({}).includes('rowser'))
})

test('what a stranger wrote stays one line and is no link', () => {
  assert.strictEqual(shown('a\n[b](command:c)\u202e', 50), 'a ⟦b⟧(command:c) ')
  assert.strictEqual(shown('xxxxx', 3), 'xxx…')
})
