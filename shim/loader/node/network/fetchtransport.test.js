'use strict'

const assert = require('node:assert')
const http = require('node:http')
const https = require('node:https')
const test = require('node:test')
const zlib = require('node:zlib')
const web = require('./web.js').load()
const { createTransport } = require('./fetchtransport.js')
const { urlParts } = require('../../kernel/primordials.js')

const send = createTransport({}, web, http, https)
// served runs f with what sends to a server that answers with answer.
async function served(answer, f) {
  const server = http.createServer(answer)
  await new Promise(r => server.listen(0, '127.0.0.1', r))
  const base = `http://127.0.0.1:${server.address().port}`
  try {
    await f((path, init = {}, streams = false, hops = 0) =>
      send(new Request(base + path, init), urlParts(new URL(base + path)), streams, hops), base)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
const echo = (q, a) => {
  let text = ''
  q.setEncoding('utf8').on('data', s => { text += s }).on('end',
    () => a.end(JSON.stringify({ method: q.method, url: q.url, headers: q.headers, text })))
}

test('a request is sent as it was made', async () => {
  await served(echo, async (go, base) => {
    const r = await go('/a?b=c', { method: 'POST', body: 'text', headers: { 'X-Mine': 'yes', host: 'other' } }, false, 1)
    const got = await r.json()
    assert.deepStrictEqual([got.method, got.url, got.text, got.headers['x-mine'], got.headers['content-length'],
      got.headers['content-type']], ['POST', '/a?b=c', 'text', 'yes', '4', 'text/plain;charset=UTF-8'])
    assert.strictEqual(`http://${got.headers.host}`, base)
    assert.deepStrictEqual([r.status, r.ok, r.url, r.redirected, r.type, r instanceof Response],
      [200, true, base + '/a?b=c', true, 'basic', true])
  })
})

test('a body of pieces is sent in pieces', async () => {
  await served(echo, async go => {
    const body = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('on'));
      c.enqueue(new TextEncoder().encode('e')); c.close() } })
    const got = await (await go('/', { method: 'PUT', body, duplex: 'half' }, true)).json()
    assert.deepStrictEqual([got.text, got.headers['transfer-encoding']], ['one', 'chunked'])
  })
})

test('an answer is decoded, and has all of its headers', async () => {
  for (const [name, encode] of [['gzip', zlib.gzipSync], ['deflate', zlib.deflateSync], ['br', zlib.brotliCompressSync]]) {
    await served((q, a) => { a.setHeader('content-encoding', name); a.setHeader('set-cookie', ['a=1', 'b=2']);
        a.end(encode('x'.repeat(300000))) }, async go => {
      const r = await go('/')
      assert.strictEqual((await r.text()).length, 300000)
      assert.deepStrictEqual(r.headers.getSetCookie(), ['a=1', 'b=2'])
    })
  }
})

test('an answer without a body has none', async () => {
  await served((q, a) => { a.statusCode = q.url === '/none' ? 204 : 200;
      a.end(q.method === 'HEAD' ? undefined : q.url === '/none' ? undefined : 'x') }, async go => {
    assert.strictEqual((await go('/none')).body, null)
    assert.strictEqual((await go('/', { method: 'HEAD' })).body, null)
    assert.strictEqual((await go('/')).body === null, false)
  })
})

test('an answer comes in pieces, and its end is waited for', async () => {
  await served((q, a) => { a.write('one'); setTimeout(() => a.end('two'), 50) }, async go => {
    const reader = (await go('/')).body.getReader()
    assert.strictEqual(Buffer.from((await reader.read()).value).toString(), 'one')
    assert.strictEqual(Buffer.from((await reader.read()).value).toString(), 'two')
    assert.strictEqual((await reader.read()).done, true)
  })
})

test('what is broken off fails, before the answer and in it', async () => {
  await served((q, a) => { if (q.url === '/never') return; a.write('one'); if (q.url === '/cut') setTimeout(() => a.destroy(), 30) },
      async (go, base) => {
    const before = new AbortController()
    const waits = go('/never', { signal: before.signal })
    setTimeout(() => before.abort(), 30)
    await assert.rejects(waits, { name: 'AbortError' })
    const during = new AbortController()
    const r = await go('/', { signal: during.signal })
    setTimeout(() => during.abort(), 30)
    await assert.rejects(r.text(), { name: 'AbortError' })
    await assert.rejects((await go('/cut')).text(), TypeError)
    await assert.rejects(go('/', { signal: AbortSignal.abort() }), { name: 'AbortError' })
    await assert.rejects(send(new Request('http://127.0.0.1:1'), urlParts(new URL('http://127.0.0.1:1')), false, 0),
      e => e instanceof TypeError && e.cause.code === 'ECONNREFUSED')
    assert.ok(base)
  })
})
