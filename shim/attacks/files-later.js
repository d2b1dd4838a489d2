'use strict'

// Round 11, files and connections (invariants 7 and 9): what libraries write beside what was asked for, what is done later by a name,
// and connections that an event hands over.

const a = (name, inv, code, more) => ({ name, inv, round: 11, code, ...more })
const SEES = P => ({ 'files.read': ['${extension}/**', P.out, P.out + '/**'] })

module.exports = [
  a('a file that may be read, by what a database keeps beside itself', 7, () => {
    const { DatabaseSync } = require('node:sqlite')
    require('fs').symlinkSync(T.mark, T.work + '/a.db-journal')
    const db = new DatabaseSync(T.work + '/a.db')
    db.exec('pragma journal_mode=persist; create table t(x); insert into t values(1)')
  }, { goal: 'mark', needs: 23, policy: SEES }),
  a('a file that may be read, by the log that a database writes ahead', 7, () => {
    const { DatabaseSync } = require('node:sqlite')
    require('fs').symlinkSync(T.mark, T.work + '/a.db-wal')
    const db = new DatabaseSync(T.work + '/a.db')
    db.exec('pragma journal_mode=wal; create table t(x); insert into t values(1)')
  }, { goal: 'mark', needs: 23, policy: SEES }),
  a('a file that may be read, taken away with the socket of its name', 7, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/d')
    const s = require('net').createServer().listen(T.work + '/d/secret.txt', () => {
      fs.renameSync(T.work + '/d', T.work + '/d1')
      fs.symlinkSync(T.out, T.work + '/d')
      s.close()
      setTimeout(() => say(fs.existsSync(T.secret) ? 'no' : 'yes'), 100)
    })
  }, { goal: 'said', policy: P => ({ ...SEES(P), 'network.listen': ['unix:${extension}/work/**', '127.0.0.1:*'] }) }),
  a('the mode of a file that may be read, by its descriptor', 7, () => {
    const fs = require('fs')
    fs.fchmodSync(fs.openSync(T.secret, 'r'), 0o777)
    say((fs.statSync(T.secret).mode & 0o777) === 0o777 ? 'yes' : 'no')
  }, { goal: 'said', policy: SEES }),
  a('when a file that may be read was changed, by its handle', 7, async () => {
    const fs = require('fs')
    const change = async () => {
      const h = await fs.promises.open(T.secret, 'r')
      await h.utimes(1, 1)
      say(fs.statSync(T.secret).mtimeMs === 1000 ? 'yes' : 'no')
    }
    change().catch(e => say(e.message))
  }, { goal: 'said', policy: SEES }),
  // The connection of a session of HTTP/2 carries whatever is written to it: here a request for another host.
  a('the server by another name, by the connection that a session of HTTP/2 tells of', 9, () => {
    const session = require('http2').connect('http://127.0.0.1:39211')
    session.on('error', () => {})
    session.on('connect', (s, socket) => {
      const q = session.request({ ':path': '/' })
      q.on('error', () => {})
      q.end()
      setTimeout(() => {
        const host = Buffer.from('beyond.test')
        const block = Buffer.concat([Buffer.from([0x82, 0x86, 0x84, 0x41, host.length]), host])
        socket.write(Buffer.concat([Buffer.from([0, 0, block.length, 1, 5, 0, 0, 0, 3]), block]))
      }, 150)
    })
  }, { goal: 'said', wait: 1500, policy: { 'network.connect': ['http://127.0.0.1:39211'] }, before: () => {
    const server = require('http2').createServer()
    server.on('stream', (s, h) => {
      if (h[':authority'] === 'beyond.test') console.log('SAID yes')
      s.respond({ ':status': 200 })
      s.end()
    })
    server.on('sessionError', () => {})
    server.listen(39211, '127.0.0.1').unref()
  } }),
  a('settings of the workspace, by a link that is moved to the name of their folder', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/y')
    fs.symlinkSync(T.work + '/y', T.work + '/l')
    fs.renameSync(T.work + '/l', T.work + '/.vscode')
    fs.writeFileSync(T.work + '/y/settings.json', '{"x":1}')
    say(fs.readFileSync(T.work + '/.vscode/settings.json', 'utf8') === '{"x":1}' ? 'yes' : 'no')
  }, { goal: 'said' }),
  a('hooks of git, by a folder that is moved to their name before it holds any', 11, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/g/x', { recursive: true })
    fs.renameSync(T.work + '/g/x', T.work + '/g/hooks')
    fs.renameSync(T.work + '/g', T.work + '/.git')
    fs.symlinkSync(T.work + '/.git', T.work + '/other')
    fs.writeFileSync(T.work + '/other/hooks/post-checkout', 'x')
    say(fs.existsSync(T.work + '/.git/hooks/post-checkout') ? 'yes' : 'no')
  }, { goal: 'said' }),
]
