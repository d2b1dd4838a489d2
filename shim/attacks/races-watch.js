'use strict'

// What is found late by its name (invariant 7), and a link whose target is worked out otherwise than the system does.

const { twelfth } = require('./lib/twelve.js')

const CAT = { policy: { processes: [{ command: 'cat', args: ['${extension}/work/**'] }] } }

module.exports = [
  twelfth('a folder becomes a link before a watcher is asked for its first change', 7, () => {
    const fs = require('fs')
    const p = T.work + '/'
    const it = fs.promises.watch(p + 'd')[Symbol.asyncIterator]()
    fs.renameSync(p + 'd', p + 'd1')
    fs.renameSync(p + 'l', p + 'd')
    const next = () => it.next().then(v => { if (v.value && v.value.filename === 'heard.txt') say('yes'); else next() }, () => {})
    next()
  }, { goal: 'said', wait: 1200, setup: (T, fs) => { fs.mkdirSync(T.work + '/d'); fs.symlinkSync(T.out, T.work + '/l') },
    after: () => { setTimeout(() => require('fs').writeFileSync(__dirname + '/outside/heard.txt', 'x'), 400) } }),
  twelfth('a link elsewhere, in a folder that is a link, for a granted program', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/x')
    fs.symlinkSync(T.work, T.work + '/x/y')
    fs.symlinkSync('../../outside/secret.txt', T.work + '/x/y/new')
    say(require('child_process').execFileSync('cat', [T.work + '/new'], { encoding: 'utf8' }))
  }, { ...CAT, inChild: true }),
  twelfth('a link elsewhere, through a link in its target, for a granted program', 7, () => {
    const fs = require('fs')
    fs.symlinkSync(T.work, T.work + '/up')
    fs.symlinkSync('up/../../outside/secret.txt', T.work + '/new')
    say(require('child_process').execFileSync('cat', [T.work + '/new'], { encoding: 'utf8' }))
  }, CAT),
]
