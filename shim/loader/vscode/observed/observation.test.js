'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { ask, createFence } = require('../../policy/fence.js')
const { keep } = require('../../policy/lasting.js')
const { readSettings } = require('../person/consent.js')
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
test('what a setting came to hold meanwhile is no consent, until somebody sets it anew', async () => {
  let said = { globalValue: '/opt/before' }
  let text
  let ended
  const memory = { kept: true, read: async () => text, write: async t => { text = t } }
  const dir = path.join(root, 'settings')
  const file = path.join(dir, 'ws', '.vscode', 'settings.json')
  const session = async (extensionVersion = '1') => {
    const processes = [{ command: '${config:acme.tool}', args: ['...'] }]
    const fence = createFence({ extension: 'acme.toy', mode: 'observe', observeDays: 100 / 864e5, tick: 20, grace: 300,
      extensionVersion, policySha256: 'x', policy: { schemaVersion: 1, extension: 'acme.toy', processes } }, root, [])
    fence.settingsOf = () => said
    fence.settingsFiles = () => [file]
    const end = new Promise(ok => { ended = ok })
    const { ended: over } = await remembered(fence, memory, dir, fence.log.open(dir), ended)
    return { fence, end, over, counts: () => { readSettings(fence); return fence.config.settings['config:acme.tool'] } }
  }
  const first = await session()
  said = { globalValue: '/opt/meanwhile' }
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, '{}')
  assert.deepStrictEqual(first.counts(), ['/opt/meanwhile'])
  await first.end
  assert.deepStrictEqual(first.counts(), undefined)
  // VS Code reads a little later what was written before.
  said = { globalValue: '/opt/late' }
  assert.deepStrictEqual(first.counts(), undefined)
  while (JSON.parse(text).before !== undefined) await new Promise(ok => { setTimeout(ok, 20) })
  assert.deepStrictEqual(first.counts(), undefined)
  said = { globalValue: '/opt/before' }
  assert.deepStrictEqual(first.counts(), ['/opt/before'])
  said = { globalValue: '/opt/mine' }
  assert.deepStrictEqual(first.counts(), ['/opt/mine'])
  clearInterval(first.fence.timer)
  const second = await session()
  assert.deepStrictEqual([second.fence.observe, second.counts()], [false, ['/opt/mine']])
  said = { globalValue: '/opt/late' }
  assert.deepStrictEqual(second.counts(), undefined)
  // A workspace that was not open meanwhile, and whose file was written then.
  said = { workspaceValue: '/usr/bin/tool' }
  assert.deepStrictEqual(second.counts(), undefined)
  await new Promise(ok => { setTimeout(ok, 20) })
  // Somebody changes it long after that.
  const kept = JSON.parse(text)
  assert.deepStrictEqual(kept.doubted['acme.tool'], ['/opt/late', '/usr/bin/tool'])
  text = JSON.stringify({ ...kept, from: kept.from - 864e5, until: kept.until - 864e5 })
  const third = await session()
  assert.deepStrictEqual(third.counts(), undefined)
  said = { workspaceValue: '/usr/bin/other' }
  assert.deepStrictEqual(third.counts(), ['/usr/bin/other'])
  // Another version is observed anew, and what the one before may have set is none of the person's by that.
  said = { globalValue: '/opt/late' }
  const fourth = await session('2')
  assert.deepStrictEqual([fourth.fence.observe, fourth.counts()], [true, ['/opt/late']])
  await fourth.end
  while (JSON.parse(text).before !== undefined) await new Promise(ok => { setTimeout(ok, 20) })
  assert.deepStrictEqual(fourth.counts(), undefined)
  clearInterval(fourth.fence.timer)
})

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

// Keeping takes as long as the editor likes: an extension that asks again and again knows before it when the time is over.
test('what was made meanwhile ends before what was decided is kept', async () => {
  const fence = createFence({ extension: 'acme.toy', mode: 'observe', observeDays: 300 / 864e5, tick: 50, extensionVersion: '1',
    policySha256: 'x', policy: { schemaVersion: 1, extension: 'acme.toy' } }, root, [])
  const dir = path.join(root, 'kept')
  let over = 0
  let text
  const seen = []
  const memory = { kept: true, read: async () => text, write: async t => {
    if (JSON.parse(t).ended) seen.push(over)
    text = t
  } }
  const end = new Promise(ok => { remembered(fence, memory, dir, fence.log.open(dir), ok).then(() => { keep(fence, () => { over++ }) }) })
  await end
  assert.deepStrictEqual([seen, over], [[1], 1])
})
