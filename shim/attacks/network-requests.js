'use strict'

// Requests that a policy grants by their path (invariant 9): the goal is another path of the same server, or
// the server under another name. A connection carries both.

const { a: of } = require('./lib/requests.js')

const a = (...args) => of(7, ...args)

module.exports = [
  a('another path', () => { quiet(http.get(asked({ path: '/beyond' }))) }),
  a('another path by the socket of an answer', () => {
    quiet(http.get(asked({ headers: { connection: 'keep-alive' } }))).on('response', r => { r.socket.write(BEYOND) })
  }, { inChild: true }),
  a('another path by the socket of a request', () => { quiet(http.get(asked())).on('socket', s => { s.write(BEYOND) }) }),
  a('another path by the connection that an agent keeps', () => {
    const agent = new http.Agent({ keepAlive: true })
    agent.on('free', s => { s.write(BEYOND) })
    quiet(http.get(asked({ agent })))
  }),
  a('another path by a stream that is piped into the socket', () => {
    require('fs').writeFileSync(T.work + '/x', BEYOND)
    quiet(http.get(asked())).on('response', r => { require('fs').createReadStream(T.work + '/x').pipe(r.socket) })
  }),
  a('another path behind a body of no length', () => {
    quiet(http.request(asked({ method: 'POST', headers: { 'content-length': '0' } }))).end(BEYOND)
  }),
  a('another path behind a body of no length, written', () => {
    const q = quiet(http.request(asked({ method: 'POST', headers: ['Content-Length', '0'] })))
    q.write(BEYOND)
    q.end()
  }),
  a('another path as the body of a method that has none', () => { quiet(http.request(asked())).end(BEYOND) }),
  a('another path as the body of a method that has none, piped', () => {
    require('fs').writeFileSync(T.work + '/x', BEYOND)
    require('fs').createReadStream(T.work + '/x').pipe(quiet(http.request(asked())))
  }),
  a('another path behind a header that was removed', () => {
    const q = quiet(http.request(asked({ method: 'POST' })))
    q.removeHeader('content-length')
    q.removeHeader('transfer-encoding')
    q.write(BEYOND)
    q.end()
  }),
  a('the server by another name', () => { quiet(http.get(asked({ headers: { Host: 'beyond.test' } }))) }),
  a('the server by another name in a list', () => { quiet(http.get(asked({ headers: [['host', 'beyond.test']] }))) }),
  a('the server by another name in a list whose pairs are no lists', () => {
    quiet(http.get(asked({ headers: [['accept', 'x'], { 0: 'host', 1: 'beyond.test' }] })))
  }, { round: 10 }),
  a('the server by another name later', () => {
    const q = quiet(http.request(asked()))
    q.setHeader('host', 'beyond.test')
    q.end()
  }),
  a('the server by another name, by a class above', () => {
    const q = quiet(http.request(asked()))
    http.OutgoingMessage.prototype.setHeader.call(q, 'host', 'beyond.test')
    q.end()
  }),
  a('the server by another name, by several headers', () => {
    const q = quiet(http.request(asked()))
    q.setHeaders(new Map([['host', 'beyond.test']]))
    q.end()
  }),
  a('another path as a whole address', () => { quiet(http.get(asked({ path: `http://127.0.0.1:${T.allowed}/beyond` }))) }),
]
