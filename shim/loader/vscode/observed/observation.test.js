'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { ask, createFence } = require('../../policy/fence.js')
const { keep } = require('../../policy/lasting.js')
const { remembered } = require('./observation.js')

const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-observed-')))
test.after(() => fs.rmSync(root, { recursive: true }))

// observed is a fence of an extension that is observed for some milliseconds, and what tells when it ends.
async function observed(name, milliseconds, tick) {
  const dir = path.join(root, name)
  const fence = createFence({ extension: 'acme.toy', mode: 'observe', observeDays: milliseconds / 864e5, tick, extensionVersion: '1',
    policySha256: 'x', policy: { schemaVersion: 1, extension: 'acme.toy' } }, root, [])
  let text
  const memory = { kept: true, read: async () => text, write: async t => { text = t } }
  let ended
  const end = new Promise(ok => { ended = ok })
  await remembered(fence, memory, dir, fence.log.open(dir), ended)
  return { fence, end }
}
// The loader keeps no process alive by waiting.
const alive = setInterval(() => {}, 1000)
test.after(() => clearInterval(alive))
const may = fence => ask(fence, { section: 'files.read', path: '/other/file' })

test('an extension that never waits is not observed for longer', async () => {
  const { fence, end } = await observed('busy', 100, 60000)
  assert.strictEqual(may(fence), true)
  for (const until = Date.now() + 150; Date.now() < until;);
  assert.strictEqual(may(fence), false)
  clearInterval(fence.timer)
  await end
})

test('what was made meanwhile is asked when the policy holds, which is as soon as the time is over', async () => {
  const { fence, end } = await observed('made', 100, 60000)
  const asked = []
  keep(fence, () => asked.push(may(fence)))
  const from = Date.now()
  await Promise.race([end, new Promise(ok => { setTimeout(ok, 20000) })])
  assert.ok(Date.now() - from < 20000)
  assert.deepStrictEqual([asked, fence.observe, fence.until], [[false], false, null])
  clearInterval(fence.timer)
})

test('who switched the fence off is observed on', async () => {
  const { fence } = await observed('off', 50, 20)
  fence.off = true
  fence.observe = true
  await new Promise(ok => { setTimeout(ok, 200) })
  assert.strictEqual(may(fence), true)
  clearInterval(fence.timer)
})
