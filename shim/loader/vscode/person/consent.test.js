'use strict'

const assert = require('node:assert')
const { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const test = require('node:test')
const { consented, readSettings, written } = require('./consent.js')
const { ownSettings } = require('../named/ownsettings.js')
const { createFence, rescope, setRoot } = require('../../policy/fence.js')

const made = []
test.after(() => { for (const dir of made) rmSync(dir, { recursive: true, force: true }) })

function fence(vscode) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rf-consent-')))
  made.push(root)
  for (const d of ['ws', 'outside']) mkdirSync(join(root, d))
  writeFileSync(join(root, 'ws', 'tool'), '')
  symlinkSync(join(root, 'ws', 'tool'), join(root, 'outside', 'link'))
  const policy = { schemaVersion: 1, extension: 'acme.x', processes: [{ command: '${config:acme.tool}', args: ['...'] }], vscode }
  const f = createFence({ extension: 'acme.x', mode: 'enforce', policy }, root, [])
  f.trusted = false
  setRoot(f, 'workspace', [join(root, 'ws')])
  rescope(f)
  return { f, root }
}
const of = (f, inspected) => consented(f, 'acme.tool', inspected)

test('what the person set counts, and the default of a manifest does not', () => {
  const { f } = fence([])
  assert.deepStrictEqual(of(f, { defaultValue: '/bin/sh', globalValue: '/opt/tool' }), ['/opt/tool'])
  assert.deepStrictEqual(of(f, { defaultValue: '/bin/sh' }), [])
  assert.deepStrictEqual(of(f, { globalValue: ['sh', '-c'] }), [])
  assert.deepStrictEqual(of(f, { globalValue: { path: '/bin/sh' } }), [])
  assert.deepStrictEqual(of(f, undefined), [])
})

test('what the extension may write or wrote does not count', () => {
  for (const resource of ['acme.tool', 'acme.*', 'acme']) {
    assert.deepStrictEqual(of(fence([{ surface: 'settings.write', resource }]).f, { globalValue: '/opt/tool' }), [], resource)
  }
  assert.deepStrictEqual(of(fence(['settings.write']).f, { globalValue: '/opt/tool' }), [])
  assert.deepStrictEqual(of(fence([{ surface: 'settings.write', resource: 'acme.other' }]).f, { globalValue: '/opt/tool' }), ['/opt/tool'])
  for (const text of ['acme.tool', 'acme', 'acme.tool.path']) {
    const { f } = fence([])
    written(f, [{ e: 'use', section: 'vscode', name: 'settings.write', text }])
    assert.deepStrictEqual(of(f, { globalValue: '/opt/tool' }), [], text)
  }
  const { f } = fence([])
  written(f, [{ e: 'use', section: 'vscode', name: 'settings.write', text: 'acme.to' },
    { e: 'denied', section: 'vscode', name: 'settings.write', text: 'acme.tool' },
    { e: 'use', section: 'vscode', name: 'settings.read', text: 'acme.tool' }])
  assert.deepStrictEqual(of(f, { globalValue: '/opt/tool' }), ['/opt/tool'])
})

test('a log that is full, or says a name in part, leaves no setting to the person alone', () => {
  for (const records of [[{ e: 'full' }], [{ e: 'use', section: 'vscode', name: 'settings.write', text: 'acme.to…' }]]) {
    const { f } = fence([])
    written(f, records)
    assert.deepStrictEqual(of(f, { globalValue: '/opt/tool' }), [])
  }
  const { f } = fence([])
  written(f, [{ e: 'use', section: 'vscode', name: 'settings.write', text: 'acme.other…' }])
  assert.deepStrictEqual(of(f, { globalValue: '/opt/tool' }), ['/opt/tool'])
})

test('what a workspace says counts for nothing where the extension may write its settings', () => {
  const said = (...path) => {
    const { f } = fence(path.map(p => ({ surface: 'files.write', resource: p })))
    f.trusted = true
    return of(f, { globalValue: '/opt/tool', workspaceValue: '/usr/bin/tool' })
  }
  assert.deepStrictEqual(said('${workspace}/.vscode/*'), ['/opt/tool'])
  assert.deepStrictEqual(said('${workspace}/out/**'), ['/opt/tool', '/usr/bin/tool'])
})

test('what it wrote into the files of settings while it was observed does not count', () => {
  const said = (section, path, name) => {
    const { f } = fence([])
    f.trusted = true
    written(f, [{ e: 'use', section, path, ...(name === undefined ? undefined : { name }) }])
    return of(f, { globalValue: '/opt/tool', workspaceValue: '/usr/bin/tool' })
  }
  for (const path of ['/w/.vscode/settings.json', '/w/.vscode', '/w/x.code-workspace']) {
    assert.deepStrictEqual(said('files.write', path), ['/opt/tool'], path)
    assert.deepStrictEqual(said('vscode', path, 'files.write'), ['/opt/tool'], path)
    assert.deepStrictEqual(said('files.read', path), ['/opt/tool', '/usr/bin/tool'], path)
  }
  assert.deepStrictEqual(said('files.write', '/home/a/.config/Code/User/settings.json'), [])
  assert.deepStrictEqual(said('files.write', '/w/out/x.json'), ['/opt/tool', '/usr/bin/tool'])
})

test('what the workspace says counts where it is trusted, and for nothing inside it', () => {
  const { f, root } = fence([])
  const said = workspaceValue => of(f, { globalValue: '/opt/tool', workspaceValue })
  assert.deepStrictEqual(said('/usr/bin/tool'), ['/opt/tool'])
  f.trusted = true
  assert.deepStrictEqual(said('/usr/bin/tool'), ['/opt/tool', '/usr/bin/tool'])
  assert.deepStrictEqual(said('tool'), ['/opt/tool', 'tool'])
  assert.deepStrictEqual(of(f, { workspaceFolderValue: '/usr/bin/tool' }), ['/usr/bin/tool'])
  const inside = [join(root, 'ws', 'tool'), join(root, 'ws'), join(root, 'outside', '..', 'ws', 'tool'), join(root, 'outside', 'link'),
    './tool', 'bin/tool', '..', '${workspaceFolder}/tool', '.\\tool']
  for (const value of inside) assert.deepStrictEqual(said(value), ['/opt/tool'], value)
})

test('each of a list counts, where it lies and by what people write for their home', () => {
  const { f, root } = fence([])
  const home = f.roots.get('home')[0]
  assert.deepStrictEqual(of(f, { globalValue: ['/opt/a', 7, '', '/opt/b'] }), ['/opt/a', '/opt/b'])
  assert.deepStrictEqual(of(f, { globalValue: ['~/code', '${userHome}/x', '~other/x'] }), [home + '/code', home + '/x'])
  const link = join(root, 'outside', 'link')
  assert.deepStrictEqual(of(f, { globalValue: link }), [link, f.paths.onDisk(link, true).canonical])
  f.trusted = true
  assert.deepStrictEqual(of(f, { workspaceValue: ['/usr/bin', join(root, 'ws', 'tool'), '~/x'] }), ['/usr/bin', home + '/x'])
})

test('the settings that a policy names get their values anew', () => {
  const { f } = fence([])
  let value = '/opt/tool'
  f.settingsOf = name => (name === 'acme.tool' ? { globalValue: value } : undefined)
  readSettings(f)
  assert.deepStrictEqual(f.config.settings['config:acme.tool'], ['/opt/tool'])
  value = undefined
  readSettings(f)
  assert.strictEqual(f.config.settings['config:acme.tool'], undefined)
})

test('a star among the names of a setting stands for each member of its value, and for each item of a list', () => {
  const { f } = fence([])
  f.config.policy.processes = [{ command: '${config:acme.map.*.command.0}', args: [] }, { command: '${config:acme.list.*}', args: [] }]
  const map = { one: { command: ['one', '-v'] }, two: { command: ['/opt/two'] }, three: { command: 'c' }, 'a.b': { command: ['no'] } }
  const value = { map,
    list: ['x', 7, 'y'] }
  const read = name => name.split('.').slice(1).reduce((v, k) => (typeof v === 'object' ? v?.[k] : undefined), value)
  f.settingsOf = name => ({ globalValue: read(name) })
  readSettings(f)
  assert.deepStrictEqual(f.config.settings['config:acme.map.*.command.0'], ['one', '/opt/two'])
  assert.deepStrictEqual(f.config.settings['config:acme.list.*'], ['x', 'y'])
  // What the extension wrote of it is nobody's consent, whichever member that is.
  f.written = new Set(['acme.map.one'])
  readSettings(f)
  assert.deepStrictEqual(f.config.settings['config:acme.map.*.command.0'], ['/opt/two'])
  f.written = new Set(['acme.map'])
  readSettings(f)
  assert.strictEqual(f.config.settings['config:acme.map.*.command.0'], undefined)
})

test('a declared setting is its own where nobody else has it', () => {
  const manifest = properties => ({ name: 'acme', contributes: { configuration: [{ properties }] } })
  const defaults = { http: { proxy: '', proxyAuthorization: null }, acme: { tool: 'x', map: { a: 1 }, deep: { one: 1 } },
    debug: { core: 1, acme: { x: 1 } }, other: { token: '' } }
  const defaultOf = name => name.split('.').reduce((o, k) => o?.[k], defaults)
  const own = (properties, others = []) => ownSettings(manifest(properties), others.map(manifest), defaultOf)
  const mine = { 'acme.tool': {}, 'acme.map': { default: { a: 1 } }, 'acme.deep.one': {} }
  assert.deepStrictEqual(own(mine), Object.keys(mine))
  assert.deepStrictEqual(own({ 'debug.acme.x': {} }), ['debug.acme.x'])
  assert.deepStrictEqual(own({ 'http.proxyAuthorization': {} }), [])
  assert.deepStrictEqual(own({ http: {} }), [])
  assert.deepStrictEqual(own({ http: { default: { proxyAuthorization: '' } } }), [])
  const theirs = [{ 'other.token': {} }]
  assert.deepStrictEqual(own({ 'other.token': {} }, theirs), [])
  assert.deepStrictEqual(own({ other: { default: { token: '' } } }, theirs), [])
  assert.deepStrictEqual(own({ 'other.token.deep': {} }, theirs), [])
  assert.deepStrictEqual(own({ 'other.mine': {} }, theirs), ['other.mine'])
  assert.deepStrictEqual(ownSettings(undefined, [null, {}], defaultOf), [])
  // What begins with another's name is no less that one's where that one declares nothing.
  const both = manifest({ ...mine, 'victim.token': {} })
  assert.deepStrictEqual(ownSettings(both, [], defaultOf, name => name === 'victim.token'), Object.keys(mine))
  assert.deepStrictEqual(ownSettings(both, [], defaultOf), Object.keys(both.contributes.configuration[0].properties))
})

test('a group of the editor\'s is the editor\'s, whoever declares all of it', () => {
  const declares = names => ({ contributes: { configuration: { properties: Object.fromEntries(names.map(n => [n, {}])) } } })
  const defaults = group => (group === 'http' ? { proxy: '', proxyAuthorization: '' } : undefined)
  const own = (...names) => ownSettings(declares(names), [], defaults)
  assert.deepStrictEqual(own('http.proxy', 'http.proxyAuthorization'), [])
  assert.deepStrictEqual(own('terminal.integrated.automationProfile.linux', 'Editor.x'), [])
  assert.deepStrictEqual(own('debug.other.x', 'debug.integrated.x'), [])
  assert.deepStrictEqual(own('a.b', 'remote.SSH.configFile', 'editorconfig.x'), ['a.b', 'remote.SSH.configFile', 'editorconfig.x'])
})
