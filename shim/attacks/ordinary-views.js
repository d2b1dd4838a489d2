'use strict'

// Ordinary operations that stand-ins and views could break: what reading the loader made
// doubtful.

const op = (name, code, more) => ({ name, code, goal: 'said', ...more })

module.exports = [
  op('promisifies setTimeout', () => { require('util').promisify(setTimeout)(5, 'yes').then(say) }, { round: 1 }),
  op('uses the native realpath', () => { say(require('fs').realpathSync.native(__dirname) === T.ext ? 'yes' : 'no') }, { round: 1 }),
  op('digests by web crypto of the module', () => {
    require('crypto').webcrypto.subtle.digest(
      'SHA-256', Buffer.from('a')
    ).then(d => say(Buffer.from(d).toString('hex').startsWith('ca978112')
      ? 'yes'
      : 'no'))
  }, { round: 1 }),
  op('digests by the global web crypto', () => {
    crypto.subtle.digest('SHA-256', Buffer.from('a')).then(d => say(Buffer.from(d).toString('hex').startsWith('ca978112') ? 'yes' : 'no'))
  }, { round: 1 }),
  op('saves and restores the hook of stack traces, often', () => {
    Error.prepareStackTrace = e => String(e)
    let f
    for (let i = 0; i < 20000; i++) {
      const o = Error.prepareStackTrace
      Error.prepareStackTrace = (e, s) => s
      f = new Error().stack[0].getFileName()
      Error.prepareStackTrace = o
    }
    say(f === __filename && new Error('x').stack === 'Error: x' ? 'yes' : 'no')
  }, { round: 1, wait: 3000 }),
  op('reads its caller from the call sites', () => {
    const o = Error.prepareStackTrace
    Error.prepareStackTrace = (e, s) => s
    const s = new Error().stack
    Error.prepareStackTrace = o
    say(s[0].getFileName() === __filename && s[0].getLineNumber() > 0 ? 'yes' : 'no')
  }, { inChild: true, round: 1 }),
  op('writes through a pipe of its own', () => {
    const { Writable } = require('stream')
    let s = ''
    require('fs').createReadStream(__dirname + '/data.txt').pipe(new Writable({
      write(c, e, cb) { s += c; cb() }, final(cb) { say(s === 'data' ? 'yes' : 'no'); cb() },
    }))
  }, { round: 1 }),
  op('hears of a pipe', () => {
    const { Writable } = require('stream')
    const w = new Writable({ write(c, e, cb) { cb() } })
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    w.on('pipe', s => say(s === r ? 'yes' : 'no'))
    r.pipe(w)
  }, { round: 1 }),
  op('reads the lines of a file handle', () => {
    require('fs').promises.open(__dirname + '/data.txt').then(async h => {
      for await (const l of h.readLines()) say(l === 'data' ? 'yes' : 'no')
    })
  }, { round: 1 }),
  op('makes an object from a view', () => {
    const r = require('fs').createReadStream(__dirname + '/data.txt')
    const o = Object.create(r)
    o.mine = 1
    say(o.mine === 1 && r.mine === undefined && Object.hasOwn(o, 'mine') ? 'yes' : 'no')
  }, { round: 1 }),
  op('keeps the kinds of its objects', () => {
    const { Readable } = require('stream')
    const E = require('events')
    const fs = require('fs')
    const r = fs.createReadStream(__dirname + '/data.txt')
    say(r instanceof Readable && r instanceof E && r instanceof fs.ReadStream && r === r.on('x', () => {}) ? 'yes' : 'no')
  }, { round: 1 }),
  op('hears errors of a stream', () => {
    require('fs').createReadStream(__dirname + '/none').on('error', e => say(e.code === 'ENOENT' ? 'yes' : e.code))
  }, { inChild: true, round: 1 }),
  op('uses a server and a client of its own', () => {
    const net = require('net')
    const s = net.createServer(c => { c.pipe(c) }).listen(0, '127.0.0.1', () => {
      const k = require('http').get('http://127.0.0.1:' + T.allowed, r => {
        r.resume()
        r.on('end', () => { s.close(); say(k.reusedSocket === false ? 'yes' : 'no') })
      })
    })
  }, { round: 1 }),
  op('copies a tree', () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/a/b', { recursive: true })
    fs.writeFileSync(T.work + '/a/b/c', 'x')
    fs.cpSync(T.work + '/a', T.work + '/d', { recursive: true })
    say(fs.readFileSync(T.work + '/d/b/c', 'utf8') === 'x' ? 'yes' : 'no')
  }, { round: 1 }),
  op('sends a file handle\'s data on', () => {
    require('fs').promises.open(__dirname + '/data.txt').then(async h => {
      let s = ''
      for await (const c of h.createReadStream({ encoding: 'utf8' })) s += c
      say(s === 'data' ? 'yes' : 'no')
    })
  }, { round: 1 }),
  op('waits with the promises of the timers', () => { require('timers/promises').setTimeout(5, 'yes').then(say) }, { round: 1 }),
  op('waits for an event', () => {
    require('events').once(require('fs').createReadStream(__dirname + '/data.txt').resume(), 'end').then(() => say('yes'))
  }, { round: 1 }),
  op('gives a child a variable of its own', () => {
    const c = require('child_process').fork(__dirname + '/c.js', [], { env: { ...process.env, MY_SETTING: 'yes' } })
    c.on('message', say)
  }, { inChild: true, round: 1, wait: 1500, files: { 'c.js': "process.send(process.env.MY_SETTING)" } }),
  op('speaks through a WebSocket', () => {
    const server = require('http').createServer().listen(0, '127.0.0.1', () => {
      const w = new WebSocket('ws://127.0.0.1:' + server.address().port + '/chat', 'talk')
      w.onmessage = e => { say(e.data === 'hello' && w.protocol === 'talk' ? 'yes' : 'no'); w.close() }
      w.onopen = () => w.send('hello')
    })
    server.on('upgrade', (q, socket) => {
      const key = require('crypto').createHash('sha1').update(
        q.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
      ).digest('base64')
      socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Protocol: talk\r\nSec-WebSocket-Accept: ' +
          key + '\r\n\r\n'
      )
      socket.on('data', d => {
        const n = d[1] & 127
        const out = Buffer.alloc(2 + n)
        out[0] = 129
        out[1] = n
        for (let i = 0; i < n; i++) out[2 + i] = d[6 + i] ^ d[2 + i % 4]
        if ((d[0] & 15) === 1) socket.write(out)
      })
      socket.on('error', () => {})
    })
  }, { round: 4, needs: 22, policy: { 'network.connect': ['ws://127.0.0.1:*'], 'network.listen': ['127.0.0.1:*'] }, wait: 1200 }),
  op('sends a form and reads an answer in pieces', () => {
    const server = require('http').createServer((q, a) => {
      let t = ''
      q.on('data', d => { t += d }).on('end', () => {
        a.write(String(q.headers['content-length'] > 0))
        setTimeout(() => a.end(String(t.includes('name="a"'))), 30)
      })
    }).listen(0, '127.0.0.1', async () => {
      const form = new FormData()
      form.set('a', 'b')
      const r = await fetch('http://127.0.0.1:' + server.address().port + '/x', { method: 'POST', body: form })
      let s = ''
      for await (const c of r.body) s += Buffer.from(c)
      say(s === 'truetrue' && r.url.endsWith('/x') && r.ok ? 'yes' : s)
    })
  }, { round: 4, policy: { 'network.connect': ['http://127.0.0.1:*'], 'network.listen': ['127.0.0.1:*'] }, wait: 1200 }),
  op('breaks a request off', () => {
    const c = new AbortController()
    fetch('http://127.0.0.1:' + T.port + '/', {
      signal: c.signal,
    }).then(() => say('no'), e => say(e.name === 'AbortError' ? 'yes' : e.name))
    c.abort()
  }, { round: 4, policy: p => ({ 'network.connect': ['http://127.0.0.1:' + p.port] }) }),
]
