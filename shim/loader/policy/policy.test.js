'use strict'

const assert = require('node:assert')
const test = require('node:test')
const pattern = require('../../pattern/index.js')
const { compilePolicy, allows, mentions } = require('./policy.js')
const { access } = require('./access.js')

const places = [{ pattern: '${home}/.ssh/**', read: true }, { pattern: '**/.git/hooks/**', read: false }]
const scope = pattern.createScope('posix', ['workspace', 'home', 'extension', 'globalStorage'], [['/w'], ['/h'], ['/h/e'], ['/h/.ssh/own']])
const policy = document => compilePolicy('posix', { schemaVersion: 1, extension: 'a.b', ...document }, places)
const ask = (p, fields, trusted = true) => allows(p, scope, trusted, access(fields))
const read = path => ({ section: 'files.read', path })
const write = path => ({ section: 'files.write', path })

test('what no grant names is denied', () => {
  const p = policy({ 'files.read': ['${workspace}/**'] })
  assert.strictEqual(ask(p, read('/w/a')), true)
  assert.strictEqual(ask(p, read('/wx/a')), false)
  assert.strictEqual(ask(p, write('/w/a')), false)
  assert.strictEqual(ask(policy({}), read('/w/a')), false)
})

test('a denial takes from a grant', () => {
  const p = policy({ 'files.read': ['${workspace}/**'], denied: { 'files.read': ['${workspace}/secrets/**'] } })
  assert.strictEqual(ask(p, read('/w/a')), true)
  assert.strictEqual(ask(p, read('/w/secrets/a')), false)
})

test('trustedOnly holds in a trusted workspace only', () => {
  const p = policy({ 'files.read': [{ path: '${workspace}/**', trustedOnly: true }],
    modules: { fs: [{ function: 'readFile', trustedOnly: true }] } })
  assert.strictEqual(ask(p, read('/w/a')), true)
  assert.strictEqual(ask(p, read('/w/a'), false), false)
  assert.strictEqual(mentions(p, true, 'fs'), true)
  assert.strictEqual(mentions(p, false, 'fs'), false)
})

test('a sensitive place is opened by naming it', () => {
  assert.strictEqual(ask(policy({ 'files.read': ['${home}/**'] }), read('/h/x')), true)
  assert.strictEqual(ask(policy({ 'files.read': ['${home}/**'] }), read('/h/.ssh/id')), false)
  assert.strictEqual(ask(policy({ 'files.read': ['**'] }), read('/h/.ssh/id')), false)
  assert.strictEqual(ask(policy({ 'files.read': ['${home}/.ssh/config'] }), read('/h/.ssh/config')), true)
})

test('a surface about files that names no place is one for everywhere, and opens no sensitive place', () => {
  const p = policy({ vscode: ['files.read', 'files.write'] })
  const asked = (name, path) => ask(p, { section: 'vscode', name, path })
  assert.ok(asked('files.read', '/w/a') && asked('files.write', '/etc/x') && asked('files.read', '/w/.git/hooks/a'))
  assert.ok(asked('files.read', '') && asked('files.read', '/h/.ssh/own/a'))
  for (const [name, path] of [['files.read', '/h/.ssh/id'], ['files.write', '/w/.git/hooks/a'], ['files.write', '/ringfence-unknown']]) {
    assert.ok(!asked(name, path), path)
  }
  const all = policy({ vscode: [{ surface: 'files.write', resource: '**' }] })
  assert.ok(!ask(all, { section: 'vscode', name: 'files.write', path: '/ringfence-unknown' }))
})

test('what others run may be read and not written', () => {
  assert.strictEqual(ask(policy({ 'files.read': ['${workspace}/**'] }), read('/w/.git/hooks/a')), true)
  assert.strictEqual(ask(policy({ 'files.write': ['${workspace}/**'] }), write('/w/.git/hooks/a')), false)
})

test("the extension's own folder is its own, wherever it lies", () => {
  assert.strictEqual(ask(policy({ 'files.read': ['${globalStorage}/**'] }), read('/h/.ssh/own/a')), true)
})

test('a program is matched with its arguments', () => {
  const p = policy({ processes: [{ command: 'git', args: ['log', '...'] }, { shell: 'npm run *' }] })
  const run = (program, ...args) => ask(p, { section: 'processes', program, args })
  assert.strictEqual(run('git', 'log', '-1'), true)
  assert.strictEqual(run('git', 'push'), false)
  assert.strictEqual(run('/tmp/git', 'log'), false)
  assert.strictEqual(ask(p, { section: 'processes', text: 'npm run build' }), true)
  assert.strictEqual(ask(p, { section: 'processes', text: 'npm run a;b' }), false)
})

test('a native addon is granted by its digest', () => {
  const p = policy({ code: [{ code: 'native', path: '${extension}/a.node', sha256: 'ab' }, 'wasm'] })
  const native = sha256 => ask(p, { section: 'code', name: 'native', path: '/h/e/a.node', sha256 })
  assert.strictEqual(native('ab'), true)
  assert.strictEqual(native('cd'), false)
  assert.strictEqual(ask(p, { section: 'code', name: 'wasm' }), true)
  assert.strictEqual(ask(p, { section: 'code', name: 'eval' }), false)
})

test('a policy with a line that is not understood is none', () => {
  assert.strictEqual(policy({ 'files.read': ['relative'] }), null)
  assert.strictEqual(compilePolicy('posix', { schemaVersion: 2 }, places), null)
  assert.strictEqual(compilePolicy('posix', null, places), null)
})

test('a place has several names and is one', () => {
  const named = [{ pattern: '${home}/.config/gh/**', read: true },
    { pattern: '${env:XDG_CONFIG_HOME}/gh/**', read: true, of: '${home}/.config/gh/**' }]
  const at = (grant, path) => {
    const p = compilePolicy('posix', { schemaVersion: 1, extension: 'a.b', 'files.read': [grant] }, named)
    const s = pattern.createScope('posix', ['home', 'env:XDG_CONFIG_HOME'], [['/h'], ['/h/.config']])
    return allows(p, s, true, access(read(path)))
  }
  assert.strictEqual(at('${home}/**', '/h/.config/gh/hosts.yml'), false)
  assert.strictEqual(at('${home}/**', '/h/.config/x'), true)
  assert.strictEqual(at('${home}/.config/gh/hosts.yml', '/h/.config/gh/hosts.yml'), true)
  assert.strictEqual(at('${env:XDG_CONFIG_HOME}/gh/hosts.yml', '/h/.config/gh/hosts.yml'), true)
  assert.strictEqual(at('${env:XDG_CONFIG_HOME}/**', '/h/.config/gh/hosts.yml'), false)
})

test('a place that lies anywhere is opened by naming it', () => {
  for (const [grant, want] of [
    ['${workspace}/.git/hooks/pre-commit', true], ['${workspace}/.git/hooks', true], ['${workspace}/*/.git/hooks/*', true],
    ['${workspace}/**', false], ['${workspace}/.git/**', false], ['${workspace}/.git/hook*/pre-commit', false],
    ['${workspace}/re:(x/)?.git/hooks/.*', false],
  ]) {
    const path = grant === '${workspace}/*/.git/hooks/*' ? '/w/a/.git/hooks/pre-commit' : grant === '${workspace}/.git/hooks'
      ? '/w/.git/hooks' : '/w/.git/hooks/pre-commit'
    assert.strictEqual(ask(policy({ 'files.write': [grant] }), write(path)), want, grant)
  }
})

test('an address that is opened is on the server that is granted', () => {
  const open = (resource, text) => ask(policy({ vscode: [{ surface: 'open', resource }] }), { section: 'vscode', name: 'open', text })
  for (const [resource, text, want] of [
    ['https://*.good.example/*', 'https://a.good.example/x?y', true],
    ['https://*.good.example/*', 'https://evil.example/.good.example/x', false],
    ['https://*.good.example/*', 'https://evil.example?.good.example/x', false],
    ['https://*.good.example/*', 'https://evil.example\\.good.example/x', false],
    ['https://good.example', 'https://good.example/', true],
    ['https://good.example', 'https://good.example', true],
    ['https://good.example', 'https://good.example/x', false],
    ['https://good.example/a/*', 'https://good.example/a/b/c', true],
    ['https://*', 'https://any.example/x/y#z', true],
    ['https://*', 'http://any.example/', false],
    ['vscode:*', 'vscode:extension/a.b', true],
  ]) assert.strictEqual(open(resource, text), want, resource + ' ' + text)
})
