'use strict'

// Requests that a policy grants by their path, and sockets that it grants by their folder (invariants 6, 7 and 9): what is
// kept of a request until it is sent, and what a name leads to by then.

const { a: of } = require('./lib/requests.js')
const { SWAPS } = require('./lib/shared.js')
const { thirteenth } = require('./lib/thirteen.js')

// The worker goes on for as long as somebody connects.
const LONGER = { ...SWAPS, wait: 8500, files: { 'w.js': eval('(' + SWAPS.files['w.js'].toString().replace('2500', '7000') + ')') } }
const a = (...args) => of(13, ...args)
// Two sockets of one name, the one of them elsewhere: who connects to that leaves a mark.
const SOCKETS = (T, fs) => {
  SWAPS.setup(T, fs)
  const serve = (at, heard) => require('net').createServer(s => { heard(); s.on('error', () => {}); s.end() }).listen(at).unref()
  serve(T.work + '/d/s', () => {})
  serve(T.out + '/s', () => { try { fs.writeFileSync(T.mark, 'x') } catch { /* the folder is gone by now */ } })
}

module.exports = [
  a('another path by the list that holds a header', () => {
    const q = quiet(http.request(asked({ headers: { host: '127.0.0.1:' + T.allowed, 'x-a': ['1'] } })))
    q.getHeader('x-a')[0] = '1\r\n\r\n' + BEYOND
    q.end()
  }, { inChild: true }),
  a('another path by a list among all headers', () => {
    const q = quiet(http.request(asked({ headers: { host: '127.0.0.1:' + T.allowed } })))
    q.appendHeader('x-a', ['1'])
    q.appendHeader('x-a', ['2'])
    q.getHeaders()['x-a'][0] = '1\r\n\r\n' + BEYOND
    q.end()
  }),
  a('another path by a trailer that says two things', () => {
    const q = quiet(http.request(asked({ method: 'POST', headers: { 'transfer-encoding': 'chunked', trailer: 'x-a' } })))
    let n = 0
    q.addTrailers({ 'x-a': { toString: () => (n++ === 0 ? '1' : '1\r\n\r\n' + BEYOND) } })
    q.end('x')
  }),
  thirteenth('a socket elsewhere, by a name that a worker swaps', 7, () => {
    const net = require('net')
    new (require('worker_threads').Worker)(__dirname + '/w.js')
    const end = Date.now() + 7000
    const more = () => {
      for (let i = 0; i < 6; i++) {
        try { net.connect(T.work + '/d/s').on('error', () => {}).on('connect', function () { this.destroy() }) } catch { }
      }
      if (Date.now() < end) setImmediate(more)
    }
    more()
  }, { ...LONGER, setup: SOCKETS, goal: 'mark', policy: { 'network.connect': ['unix:${extension}/work/**'] } }),
  thirteenth('a request to a socket elsewhere, by a name that a worker swaps', 7, () => {
    const http = require('http')
    new (require('worker_threads').Worker)(__dirname + '/w.js')
    const end = Date.now() + 7000
    const more = () => {
      for (let i = 0; i < 3; i++) {
        try { http.get({ socketPath: T.work + '/d/s' }).on('error', () => {}) } catch { }
      }
      if (Date.now() < end) setImmediate(more)
    }
    more()
  }, { ...LONGER, setup: SOCKETS, goal: 'mark', policy: { 'network.connect': ['unix:${extension}/work/**'] } }),
]
