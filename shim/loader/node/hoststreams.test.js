'use strict'

const assert = require('node:assert')
const { Readable, Writable } = require('node:stream')
const test = require('node:test')
const { emptyStream, ownStream } = require('./hoststreams.js')

// host is what everybody writes to, and what was written.
function host() {
  const got = []
  const real = new Writable({ write(chunk, _, done) { got.push(String(chunk)); done() } })
  return { got, real: Object.assign(real, { fd: 1, isTTY: true, columns: 80, getColorDepth: () => 8 }) }
}

test('a fence writes to what the host writes to, at once', async () => {
  const { got, real } = host()
  const out = ownStream(real)
  await new Promise(ok => { out.write('a', ok) })
  out.write(Buffer.from('b'))
  await new Promise(ok => { Readable.from(['c', 'd']).pipe(out).on('finish', ok) })
  assert.deepStrictEqual(got, ['a', 'b', 'c', 'd'])
  assert.deepStrictEqual([out.fd, out.isTTY, out.columns, out.getColorDepth()], [1, true, 80, 8])
  assert.ok(!real.writableEnded && !real.destroyed)
  // Programs set how wide it is, for themselves.
  out.columns = 40
  assert.deepStrictEqual([out.columns, real.columns], [40, 80])
})

test('it hears nothing of what others write, and changes nothing for them', async () => {
  const { got, real } = host()
  const heard = []
  const out = ownStream(real)
  for (const e of ['pipe', 'newListener', 'unpipe']) out.on(e, () => heard.push(e))
  heard.length = 0
  let resized = 0
  real.on('resize', () => { resized++ })
  out.cork()
  out.removeAllListeners('resize')
  await new Promise(ok => { Readable.from(['of another']).pipe(real, { end: false }).on('unpipe', ok) })
  real.emit('resize')
  out.destroy()
  real.write('later')
  assert.deepStrictEqual([got, heard, resized], [['of another', 'later'], [], 1])
})

test('what the host reads is another\'s: a fence finds its end', async () => {
  const stdin = emptyStream()
  const got = []
  for await (const chunk of stdin) got.push(chunk)
  assert.deepStrictEqual([got, stdin.fd, stdin.isTTY], [[], 0, undefined])
})
