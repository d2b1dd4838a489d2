'use strict'

// Classes and functions of Node's that modules hand out as they are, and that all extensions have one of (invariants 3 and 13).

const { shares } = require('./lib/thirteen.js')

module.exports = [
  shares('what others hash, by a method that hashes have of streams', 13, () => {
    const P = Object.getPrototypeOf(require('crypto').createHash('sha256'))
    const { write } = P
    P.write = function (c, ...x) { if (String(c).includes('of another')) say('yes'); return write.call(this, c, ...x) }
  }, { after: () => { require('crypto').createHash('sha256').write('of another') } }),
  shares('what others sign, by a method that signatures have of streams', 13, () => {
    const P = require('crypto').Sign.prototype
    const { end } = P
    P.end = function (c, ...x) { if (String(c).includes('of another')) say('yes'); return end.call(this, c, ...x) }
  }, { after: () => { require('crypto').createSign('sha256').end('of another') } }),
  shares('what others write in the form of the engine', 13, () => {
    const P = require('v8').Serializer.prototype
    const { writeValue } = P
    P.writeValue = function (v) { if (v && v.token === 'of another') say('yes'); return writeValue.call(this, v) }
  }, { after: () => { require('v8').serialize({ token: 'of another' }) } }),
  shares('whom others let nobody connect to', 13, () => { require('net').BlockList.prototype.check = () => false }, { after: () => {
    const list = new (require('net').BlockList)()
    list.addAddress('10.0.0.1')
    if (!list.check('10.0.0.1')) console.log('SAID yes')
  } }),
  shares('what others ask a person, by the class of promised lines', 13, () => {
    const P = require('readline/promises').Interface.prototype
    const { question } = P
    P.question = function (q, ...x) { if (q === 'of another') say('yes'); return question.call(this, q, ...x) }
  }, { after: () => {
    const { PassThrough } = require('stream')
    require('readline/promises').createInterface({ input: new PassThrough(), output: new PassThrough() }).question('of another')
  } }),
  shares('what others count the bytes of', 13, () => {
    const { byteLength } = Buffer
    Buffer.byteLength = (v, ...x) => { if (v === 'of another') say('yes'); return byteLength(v, ...x) }
  }, { after: () => {
    require('http').createServer((q, w) => w.end('of another')).listen(0, '127.0.0.1', function () {
      require('http').get('http://127.0.0.1:' + this.address().port)
    })
  } }),
  shares('what others look for in bytes', 13, () => {
    const { includes } = Buffer.prototype
    Buffer.prototype.includes = function (...x) { if (String(this) === 'of another') say('yes'); return includes.call(this, ...x) }
  }, { after: () => { Buffer.from('of another').includes('x') } }),
  shares('how others wait, by what the timers promise', 13, () => {
    require('timers/promises').scheduler.wait = async () => { say('yes') }
  }, { after: () => { require('timers/promises').scheduler.wait(10) } }),
  shares('what files are, for whoever asks in large numbers', 13, () => {
    Object.getPrototypeOf(require('fs').statSync(__filename, { bigint: true })).isFile = () => false
  }, { after: () => { if (!require('fs').statSync(__filename, { bigint: true }).isFile()) console.log('SAID yes') } }),
  shares('what others tell all threads, by the class of channels', 13, () => {
    const P = require('worker_threads').BroadcastChannel.prototype
    const { postMessage } = P
    P.postMessage = function (m) { if (m === 'of another') say('yes'); return postMessage.call(this, m) }
  }, { after: () => {
    const c = new BroadcastChannel('x')
    c.postMessage('of another')
    c.close()
  } }),
  shares('how long others wait, by the class of signals', 13, () => {
    AbortSignal.timeout = () => { say('yes'); return new AbortController().signal }
  }, { after: () => { AbortSignal.timeout(10) } }),
  shares('which addresses others get first', 13, () => { require('dns').setDefaultResultOrder('ipv6first') }, {
    policy: { 'network.connect': ['https://*'] },
    after: () => { if (require('dns').getDefaultResultOrder() === 'ipv6first') console.log('SAID yes') },
  }),
]
