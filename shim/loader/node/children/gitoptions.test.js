'use strict'

// What of git's arguments a line of a policy has to name, and what any line takes. git itself shows what each does.

const test = require('node:test')
const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const { join } = require('node:path')
const { execFileSync, spawnSync } = require('node:child_process')
const { createFence, setRoot, rescope } = require('../../policy/fence.js')
const { acting, inLine } = require('./gitoptions.js')
const { unnamed, unnamedLine } = require('./git.js')

const texts = args => acting(args).map(a => a.text)

test('what runs a program, or writes or reads a file that it names', () => {
  for (const [line, want] of [
    ['log --output=/x', '--output'], ['log --outp=/x', '--outp'], ['diff --no-index a b', '--no-index'], ['diff --no-i a b', '--no-i'],
    ['grep -Otouch x', '-O'], ['grep -nO x', '-nO'], ['grep --open-files-in-pager=x y', '--open-files-in-pager'], ['grep -f f', '-f'],
    ['show --ext-diff', '--ext-diff'], ['clone -u x y', '-u'], ['clone --upl=x y', '--upl'], ['clone -c a=b y', '-c'],
    ['clone --template=t y', '--template'], ['ls-remote --upload-pack=x y', '--upload-pack'], ['push --exec=x', '--exec'],
    ['rebase -x y', '-x'], ['rebase -ix y', '-ix'],
    ['format-patch -o d', '-o'], ['archive --remote=r --exec=x', '--exec'],
    ['archive --e=x', '--e'], ['commit -F f', '-F'], ['commit -aF f', '-aF'], ['commit --file=f', '--file'],
    ['blame --contents f', '--contents'],
    ['bisect run x', 'run'], ['submodule foreach x', 'foreach'], ['credential fill', 'credential'], ['difftool -x y', 'difftool'],
    ['maintenance start', 'maintenance'], ['hash-object -w f', 'hash-object'], ['st', 'st'],
    ['-c core.pager=x log', 'core.pager='], ['-c alias.x=!y x', 'alias.x='], ['-c core.hooksPath=h commit', 'core.hooksPath='],
    ['--exec-path=/x log', '--exec-path=/x'], ['--config-env=a=B log', '--config-env=a=B'],
    ['--config-env a=B log', '--config-env'], ['hash-object --stdin -w f', 'hash-object'], ['hash-object --stdin-paths', 'hash-object'],
    ['config core.editor x', 'config'], ['config --global alias.x !y', 'config'], ['config set core.hooksPath get', 'config'],
    ['config core.hooksPath list', 'config'], ['config -e', 'config'], ['config --unset core.hooksPath', 'config'], ['config -f f -l', '-f']
  ]) assert.ok(texts(line.split(' ')).includes(want), line + ': ' + texts(line.split(' ')))
})

test('what git is started with every day asks for no name', () => {
  for (const line of [
    'status --porcelain=v2 -z -uall', 'log --format=%H%n%an --max-count=5 -Sfoo -O -- --output=x', 'diff --cached --name-status -M --text',
    'push -u origin main', 'push --follow-tags', 'commit -m Fix -a --amend', 'commit -mFix -q', 'commit --allow-empty -m x -S', 'add -f x',
    'checkout -f main', 'clean -f -d', 'ls-files -o --exclude-standard', 'ls-files --exclude=x', 'check-ignore --stdin -z',
    'rebase --continue', 'merge -m Foo x', 'blame --porcelain --ignore-rev x -L1,2 f', 'grep -n -e Of x', 'format-patch --from -1',
    'clone -b main --depth 1 x y',
    'commit --quiet --file -', 'commit -aF -', 'commit --file=-', 'hash-object --stdin -w --path f', 'hash-object -t blob --stdin',
    'fetch --prune -u',
    'stash push -u -m x', 'tag -a -m Foo v1', 'rev-parse --show-toplevel', '--version',
    '-c core.quotepath=false -c color.ui=never log', '-C x --no-pager log', '-c core.pager= log', 'config --get user.name',
    'config user.name',
    'config --local branch.main.vscode-merge-base origin/main', 'config user.email a@example.com', 'config --get-regexp ^remote',
    'bisect good',
    'submodule update --init', 'for-each-ref --sort=-committerdate', 'worktree add ../x'
  ]) assert.deepEqual(texts(line.split(' ')), [], line)
})

test('each git of a line for a shell', () => {
  assert.deepEqual(inLine('git log --output=x'), ['--output'])
  assert.deepEqual(inLine('cd x && git status | cat --output=x'), [])
  assert.deepEqual(inLine('cd x && /usr/bin/git grep -Ox y'), ['-O'])
})

const file = '/usr/bin/git'
const skip = !fs.existsSync(file)
const made = []
test.after(() => { for (const dir of made) fs.rmSync(dir, { recursive: true, force: true }) })

// fenced makes a workspace with a repository, a secret beside it, and a fence with these lines.
function fenced(processes, read = []) {
  const dir = fs.realpathSync(fs.mkdtempSync(join(os.tmpdir(), 'rf-git-')))
  made.push(dir)
  const at = join(dir, 'w')
  fs.mkdirSync(at)
  execFileSync(file, ['init', '-q'], { cwd: at })
  fs.writeFileSync(join(at, 'f'), 'x\n')
  fs.writeFileSync(join(dir, 'secret'), 'of others\n')
  const policy = { schemaVersion: 1, extension: 'acme.toy', 'files.read': read.map(p => join(dir, p)), processes }
  const fence = createFence({ extension: 'acme.toy', mode: 'enforce', policy }, join(dir, 'ext'), [])
  setRoot(fence, 'workspace', [at])
  rescope(fence)
  fence.trusted = true
  return { dir, at, fence, ask: (args, cwd = at) => unnamed(fence, ['git', file], args, { cwd }) }
}

test('a line names what it takes, by the option or by the command', { skip }, () => {
  const any = fenced([{ command: 'git', args: ['...'] }])
  const log = fenced([{ command: 'git', args: ['log', '--output=*', '...'] }])
  const told = fenced([{ command: 'git', args: ['credential', '...'] }, { command: 'git', args: ['-c', 'core.editor=*', 'commit', '...'] }])
  assert.match(any.ask(['log', '--output=x']), /no line of the policy names --output/)
  assert.equal(any.ask(['log', '-1']), '')
  assert.equal(log.ask(['log', '--output=x']), '')
  assert.match(log.ask(['log', '--output=x', '--ext-diff']), /--ext-diff/)
  assert.equal(told.ask(['credential', 'fill']), '')
  assert.match(any.ask(['credential', 'fill']), /credential/)
  assert.equal(told.ask(['-c', 'core.editor=x', 'commit']), '')
  assert.match(any.ask(['-c', 'core.editor=x', 'commit']), /core\.editor/)
})

test('two files are compared wherever they lie, which a line has to name', { skip }, () => {
  const any = fenced([{ command: 'git', args: ['...'] }])
  const secret = join(any.dir, 'secret')
  // The mirror: git shows it, with no option that says so.
  assert.match(spawnSync(file, ['diff', '--', '/dev/null', secret], { cwd: any.at, encoding: 'utf8' }).stdout, /of others/)
  assert.match(any.ask(['diff', '--', '/dev/null', secret]), /names .*(null|secret)/)
  for (const args of [['-C'], ['--git-dir'], ['-c'], []]) assert.equal(any.ask(args), '', args.join(' '))
  assert.match(any.ask(['diff', 'f', '../secret']), /secret/)
  assert.match(any.ask(['diff', 'secret', 'x'], any.dir), /secret/)
  assert.match(any.ask(['-C', any.dir, 'diff', 'secret', 'x']), /secret/)
  assert.match(any.ask(['--work-tree', any.dir, 'add', 'secret']), /names/)
  assert.match(any.ask(['--git-dir=' + any.dir, 'log']), /names/)
  const plain = [['diff', 'HEAD', '--', 'f'], ['diff', join(any.at, 'f')], ['diff', 'main..other'],
    ['--work-tree=.', 'status'], ['log', '--', '../secret']]
  for (const args of plain) {
    assert.equal(any.ask(args), '', args.join(' '))
  }
  const reads = fenced([{ command: 'git', args: ['...'] }], ['secret'])
  assert.equal(reads.ask(['diff', join(reads.at, 'f'), join(reads.dir, 'secret')]), '')
  const named = fenced([{ command: 'git', args: ['diff', '--no-index', '...'] }])
  assert.equal(named.ask(['diff', '--no-index', '/dev/null', join(named.dir, 'secret')]), '')
})

test('a line for a shell has to write out what it takes', { skip }, () => {
  const w = fenced([{ shell: 'git log *' }, { shell: 'git log --output=*' }, { shell: 'git diff *' }])
  assert.equal(unnamedLine(w.fence, 'git log -1'), '')
  assert.equal(unnamedLine(w.fence, 'git log --output=x'), '')
  assert.match(unnamedLine(w.fence, 'git diff --output=x'), /--output/)
})
