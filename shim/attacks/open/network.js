'use strict'

/* eslint max-len: off */
// Round 8, by somebody who had not written the loader: what it tried, as it was written. Most of it is not stopped
// yet; what is joins the attacks of its class. ATTACKS_OPEN=1 ATTACKS_HOST=24 go test ./shim -run TestAttacksInTheRealHost -v
// says what escapes.

// A round of somebody who had not seen the code: beyond a grant by path.

const BEYOND = 'GET /beyond HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'
const a = (name, code, more) => ({
  class: 'network', name, inv: 9, round: 8, goal: 'reach', wait: 1200, policy: p => ({ 'network.connect': [`http://127.0.0.1:${p.allowed}/v1/**`] }),
  code: eval('(' + code.toString().replace('{', `{
    const http = require('http')
    const asked = more => ({ host: '127.0.0.1', port: T.allowed, path: '/v1/a', ...more })
    const quiet = q => q.on('error', () => {}).on('response', r => r.resume())
    const BEYOND = '${BEYOND}'
  `) + ')'), ...more,
})

module.exports = [
  a('the server by another name, for a request that another was made within (auth)', () => {
    let n = 0
    const auth = { valueOf() { if (n++ === 0) quiet(http.get(asked())); return 'a:b' } }
    const q = quiet(http.request(asked({ auth })))
    q.setHeader('host', 'beyond.test')
    q.end()
  }),
  a('another path by the socket, for a request that another was made within (signal)', () => {
    let n = 0
    const signal = { get aborted() { if (n++ === 0) quiet(http.get(asked())); return false }, addEventListener() {}, removeEventListener() {} }
    quiet(http.request(asked({ signal }))).on('socket', s => { s.write(BEYOND) }).end()
  }),
  a('another path behind a body that grows after it was counted', () => {
    const b = new ArrayBuffer(0, { maxByteLength: 200 })
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '0' } })))
    q.write(new Uint8Array(b))
    const text = Buffer.from(BEYOND)
    b.resize(text.length)
    new Uint8Array(b).set(text)
    q.end()
  }),
  a('another path behind a chunk that grows after it was counted', () => {
    const b = new ArrayBuffer(1, { maxByteLength: 200 })
    const q = quiet(http.request(asked({ method: 'POST' })))
    q.write(new Uint8Array(b))
    const text = Buffer.from('x\r\n0\r\n\r\n' + BEYOND)
    b.resize(text.length)
    new Uint8Array(b).set(text)
    q.end()
  }),
  a('another path behind a body that grows, in memory that is shared', () => {
    const b = new SharedArrayBuffer(1, { maxByteLength: 200 })
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '1' } })))
    q.write(new Uint8Array(b))
    const text = Buffer.from('x' + BEYOND)
    b.grow(text.length)
    new Uint8Array(b).set(text)
    q.end()
  }),
  a('another path behind a body that grows, of fetch', () => {
    const b = new ArrayBuffer(1, { maxByteLength: 200 })
    let n = 0
    const body = new ReadableStream({ pull(c) { if (n++ > 0) return c.close(); c.enqueue(new Uint8Array(b))
      queueMicrotask(() => { const t = Buffer.from('x\r\n0\r\n\r\n' + BEYOND); b.resize(t.length); new Uint8Array(b).set(t) }) } })
    fetch('http://127.0.0.1:' + T.allowed + '/v1/a', { method: 'POST', body, duplex: 'half' }).catch(() => {})
  }),
  a('another path by the path of the request', () => {
    const q = quiet(http.request(asked()))
    q.path = '/beyond'
    Object.defineProperty(q, 'path', { value: '/beyond' })
    q.end()
  }),
  a('another path by the resource of what runs', () => {
    const { executionAsyncResource, createHook } = require('async_hooks')
    createHook({ init(id, type, by, r) { try { r.onread = r.writeUtf8String && (() => {}); const o = r[Object.getOwnPropertySymbols(r)[0]]; if (o && o.write) o.write(BEYOND) } catch { /* none */ } } }).enable()
    quiet(http.get(asked({ headers: { connection: 'keep-alive' } }))).on('response', () => {
      const r = executionAsyncResource()
      if (r && r.req && r.req.socket) r.req.socket.write(BEYOND)
    })
  }),
  a('another path by the handles of the process', () => {
    quiet(http.get(asked({ headers: { connection: 'keep-alive' } }))).on('socket', s => s.once('connect', () => {
      for (const h of process._getActiveHandles()) if (h.remotePort === T.allowed) h.write(BEYOND)
    }))
  }),
  a('another path in a session of a grant of one path', () => {
    const h2 = require('http2')
    const s = h2.connect('http://127.0.0.1:' + 47113)
    s.on('error', () => {})
    const r = s.request({ ':path': '/beyond' })
    r.on('error', () => {})
    r.on('data', () => {})
  }, { goal: 'said', before: () => {
    const s = require('http2').createServer((q, r) => { if (q.url === '/beyond') console.log('SAID yes'); r.end('x') })
    s.listen(47113, '127.0.0.1')
  }, policy: () => ({ 'network.connect': ['http://127.0.0.1:47113/'] }) }),
  a('another path by a body that is written with another length', () => {
    const text = Buffer.from(BEYOND)
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '0' } })))
    Object.defineProperty(text, 'length', { value: 0 })
    q.write(text)
    q.end()
  }),
  a('the server by another name in trailers and informational headers', () => {
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': ['0'], Host: ['beyond.test'] } })))
    q.end()
  }),
  a('another path by a stream of the web over the request', () => {
    const { Writable } = require('stream')
    const w = Writable.toWeb(quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '0' } })))).getWriter()
    w.write(Buffer.from(BEYOND)).catch(() => {})
  }),
  a('another path as the body of a method that has none, behind headers that are flushed', () => {
    const q = quiet(http.request(asked({ headers: { connection: 'keep-alive' } })))
    q.flushHeaders()
    q.write(BEYOND)
    q.end()
  }),
  a('another path as the body of a method that has none, behind headers in a list', () => {
    const q = quiet(http.request(asked({ headers: ['Host', '127.0.0.1:' + T.allowed, 'Connection', 'keep-alive'] })))
    q.write(BEYOND)
    q.end()
  }),
  a('another path as the body of a method that has none, which expects', () => {
    const q = quiet(http.request(asked({ headers: { expect: '100-continue', connection: 'keep-alive' } })))
    q.write(BEYOND)
    q.end()
  }),
  a('another path as the body of DELETE, behind headers that are flushed, by the end', () => {
    const q = quiet(http.request(asked({ method: 'DELETE', headers: { connection: 'keep-alive' } })))
    q.flushHeaders()
    q.end(BEYOND)
  }),
  a('another path behind a length that is added later', () => {
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '200' } })))
    q.setHeader('content-length', '0')
    q.end(BEYOND)
  }),
  a('another path by a header that is added twice', () => {
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '0' } })))
    q.appendHeader('Content-Length', '' + BEYOND.length)
    q.end(BEYOND)
  }),
]
