'use strict'

// The network (invariant 9). The goal is a connection that arrives.

const a = (name, code, more) => ({ name, inv: 9, code, goal: 'reach', ...more })

module.exports = [
  a('http.get', () => { require('http').get('http://127.0.0.1:' + T.port).on('error', () => {}) }, { inChild: true }),
  a('http.request with options', () => { require('http').request({ host: '127.0.0.1', port: T.port }).on('error', () => {}).end() }),
  a('an address and options that differ', () => {
    require('http').get('http://127.0.0.1:' + T.allowed, { port: T.port, host: '127.0.0.1' }).on('error', () => {})
  }),
  a('hostname against host', () => {
    require('http').get({ host: '127.0.0.1', hostname: 'localhost', port: T.port }).on('error', () => {})
  }),
  a('createConnection of its own', () => {
    require('http').get({
      host: '127.0.0.1', port: T.allowed, createConnection: () => require('net').connect(T.port, '127.0.0.1'),
    }).on('error', () => {})
  }),
  a('a lookup of its own', () => {
    require('http').get({
      host: 'allowed.test', port: T.port,
      lookup: (h, o, cb) => (o && o.all ? cb(null, [{ address: '127.0.0.1', family: 4 }]) : cb(null, '127.0.0.1', 4)),
    }).on('error', () => {})
  }, { policy: { 'network.connect': ['http://allowed.test:*'] } }),
  a('an agent of its own', () => {
    const http = require('http')
    class A extends http.Agent { createConnection(o, cb) { return require('net').connect(T.port, '127.0.0.1') } }
    http.get({ host: '127.0.0.1', port: T.allowed, agent: new A() }).on('error', () => {})
  }, { inChild: true }),
  a('createConnection of the agent', () => { require('http').globalAgent.createConnection({ host: '127.0.0.1', port: T.port }) }),
  a('the agent of a request', () => {
    const q = require('http').get('http://127.0.0.1:' + T.allowed)
    q.on('error', () => {})
    q.agent.createConnection({ host: '127.0.0.1', port: T.port })
  }),
  a('net.connect', () => { require('net').connect(T.port, '127.0.0.1') }),
  a('net.connect with an object', () => { require('net').connect({ port: T.port, host: '127.0.0.1' }) }),
  a('Socket.connect', () => { new (require('net').Socket)().connect(T.port, '127.0.0.1') }),
  a('the socket of a response connects again', () => {
    require('http').get('http://127.0.0.1:' + T.allowed, r => {
      const S = r.socket.constructor
      new S().connect(T.port, '127.0.0.1')
    }).on('error', () => {})
  }, { inChild: true }),
  a('the this of a listener', () => {
    const q = require('http').get('http://127.0.0.1:' + T.allowed)
    q.on('error', () => {})
    q.on('socket', function (s) { new s.constructor().connect(T.port, '127.0.0.1') })
  }),
  a('the class of a stream behind a socket', () => {
    require('http').get('http://127.0.0.1:' + T.allowed, r => {
      const s = r._readableState && r.client
      new s.constructor().connect(T.port, '127.0.0.1')
    }).on('error', () => {})
  }),
  a('an IPv4 address as a number', () => { require('http').get({ host: '2130706433', port: T.port }).on('error', () => {}) }),
  a('an IPv6-mapped address', () => { require('http').get({ host: '::ffff:127.0.0.1', port: T.port }).on('error', () => {}) }),
  a('a granted host by another port', () => { fetch('http://127.0.0.1:' + T.port) }),
  a('fetch of a redirect', () => { fetch('http://127.0.0.1:' + T.allowed + '/redirect') }, { inChild: true }),
  a('fetch with a Request', () => { fetch(new Request('http://127.0.0.1:' + T.port)) }),
  a('fetch with a Request whose address lies', () => {
    const r = new Request('http://127.0.0.1:' + T.port)
    Object.defineProperty(r, 'url', { value: 'http://127.0.0.1:' + T.allowed })
    fetch(r)
  }),
  a('fetch with an address that changes', () => {
    let n = 0
    fetch({ toString: () => 'http://127.0.0.1:' + (n++ === 0 ? T.allowed : T.port) })
    fetch({ toString: () => 'http://127.0.0.1:' + T.port })
  }),
  a('the constructor of a response', () => {
    fetch('http://127.0.0.1:' + T.allowed).then(r => r.constructor.constructor('return fetch')()('http://127.0.0.1:' + T.port))
  }),
  a('globalThis.fetch', () => { globalThis.fetch('http://127.0.0.1:' + T.port) }),
  a('WebSocket', () => { new WebSocket('ws://127.0.0.1:' + T.port) }, { inChild: true, needs: 22 }),
  a('http2', () => { require('http2').connect('http://127.0.0.1:' + T.port).on('error', () => {}) }),
  a('tls', () => { require('tls').connect(T.port, '127.0.0.1').on('error', () => {}) }),
  a('https', () => { require('https').get('https://127.0.0.1:' + T.port).on('error', () => {}) }),
  a('UDP', () => { require('dgram').createSocket('udp4').send('x', T.udp, '127.0.0.1') }),
  a('UDP connected', () => { const s = require('dgram').createSocket('udp4'); s.connect(T.udp, '127.0.0.1', () => s.send('x')) }),
  a('UDP with offset and length', () => {
    require('dgram').createSocket('udp4').send(Buffer.from('xy'), 0, 1, T.udp, '127.0.0.1')
  }, { inChild: true }),
  a('the class of a UDP socket', () => {
    const d = require('dgram')
    const C = d.createSocket('udp4').constructor
    new C({ type: 'udp4' }).send('x', T.udp, '127.0.0.1')
  }),
  a('a name for other hosts', () => { require('dns').lookup('localhost', (e, x) => { if (!e) say('yes') }) }, { goal: 'said' }),
  a('dns.promises', () => { require('dns').promises.lookup('localhost').then(() => say('yes')) }, { goal: 'said' }),
  a('a resolver of its own', () => { new (require('dns').Resolver)(); say('yes') }, { goal: 'said' }),
  a('a server for everybody', () => { require('http').createServer().listen(0, '0.0.0.0', () => say('yes')) }, { goal: 'said' }),
  a('a unix socket', () => {
    const s = require('net').createServer()
    s.listen(T.out + '/sock', () => say('yes'))
  }, { inChild: true, goal: 'said' }),
  a('a connection on a foreign descriptor', () => {
    const net = require('net')
    const s = new net.Socket({ fd: 1 })
    s.write('SAID yes\n')
  }, { goal: 'said' }),

  // From a reading of the loader.
  a('a Request that stands for another', () => {
    class R extends Request { get url() { return 'http://127.0.0.1:' + T.allowed } }
    fetch(new R('http://127.0.0.1:' + T.port))
  }, { round: 1 }),
  a('a Request with a dispatcher of its own', () => {
    const d = { dispatch(o, h) { require('net').connect(T.port, '127.0.0.1'); return true } }
    fetch(new Request('http://127.0.0.1:' + T.port, { dispatcher: d }))
  }, { round: 1 }),
  a('the getter of Request replaced', () => {
    Object.defineProperty(Request.prototype, 'url', { configurable: true, get: () => 'http://127.0.0.1:' + T.allowed })
    fetch(new Request('http://127.0.0.1:' + T.port))
  }, { round: 1 }),
  a('a header that ends the request and begins another connection', () => {
    require('http').get({ host: '127.0.0.1', port: T.port, headers: { host: '127.0.0.1:' + T.allowed } }).on('error', () => {})
  }, { round: 1 }),
  a('a default port', () => {
    require('http').get({ host: '127.0.0.1', defaultPort: T.port }).on('error', () => {})
  }, { inChild: true, round: 1 }),
  a('a port that is text with spaces', () => {
    require('http').get({ host: '127.0.0.1', port: ' ' + T.port }).on('error', () => {})
  }, { round: 1 }),
  a('an address of every interface', () => { require('net').connect(T.port, '0.0.0.0') }, { round: 1 }),
  a('an address in hexadecimal', () => { require('http').get('http://0x7f000001:' + T.port).on('error', () => {}) }, { round: 1 }),
  a('an agent for tunnels', () => {
    const http = require('http')
    const q = http.request({ host: '127.0.0.1', port: T.port, method: 'CONNECT', path: 'x:1' })
    q.on('error', () => {})
    q.end()
  }, { round: 1 }),
  a('the name of a host by the lookup of another module', () => {
    require('dns').lookupService('127.0.0.1', 22, e => { if (!e) say('yes') })
  }, { goal: 'said', round: 1 }),
  a('the addresses of an http2 session', () => {
    const h = require('http2')
    const s = h.connect('http://127.0.0.1:' + T.allowed, { createConnection: () => require('net').connect(T.port, '127.0.0.1') })
    s.on('error', () => {})
  }, { inChild: true, round: 1 }),
  a('options that http2 reads twice', () => {
    let n = 0
    require('http2').connect({
      get host() { return n++ ? '127.0.0.1:' + T.port : '127.0.0.1' }, protocol: 'http:', hostname: '127.0.0.1', port: T.port,
    }).on('error', () => {})
  }, { round: 1 }),
  a('UDP bound to everybody', () => {
    require('dgram').createSocket('udp4').bind(0, '0.0.0.0', () => say('yes'))
  }, { goal: 'said', round: 1 }),

  a('hears of a stranger, by a socket of datagrams that only sends', () => {
    const s = require('dgram').createSocket('udp4')
    s.on('message', (m, r) => { if (r.port !== 39213) say('yes') })
    s.send('x', 39213, '127.0.0.1')
  }, { round: 11, goal: 'said', wait: 900, policy: { 'network.connect': ['udp://127.0.0.1:39213'], 'network.listen': [] }, before: () => {
    const { createSocket } = require('dgram')
    const s = createSocket('udp4')
    s.on('message', (m, r) => { createSocket('udp4').send('x', r.port, '127.0.0.1') })
    s.bind(39213, '127.0.0.1')
    s.unref()
  } }),
]
