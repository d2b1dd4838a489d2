'use strict'

// What a request says before it is sent, and connections that all extensions share (invariants 5 and 9).

const { twelfth, shares } = require('./lib/twelve.js')

const SERVES = () => {
  // Most servers read an address so: its dots are gone before it is looked up.
  require('http').createServer((q, a) => {
    const url = new URL(q.url, 'http://x')
    if (url.pathname === '/beyond') console.log('SAID yes')
    a.end('x')
  }).listen(Number(require('fs').readFileSync(__dirname + '/at')), '127.0.0.1')
}
// The server listens on a port that nobody else has.
const NORMAL = { goal: 'said', before: SERVES, setup: (T, fs) => fs.writeFileSync(T.out.replace(/outside$/, 'at'), String(T.udp)),
  policy: p => ({ 'network.connect': ['http://127.0.0.1:' + p.udp + '/api/**'] }) }

module.exports = [
  twelfth('another path by what waits in a request to be sent', 5, () => {
    const r = require('http').request({ host: '127.0.0.1', port: T.allowed, path: '/granted' })
    r.on('error', () => {})
    r.end()
    const one = r.outputData[0]
    one.data += 'GET /beyond HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'
  }, { goal: 'reach', policy: p => ({ 'network.connect': ['http://127.0.0.1:' + p.allowed + '/granted'] }), inChild: true }),
  twelfth('another path by dots in a path', 9, () => {
    require('http').get({ host: '127.0.0.1', port: T.udp, path: '/api/../beyond' }).on('error', () => {})
  }, NORMAL),
  twelfth('another path by dots in a path that are encoded', 9, () => {
    require('http').get({ host: '127.0.0.1', port: T.udp, path: '/api/%2e%2e/beyond' }).on('error', () => {})
  }, NORMAL),
  twelfth('another path by dots behind a backslash', 9, () => {
    require('http').get({ host: '127.0.0.1', port: T.udp, path: '/api\\..\\..\\beyond' }).on('error', () => {})
  }, NORMAL),
  twelfth('a datagram to another port, by an offset and a callback', 9, () => {
    const s = require('dgram').createSocket('udp4')
    s.on('error', () => {})
    s.send(Buffer.alloc(64), 9, '127.0.0.1', T.udp, () => {})
  }, { goal: 'reach', policy: { 'network.connect': ['udp://127.0.0.1:9'] } }),
  shares('what a neighbour is answered, on a connection that both use', 5, () => {
    require('http').get({ host: '127.0.0.1', port: T.udp, path: '/', headers: { connection: 'keep-alive' } }, r => {
      r.socket.on('data', d => { if (String(d).includes('of another')) say('yes') })
      r.resume()
    })
  }, { wait: 1200, setup: (T, fs) => fs.writeFileSync(T.out.replace(/outside$/, 'at'), String(T.udp)),
    policy: p => ({ 'network.connect': ['127.0.0.1:' + p.udp, 'http://127.0.0.1:' + p.udp] }),
    before: () => {
      require('http').createServer((q, a) => a.end(q.headers.authorization ? 'of another' : 'x'))
        .listen(Number(require('fs').readFileSync(__dirname + '/at')), '127.0.0.1')
    },
    after: () => {
      setTimeout(() => require('http').get({ host: '127.0.0.1', port: Number(require('fs').readFileSync(__dirname + '/at')), path: '/',
        headers: { authorization: 'x' } }, r => r.resume()), 400)
    } }),
  twelfth('a socket becomes a link while a request waits for its agent', 7, () => {
    const fs = require('fs')
    const http = require('http')
    const agent = new http.Agent({ maxSockets: 1 })
    const p = T.work + '/'
    const s = require('net').createServer(c => {
      c.on('error', () => {})
      setTimeout(() => {
        fs.renameSync(p + 's', p + 'old')
        fs.renameSync(p + 'l', p + 's')
        c.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      }, 150)
    }).listen(p + 's', () => {
      http.get({ agent, socketPath: p + 's', path: '/a' }, r => r.resume()).on('error', () => {})
      http.get({ agent, socketPath: p + 's', path: '/b' }, r => { r.setEncoding('utf8'); r.on('data', say) }).on('error', () => {})
    })
    void s
  }, { wait: 1500,
    setup: (T, fs) => fs.symlinkSync(T.out + '/d.sock', T.work + '/l'),
    policy: { 'network.listen': ['unix:${extension}/work/**', '127.0.0.1:*'], 'network.connect': ['unix:${extension}/work/**'] },
    before: () => { require('http').createServer((q, a) => a.end('canary-7f3a91')).listen(__dirname + '/outside/d.sock') } }),
]
