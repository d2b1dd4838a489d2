'use strict'

// What reaches a child or a worker on its way there (invariant 8).

const { second, third, fourth, fifth, sixth, EVIL } = require('./lib/shared.js')

module.exports = [
  second('a child is told that it observes', 8, () => {
    require('child_process').fork(T.ext + '/c.js', [], {
      env: {
        RINGFENCE_FENCE: JSON.stringify({ observe: true, trusted: true, roots: { extension: ['/'] }, settings: {}, dir: '', left: -1 }),
      },
    })
  }, { goal: 'mark', wait: 1800, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  second('a worker is told that it observes', 8, () => {
    new (require('worker_threads').Worker)(T.ext + '/c.js', {
      env: {
        RINGFENCE_FENCE: JSON.stringify({ observe: true, trusted: true, roots: { extension: ['/'] }, settings: {}, dir: '', left: -1 }),
      },
      workerData: { ringfence: T.ext + '/c.js', fence: '{"observe":true,"roots":{"extension":["/"]}}' },
    })
  }, { goal: 'mark', wait: 1800, files: { 'c.js': () => { require('fs').writeFileSync(T.mark, 'x') } } }),
  second('a child of a child with an environment of its own', 8, () => { require('child_process').fork(T.ext + '/c.js') }, {
    goal: 'mark', wait: 2500,
    files: { 'c.js': () => {
      process.env.RINGFENCE_FENCE = JSON.stringify({ observe: true, trusted: true, roots: { extension: ['/'] } })
      require('child_process').fork(T.ext + '/d.js', [], { env: process.env })
    }, 'd.js': () => { require('fs').writeFileSync(T.mark, 'x') } },
  }),
  second('the roots of a child by a folder that became a link', 8, () => {
    const fs = require('fs')
    fs.renameSync(T.work, T.ext + '/w')
    fs.symlinkSync(T.out, T.work)
    require('child_process').fork(T.ext + '/c.js')
  }, {
    inChild: true,
    goal: 'mark', wait: 1800, policy: { 'files.read': ['**'], 'files.write': ['${extension}/**'] },
    files: { 'c.js': () => { require('fs').writeFileSync(T.work + '/mark', 'x') } },
  }),

  // Variables that make a program run something else, of tools that nobody thought of.
  sixth('variables of tools', 8, () => {
    const names = ['RUSTUP_TOOLCHAIN', 'RUSTUP_HOME', 'GOENV', 'GOROOT', 'GOTOOLCHAIN', 'DOTNET_STARTUP_HOOKS', 'CORECLR_PROFILER_PATH',
      'MAKEFILES', 'MAVEN_OPTS', 'GRADLE_OPTS', 'HGRCPATH', 'RSYNC_RSH', 'SVN_SSH', 'VIMINIT', 'LESS', 'GTK_MODULES', 'DOCKER_HOST',
      'KUBECONFIG', 'GNUPGHOME', 'AWKPATH', 'GCONV_PATH', 'BUN_OPTIONS', 'SHELL', 'PSModulePath', 'INPUTRC', 'WGETRC', 'HTTPS_PROXY',
      'TOOL_OF_TOMORROW']
    const env = { PATH: process.env.PATH }
    for (const n of names) env[n] = T.work + '/x'
    const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env })
    if (stdout && names.some(n => stdout.includes(n + '='))) say('yes')
  }, { inChild: true, goal: 'said', policy: { processes: [{ command: 'env', args: [] }], 'env.read': ['**'] } }),
  sixth('a makefile before all others', 8, () => {
    require('fs').writeFileSync(T.work + '/m', '$(shell touch ' + T.mark + ')\n')
    require('child_process').spawnSync('make', ['--version'], { env: { PATH: process.env.PATH, MAKEFILES: T.work + '/m' } })
    require('child_process').spawnSync('make', ['-n'], { cwd: T.work, env: { PATH: process.env.PATH, MAKEFILES: T.work + '/m' } })
  }, { goal: 'mark', policy: { processes: [{ command: 'make', args: ['--version'] }, { command: 'make', args: ['-n'] }] } }),
  sixth('languages and zones that are files', 8, () => {
    const env = { PATH: process.env.PATH, LANGUAGE: '../../..' + T.work, LC_ALL: T.work, TZ: ':' + T.work + '/z', TERM: '../x' }
    const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env })
    if (stdout && (stdout.includes(T.work) || stdout.includes('../x'))) say('yes')
  }, { goal: 'said', policy: { processes: [{ command: 'env', args: [] }] } }),
  sixth('what a script was given goes on to a program', 8, () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { PATH: process.env.PATH, TOOL_OF_MINE: T.work, LOGNAME: T.work } })
  }, {
    goal: 'said', wait: 1800, policy: { processes: [{ command: 'env', args: [] }], 'env.read': ['**'] },
    files: { 'c.js': () => {
      const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: process.env })
      if (stdout && (stdout.includes('TOOL_OF_MINE=') || stdout.includes('LOGNAME=' + T.work))) say('yes')
    } },
  }),
  sixth('what a script was given goes through its own script to a program', 8, () => {
    require('child_process').fork(T.ext + '/c.js', [], { env: { PATH: process.env.PATH, TOOL_OF_MINE: T.work } })
  }, {
    goal: 'said', wait: 2800, policy: { processes: [{ command: 'env', args: [] }], 'env.read': ['**'] },
    files: {
      'c.js': () => { require('child_process').fork(T.ext + '/d.js', [], { env: process.env }) }, 'd.js': () => {
        const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: process.env })
        if (stdout && stdout.includes('TOOL_OF_MINE=')) say('yes')
      },
    },
  }),
  sixth('what a worker was given goes on to a program', 8, () => {
    new (require('worker_threads').Worker)(T.ext + '/w.js', { env: { PATH: process.env.PATH, TOOL_OF_MINE: T.work } })
  }, {
    goal: 'said', wait: 1800, policy: { processes: [{ command: 'env', args: [] }], 'env.read': ['**'] },
    files: { 'w.js': () => {
      const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: { ...process.env } })
      if (stdout && stdout.includes('TOOL_OF_MINE=')) say('yes')
    } },
  }),

  // Threads and programs.
  third('a worker with a file that is loaded before', 8, () => {
    require('fs').writeFileSync(T.work + '/p.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    new (require('worker_threads').Worker)(T.ext + '/w.js', { execArgv: ['--require', T.work + '/p.js'] })
  }, { goal: 'mark', wait: 1500, files: { 'w.js': '' } }),
  third('a child with an address that is imported before', 8, () => {
    require('child_process').fork(T.ext + '/c.js', [], {
      execArgv: [
        '--import', 'data:text/javascript,import fs from "fs"; fs.writeFileSync(' + encodeURIComponent(JSON.stringify(T.mark)) + ', "x")',
      ],
    })
  }, { goal: 'mark', wait: 2000, files: { 'c.js': '' } }),
  third('a child by options of Node in the own environment', 8, () => {
    require('fs').writeFileSync(T.work + '/p.js', 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    process.env.NODE_OPTIONS = '--require=' + T.work + '/p.js'
    require('child_process').fork(T.ext + '/c.js', [], { env: process.env })
  }, { goal: 'mark', wait: 2000, files: { 'c.js': '' } }),
  third('a report by a child', 8, () => {
    require('child_process').fork(T.ext + '/c.js', [], {
      execArgv: ['--report-on-signal', '--report-filename=' + T.mark, '--report-signal=SIGUSR2'],
    }).on('message', function () { this.kill('SIGUSR2') })
  }, { inChild: true, goal: 'mark', wait: 2500, files: { 'c.js': 'process.send("x"); setTimeout(() => {}, 1500)' } }),
  third('whether a folder exists, by starting a program in it', 8, () => {
    const run = cwd => { const r = require('child_process').spawnSync('echo', ['x'], { cwd }); return r.error ? r.error.code : 'ok' }
    if (run(T.out) !== run(T.out + '/none')) say('yes')
  }, { goal: 'said' }),

  // What Node's own code looks up.
  fourth('the message that starts a worker', 8, () => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (v, ...x) {
      if (v && v.filename) v.filename = T.ext + '/evil.js'
      return postMessage.call(this, v, ...x)
    }
    new (require('worker_threads').Worker)(T.ext + '/w.js')
  }, { goal: 'mark', wait: 1500, files: EVIL }),
  fourth('the roots in the message that starts a worker', 8, () => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (v, ...x) {
      if (v && v.workerData && v.workerData.fence) {
        const f = JSON.parse(v.workerData.fence)
        f.roots.extension = ['/']
        v.workerData.fence = JSON.stringify(f)
      }
      return postMessage.call(this, v, ...x)
    }
    new (require('worker_threads').Worker)(T.ext + '/w.js').on('message', say)
  }, { wait: 1500, files: { 'w.js': () => {
    require('worker_threads').parentPort.postMessage(require('fs').readFileSync(T.secret, 'utf8'))
  } } }),
  fourth('the text of a worker in the message that starts it', 8, () => {
    const { postMessage } = MessagePort.prototype
    MessagePort.prototype.postMessage = function (v, ...x) {
      if (v && v.filename) { v.doEval = 'classic'; v.filename = 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")' }
      return postMessage.call(this, v, ...x)
    }
    new (require('worker_threads').Worker)(T.ext + '/w.js')
  }, { goal: 'mark', wait: 1500, files: EVIL }),

  // How lists are walked.
  fifth('the walk of the flags of a fork', 8, () => {
    const A = Array.prototype
    const it = A[Symbol.iterator]
    const own = T.work + '/own.js'
    require('fs').writeFileSync(own, 'require("fs").writeFileSync(' + JSON.stringify(T.mark) + ', "x")')
    const list = [own]
    A[Symbol.iterator] = function () {
      return Reflect.apply(it, this.length === 0 && new Error().stack.includes('fork (node:') ? list : this, [])
    }
    require('child_process').fork(__dirname + '/w.js', [])
  }, { goal: 'mark', wait: 1500, files: { 'w.js': '' } }),
  fifth('the names of the environment of a child, as they are walked', 8, () => {
    const A = Array.prototype
    const it = A[Symbol.iterator]
    A[Symbol.iterator] = function () { return Reflect.apply(it, this.length > 0 && this[0] === 'PATH' ? [] : this, []) }
    const { stdout } = require('child_process').spawnSync('env', [], { encoding: 'utf8', env: { PATH: process.env.PATH } })
    if (typeof stdout === 'string' && !stdout.includes('PATH=')) say('yes')
  }, { inChild: true, goal: 'said', policy: { processes: [{ command: 'env', args: [] }], 'env.read': ['PATH'] } }),
]
