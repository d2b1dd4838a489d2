'use strict'

// Children and workers (invariant 8).

const a = (name, code, more) => ({ name, inv: 8, code, ...more })

module.exports = [
  a('another program', () => { require('child_process').execFileSync('touch', [T.mark]) }, { goal: 'mark' }),
  a('a line for a shell', () => { require('child_process').execSync('touch ' + T.mark) }, { goal: 'mark' }),
  a('exec with a callback', () => { require('child_process').exec('touch ' + T.mark, () => {}) }, { goal: 'mark' }),
  a('a granted program with shell: true', () => {
    require('child_process').spawnSync('echo', ['x; touch ' + T.mark], { shell: true })
  }, { goal: 'mark' }),
  a('a granted program with a shell of its own', () => {
    require('child_process').spawnSync('echo', ['x; touch ' + T.mark], { shell: '/bin/bash' })
  }, { goal: 'mark' }),
  a('another file of the granted name', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/echo', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').execFileSync(T.work + '/echo')
  }, { goal: 'mark' }),
  a('PATH of the child', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/echo', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').execFileSync('echo', [], { env: { PATH: T.work } })
  }, { goal: 'mark' }),
  a('PATH of the process', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/echo', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    process.env.PATH = T.work
    require('child_process').execFileSync('echo')
  }, { goal: 'mark' }),
  a('a file that the extension writes where the PATH finds it', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/tool-of-nobody', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    fs.mkdirSync(T.out.replace(/outside$/, 'home/bin'), { recursive: true })
    fs.copyFileSync(T.work + '/tool-of-nobody', T.out.replace(/outside$/, 'home/bin/tool-of-nobody'))
    fs.chmodSync(T.out.replace(/outside$/, 'home/bin/tool-of-nobody'), 0o755)
    require('child_process').execFileSync('tool-of-nobody')
  }, {
    goal: 'mark', path: T => ':' + T.out.replace(/outside$/, 'home/bin'),
    policy: {
      'files.write': ['${extension}/work/**', '${home}/bin', '${home}/bin/**'], processes: [{ command: 'tool-of-nobody', args: [] }],
    },
  }),
  a('the working directory decides', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/echo', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').execFileSync('./echo', [], { cwd: T.work })
  }, { goal: 'mark' }),
  a('an argument more than granted', () => {
    const s = require('child_process').spawnSync('git', ['--exec-path'], { encoding: 'utf8' })
    if (s.stdout) say('yes')
  }, { goal: 'said' }),
  a('a configuration of git that runs a program', () => {
    require('child_process').spawnSync('git', ['-c', 'alias.x=!touch ' + T.mark, 'x'])
  }, { goal: 'mark' }),
  a('git configured by the environment', () => {
    require('child_process').spawnSync('git', ['x'], {
      env: { ...process.env, GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'alias.x', GIT_CONFIG_VALUE_0: '!touch ' + T.mark },
    })
  }, { goal: 'mark', policy: { processes: [{ command: 'git', args: ['x'] }] } }),
  a('a pager of git from the environment', () => {
    require('child_process').spawnSync('git', ['-p', '--version'], { env: { ...process.env, GIT_EXEC_PATH: T.work } })
    const fs = require('fs')
    fs.writeFileSync(T.work + '/git-foo', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').spawnSync('git', ['foo'], { env: { ...process.env, GIT_EXEC_PATH: T.work } })
  }, { goal: 'mark', policy: { processes: [{ command: 'git', args: ['foo'] }, { command: 'git', args: ['...'] }] } }),
  a('LD_PRELOAD', () => {
    require('child_process').spawnSync('echo', [], {
      env: { ...process.env, LD_PRELOAD: '/x.so', LD_DEBUG: 'libs', LD_DEBUG_OUTPUT: T.mark },
    })
    const fs = require('fs')
    if (fs.readdirSync(T.out).some(f => f.startsWith('mark.'))) say('yes')
  }, { goal: 'said', policy: { 'files.read': ['**'] } }),
  a('BASH_ENV of a granted script', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/env', 'touch ' + T.mark)
    require('child_process').spawnSync('bash', ['--version'], { env: { BASH_ENV: T.work + '/env' } })
    require('child_process').spawnSync('bash', [T.work + '/empty'], { env: { BASH_ENV: T.work + '/env' } })
  }, { goal: 'mark', policy: { processes: [{ command: 'bash', args: ['...'] }] } }),
  a('bash -c under a grant of bash', () => {
    require('child_process').spawnSync('bash', ['-c', 'touch ' + T.mark])
  }, { goal: 'mark', policy: { processes: [{ command: 'bash', args: ['...'] }] } }),
  a('bash -ec under a grant of bash', () => {
    require('child_process').spawnSync('bash', ['-ec', 'touch ' + T.mark])
  }, { goal: 'mark', policy: { processes: [{ command: 'bash', args: ['...'] }] } }),
  a('node -e', () => {
    require('child_process').execFileSync(process.execPath, ['-e', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")'])
  }, { goal: 'mark' }),
  a('node --require', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/r.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    require('child_process').execFileSync(process.execPath, ['--require', T.work + '/r.js', T.ext + '/data.json'])
  }, { goal: 'mark' }),
  a('NODE_OPTIONS of a fork', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/r.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    require('child_process').fork(T.ext + '/data.json', { env: { NODE_OPTIONS: '--require ' + T.work + '/r.js' } })
  }, { goal: 'mark', wait: 1500 }),
  a('execArgv of a fork', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/r.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    require('child_process').fork(T.ext + '/data.json', [], { execArgv: ['--require', T.work + '/r.js'] })
  }, { goal: 'mark', wait: 1500 }),
  a('execPath of a fork', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/x', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').fork(T.ext + '/data.json', [], { execPath: T.work + '/x' })
  }, { goal: 'mark', wait: 1500 }),
  a('a fork that writes outside', () => { require('child_process').fork(T.ext + '/c.js') }, {
    goal: 'mark', wait: 2000, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } },
  }),
  a('a fork that gets Function', () => { require('child_process').fork(T.ext + '/c.js') }, {
    goal: 'mark', wait: 2000,
    files: { 'c.js': () => {
      (() => {}).constructor('return process')().getBuiltinModule;
      (() => {}).constructor('m', 'return process.mainModule.require("fs").writeFileSync(m, "x")')(T.mark)
    } },
  }),
  a('a fork of a fork', () => { require('child_process').fork(T.ext + '/c.js') }, {
    goal: 'mark', wait: 3000,
    files: { 'c.js': () => { require('child_process').fork(T.ext + '/d.js') }, 'd.js': () => { require('fs').writeFileSync(T.mark, 'x') } },
  }),
  a('a fork of a file outside', () => {
    require('fs').writeFileSync(T.work + '/x.js', '')
    require('child_process').fork(T.out + '/w.js')
  }, { goal: 'mark', wait: 1500, policy: {}, after: () => {
    require('fs').writeFileSync(process.cwd() + '/outside/w.js', 'require("fs").writeFileSync(__dirname + "/mark", "x")')
  } }),
  a('a worker that writes outside', () => {
    const { Worker } = require('worker_threads')
    new Worker(T.ext + '/w.js')
  }, { goal: 'mark', wait: 2000, files: { 'w.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('a worker that reads the environment', () => {
    const { Worker } = require('worker_threads')
    new Worker(T.ext + '/w.js').on('message', say)
  }, { wait: 2000, files: { 'w.js': () => { require('worker_threads').parentPort.postMessage(process.env.SECRET_TOKEN) } } }),
  a('execArgv of a worker', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/r.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    const { Worker } = require('worker_threads')
    new Worker(T.ext + '/w.js', { execArgv: ['--require', T.work + '/r.js'] })
  }, { goal: 'mark', wait: 2000, files: { 'w.js': '' } }),
  a('the class of a child', () => {
    const { spawn } = require('child_process')
    const C = spawn('echo').constructor
    const c = new C()
    c.spawn({ file: 'touch', args: ['touch', T.mark] })
  }, { goal: 'mark' }),
  a('ChildProcess', () => {
    const { ChildProcess } = require('child_process')
    new ChildProcess().spawn({ file: 'touch', args: ['touch', T.mark] })
  }, { goal: 'mark' }),
  a('the handle of a child', () => {
    const c = require('child_process').spawn('echo')
    const P = c._handle.constructor
    const p = new P()
    p.spawn({ file: '/usr/bin/touch', args: ['touch', T.mark], stdio: [] })
  }, { goal: 'mark' }),
  a('the environment goes to a granted child', () => {
    say(String(require('child_process').execFileSync('sh', ['-c', 'echo $SECRET_TOKEN'])).trim())
  }, { policy: { processes: [{ command: 'sh', args: ['...'] }, { shell: 'echo $SECRET_TOKEN' }, { shell: 're:.*' }] } }),
  a('cluster.fork', () => {
    const c = require('cluster')
    if (c.setupPrimary) c.setupPrimary({ exec: T.ext + '/c.js' })
    c.fork()
  }, { goal: 'mark', wait: 1500, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('node:test runs a file', () => {
    require('node:test').run({ files: [T.ext + '/c.js'] }).resume()
  }, { goal: 'mark', wait: 3000, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('process.kill', () => { process.kill(process.pid, 0); say('yes') }, { goal: 'said', policy: { modules: { process: [''] } } }),
  a('a newline in a shell line', () => {
    require('child_process').execSync('echo a\ntouch ' + T.mark)
  }, { goal: 'mark', policy: { processes: [{ shell: 'echo *' }] } }),
  a('a metacharacter in a shell line', () => {
    require('child_process').execSync('echo a;touch ' + T.mark)
  }, { goal: 'mark', policy: { processes: [{ shell: 'echo *' }] } }),
  a('a substitution in a shell line', () => {
    require('child_process').execSync('echo $(touch ' + T.mark + ')')
  }, { goal: 'mark', policy: { processes: [{ shell: 'echo *' }, { shell: 'echo * *' }] } }),

  // From a reading of the loader.
  a('a program of the name node', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/node', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').execFileSync(T.work + '/node', [T.ext + '/c.js'])
  }, { goal: 'mark', round: 1, files: { 'c.js': '' } }),
  a('a program of the name node is asked for its version', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/node', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').execFileSync(T.work + '/node', ['--version'])
  }, { goal: 'mark', round: 1, policy: { code: [], processes: [] } }),
  a('a shell of one\'s own by its name', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/sh', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    require('child_process').execSync('echo hi', { shell: T.work + '/sh' })
  }, { goal: 'mark', round: 1, policy: { processes: [{ shell: 'echo *' }] } }),
  a('a shell reads its line from standard input', () => {
    require('child_process').execFileSync('bash', [], { input: 'touch ' + T.mark })
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'bash', args: ['...'] }] } }),
  a('a shell reads a script', () => {
    require('fs').writeFileSync(T.work + '/s.sh', 'touch ' + T.mark)
    require('child_process').execFileSync('bash', [T.work + '/s.sh'])
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'bash', args: ['...'] }] } }),
  a('a shell reads a start-up file', () => {
    require('fs').writeFileSync(T.work + '/rc', 'touch ' + T.mark)
    require('child_process').execFileSync('bash', ['--rcfile', T.work + '/rc', '-i'], { input: '' })
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'bash', args: ['...'] }] } }),
  a('a home of one\'s own for git', () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/.gitconfig', '[alias]\n\tst = "!/usr/bin/touch ' + T.mark + '"\n')
    try { require('child_process').execFileSync('git', ['st'], { env: { HOME: T.work, PATH: process.env.PATH } }) } catch { }
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'git', args: ['st'] }] } }),
  a('configuration of git by XDG_CONFIG_HOME', () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/git')
    fs.writeFileSync(T.work + '/git/config', '[alias]\n\tst = "!/usr/bin/touch ' + T.mark + '"\n')
    try { require('child_process').execFileSync('git', ['st'], { env: { XDG_CONFIG_HOME: T.work, PATH: process.env.PATH } }) } catch { }
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'git', args: ['st'] }] } }),
  a('TAR_OPTIONS', () => {
    require('child_process').execFileSync('tar', ['-cf', T.work + '/x.tar', 'data.txt'], {
      cwd: __dirname, env: { PATH: process.env.PATH, TAR_OPTIONS: '--checkpoint=1 --checkpoint-action=exec=/usr/bin/touch\\ ' + T.mark },
    })
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'tar', args: ['...'] }] } }),
  a('warnings of a child go to a file', () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { NODE_REDIRECT_WARNINGS: T.mark } })
  }, { goal: 'mark', round: 1, wait: 1800, files: { 'c.js': "process.emitWarning('x')" } }),
  a('the compile cache of a child', () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { NODE_COMPILE_CACHE: T.mark } })
  }, { goal: 'mark', round: 1, needs: 22, wait: 1800, files: { 'c.js': 'module.exports = 1' } }),
  a('a child whose folder for temporary files is another', () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { TMPDIR: T.out } })
  }, {
    goal: 'mark', round: 1, wait: 1800, policy: { 'files.read': ['${tmp}/none/**', '${extension}/**'], 'files.write': ['${tmp}/mark'] },
    files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } },
  }),
  a('a child whose home is another', () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { HOME: '/nowhere' } })
  }, {
    goal: 'said', round: 1, wait: 1800, policy: { 'files.read': ['**'], 'files.write': ['${extension}/**', '${home}/../**', '/**'] },
    files: { 'c.js': () => {
      const home = T.out.replace(/outside$/, 'home')
      require('fs').writeFileSync(home + '/.bashrc', 'x')
      say('yes')
    } },
  }),
  a('environment of a child by a getter', () => {
    let n = 0
    const env = { PATH: process.env.PATH }
    Object.defineProperty(env, 'NODE_OPTIONS', { enumerable: true, get: () => '--require ' + T.work + '/r.js' })
    require('fs').writeFileSync(T.work + '/r.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    void n
    require('child_process').fork(T.ext + '/data.json', { env })
  }, { goal: 'mark', round: 1, wait: 1500 }),
  a('arguments that answer differently the second time', () => {
    let n = 0
    const args = ['-c', 'x']
    Object.defineProperty(args, 1, { get: () => (n++ ? 'touch ' + T.mark : 'touch ' + T.mark) })
    require('child_process').execFileSync('bash', args)
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'bash', args: ['-c', 'x'] }] } }),
  a('a list of arguments that is a Proxy', () => {
    let n = 0
    const args = new Proxy(['-c', 'x'], { get: (t, k) => (k === '1' ? (n++ > 0 ? 'touch ' + T.mark : 'touch ' + T.mark) : t[k]) })
    require('child_process').execFileSync('bash', args)
  }, { goal: 'mark', round: 1, policy: { processes: [{ command: 'bash', args: ['-c', 'x'] }] } }),
  a('a worker with the arguments of a child of the loader', () => {
    new (require('worker_threads').Worker)(T.ext + '/c.js', { argv: ['--ringfence-child', T.work + '/x.js'] })
  }, { goal: 'mark', round: 1, wait: 1500, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  a('a worker with a policy of its own in its data', () => {
    new (require('worker_threads').Worker)(T.ext + '/c.js', {
      workerData: { ringfence: T.ext + '/c.js', data: null, trusted: true, policy: {} },
    })
  }, { goal: 'mark', round: 1, wait: 1500, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
]
