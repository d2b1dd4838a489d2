'use strict'

// The standard output, which everybody has (invariants 5 and 13), and what waits inside a request.

const { twelfth, shares } = require('./lib/twelve.js')

module.exports = [
  twelfth('a file of a neighbour\'s, as it is piped to the standard output', 5, () => {
    process.stdout.on('pipe', s => { s.on('data', d => say(String(d))) })
  }, { wait: 900, after: () => {
    setTimeout(() => require('fs').createReadStream(__dirname + '/outside/secret.txt').pipe(process.stdout), 150)
  } }),
  shares('listeners of others on the standard output removed', 13, () => {
    setTimeout(() => process.stdout.removeAllListeners('resize'), 100)
  }, { after: () => {
    process.stdout.on('resize', () => {})
    setTimeout(() => { if (process.stdout.listenerCount('resize') === 0) console.log('SAID yes') }, 300)
  } }),
  shares('what a neighbour listens with on the standard output, called', 5, () => {
    process.stdout.on('newListener', (e, f) => { if (e === 'resize') f('yes') })
  }, { after: () => { setTimeout(() => process.stdout.on('resize', v => { console.log('SAID', v) }), 100) } }),
  shares('the standard output kept from everybody', 13, () => { process.stdout.cork() }, { after: () => {
    setTimeout(() => {
      if (process.stdout.writableCorked > 0) { while (process.stdout.writableCorked > 0) process.stdout.uncork(); console.log('SAID yes') }
    }, 150)
  } }),
  shares('the standard output of everybody closed, by a stream over it', 13, () => {
    require('fs').createWriteStream('', { fd: 1 }).end()
  }, { after: () => {
    setTimeout(() => { try { require('fs').fstatSync(1) } catch { require('fs').writeSync(2, 'SAID yes\n') } }, 200)
  } }),
  twelfth('a stale descriptor of a stream that does not close by itself', 7, () => {
    const fs = require('fs')
    const fd = fs.openSync(__dirname + '/data.txt')
    fs.createReadStream('', { fd, autoClose: false }).on('close', () => setInterval(() => {
      try { const b = Buffer.alloc(14); fs.readSync(fd, b, 0, 14, 0); say(b.toString('utf8', 0, 13)) } catch { }
    }, 20)).on('ready', function () { this.destroy() }).on('data', function () { this.destroy() })
  }, { wait: 900, after: () => {
    setTimeout(() => { globalThis.kept = require('fs').openSync(__dirname + '/outside/secret.txt') }, 250)
  } }),
]
