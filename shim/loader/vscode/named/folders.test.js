'use strict'

const assert = require('node:assert')
const test = require('node:test')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { along } = require('./folders.js')
const { ask, createFence } = require('../../policy/fence.js')

const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-along-')))
test.after(() => { fs.rmSync(dir, { recursive: true }) })

const places = [{ pattern: '**/.git/hooks/**', read: false },
  { pattern: '${tmp}/' + path.basename(dir) + '/home/.netrc/**', read: true }]

// permissions are those of an extension with lines of a policy.
function permissions(...vscode) {
  const fence = createFence({ extension: 'a.b', mode: 'enforce', level: 'shared', policy: { schemaVersion: 1, extension: 'a.b', vscode } },
    dir, places)
  return { fence, onDisk: p => (p === '' ? null : fence.paths.onDisk(p, true)),
    granted: (surface, q) => ask(fence, { section: 'vscode', name: surface, text: q.text, path: q.path }) }
}
const all = [{ surface: 'files.write', resource: '/**' }, { surface: 'files.read', resource: '/**' }]
const at = (...names) => path.join(dir, ...names)

test('a folder takes the sensitive places below it along, and comes to be one', () => {
  fs.mkdirSync(at('x', 'hooks'), { recursive: true })
  fs.mkdirSync(at('y', 'other'), { recursive: true })
  fs.mkdirSync(at('w', '.git', 'hooks'), { recursive: true })
  const p = permissions(...all)
  for (const how of ['copy', 'rename']) {
    assert.strictEqual(along(p, how, at('x'), at('.git')).path, at('.git', 'hooks'), how)
    assert.strictEqual(along(p, how, at('y'), at('z')), null, how)
  }
  fs.writeFileSync(at('y', 'file'), '')
  assert.ok(along(p, 'rename', at('not', 'yet'), at('.git')), 'it may be filled first')
  assert.ok(along(p, 'rename', at('y'), at('.git')))
  assert.strictEqual(along(p, 'rename', at('y', 'file'), at('.git')), null)
  assert.strictEqual(along(p, 'rename', at('not', 'yet'), at('z')), null)
  fs.symlinkSync(at('y'), at('link'))
  assert.ok(along(p, 'rename', at('link'), at('.git')))
  assert.strictEqual(along(p, 'rename', at('link'), at('z')), null)
  assert.strictEqual(along(p, 'delete', at('w', '.git'), undefined), null)
})

test('the folder of the person is not copied, moved or taken away as a whole, while one below it is', () => {
  fs.mkdirSync(at('home'))
  fs.writeFileSync(at('home', '.netrc'), '')
  const p = permissions(...all)
  for (const from of [at('home'), dir]) {
    assert.ok(along(p, 'copy', from, '/elsewhere/h'))
    assert.ok(along(p, 'rename', from, '/elsewhere/h'))
    assert.ok(along(p, 'delete', from, undefined))
    assert.ok(along(p, 'copy', from, ''))
  }
  assert.ok(along(p, 'rename', at('y'), at('home')), 'what stood there')
  assert.strictEqual(along(p, 'copy', at('y'), at('h')), null)
})

test('what may not be read comes to lie nowhere that may, in no file system of its own either', () => {
  const p = permissions({ surface: 'files.write', resource: '/**' }, { surface: 'files.read', resource: at('open') + '/**' })
  assert.ok(along(p, 'copy', at('y', 'f'), at('open', 'f')))
  assert.ok(along(p, 'rename', at('y', 'f'), at('open', 'f')))
  assert.ok(along(p, 'copy', at('y', 'f'), ''))
  assert.strictEqual(along(p, 'copy', at('y', 'f'), at('z')), null)
  assert.strictEqual(along(p, 'copy', at('open', 'f'), at('open', 'g')), null)
})
