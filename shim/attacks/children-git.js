'use strict'

// git beside a repository of which the extension writes a part (invariant 8): what its configuration
// names, git runs.

const { sixth, sixteenth } = require('./lib/shared.js')

// repository makes T.work/r with a file that was committed, its .git being a file that leads to T.work/g.
const repository = (T, fs) => {
  const { execFileSync } = require('node:child_process')
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  const git = (cwd, ...args) => execFileSync('git', [...who, ...args], { cwd, stdio: 'ignore' })
  fs.mkdirSync(T.work + '/r')
  git(T.work, 'init', '-q', '--separate-git-dir', T.work + '/g', T.work + '/r')
  fs.writeFileSync(T.work + '/r/f', 'before\n')
  git(T.work + '/r', 'add', 'f')
  git(T.work + '/r', 'commit', '-q', '-m', 'x')
  return git
}
const STATUS = { goal: 'mark', wait: 900, setup: repository, policy: { processes: [{ command: 'git', args: ['status'] }] } }

// A grant of one command of git, whatever its arguments, or of all.
const ANY = (...args) => ({ ...STATUS, policy: { processes: [{ command: 'git', args: [...args, '...'] }] } })

module.exports = [
  sixth('a filter of a repository that it writes', 8, () => {
    const fs = require('fs')
    fs.appendFileSync(T.work + '/g/config', '[filter "x"]\n\tclean = "touch ' + T.mark + '; cat"\n')
    fs.writeFileSync(T.work + '/r/.gitattributes', '* filter=x\n')
    fs.writeFileSync(T.work + '/r/f', 'after!\n')
    require('child_process').spawnSync('git', ['status'], { cwd: T.work + '/r' })
  }, STATUS),
  sixth('a monitor of a repository that it writes', 8, () => {
    require('fs').appendFileSync(T.work + '/g/config', '[core]\n\tfsmonitor = "touch ' + T.mark + ';"\n')
    require('child_process').spawnSync('git', ['status'], { cwd: T.work + '/r' })
  }, STATUS),
  sixth('a configuration that is included', 8, () => {
    const fs = require('fs')
    fs.writeFileSync(T.work + '/more', '[filter "x"]\n\tclean = "touch ' + T.mark + '; cat"\n')
    fs.writeFileSync(T.work + '/r/.gitattributes', '* filter=x\n')
    fs.writeFileSync(T.work + '/r/f', 'after!\n')
    require('child_process').spawnSync('git', ['status'], { cwd: T.work + '/r' })
  }, { ...STATUS, setup: (T, fs) => {
    repository(T, fs)('' + T.work + '/r', 'config', 'include.path', T.work + '/more')
  } }),
  sixth('a common folder of its own', 8, () => {
    const fs = require('fs')
    fs.cpSync(T.work + '/g', T.work + '/c', { recursive: true })
    fs.appendFileSync(T.work + '/c/config', '[filter "x"]\n\tclean = "touch ' + T.mark + '; cat"\n')
    fs.writeFileSync(T.work + '/g/commondir', '../c\n')
    fs.writeFileSync(T.work + '/r/.gitattributes', '* filter=x\n')
    fs.writeFileSync(T.work + '/r/f', 'after!\n')
    require('child_process').spawnSync('git', ['status'], { cwd: T.work + '/r' })
  }, STATUS),
  sixth('a hook where the configuration says', 8, () => {
    const fs = require('fs')
    fs.mkdirSync(T.work + '/r/hooks')
    fs.writeFileSync(T.work + '/r/hooks/pre-commit', '#!/bin/sh\n/usr/bin/touch ' + T.mark, { mode: 0o755 })
    fs.writeFileSync(T.work + '/r/f', 'after!\n')
    require('child_process').spawnSync('git', ['commit', '-q', '-a', '-m', 'y'], { cwd: T.work + '/r' })
  }, { ...STATUS, policy: { processes: [{ command: 'git', args: ['commit', '-q', '-a', '-m', 'y'] }] }, setup: (T, fs) => {
    const git = repository(T, fs)
    git(T.work + '/r', 'config', 'core.hooksPath', 'hooks')
    git(T.work + '/r', 'config', 'user.name', 'a')
    git(T.work + '/r', 'config', 'user.email', 'a@example.com')
  } }),
  sixth('a folder that looks like a repository', 8, () => {
    const fs = require('fs')
    fs.cpSync(T.work + '/g', T.work + '/r/sub', { recursive: true })
    const lines = ['[core]', 'worktree = ' + T.work + '/r', 'bare = false', 'fsmonitor = "touch ' + T.mark + ';"', '']
    fs.appendFileSync(T.work + '/r/sub/config', lines.join('\n'))
    require('child_process').spawnSync('git', ['status'], { cwd: T.work + '/r/sub' })
  }, STATUS),
  sixth('a repository inside the repository', 8, () => {
    const fs = require('fs')
    fs.appendFileSync(T.work + '/i/config', '[filter "x"]\n\tclean = "touch ' + T.mark + '; cat"\n')
    fs.writeFileSync(T.work + '/r/inner/.gitattributes', '* filter=x\n')
    fs.writeFileSync(T.work + '/r/inner/f', 'after!\n')
    require('child_process').spawnSync('git', ['status'], { cwd: T.work + '/r' })
  }, { ...STATUS, setup: (T, fs) => {
    const git = repository(T, fs)
    git(T.work, 'init', '-q', '--separate-git-dir', T.work + '/i', T.work + '/r/inner')
    fs.writeFileSync(T.work + '/r/inner/f', 'before\n')
    git(T.work + '/r/inner', 'add', 'f')
    git(T.work + '/r/inner', 'commit', '-q', '-m', 'x')
    git(T.work + '/r', 'add', 'inner')
    git(T.work + '/r', 'commit', '-q', '-m', 'z')
  } }),
  sixteenth('a file outside the repository, by a difference', 8, () => {
    const { stdout } = require('child_process').spawnSync('git', ['diff', '--no-index', '/dev/null', T.secret], { cwd: T.work + '/r' })
    say(String(stdout).match(/^\+(canary\S+)/m)[1])
  }, { ...ANY('diff'), goal: 'secret' }),
  sixteenth('a file outside the repository, by a difference of two', 8, () => {
    const { stdout } = require('child_process').spawnSync('git', ['diff', '--', '/dev/null', T.secret], { cwd: T.work + '/r' })
    say(String(stdout).match(/^\+(canary\S+)/m)[1])
  }, { ...ANY('diff'), goal: 'secret' }),
  sixteenth('a program, by a pager that the arguments name', 8, () => {
    require('child_process').spawnSync('git', ['grep', '-Otouch ' + T.mark + ';', 'before'], { cwd: T.work + '/r' })
  }, ANY('grep')),
  sixteenth('a file, by where a log goes', 8, () => {
    require('child_process').spawnSync('git', ['log', '--output=' + T.mark], { cwd: T.work + '/r' })
  }, ANY('log')),
  sixteenth('a program, by an alias of the arguments', 8, () => {
    require('child_process').spawnSync('git', ['-c', 'alias.x=!touch ' + T.mark, 'x'], { cwd: T.work + '/r' })
  }, ANY()),
]
