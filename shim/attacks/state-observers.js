'use strict'

// What all extensions of a host have one of (invariants 3 and 13): the timeline, timers by their number, classes that
// libraries use.

const { shares } = require('./lib/twelve.js')

const FETCHES = () => {
  require('http').createServer((q, w) => w.end('{"token":"yes"}')).listen(0, '127.0.0.1', function () {
    setTimeout(() => fetch('http://127.0.0.1:' + this.address().port + '/of-another').then(r => r.text()), 150)
  })
}

module.exports = [
  shares('addresses that others fetched, by what an event of the timeline tells of', 3, () => {
    let all
    performance.addEventListener('own', e => { all = e.target })
    performance.dispatchEvent(new Event('own'))
    setTimeout(() => { if (all && all.getEntriesByType('resource').some(e => e.name.includes('of-another'))) say('yes') }, 900)
  }, { wait: 1400, after: FETCHES }),
  shares('timers of others by their numbers', 13, () => {
    setTimeout(() => { for (let i = 0; i < 2000; i++) clearTimeout(i) }, 50)
  }, { after: () => {
    let fired = false
    const id = +setTimeout(() => { fired = true }, 200)
    void id
    setTimeout(() => { if (!fired) console.log('SAID yes') }, 380)
  } }),
  shares('where others lead, by the class of addresses of old', 13, () => {
    const { Url } = require('url')
    const { parse } = Url.prototype
    Url.prototype.parse = function (...x) { if (String(x[0]).includes('of-another')) say('yes'); return parse.apply(this, x) }
  }, { after: () => { require('url').parse('https://of-another/') } }),
  shares('what others unpack, by the class of zlib', 13, () => {
    const Z = Object.getPrototypeOf(require('zlib').Gunzip.prototype)
    const B = Object.getPrototypeOf(Z)
    for (const P of [Z, B]) {
      const f = P._transform
      if (typeof f === 'function') P._transform = function (c, ...x) {
        const p = this.push
        this.push = function (d) { if (d && d.includes('of another')) say('yes'); return p.call(this, d) }
        return f.call(this, c, ...x)
      }
    }
  }, { after: () => {
    const z = require('zlib')
    const g = z.createGunzip()
    g.on('data', () => {})
    g.end(z.gzipSync('of another'))
  } }),
  shares('what others read of streams of the web', 13, () => {
    const { read } = ReadableStreamDefaultReader.prototype
    ReadableStreamDefaultReader.prototype.read = function () {
      const answer = read.call(this)
      answer.then(v => { if (v.value && Buffer.from(v.value).includes('of another')) say('yes') }, () => {})
      return answer
    }
  }, { after: () => {
    setTimeout(async () => { for (const r = new Response('of another').body.getReader(); !(await r.read()).done;); }, 100)
  } }),
  shares('what others decode', 13, () => {
    const { decode } = TextDecoder.prototype
    TextDecoder.prototype.decode = function (...x) { const s = decode.apply(this, x); if (s === 'of another') say('yes'); return s }
  }, { after: () => { new TextDecoder().decode(Buffer.from('of another')) } }),
  shares('certificates that others check', 13, () => {
    require('crypto').X509Certificate.prototype.checkHost = () => { say('yes'); return 'x' }
  }, { after: () => {
    const { X509Certificate } = require('crypto')
    new X509Certificate(require('tls').rootCertificates[0]).checkHost('of-another')
  } }),
  shares('what others bind to their context', 13, () => {
    const { AsyncResource } = require('async_hooks')
    const { bind } = AsyncResource
    AsyncResource.bind = (f, ...x) => { if (f.name === 'ofAnother') say('yes'); return bind.call(AsyncResource, f, ...x) }
  }, { after: () => { require('async_hooks').AsyncResource.bind(function ofAnother() {}) } }),
  shares('keys that others make of keys', 13, () => {
    const { KeyObject } = require('crypto')
    const { from } = KeyObject
    KeyObject.from = k => { say('yes'); return from(k) }
  }, { after: () => {
    const { subtle } = require('crypto').webcrypto
    subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']).then(k => require('crypto').KeyObject.from(k))
  } }),
  shares('addresses that others try', 13, () => {
    const { canParse } = URL
    URL.canParse = (...x) => { if (x[0] === 'https://of-another/') say('yes'); return canParse(...x) }
  }, { after: () => { URL.canParse('https://of-another/') } }),
  shares('where others fail, hidden', 13, () => { Error.stackTraceLimit = 0 }, { after: () => {
    if (!/\n/.test(new Error('x').stack)) console.log('SAID yes')
  } }),
  shares('lines that others print, moved', 13, () => { console.group() }, { goal: 'poisoned', after: () => {
    const { write } = process.stdout
    process.stdout.write = function (s, ...x) { return write.call(this, /^ +line of another/.test(s) ? 'POISONED\n' : s, ...x) }
    console.log('line of another')
  } }),
  shares('memory of the databases of others', 13, () => {
    const { DatabaseSync } = require('node:sqlite')
    const d = new DatabaseSync(':memory:')
    d.exec('PRAGMA hard_heap_limit=200000')
  }, { needs: 24, after: () => {
    setTimeout(() => {
      const { DatabaseSync } = require('node:sqlite')
      try {
        const d = new DatabaseSync(':memory:')
        d.exec('create table t (x); insert into t values (zeroblob(2000000))')
      } catch (e) { if (/memory/i.test(e.message)) console.log('SAID yes') }
    }, 100)
  } }),
]
