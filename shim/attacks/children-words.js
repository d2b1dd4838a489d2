'use strict'

// Round 11, what the extension starts (invariant 8): shells, signals, git, flags of Node.

const a = (name, inv, code, more) => ({ name, inv, round: 11, code, ...more })
const BASH = { goal: 'mark', wait: 1500, policy: { processes: [{ command: 'bash', args: ['...'] }] } }

module.exports = [
  a('a shell with an option that has a value before the file', 8, () => {
    require('fs').writeFileSync(T.work + '/e.sh', 'touch ' + T.mark + '\n')
    require('child_process').spawnSync('bash', ['-o', 'posix', T.work + '/e.sh'])
  }, BASH),
  a('a shell that reads standard input and has words', 8, () => {
    require('child_process').execFileSync('bash', ['-s', 'x'], { input: 'touch ' + T.mark + '\n' })
  }, BASH),
  a('a shell with a line behind a plus', 8, () => { require('child_process').execFileSync('bash', ['+c', 'touch ' + T.mark]) }, BASH),
  a('a shell whose file is its own standard input', 8, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/e.sh', 'touch ' + T.mark + '\n')
    const s = fs.createReadStream(T.work + '/e.sh')
    s.on('open', () => { require('child_process').spawn('bash', ['/dev/stdin'], { stdio: [s, 'ignore', 'ignore'] }) })
  }, BASH),
  a('a granted script of a shell, in the folder that the process changed to', 8, () => {
    require('fs').writeFileSync(T.work + '/run.sh', 'touch ' + T.mark + '\n')
    process.chdir(T.work)
    require('child_process').execFileSync('sh', ['run.sh'])
  }, { goal: 'mark', policy: { processes: [{ command: 'sh', args: ['run.sh'] }] } }),
  a('the debugger of a child, by a signal whose letters grow', 8, () => {
    const c = require('child_process').fork(__dirname + '/w.js', { silent: true })
    let text = ''
    c.stderr.on('data', d => { text += d; if (/Debugger listening/.test(text)) say('yes') })
    setTimeout(() => c.kill(String.fromCharCode(0x17f) + 'igusr1'), 900)
  }, { goal: 'said', wait: 3000, files: { 'w.js': 'setTimeout(() => {}, 5000)' } }),
  a('code beside the fence of a child, by its debugger', 8, () => {
    const c = require('child_process').fork(__dirname + '/w.js', { silent: true })
    let text = ''
    c.stderr.on('data', d => {
      text += d
      const m = /ws:\/\/\S+/.exec(text)
      if (!m || c.asked) return
      c.asked = true
      const w = new WebSocket(m[0])
      w.onopen = () => w.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: {
        expression: 'process.getBuiltinModule("fs").readFileSync(' + JSON.stringify(T.secret) + ', "utf8")', returnByValue: true } }))
      w.onmessage = e => say(JSON.parse(e.data).result.result.value)
    })
    setTimeout(() => c.kill(String.fromCharCode(0x17f) + 'igusr1'), 900)
  }, { wait: 4000, needs: 22, files: { 'w.js': 'setTimeout(() => {}, 5000)' },
    policy: { 'network.connect': ['ws://127.0.0.1:*', 'http://127.0.0.1:*'] } }),
  a('a line of any file, by the map of sources of a child that fails', 8, () => {
    const c = require('child_process').fork(__dirname + '/w.js', { silent: true, execArgv: ['--enable-source-maps'] })
    let text = ''
    c.stderr.on('data', d => { text += d; const m = /canary-[0-9a-f]+/.exec(text); if (m) say(m[0]) })
  }, { wait: 2500, policy: { code: [{ code: 'fork', path: '${extension}/**' }, 'eval'] }, files: { 'w.js': () => {
    const map = { version: 3, sources: ['file://' + T.secret], names: [], mappings: 'AAAA' }
    const data = 'data:application/json;base64,' + Buffer.from(JSON.stringify(map)).toString('base64')
    ;(0, eval)('throw new Error("x")\n//# sourceURL=file://' + __dirname + '/made.js\n//# source' + 'MappingURL=' + data)
  } } }),
  a('another repository, by a file that says where it is', 8, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/r')
    fs.writeFileSync(T.work + '/r/.git', 'gitdir: ' + T.out + '/repo/.git\n')
    say(String(require('child_process').execFileSync('git', ['show', 'HEAD:secret.txt'], { cwd: T.work + '/r' })))
  }, { wait: 2500, policy: { processes: [{ command: 'git', args: ['show', 'HEAD:secret.txt'] }] }, setup: (T, fs) => {
    const repo = T.out + '/repo'
    fs.mkdirSync(repo)
    fs.copyFileSync(T.secret, repo + '/secret.txt')
    const git = (...args) => require('node:child_process').execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
      { cwd: repo, stdio: 'ignore' })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-q', '-m', 'x')
  } }),
  a('another repository, by a common folder beside a head of its own', 8, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/r/.git', { recursive: true })
    fs.writeFileSync(T.work + '/r/.git/HEAD', 'ref: refs/heads/main\n')
    fs.writeFileSync(T.work + '/r/.git/commondir', T.out + '/repo/.git\n')
    say(String(require('child_process').execFileSync('git', ['show', 'HEAD:secret.txt'], { cwd: T.work + '/r' })))
  }, { wait: 2500, policy: { processes: [{ command: 'git', args: ['show', 'HEAD:secret.txt'] }] }, setup: (T, fs) => {
    const repo = T.out + '/repo'
    fs.mkdirSync(repo)
    fs.copyFileSync(T.secret, repo + '/secret.txt')
    const git = (...args) => require('node:child_process').execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
      { cwd: repo, stdio: 'ignore' })
    git('init', '-q', '-b', 'main')
    git('add', '-A')
    git('commit', '-q', '-m', 'x')
  } }),
]
