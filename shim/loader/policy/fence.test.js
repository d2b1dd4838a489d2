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
