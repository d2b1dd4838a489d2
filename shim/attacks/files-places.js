'use strict'

// Places that make other tools run code, under broad grants, what a database takes along, and what is told of programs
// (invariants 7, 8 and 11).

const { thirteenth } = require('./lib/thirteen.js')

// writes makes a file and the folders above it.
const WRITES = { goal: 'said', files: { 'own.js': () => {
  exports.writes = file => {
    const fs = require('fs')
    fs.mkdirSync(require('path').dirname(file), { recursive: true })
    fs.writeFileSync(file, 'x')
    say('yes')
  }
} } }
const AT_HOME = { ...WRITES, policy: { 'files.write': ['${home}/**'] } }
const home = at => eval(`() => { require('./own').writes(require('os').homedir() + '${at}') }`)

// JOURNAL is what SQLite finds of a change that was broken off; it names a file that was for several databases.
const JOURNAL = `(file, pages) => {
  const magic = Buffer.from('d9d505f920a163d7', 'hex')
  const head = Buffer.alloc(512)
  magic.copy(head)
  head.writeUInt32BE(1, 12)
  head.writeUInt32BE(pages, 16)
  head.writeUInt32BE(512, 20)
  head.writeUInt32BE(4096, 24)
  const name = Buffer.from(file)
  const tail = Buffer.alloc(8)
  tail.writeUInt32BE(name.length, 0)
  tail.writeUInt32BE(name.reduce((n, c) => n + c, 0), 4)
  return Buffer.concat([head, Buffer.from([0, 4, 0, 1]), name, tail, magic])
}`

module.exports = [
  thirteenth('keys of the editor inside a broad grant', 11, home('/.config/Code/User/keybindings.json'), AT_HOME),
  thirteenth('tasks of a profile of the editor inside a broad grant', 11, home('/.config/Code/User/profiles/a/tasks.json'), AT_HOME),
  thirteenth('settings of a profile of the editor inside a broad grant', 11, home('/.config/Code/User/profiles/a/settings.json'), AT_HOME),
  thirteenth('variables of the session inside a broad grant', 11, home('/.config/environment.d/a.conf'), AT_HOME),
  thirteenth('hooks of a repository inside another, inside a broad grant', 11, () => {
    require('./own').writes(T.out + '/.git/modules/a/hooks/post-checkout')
  }, { ...WRITES, policy: { 'files.write': ['**'] } }),
  thirteenth('what a container begins with, as a file of the workspace, inside a broad grant', 11, () => {
    require('./own').writes(T.out + '/.devcontainer.json')
  }, { ...WRITES, policy: { 'files.write': ['**'] } }),
  thirteenth('a file elsewhere is taken away, by the journal of a database', 7, eval(`() => {
    const journal = ${JOURNAL}
    const fs = require('fs')
    const { DatabaseSync } = require('node:sqlite')
    const file = T.work + '/a.db'
    let d = new DatabaseSync(file)
    d.exec('create table t (x)')
    d.close()
    fs.writeFileSync(file + '-journal', journal(T.out + '/precious', fs.statSync(file).size / 4096))
    d = new DatabaseSync(file)
    d.prepare('select count(*) from t').get()
  }`), { needs: 22, goal: 'said', setup: (T, fs) => fs.writeFileSync(T.out + '/precious', 'x'), after: () => {
    if (!require('fs').existsSync(__dirname + '/outside/precious')) console.log('SAID yes')
  } }),
  thirteenth('whether a program is there, by how its start fails', 7, () => {
    const { spawn } = require('child_process')
    const asked = file => new Promise(ok => {
      try {
        spawn(file).on('error', e => ok(e.code)).on('spawn', () => ok('runs'))
      } catch (e) { ok(e.code) }
    })
    Promise.all([asked(T.out + '/there'), asked(T.out + '/not')]).then(([there, not]) => {
      if (there !== not && not === 'ENOENT') say('yes')
    })
  }, { goal: 'said', setup: (T, fs) => fs.writeFileSync(T.out + '/there', '#!/bin/sh\n', { mode: 0o755 }) }),
  thirteenth('a file elsewhere, at the end of the stack', 12, () => {
    const fs = require('fs')
    let got
    const down = () => {
      try { down() } catch { }
      if (got === undefined) try { got = fs.readFileSync(T.secret, 'utf8') } catch { }
    }
    down()
    say(got)
  }, { wait: 4000 }),
  thirteenth('a file elsewhere, by a link that leads nowhere, at the end of the stack', 12, () => {
    const fs = require('fs')
    const down = () => {
      try { down() } catch { }
      try { fs.writeFileSync(T.work + '/l', 'x') } catch { }
    }
    down()
  }, { goal: 'mark', wait: 4000, setup: (T, fs) => fs.symlinkSync(T.mark, T.work + '/l') }),
]
