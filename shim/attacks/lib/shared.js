'use strict'

// What attacks of several classes share.

// inRound gives the function that names an attack of a round: see ATTACKS.md.
const inRound = round => (name, inv, code, more) => ({ name, inv, round, code, ...more })

const SHOWS = { files: { 'own.js': () => {
  exports.read = C => new C(T.secret, { encoding: 'utf8' }).on('data', say).on('error', () => {})
  exports.dial = C => new C().on('error', () => {}).connect(T.port, '127.0.0.1')
  exports.show = real => {
    const C = real.constructor
    if (C.name === 'ReadStream') exports.read(C)
    else if (C.name === 'Socket') exports.dial(C)
  }
} } }

const CONNECTS = {
  ...SHOWS, goal: 'reach',
  policy: P => ({ 'network.connect': ['http://127.0.0.1:' + P.allowed, 'tcp://127.0.0.1:' + P.allowed, 'ws://127.0.0.1:' + P.allowed] }),
}

// lies answers the truth to everybody but the loader, who is told the granted port.
const LIES = { files: { 'own.js': () => {
  exports.lie = key => {
    const d = Object.getOwnPropertyDescriptor(URL.prototype, key)
    Object.defineProperty(URL.prototype, key, { ...d, get() {
      const v = d.get.call(this)
      return /ringfence/.test(String(new Error().stack).split('\n')[2]) ? v.replace(String(T.port), String(T.allowed)) : v
    } })
  }
} } }

const BUSY = { 'own.js': () => {
  exports.busy = () => { for (let i = 0; i < 8; i++) require('crypto').pbkdf2('a', 'b', 12000, 64, 'sha512', () => {}) }
} }

const MARKS = { policy: { 'files.read': ['**'] }, files: BUSY, goal: 'mark', wait: 2500 }

const SWAPS = { files: { 'w.js': () => {
  const fs = require('fs')
  const p = T.work + '/'
  const end = Date.now() + 2500
  while (Date.now() < end) {
    try {
      fs.renameSync(p + 'd', p + 'd1')
      fs.renameSync(p + 'l', p + 'd')
      fs.renameSync(p + 'd', p + 'l')
      fs.renameSync(p + 'd1', p + 'd')
    } catch { }
  }
} }, wait: 3600, setup: (T, fs) => {
  fs.mkdirSync(T.work + '/d')
  fs.writeFileSync(T.work + '/d/secret.txt', 'data')
  fs.writeFileSync(T.work + '/d/secret.js', 'module.exports = "data"')
  fs.symlinkSync(T.out, T.work + '/l')
} }

const EVIL = { 'evil.js': () => { require('fs').writeFileSync(T.mark, 'x') }, 'w.js': 'setTimeout(() => {}, 300)' }

const ANY_PORT = { policy: { 'network.listen': ['127.0.0.1:*'], 'network.connect': ['http://127.0.0.1:*'] } }

const HTTPS = { policy: p => ({ 'network.connect': ['https://127.0.0.1:' + p.allowed] }) }

const REACH = { goal: 'reach', wait: 900 }

module.exports = {
  second: inRound(2), third: inRound(3), fourth: inRound(4), fifth: inRound(5), sixth: inRound(6), sixteenth: inRound(16),
  SHOWS, CONNECTS, LIES, BUSY, MARKS, SWAPS, EVIL, ANY_PORT, HTTPS, REACH,
}
