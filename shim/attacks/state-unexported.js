'use strict'

// Classes of Node's that no module hands out and an object leads to, and what Node keeps for everybody (invariants 3 and 13).

const { shares } = require('./lib/fourteen.js')

module.exports = [
  shares('secret keys of others, by the class below that of keys', 13, () => {
    const P = Object.getPrototypeOf(require('crypto').createSecretKey(Buffer.from('x')))
    const { export: real } = P
    P.export = function (...x) {
      const out = real.apply(this, x)
      if (String(out) === 'of another') say('yes')
      return out
    }
  }, { after: () => { require('crypto').createSecretKey(Buffer.from('of another')).export() } }),
  shares('what others ask an address for, by how its parameters are walked', 13, () => {
    const P = Object.getPrototypeOf(new URLSearchParams('a=b').entries())
    const { next } = P
    P.next = function () {
      const step = next.call(this)
      if (String(step.value).includes('of another')) say('yes')
      return step
    }
  }, { after: () => { for (const pair of new URLSearchParams({ token: 'of another' })) void pair } }),
  shares('headers of others, by how they are walked', 13, () => {
    const P = Object.getPrototypeOf(new Headers({ a: 'b' }).entries())
    const { next } = P
    P.next = function () {
      const step = next.call(this)
      if (String(step.value).includes('of another')) say('yes')
      return step
    }
  }, { after: () => { for (const pair of new Headers({ authorization: 'of another' })) void pair } }),
  shares('what others tell in events of their own', 13, () => {
    const d = Object.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')
    Object.defineProperty(CustomEvent.prototype, 'detail', { ...d, get() {
      const v = d.get.call(this)
      if (v === 'of another') say('yes')
      return v
    } })
  }, { after: () => {
    const t = new EventTarget()
    t.addEventListener('x', e => e.detail)
    t.dispatchEvent(new CustomEvent('x', { detail: 'of another' }))
  } }),
  shares('what time it is for others, by the class of the timeline', 13, () => { Performance.prototype.now = () => 42 }, { after: () => {
    if (performance.now() === 42) console.log('SAID yes')
  } }),
  shares('requests of others, by the class of what observers are told', 13, () => {
    const { getEntries } = PerformanceObserverEntryList.prototype
    PerformanceObserverEntryList.prototype.getEntries = function () {
      const list = getEntries.call(this)
      for (const e of list) if (e.detail?.req?.url?.includes('of-another')) say('yes')
      return list
    }
  }, { wait: 1200, after: () => {
    new (require('perf_hooks').PerformanceObserver)(list => { list.getEntries() }).observe({ entryTypes: ['http'] })
    const { createServer, get } = require('http')
    createServer((q, w) => w.end('x')).listen(0, '127.0.0.1', function () {
      get('http://127.0.0.1:' + this.address().port + '/of-another', m => m.resume())
    })
  } }),
  shares('how others write numbers, by the name of a class', 13, () => {
    const { NumberFormat } = Intl
    Intl.NumberFormat = function (...x) {
      say('yes')
      return new NumberFormat(...x)
    }
  }, { after: () => { new Intl.NumberFormat('en').format(5) } }),
  shares('what others wait for in memory that threads share', 13, () => { Atomics.load = () => 42 }, { after: () => {
    if (Atomics.load(new Int32Array(1), 0) === 42) console.log('SAID yes')
  } }),
  shares('how much streams of others take at once', 13, () => { require('stream').setDefaultHighWaterMark(false, 7) }, { after: () => {
    if (new (require('stream').Readable)({ read() {} }).readableHighWaterMark === 7) console.log('SAID yes')
  } }),
  shares('how much others see of bytes', 13, () => { require('buffer').INSPECT_MAX_BYTES = 1 }, { after: () => {
    if (/more byte/.test(require('util').inspect(Buffer.alloc(4)))) console.log('SAID yes')
  } }),
  shares('what others count on the console', 13, () => { console.count('of another') }, { after: () => {
    const { write } = process.stdout
    let text = ''
    process.stdout.write = s => { text += s; return true }
    console.count('of another')
    process.stdout.write = write
    if (text.includes('of another: 2')) console.log('SAID yes')
  } }),
]
