'use strict'

// The connection of a WebSocket (invariants 5 and 9), made here for the same reason as a
// request of fetch (fetchtransport.js): what Node's WebSocket is made of dispatches through this,
// gets a stream that only carries bytes, and connects to nothing itself. The address is
// the one that was asked for, whatever it says then.

const { Duplex } = require('node:stream')
const { append, bufferFrom, Error, ownKeys } = require('../../kernel/primordials.js')
const { bareHost } = require('../../policy/endpoint.js')
const { agentOf } = require('./ownagents.js')

// carried returns a stream with the bytes of a socket and no way to it.
function carried(socket, head) {
  const out = new Duplex({
    __proto__: null,
    read() { socket.resume() },
    write(chunk, encoding, done) { socket.write(chunk, encoding, done) },
    final(done) { socket.end(done) },
    destroy(error, done) {
      socket.destroy()
      done(error)
    },
  })
  if (head.length > 0) out.push(head)
  socket.on('data', chunk => { if (!out.push(chunk)) socket.pause() })
  socket.on('end', () => out.push(null))
  socket.on('error', e => out.destroy(e))
  socket.on('close', () => out.destroy())
  return out
}

// dispatcher returns what connects to one address, u, and to no other.
function dispatcher(fence, u, http, https) {
  const secure = u.protocol === 'wss:' || u.protocol === 'https:'
  const lib = secure ? https : http
  return { __proto__: null, dispatch(given, handler) {
    const headers = { __proto__: null, connection: 'Upgrade', upgrade: 'websocket' }
    const names = ownKeys(given.headers)
    for (let i = 0; i < names.length; i++) if (typeof names[i] === 'string') headers[names[i]] = '' + given.headers[names[i]]
    const request = lib.request({ __proto__: null, agent: agentOf(fence, lib, secure), protocol: secure ? 'https:' : 'http:',
      hostname: bareHost(u.hostname), port: u.port === '' ? (secure ? 443 : 80) : +u.port, path: u.pathname + u.search, headers })
    let over = false
    const fail = e => {
      if (over) return
      over = true
      request.destroy()
      handler.onError(e)
    }
    request.on('error', fail)
    request.on('response', answer => {
      answer.resume()
      fail(new Error('The server answered ' + answer.statusCode))
    })
    request.on('upgrade', (answer, socket, head) => {
      if (over) return socket.destroy()
      over = true
      const raw = []
      for (let i = 0; i < answer.rawHeaders.length; i++) append(raw, bufferFrom(answer.rawHeaders[i], 'latin1'))
      handler.onUpgrade(answer.statusCode, raw, carried(socket, head))
    })
    handler.onConnect(reason => fail(reason === undefined ? new Error('aborted') : reason), null)
    if (!over) request.end()
    return true
  } }
}

module.exports = { __proto__: null, dispatcher }
