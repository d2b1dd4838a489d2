'use strict'

// What the loader costs, beside others that do something of the kind, in one run:
//
//   node run.js RINGFENCE KIT PAGE     RINGFENCE: the binary; KIT: where the packages are
//
// Every figure is CPU time, the smallest of several processes that took turns: the
// machine may be doing other things, which only ever adds. Says on its error output how
// far it is.

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { execFileSync, spawnSync } = require('node:child_process')

const [ringfence, kit, page] = process.argv.slice(2)
const ROUNDS = Number(process.env.COSTS_ROUNDS || 3)
// A start is short, and differs most from one process to the next.
const TURNS = { __proto__: null, empty: 5, ops: 2, typescript: 1, prettier: 2 }
const node = process.env.COSTS_NODE || process.execPath
const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()
const major = Number(version.split('.')[0])
// In memory, where there is such a folder: what a disk takes for a write differs by more
// than the loader takes.
const dir = fs.realpathSync(fs.mkdtempSync(path.join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'rf-costs-')))
const from = id => require.resolve(id, { paths: [kit] })

const policy = {
  schemaVersion: 1, extension: 'acme.costs', modules: Object.fromEntries([
    'fs', 'process', 'os', 'crypto', 'inspector', 'perf_hooks', 'url', 'v8', 'vm', 'module', 'globals',
  ].map(m => [m, ['*']])),
  'files.read': ['${extension}/**'], 'files.write': ['${extension}/work/**'], 'env.read': ['*'],
}

// extension writes one with a main, and gives its folder.
function extension(name, files) {
  const root = path.join(dir, name)
  fs.mkdirSync(path.join(root, 'work'), { recursive: true })
  fs.writeFileSync(path.join(root, 'data.txt'), 'x'.repeat(1024))
  for (const [file, text] of Object.entries(files)) fs.writeFileSync(path.join(root, file), text)
  fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify({
    name: 'costs', publisher: 'acme', version: '1.0.0', engines: { vscode: '^1.90.0' }, main: './main.js',
  }))
  return root
}

function wrapped(root, mode, level) {
  const out = root + '-' + mode + '-' + level
  const file = path.join(dir, 'policy.json')
  fs.writeFileSync(file, JSON.stringify(policy))
  const r = spawnSync(ringfence, ['wrap', root, '--mode', mode, '--level', level, '--policy', file, '-o', out], { encoding: 'utf8' })
  if (r.status !== 0) throw new Error('wrapping: ' + r.stderr + r.stdout)
  fs.mkdirSync(path.join(out, 'work'), { recursive: true })
  return out
}

const read = id => fs.readFileSync(from(id), 'utf8')
const programs = {
  ops: extension('ops', {
    'main.js': "module.exports = require('./ops.js')", 'ops.js': fs.readFileSync(path.join(__dirname, 'ops.js')),
    'self.js': fs.readFileSync(path.join(__dirname, 'self.js')),
  }),
  empty: extension('empty', { 'main.js': 'module.exports = {}' }),
  typescript: extension('typescript', { 'main.js': read('typescript') }),
  prettier: extension('prettier', {
    'main.js': `module.exports = [${['standalone', 'babel', 'postcss', 'markdown', 'ts'].map(n => `require('./${n}.js')`).join(', ')}]`,
    'standalone.js': read('prettier/standalone'), 'babel.js': read('prettier/plugins/babel'),
    'postcss.js': read('prettier/plugins/postcss'), 'markdown.js': read('prettier/plugins/markdown'),
    'ts.js': read('prettier/plugins/typescript'),
  }),
}
const loaders = [['loader, shared', 'enforce', 'shared'], ['loader, host', 'enforce', 'host'], ['loader, observing', 'observe', 'shared']]
const fenced = {}
for (const [program, root] of Object.entries(programs)) {
  for (const [name, mode, level] of loaders) fenced[name + ' ' + program] = path.join(wrapped(root, mode, level), 'ringfence.main.cjs')
}
const permission = [
  major >= 23 || (major === 22 && Number(version.split('.')[1]) >= 13) ? '--permission' : '--experimental-permission', '--allow-fs-read=*',
  '--allow-fs-write=' + (major >= 22 ? dir + '/*' : '*'),
]

function one(kind, program) {
  const what = program === 'ops' ? 'ops' : 'load'
  let main = path.join(programs[program], 'main.js')
  let flags = []
  let how = 'require'
  if (kind === 'node --permission') flags = permission
  else if (kind === 'vm2' || kind === 'ses') how = kind
  else if (kind === 'lavamoat') return lavamoat(program)
  else if (kind !== 'raw') main = fenced[kind + ' ' + program]
  const r = spawnSync(node, [...flags, path.join(__dirname, 'host.js'), how, main, what], {
    encoding: 'utf8', env: { ...process.env, COSTS_KIT: kit }, timeout: 120000,
  })
  try {
    return JSON.parse(r.stdout.trim().split('\n').at(-1))
  } catch {
    return { failed: (r.stderr.match(/^\w*Error.*$/m) ?? [r.stderr])[0].slice(0, 100) }
  }
}

// lavamoat is a program that runs a program: the cost of loading is the whole process,
// less that of one that is empty.
function lavamoat(program) {
  const root = programs[program]
  const entry = program === 'ops' ? 'self.js' : 'main.js'
  const bin = path.join(kit, 'node_modules', 'lavamoat', 'src', 'cli.js')
  const file = path.join(root, 'lavamoat.json')
  if (!fs.existsSync(file)) fs.writeFileSync(file, JSON.stringify({ resources: {} }))
  const before = process.resourceUsage()
  const r = spawnSync(node, [bin, entry, '--projectRoot', root, '--policyPath', file], { encoding: 'utf8', cwd: root, timeout: 120000 })
  if (r.status !== 0) return { failed: ((r.stderr || '').match(/^\w*Error.*$/m) ?? [r.stderr || 'no answer'])[0].slice(0, 100) }
  void before
  const line = (r.stdout || '').split('\n').find(l => l.startsWith('COSTS '))
  return line === undefined ? {} : JSON.parse(line.slice(6))
}

const kinds = ['raw', 'node --permission', 'vm2', 'ses', 'lavamoat', ...loaders.map(l => l[0])]
const best = {}
function turn(program) {
  for (const kind of kinds) {
    if (kind === 'lavamoat' && program !== 'ops') continue
    const got = one(kind, program)
    const at = (best[program + ' ' + kind] ??= {})
    for (const [k, v] of Object.entries(got)) at[k] = typeof v === 'number' && at[k] !== undefined ? Math.min(at[k], v) : v
  }
}
const begun = Date.now()
for (let round = 0; round < ROUNDS; round++) {
  for (const program of Object.keys(programs)) {
    for (let i = 0; i < TURNS[program]; i++) turn(program)
    process.stderr.write(`${Math.round((Date.now() - begun) / 1000)} s: round ${round + 1} of ${ROUNDS}, ${program}\n`)
  }
}
fs.rmSync(dir, { recursive: true, force: true })

const of = (program, kind, what) => best[program + ' ' + kind]?.[what]
const us = v => (v === undefined ? '-' : v.toFixed(v < 10 ? 2 : 1))
const names = Object.keys(best['ops raw']).filter(k => k !== 'load' && k !== 'rss')
const lines = []
const say = (...cells) => lines.push('| ' + cells.join(' | ') + ' |')
say('µs a call', ...kinds)
say(...['', ...kinds].map(() => '---'))
for (const n of names) say(n, ...kinds.map(k => us(of('ops', k, n))))
lines.push('')
say('ms to load', ...kinds.filter(k => k !== 'lavamoat'))
say(...['', ...kinds.filter(k => k !== 'lavamoat')].map(() => '---'))
for (const p of ['empty', 'typescript', 'prettier'])
  say(p, ...kinds.filter(k => k !== 'lavamoat').map(k => of(p, k, 'failed') ?? us(of(p, k, 'load') / 1000)))
lines.push('')
say('MB resident, after loading', ...kinds.filter(k => k !== 'lavamoat'))
say(...['', ...kinds.filter(k => k !== 'lavamoat')].map(() => '---'))
for (const p of ['empty', 'typescript', 'prettier'])
  say(p, ...kinds.filter(k => k !== 'lavamoat').map(k => of(p, k, 'failed') === undefined ? us(of(p, k, 'rss') / 1048576) : '-'))

// The bounds are of the loader against raw Node in this run.
const bounds = []
const bound = (what, is, must, unit) => bounds.push([
  what, 'at most ' + must + unit, is === undefined || Number.isNaN(is) ? 'not measured' : us(is) + unit, is <= must ? 'held' : '**missed**',
])
for (const level of ['loader, shared', 'loader, host']) {
  const more = n => of('ops', level, n) - of('ops', 'raw', n)
  for (const n of ['fs.readFileSync', 'fs.statSync', 'fs.existsSync']) bound(`${level}: ${n} over raw`, more(n), 4, ' µs')
  bound(`${level}: fs.writeFileSync over raw`, more('fs.writeFileSync'), 15, ' µs')
  for (const n of names.filter(x => x.endsWith('(ungated)'))) bound(`${level}: ${n} over raw`, more(n), 0.05, ' µs')
  for (const p of ['typescript', 'prettier']) {
    const times = (of(p, level, 'load') - of('empty', level, 'load')) / of(p, 'raw', 'load')
    bound(`${level}: ${p} loads, less the start, over raw`, times, 1.1, ' times')
  }
  bound(`${level}: start`, (of('empty', level, 'load') - of('empty', 'raw', 'load')) / 1000, level.endsWith('host') ? 80 : 40, ' ms')
  bound(`${level}: memory`, (of('empty', level, 'rss') - of('empty', 'raw', 'rss')) / 1048576, 15, ' MB')
}
for (const n of ['fs.readFileSync', 'fs.statSync', 'fs.existsSync', 'fs.writeFileSync']) {
  bound(`observing: ${n} over enforcing`, of('ops', 'loader, observing', n) - of('ops', 'loader, shared', n), 2, ' µs')
}

const versionOf = n => JSON.parse(fs.readFileSync(path.join(kit, 'node_modules', n, 'package.json'), 'utf8')).version
const packages = ['typescript', 'prettier', 'vm2', 'ses', 'lavamoat'].map(n => n + ' ' + versionOf(n))
const text = fs.readFileSync(page, 'utf8')
const begin = '<!-- make bench-shim: begin -->\n'
const end = '<!-- make bench-shim: end -->\n'
const head = text.slice(0, text.indexOf(begin) + begin.length)
const tail = text.slice(text.indexOf(end))
const table = ['| | must be | is | |', '|---|---|---|---|', ...bounds.map(b => '| ' + b.join(' | ') + ' |')]
const smallest = `the smallest of ${ROUNDS * TURNS.empty} processes (starts), ${ROUNDS * TURNS.ops} (calls, prettier) and ` +
  `${ROUNDS * TURNS.typescript} (typescript)`
const where = `Node ${version}, ${process.platform}/${process.arch}, ${os.cpus().length} processors; ${packages.join(', ')}; ` +
  `${smallest}, on a machine with a load of ${os.loadavg()[1].toFixed(1)}.`
const body = `${where}\n\n## Bounds\n\n${table.join('\n')}\n\n## Measured\n\n${lines.join('\n')}\n\n`
fs.writeFileSync(page, head + body + tail)
process.stdout.write(body)
