'use strict'

const assert = require('node:assert')
const { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { delimiter, join } = require('node:path')
const test = require('node:test')
const { ask, createFence, rescope, setRoot } = require('./fence.js')

test('a storage that was replaced by a link is no root of what the link leads to', t => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rf-fence-')))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const d of ['outside', 'real']) mkdirSync(join(root, d))
  symlinkSync(join(root, 'outside'), join(root, 'link'))
  const policy = { schemaVersion: 1, extension: 'acme.x', 'files.read': ['${workspaceStorage}/**'] }
  const reads = (storage, file) => {
    const f = createFence({ extension: 'acme.x', mode: 'enforce', policy }, root, [])
    setRoot(f, 'workspaceStorage', [join(root, storage)])
    rescope(f)
    return ask(f, { section: 'files.read', path: join(root, file) })
  }
  assert.strictEqual(reads('real', 'real/x'), true)
  assert.strictEqual(reads('link', 'outside/x'), false)
})

test('a variable that lists folders is each of them, and one that names a folder is that', () => {
  const policy = { schemaVersion: 1, extension: 'acme.x', 'files.read': ['${env:PATH}/*', '${env:HOME}/a/**'] }
  const f = createFence({ extension: 'acme.x', mode: 'enforce', policy }, tmpdir(), [])
  const reads = path => ask(f, { section: 'files.read', path })
  const first = realpathSync(process.env.PATH.split(delimiter).find(d => d !== '' && existsSync(d)))
  assert.strictEqual(reads(join(first, 'tool')), true)
  assert.strictEqual(reads(join(realpathSync('/usr/bin'), 'tool')), true)
  assert.strictEqual(reads(join(first, 'below', 'tool')), false)
  assert.strictEqual(reads('/tool'), false)
})

test('a line for a shell is written down as far as a policy can say it, and arguments only together', () => {
  const f = createFence({ extension: 'acme.x', mode: 'observe', policy: { schemaVersion: 1, extension: 'acme.x' } }, tmpdir(), [])
  const records = []
  f.log.state.listener = r => { if (r.e === 'use') records.push(r) }
  const text = 'php -r "' + 'echo 1;'.repeat(80) + '"'
  ask(f, { section: 'processes', text })
  ask(f, { section: 'processes', text: text + 'x'.repeat(1000) })
  ask(f, { section: 'processes', program: 'php', args: Array(20).fill('a'.repeat(900)) })
  ask(f, { section: 'env.read', text: 'A'.repeat(900) })
  assert.strictEqual(records[0].text, text)
  assert.ok(records[1].text.endsWith('…') && records[1].text.length === 1001)
  assert.deepStrictEqual(Array.from(records[2].args, a => a.length), [900, 900, 900, 900, ...Array(16).fill(301)])
  assert.strictEqual(records[3].text.length, 301)
})

test('the log says which folders a variable lists, and not what another variable or a setting holds', () => {
  const f = createFence({ extension: 'acme.x', mode: 'observe', settings: { 'config:x.dir': ['/set'] },
    policy: { schemaVersion: 1, extension: 'acme.x', 'files.read': ['${env:PATH}/*', '${env:RF_SECRET}/a', '${config:x.dir}/**'] } },
  tmpdir(), [])
  const records = []
  f.log.state.listener = r => { if (r.e === 'roots') records.push(r.roots) }
  setRoot(f, 'env:RF_SECRET', ['/s3cret'])
  setRoot(f, 'env:PATH', [realpathSync('/usr/bin'), '/opt/nowhere'])
  rescope(f)
  assert.deepStrictEqual(Array.from(records[0]['env:PATH']), [realpathSync('/usr/bin'), '/opt/nowhere'])
  assert.strictEqual(JSON.stringify(records).includes('s3cret'), false)
  assert.strictEqual(JSON.stringify(records).includes('/set'), false)
})
