'use strict'

const assert = require('node:assert')
const http = require('node:http')
const net = require('node:net')
const test = require('node:test')
const { createFence } = require('../../policy/fence.js')
const { settle } = require('../../policy/lasting.js')
const { createViews } = require('../../kernel/membrane.js')
const { buildNet } = require('./net.js')

const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { net: ['*'], http: ['*'] }, 'network.connect': ['*:*'],
  'network.listen': ['*:*'] }
const { modules } = buildNet(createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', []), createViews())
const said = f => {
  try {
    f()
  } catch (e) {
    return [e.name, e.code, e.message.replace(/ \[ERR_.*$/, '')]
  }
  return 'nothing'
}

const linux = { skip: process.platform !== 'linux' }

test('a port that is none is refused in the words of Node', () => {
  const wrong = [m => m.connect({ port: 'x' }), m => m.connect({ port: 65536 }), m => m.connect({}), m => m.connect({ port: true }),
    m => m.createServer().listen(-1), m => m.createServer().listen({ port: 'x' }), m => m.setDefaultAutoSelectFamily(1),
    m => m.setDefaultAutoSelectFamilyAttemptTimeout(-1), m => m.setDefaultAutoSelectFamilyAttemptTimeout('1')]
  for (const f of wrong) assert.deepStrictEqual(said(() => f(modules.net)), said(() => f(net)), String(f))
})

const kept = m => [m.getDefaultAutoSelectFamily(), m.getDefaultAutoSelectFamilyAttemptTimeout()]

test('what Node keeps for everybody a fence keeps for itself', () => {
  const family = net.getDefaultAutoSelectFamily()
  const timeout = net.getDefaultAutoSelectFamilyAttemptTimeout()
  assert.deepStrictEqual(kept(modules.net), [family, timeout])
  modules.net.setDefaultAutoSelectFamily(!family)
  modules.net.setDefaultAutoSelectFamilyAttemptTimeout(5)
  assert.deepStrictEqual(kept(modules.net), [!family, 10])
  assert.deepStrictEqual(kept(net), [family, timeout])
})

test('a server is told what it waits for, headers in a list keep theirs, and many requests at once are answered', async () => {
  const server = modules.http.createServer((q, a) => { a.end(JSON.stringify(q.headers.cookie ?? '')) })
  server.keepAliveTimeout = 7000
  server.maxRequestsPerSocket = 4000
  await new Promise(ok => { server.listen(0, '127.0.0.1', ok) })
  const { port } = server.address()
  const answer = await new Promise((ok, fail) => {
    const headers = ['cookie', ['a=1', 'b=2'], 'host', 'x']
    modules.http.get({ host: '127.0.0.1', port, headers }, a => {
      let text = ''
      a.on('data', d => { text += d }).on('end', () => ok([text, a.headers['keep-alive']]))
    }).on('error', fail)
  })
  assert.deepStrictEqual(answer, ['"a=1; b=2"', 'timeout=7, max=4000'])
  server.maxRequestsPerSocket = 0
  // More than a chain of functions could be deep.
  const many = 10000
  const socket = net.connect(port, '127.0.0.1')
  const count = await new Promise((ok, fail) => {
    let text = ''
    socket.on('error', fail).on('close', () => ok(text.split('HTTP/1.1 200').length - 1))
    socket.on('data', d => {
      text += d
      if (text.split('HTTP/1.1 200').length > many) socket.destroy()
    })
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(many))
  })
  assert.strictEqual(count, many)
  assert.strictEqual(Object.getOwnPropertyDescriptor(Array.prototype, 'push').value, [].push)
  await new Promise(ok => { server.close(ok) })
})

test('a message of nobody\'s can be made, of what is no socket it cannot', () => {
  const { IncomingMessage, OutgoingMessage, ServerResponse } = modules.http
  assert.ok(new OutgoingMessage() instanceof OutgoingMessage)
  const q = new IncomingMessage(null)
  assert.ok(q instanceof IncomingMessage)
  assert.strictEqual(new ServerResponse(q).statusCode, 200)
  assert.strictEqual(new ServerResponse({ method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1 }).statusCode, 200)
  assert.throws(() => new IncomingMessage({ destroy() {} }), { code: 'ERR_INVALID_ARG_TYPE' })
  assert.ok(new http.IncomingMessage(null) instanceof http.IncomingMessage)
})

test('a socket that is taken is an error, and nobody else hears of it', { skip: process.platform !== 'linux' }, async () => {
  const fs = require('node:fs')
  const dir = fs.realpathSync(fs.mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'rf-net-')))
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { net: ['*'] }, 'network.listen': ['unix:' + dir + '/**'] }
  const { modules: { net: own } } = buildNet(createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', []), createViews())
  const path = dir + '/s'
  const open = () => fs.readdirSync('/proc/self/fd').length
  const first = own.createServer()
  await new Promise(ok => { first.listen(path, ok) })
  assert.deepStrictEqual([first.address(), fs.existsSync(path)], [path, true])
  const before = open()
  const second = own.createServer()
  second.listen(path)
  assert.strictEqual(second.listenerCount('error'), 0)
  assert.strictEqual(await new Promise(ok => { second.on('error', e => ok(e.code)) }), 'EADDRINUSE')
  assert.strictEqual(open(), before)
  await new Promise(ok => { first.close(ok) })
  assert.strictEqual(fs.existsSync(path), false)
  fs.rmSync(dir, { recursive: true })
})

test('a connection goes to the socket that was asked for, whatever its name means by then', linux, async t => {
  const fs = require('node:fs')
  const { aim } = require('./unixsockets.js')
  const dir = fs.realpathSync(fs.mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'rf-net-')))
  const path = dir + '/own/s'
  const servers = []
  t.after(() => {
    for (const s of servers) s.close()
    fs.rmSync(dir, { recursive: true })
  })
  const serve = async name => {
    fs.mkdirSync(dir + '/' + name)
    servers.push(net.createServer(c => { c.on('error', () => {}).end(name) }))
    await new Promise(ok => { servers.at(-1).listen(dir + '/' + name + '/s', () => ok(0)) })
  }
  await serve('own')
  await serve('other')
  const swap = () => {
    fs.renameSync(dir + '/own', dir + '/x')
    fs.renameSync(dir + '/other', dir + '/own')
    fs.renameSync(dir + '/x', dir + '/other')
  }
  const said = c => new Promise(ok => {
    let text = ''
    c.on('error', e => ok(e)).on('data', d => { text += d }).on('close', () => ok(text))
  })
  const reach = judge => {
    const to = aim(path, judge)
    swap()
    return said(net.connect(to))
  }
  const held = () => fs.readdirSync('/proc/self/fd').filter(fd => {
    try { return fs.readlinkSync('/proc/self/fd/' + fd).startsWith(dir) } catch { return false }
  })
  const { connect } = net.Socket.prototype
  assert.strictEqual(await reach(() => new Error('asked')), 'own')
  // Now the other's socket has that name: nothing aims any more, so that this goes by the name.
  assert.strictEqual(await said(net.connect(path)), 'other')
  assert.strictEqual(net.Socket.prototype.connect, connect)
  swap()
  // What is not there, and what Node refuses, leaves nothing open.
  const none = await said(net.connect(aim(dir + '/none', () => null)))
  assert.deepStrictEqual([none.code, none.address, none.message], ['ENOENT', dir + '/none', 'connect ENOENT ' + dir + '/none'])
  aim(path, () => null)
  await new Promise(ok => { setImmediate(ok) })
  assert.deepStrictEqual(held(), [])
  // By the fence: of two that wait in one turn each gets what it asked for, as a request does.
  const policy = { schemaVersion: 1, extension: 'acme.toy', modules: { net: ['*'], http: ['*'] },
    'network.connect': ['unix:' + dir + '/own/**'] }
  const { modules: m } = buildNet(createFence({ extension: 'acme.toy', mode: 'enforce', policy }, '/x/ext', []), createViews())
  assert.deepStrictEqual(await Promise.all([said(m.net.connect(path)), said(new m.net.Socket().connect({ path }))]), ['own', 'own'])
  for (const ask of [() => m.net.connect(dir + '/other/s'), () => m.http.get({ socketPath: dir + '/other/s' })]) {
    assert.strictEqual((await said(ask())).ringfence, 'RF_DENIED_CALL')
  }
  servers.push(http.createServer((_, answer) => { answer.end('web') }))
  await new Promise(ok => { servers.at(-1).listen(dir + '/own/web', () => ok(0)) })
  const answer = await new Promise((ok, fail) => { m.http.get({ socketPath: dir + '/own/web' }, ok).on('error', fail) })
  assert.strictEqual(await said(answer), 'web')
  assert.deepStrictEqual(held(), [])
})

test('connections and servers since everything was observed end with that, unless the policy grants them', async () => {
  const there = net.createServer(s => { s.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n') })
  const closed = http.createServer(() => {})
  const listens = s => new Promise(ok => { s.listen(0, '127.0.0.1', () => ok(s.address().port)) })
  const [open, shut] = [await listens(there), await listens(closed)]
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy: { ...policy,
    'network.connect': ['tcp://127.0.0.1:' + open], 'network.listen': ['127.0.0.1:1'] } }, '/x/ext', [])
  const { modules: m } = buildNet(fence, createViews())
  fence.observe = true
  const made = [m.net.connect(shut, '127.0.0.1'), new m.net.Socket().connect({ port: shut, host: '127.0.0.1' }),
    m.http.get({ host: '127.0.0.1', port: shut })]
  const kept = m.net.connect(open, '127.0.0.1')
  const early = m.net.connect(open, '127.0.0.1')
  const server = m.http.createServer(() => {})
  const port = await new Promise(ok => { server.listen(() => ok(server.address().port)) })
  const caller = net.connect(port, '127.0.0.1')
  const ends = c => new Promise(ok => { c.on('error', () => {}).on('close', ok) })
  await Promise.all([...made.slice(0, 2), kept, early, caller].map(c => new Promise(ok => { c.on('connect', ok) })))
  early.destroy()
  await ends(early)
  assert.strictEqual(fence.lasting.size, 5)
  const over = [...made, server, caller].map(ends)
  fence.observe = false
  settle(fence)
  await Promise.all(over)
  assert.ok(!kept.destroyed && fence.lasting.size === 0)
  kept.destroy()
  there.close()
  closed.closeAllConnections()
  closed.close()
})

test('the number of a port is kept where this machine\'s own address has it', async () => {
  const policy = { schemaVersion: 1, extension: 'a.b' }
  const fence = createFence({ extension: 'a.b', mode: 'observe', level: 'shared', policy }, '/x', [])
  const { net } = buildNet(fence, createViews()).modules
  const kept = async host => {
    const server = net.createServer()
    await new Promise((ok, no) => { server.on('error', no).listen(0, host, ok) })
    const has = fence.ports.has(server.address().port)
    await new Promise(ok => server.close(ok))
    return has
  }
  assert.deepStrictEqual([await kept('127.0.0.1'), await kept('127.0.0.2'), fence.ports.size], [true, false, 0])
})
