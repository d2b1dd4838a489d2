'use strict'

// Requests that a policy grants by their path (invariant 9), as somebody tried them who had not written the
// loader: requests within requests, bodies that grow or have no length, and what else leads to a connection.

const { a: of } = require('./lib/requests.js')

const a = (name, code, more) => of(8, name, code, { wait: 1200, ...more })

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
    const signal = {
      get aborted() { if (n++ === 0) quiet(http.get(asked())); return false }, addEventListener() {}, removeEventListener() {},
    }
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
  a('another path by the path of the request', () => {
    const q = quiet(http.request(asked()))
    q.path = '/beyond'
    Object.defineProperty(q, 'path', { value: '/beyond' })
    q.end()
  }),
  a('another path by the resource of what runs', () => {
    const { executionAsyncResource, createHook } = require('async_hooks')
    createHook({ init(id, type, by, r) {
      try {
        const o = r[Object.getOwnPropertySymbols(r)[0]]
        if (o && o.write) o.write(BEYOND)
      } catch { /* none */ }
    } }).enable()
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
  a('another path by a body that is written with another length', () => {
    const text = Buffer.from(BEYOND)
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '0' } })))
    Object.defineProperty(text, 'length', { value: 0 })
    q.write(text)
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
  a('another path by the channel that tells of sockets', () => {
    require('diagnostics_channel').subscribe('net.client.socket', ({ socket }) => {
      socket.once('connect', () => { socket.write(BEYOND) })
    })
    quiet(http.get(asked()))
  }),
  a('another path by the channel that tells of answers', () => {
    require('diagnostics_channel').subscribe('http.client.response.finish', ({ response }) => { response.socket.write(BEYOND) })
    quiet(http.get(asked({ headers: { connection: 'keep-alive' } })))
  }),
  a('another path by the resource of a connection', () => {
    const { createHook, executionAsyncResource } = require('async_hooks')
    const seen = []
    createHook({ init(id, type, trigger, resource) { seen.push(resource) } }).enable()
    quiet(http.get(asked({ headers: { connection: 'keep-alive' } }))).on('response', () => {
      seen.push(executionAsyncResource())
      for (const r of seen) for (const k of r ? Reflect.ownKeys(r) : []) {
        try { r[k].write(BEYOND) } catch { /* no socket */ }
      }
    })
  }),
]
