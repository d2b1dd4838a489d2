'use strict'

// Races with links: calls that are pinned to descriptors and what is beside them, and folders
// that a worker swaps (invariant 7).

const { third, fifth, MARKS, SWAPS } = require('./lib/shared.js')

const CATS = { policy: { processes: [{ command: 'cat', args: ['secret.txt'] }] } }

module.exports = [
  third('a name that is not there becomes a link while its making waits', 7, () => {
    const fs = require('fs')
    require('./own').busy()
    fs.open(T.work + '/n', 'w', () => {})
    fs.symlinkSync(T.mark, T.work + '/n')
  }, { ...MARKS, inChild: true }),
  third('a name that is not there becomes a link while a stream waits to make it', 7, () => {
    const fs = require('fs')
    require('./own').busy()
    fs.createWriteStream(T.work + '/n').end('x')
    fs.symlinkSync(T.mark, T.work + '/n')
  }, MARKS),
  third('a name that is not there becomes a link while a copy waits to make it', 7, () => {
    const fs = require('fs')
    require('./own').busy()
    fs.copyFile(__dirname + '/data.txt', T.work + '/n', () => {})
    fs.symlinkSync(T.mark, T.work + '/n')
  }, MARKS),
  third('a file becomes a link while an appending waits', 7, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/f', '')
    require('./own').busy()
    fs.promises.appendFile(T.work + '/f', 'x').catch(() => {})
    fs.unlinkSync(T.work + '/f')
    fs.symlinkSync(T.mark, T.work + '/f')
  }, MARKS),
  third('folders made while one of them becomes a link', 7, () => {
    const fs = require('fs')
    require('./own').busy()
    fs.mkdir(T.work + '/d/mark', { recursive: true }, () => {})
    try { fs.symlinkSync(T.out, T.work + '/d') } catch { }
  }, MARKS),
  third('a folder that is not there becomes a link while a writing in it waits', 7, () => {
    const fs = require('fs')
    require('./own').busy()
    fs.writeFile(T.work + '/d/mark', 'x', () => {})
    fs.symlinkSync(T.out, T.work + '/d')
  }, MARKS),
  third('a file moved while its folder becomes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/d')
    fs.writeFileSync(T.work + '/mark', 'x')
    require('./own').busy()
    fs.rename(T.work + '/mark', T.work + '/d/mark', () => {})
    fs.rmdirSync(T.work + '/d')
    fs.symlinkSync(T.out, T.work + '/d')
  }, { ...MARKS, inChild: true }),
  third('a filter that answers later makes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/s/d', { recursive: true })
    fs.writeFileSync(T.work + '/s/d/mark', 'x')
    fs.promises.cp(T.work + '/s', T.work + '/t', { recursive: true, filter: async s => {
      if (s.endsWith('/mark')) {
        await new Promise(r => setTimeout(r, 50))
        fs.renameSync(T.work + '/t/d', T.work + '/t/e')
        fs.symlinkSync(T.out, T.work + '/t/d')
      }
      return true
    } }).catch(() => {})
  }, MARKS),
  third('a file that is watched becomes a link', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x/y', { recursive: true })
    fs.symlinkSync('../../../outside/secret.txt', T.work + '/x/y/l')
    fs.mkdirSync(T.work + '/z')
    fs.writeFileSync(T.work + '/z/f', 'data')
    fs.watchFile(T.work + '/z/f', { interval: 40 }, s => { if (s.size === 13) say('yes') })
    setTimeout(() => fs.renameSync(T.work + '/x/y/l', T.work + '/z/f'), 200)
  }, { goal: 'said', wait: 1200 }),
  third('a worker swaps a folder while files in it are read', 7, () => {
    const fs = require('fs')
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('online', () => {
      const end = Date.now() + 2300
      while (Date.now() < end) {
        try { const s = fs.readFileSync(T.work + '/d/secret.txt', 'utf8'); if (s !== 'data') { say(s); return } } catch { }
      }
    })
  }, SWAPS),
  third('a worker swaps a folder while a module in it is required', 7, () => {
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('online', () => {
      const end = Date.now() + 2300
      while (Date.now() < end) {
        try {
          for (const k of Object.keys(require.cache)) if (k.includes('/d/')) delete require.cache[k]
          const s = require(T.work + '/d/secret.js')
          if (s !== 'data') { say(s); return }
        } catch { }
      }
    })
  }, SWAPS),
  third('the main of a package that leads outside', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/p')
    fs.writeFileSync(T.work + '/p/package.json', '{"main":"../../../outside/secret.js"}')
    say(require(T.work + '/p'))
  }),
  third('whether a package elsewhere is well formed, by resolving it', 7, () => {
    const r = f => {
      try { require('module').createRequire(f).resolve('./pkg'); return 'ok' } catch (e) { return e.code + e.message.replaceAll(T.out, '') }
    }
    if (r(T.out + '/x.js') !== r(T.out + '/none/x.js').replaceAll('/none', '')) say('yes')
  }, { goal: 'said', setup: (T, fs) => {
    fs.mkdirSync(T.out + '/pkg')
    fs.writeFileSync(T.out + '/pkg/package.json', '{"main": canary')
  } }),

  // Folders, and the language as a later loader finds it.
  fifth('a worker swaps a folder while it is opened for its entries', 7, () => {
    const fs = require('fs')
    const w = new (require('worker_threads').Worker)(__dirname + '/w.js')
    w.on('online', () => {
      const end = Date.now() + 2300
      while (Date.now() < end) {
        try {
          const d = fs.opendirSync(T.work + '/d')
          for (let e = d.readSync(); e; e = d.readSync()) if (e.name === 'only-outside') { say('yes'); return }
          d.closeSync()
        } catch { }
      }
    })
  }, { goal: 'said', wait: 3600, files: { 'w.js': () => {
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
  } }, setup: (T, fs) => {
    fs.mkdirSync(T.work + '/d')
    fs.writeFileSync(T.out + '/only-outside', '')
    fs.symlinkSync(T.out, T.work + '/l')
  } }),
  third('a folder becomes a link while the environment of a program that starts in it is read', 7, () => {
    const fs = require('fs')
    const p = T.work + '/'
    const env = { get A() {
      fs.renameSync(p + 'd', p + 'd1')
      fs.renameSync(p + 'l', p + 'd')
      return '1'
    } }
    say(String(require('child_process').spawnSync('cat', ['secret.txt'], { cwd: p + 'd', env }).stdout))
  }, { ...CATS, setup: SWAPS.setup, inChild: true, round: 12 }),
]
