'use strict'

// The time between a check and what was checked (invariants 6 and 7), and what is
// known of the disk after it changed.

const { second } = require('./lib/shared.js')

const a = (name, inv, code, more) => ({ name, inv, round: 1, code, ...more })

// busy fills the pool of threads, so that what is asked for next has to wait; away
// moves a link that was allowed where it stands to where it leads elsewhere.
const TOOLS = { 'own.js': () => {
  const fs = require('fs')
  exports.busy = () => { for (let i = 0; i < 8; i++) require('crypto').pbkdf2('a', 'b', 12000, 64, 'sha512', () => {}) }
  exports.link = to => {
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    return () => fs.renameSync(T.work + '/x/y/l', to)
  }
} }
const ALL_READ = { policy: { 'files.read': ['**'] }, files: TOOLS, goal: 'mark', wait: 2500 }
const READ = { files: TOOLS, wait: 2500 }

module.exports = [
  a('a file becomes a link while its reading waits', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.mkdirSync(T.work + '/z')
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.writeFileSync(T.work + '/z/f', 'data')
    require('./own').busy()
    fs.readFile(T.work + '/z/f', 'utf8', (e, d) => say(d))
    fs.renameSync(T.work + '/x/y/l', T.work + '/z/f')
  }, { ...READ, inChild: true }),
  a('a file becomes a link while a promise to read it waits', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.mkdirSync(T.work + '/z')
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.writeFileSync(T.work + '/z/f', 'data')
    fs.promises.readFile(T.work + '/z/f').then(() => {
      require('./own').busy()
      fs.promises.readFile(T.work + '/z/f', 'utf8').then(say)
      fs.renameSync(T.work + '/x/y/l', T.work + '/z/f')
    })
  }, READ),
  a('a file becomes a link while a stream waits to open it', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.mkdirSync(T.work + '/z')
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.writeFileSync(T.work + '/z/f', 'data')
    require('./own').busy()
    fs.createReadStream(T.work + '/z/f', 'utf8').on('data', say)
    fs.renameSync(T.work + '/x/y/l', T.work + '/z/f')
  }, READ),
  a('a folder becomes a link while the reading in it waits', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.mkdirSync(T.work + '/z/d', { recursive: true })
    fs.symlinkSync('../../../outside', T.work + '/x/y/l')
    fs.writeFileSync(T.work + '/z/d/secret.txt', 'data')
    require('./own').busy()
    fs.readFile(T.work + '/z/d/secret.txt', 'utf8', (e, d) => say(d))
    fs.renameSync(T.work + '/z/d', T.work + '/z/e')
    fs.renameSync(T.work + '/x/y/l', T.work + '/z/d')
  }, READ),
  a('a file becomes a link while its writing waits', 7, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/f', '')
    require('./own').busy()
    fs.writeFile(T.work + '/f', 'x', () => {})
    fs.unlinkSync(T.work + '/f')
    fs.symlinkSync(T.mark, T.work + '/f')
  }, ALL_READ),
  a('a file becomes a link while its copying waits', 7, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/f', '')
    require('./own').busy()
    fs.copyFile(__dirname + '/data.txt', T.work + '/f', () => {})
    fs.unlinkSync(T.work + '/f')
    fs.symlinkSync(T.mark, T.work + '/f')
  }, ALL_READ),
  a('a folder becomes a link behind what is known of it', 7, () => {
    const fs = require('fs')
    require('./own').busy()
    fs.symlink(T.out, T.work + '/d', () => fs.writeFileSync(T.work + '/d/mark', 'x'))
    fs.existsSync(T.work + '/d/none')
  }, { ...ALL_READ, inChild: true }),
  a('a promised link behind what is known of a folder', 7, () => {
    const fs = require('fs')
    fs.promises.stat(T.work).then(() => {
      require('./own').busy()
      fs.promises.symlink(T.out, T.work + '/d').then(() => fs.writeFileSync(T.work + '/d/mark', 'x'))
      fs.existsSync(T.work + '/d/none')
    })
  }, ALL_READ),
  a('a folder is renamed late behind what is known of it', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/d')
    fs.symlinkSync(T.out, T.work + '/l')
    fs.rmdirSync(T.work + '/d')
    require('./own').busy()
    fs.rename(T.work + '/l', T.work + '/d', () => fs.writeFileSync(T.work + '/d/mark', 'x'))
    fs.existsSync(T.work + '/d/none')
  }, ALL_READ),
  a('a worker makes a link behind what is known of a folder', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/d')
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('message', m => {
      if (m === 'ready') { fs.existsSync(T.work + '/d/none'); w.postMessage('go') } else fs.writeFileSync(T.work + '/d/mark', 'x')
    })
  }, { ...ALL_READ, wait: 2500, files: { 'w.js': () => {
    const fs = require('fs')
    const p = require('worker_threads').parentPort
    p.on('message', () => { fs.rmdirSync(T.work + '/d'); fs.symlinkSync(T.out, T.work + '/d'); p.postMessage('done') })
    p.postMessage('ready')
  } } }),
  a('a child makes a link behind what is known of a folder', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/d')
    const w = require('child_process').fork(__dirname + '/w.js')
    w.on('message', m => {
      if (m === 'ready') { fs.existsSync(T.work + '/d/none'); w.send('go') } else fs.writeFileSync(T.work + '/d/mark', 'x')
    })
  }, { ...ALL_READ, wait: 3000, files: { 'w.js': () => {
    const fs = require('fs')
    process.on('message', () => { fs.rmdirSync(T.work + '/d'); fs.symlinkSync(T.out, T.work + '/d'); process.send('done') })
    process.send('ready')
  } } }),
  a('somebody else makes a link behind what is known of a folder', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/d')
    setInterval(() => {
      if (!fs.existsSync(T.work + '/gone')) fs.existsSync(T.work + '/d/none'); else {
        try { fs.writeFileSync(T.work + '/d/mark', 'x') } catch { }
      }
    }, 5)
  }, { ...ALL_READ, after: () => {
    setTimeout(() => {
      const fs = require('fs')
      const d = __dirname + '/ext/work/'
      fs.rmdirSync(d + 'd')
      fs.symlinkSync(__dirname + '/outside', d + 'd')
      fs.writeFileSync(d + 'gone', '')
    }, 60)
  } }),
  a('the filter of a copy makes a link', 6, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.mkdirSync(T.work + '/s')
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.writeFileSync(T.work + '/s/f', 'data')
    fs.cpSync(T.work + '/s', T.work + '/t', { recursive: true, dereference: true, filter: s => {
      if (s.endsWith('/f')) fs.renameSync(T.work + '/x/y/l', T.work + '/s/f')
      return true
    } })
    say(fs.readFileSync(T.work + '/t/f', 'utf8'))
  }, READ),
  a('a copy into a folder that is a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/s/d', { recursive: true })
    fs.mkdirSync(T.work + '/t')
    fs.writeFileSync(T.work + '/s/d/mark', 'x')
    fs.symlinkSync(T.out, T.work + '/t/d')
    fs.cpSync(T.work + '/s', T.work + '/t', { recursive: true, dereference: true })
  }, { ...ALL_READ, inChild: true }),
  a('a copy of a folder with a link that was there before', 7, () => {
    const fs = require('fs')
    fs.cpSync(T.work + '/repo', T.work + '/t', { recursive: true, dereference: true })
    say(fs.readFileSync(T.work + '/t/l', 'utf8'))
  }, { setup: (T, fs) => { fs.mkdirSync(T.work + '/repo'); fs.symlinkSync(T.secret, T.work + '/repo/l') } }),
  a('a list that goes through a link that was there before', 7, () => {
    if (require('fs').readdirSync(T.work, { recursive: true }).some(f => f.endsWith('secret.txt'))) say('yes')
  }, { goal: 'said', setup: (T, fs) => fs.symlinkSync(T.out, T.work + '/l') }),
  a('a promised list through a link that was there before', 7, () => {
    require('fs').promises.readdir(T.work, { recursive: true }).then(l => { if (l.some(f => f.endsWith('secret.txt'))) say('yes') })
  }, { goal: 'said', setup: (T, fs) => fs.symlinkSync(T.out, T.work + '/l') }),
  a('a stale descriptor of a file handle', 7, () => {
    const fs = require('fs')
    fs.promises.open(__dirname + '/data.txt').then(async h => {
      const { fd } = h
      await h.close()
      setInterval(() => { try { const b = Buffer.alloc(14); fs.readSync(fd, b, 0, 14, 0); say(b.toString('utf8', 0, 13)) } catch { } }, 20)
    })
  }, { wait: 900, after: () => {
    setTimeout(() => { globalThis.kept = require('fs').openSync(__dirname + '/outside/secret.txt') }, 250)
  } }),
  a('a stale descriptor of a stream', 7, () => {
    const fs = require('fs')
    const fd = fs.openSync(__dirname + '/data.txt')
    fs.createReadStream('', { fd }).on('close', () => setInterval(() => {
      try { const b = Buffer.alloc(14); fs.readSync(fd, b, 0, 14, 0); say(b.toString('utf8', 0, 13)) } catch { }
    }, 20)).resume()
  }, { wait: 900, after: () => {
    setTimeout(() => { globalThis.kept = require('fs').openSync(__dirname + '/outside/secret.txt') }, 250)
  } }),
  a('standard output closed, and what is opened in its place', 7, () => {
    const fs = require('fs')
    fs.closeSync(2)
    setInterval(() => { try { const b = Buffer.alloc(14); fs.readSync(2, b, 0, 14, 0); say(b.toString('utf8', 0, 13)) } catch { } }, 20)
  }, { wait: 900, after: () => {
    setTimeout(() => { globalThis.kept = require('fs').openSync(__dirname + '/outside/secret.txt') }, 250)
  } }),
  a('the standard output of everybody closed', 13, () => { require('fs').closeSync(1) }, {
    kind: 'interference', goal: 'said',
    after: () => {
      try { require('fs').fstatSync(1) } catch { require('fs').writeSync(2, 'SAID yes\n') }
    },
  }),
  a('path functions that Node asks for after the check', 1, () => {
    const p = require('path').posix
    const { toNamespacedPath, resolve } = p
    p.toNamespacedPath = s => (s.endsWith('data.txt') ? T.secret : s)
    p.resolve = (...x) => (x.some(s => String(s).endsWith('data.txt')) ? T.secret : resolve(...x))
    const fs = require('fs')
    try { say(fs.readFileSync(__dirname + '/data.txt', 'utf8')) } finally { p.toNamespacedPath = toNamespacedPath; p.resolve = resolve }
  }),
  a('path functions that Node asks for after the check, asynchronously', 1, () => {
    const p = require('path/posix')
    p.toNamespacedPath = s => (String(s).endsWith('data.txt') ? T.secret : s)
    require('fs').promises.readFile(__dirname + '/data.txt', 'utf8').then(say)
  }),
  a('a request whose list of addresses has two', 9, () => {
    const r = new Request('http://127.0.0.1:' + T.allowed)
    const s = r[Object.getOwnPropertySymbols(r).find(k => r[k] && r[k].urlList)]
    s.urlList = [new URL('http://127.0.0.1:' + T.allowed), new URL('http://127.0.0.1:' + T.port)]
    fetch(r).catch(() => {})
  }, { inChild: true, goal: 'reach' }),
  a('a shared buffer as a path', 6, () => {
    const s = new SharedArrayBuffer(T.secret.length)
    const b = Buffer.from(s)
    b.write(T.secret)
    say(require('fs').readFileSync(b, 'utf8'))
  }),
  a('a subclass of Uint8Array as a path', 6, () => {
    class P extends Uint8Array { get length() { return (T.ext + '/data.txt').length } static get [Symbol.species]() { return Array } }
    say(require('fs').readFileSync(P.from(Buffer.from(T.secret)), 'utf8'))
  }),
  a('a mkdtemp beside what is granted', 7, () => {
    if (require('fs').existsSync(require('fs').mkdtempSync(T.work))) say('yes')
  }, { goal: 'said' }),

  // Options that say another thing when they are read again.
  a('a file is made by reading it, with a list for options', 6, () => {
    const o = []
    const now = () => (/ringfence/.test(String(new Error().stack).split('\n')[2]) ? 'r' : 'w+')
    Object.defineProperty(o, 'flag', { enumerable: true, get: now })
    require('fs').readFileSync(T.mark, o)
  }, { goal: 'mark', round: 11, policy: { 'files.read': ['**'] } }),

  // Words and data that are taken as they are.
  second('a blob of a file that becomes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.mkdirSync(T.work + '/z')
    fs.writeFileSync(T.work + '/z/f', 'thirteenbytes')
    fs.utimesSync(T.work + '/z/f', 1000, 1000)
    fs.openAsBlob(T.work + '/z/f').then(b => { fs.renameSync(T.work + '/x/y/l', T.work + '/z/f'); return b.text() }).then(say)
  }, { setup: (T, fs) => fs.utimesSync(T.secret, 1000, 1000) }),
]
