'use strict'

// Names that the language and Node ask every list, every function and all bytes for (invariants 1, 4 and 13).

const { twelfth, shares } = require('./lib/twelve.js')

module.exports = [
  twelfth('the file system of the host, by what util.promisify asks of a function', 1, () => {
    const { promisify } = require('util')
    let real
    Object.defineProperty(Function.prototype, promisify.custom, { configurable: true, get() { if (this.name === 'readFile') real = this } })
    setTimeout(() => { if (real) real(T.secret, 'utf8', (e, v) => say(v)) }, 250)
  }, { after: () => { setTimeout(() => require('util').promisify(require('fs').readFile)(__filename), 100) } }),
  shares('what others read, by "then" of bytes', 1, () => {
    Object.defineProperty(Uint8Array.prototype, 'then', { configurable: true, get() { if (this.includes('canary-7f3a91')) say('yes') } })
  }, { after: () => { setTimeout(() => require('fs').promises.readFile(__dirname + '/outside/secret.txt'), 100) } }),
  shares('what others wait for, by "then" of lists', 1, () => {
    Object.defineProperty(Array.prototype, 'then', { configurable: true, get() { if (this[0] === 'of another') say('yes') } })
  }, { after: () => { setTimeout(async () => { await (async () => ['of another'])() }, 100) } }),
  shares('what others write, by "toJSON" of lists', 1, () => {
    Object.defineProperty(Array.prototype, 'toJSON', { configurable: true, value: function () {
      if (this[0] === 'of another') say('yes')
      return { ...this }
    } })
  }, { after: () => { setTimeout(() => JSON.stringify(['of another']), 100) } }),
  shares('what others listen with, by what emitters ask of a function', 1, () => {
    Object.defineProperty(Function.prototype, 'listener', { configurable: true, set(v) {
      Object.defineProperty(this, 'listener', { value: v, writable: true, configurable: true, enumerable: true })
    }, get() { if (this.name === 'ofAnother') this('yes') } })
  }, { after: () => {
    setTimeout(() => {
      const e = new (require('events'))()
      e.on('x', function ofAnother(v) { console.log('SAID', v) })
      e.on('x', () => {})
      e.removeListener('x', () => {})
    }, 100)
  } }),
  twelfth('the require of the host, by who calls the function of a template', 4, () => {
    // The function has a name for itself there, and is one that says who calls it.
    const asks = () => { let f; new Function('o', 'with(o){} o.seen(anonymous)')({ seen: g => { f = g } }); return f }
    let raw
    try { raw = asks() } catch { raw = function (o) { o.seen(raw) } }
    exports.call = raw
    exports.given = { seen: () => {
      for (let c = raw, n = 0; typeof c === 'function' && n < 6; n++, c = c.caller) {
        const a = c.arguments
        for (let i = 0; a && i < a.length; i++) if (typeof a[i] === 'function' && a[i].cache) say(a[i]('fs').readFileSync(T.secret, 'utf8'))
      }
    } }
  }, { policy: { code: ['eval'] }, after: function () { m.call(m.given) } }),
  twelfth('the require of the host, by who calls a method of every list, that is the function of a template', 4, () => {
    const asks = () => { let f; new Function('o', 'with(o){} o.seen(anonymous)')({ seen: g => { f = g } }); return f }
    const look = f => {
      for (let c = f, n = 0; typeof c === 'function' && n < 6; n++, c = c.caller) {
        const a = c.arguments
        for (let i = 0; a && i < a.length; i++) if (typeof a[i] === 'function' && a[i].cache) say(a[i]('fs').readFileSync(T.secret, 'utf8'))
      }
    }
    let raw
    const held = { seen: () => { try { look(raw) } catch { } } }
    try { raw = asks() } catch { raw = function (o) { o.seen(raw) } }
    // Bound to nothing: what a neighbour calls is the function itself.
    Array.prototype.ofAnother = raw
    Object.defineProperty(Array.prototype, 'held', { value: held, configurable: true })
  }, { policy: { code: ['eval'] }, after: function () { const l = []; if (l.ofAnother) l.ofAnother(l.held) } }),
]
