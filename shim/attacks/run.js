'use strict'

// Runs attacks and ordinary operations, each in a process of its own: once without
// the loader, once for each level under it.
//
//   node run.js BUNDLE [class …]      writes one JSON line for each
//
// An attack is valid when it reaches its goal without the loader. It escapes when it
// reaches it with the loader. What the goal is, the parent sees for itself: the
// secret on the child's output, a file that exists, a connection that arrived.

const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { spawn } = require('node:child_process')

const SECRET = 'canary-7f3a91'
const LIMIT = 40000
const ALL = [
  'fs', 'child_process', 'net', 'tls', 'http', 'https', 'http2', 'dgram', 'dns', 'os', 'process', 'globals', 'module', 'vm', 'v8',
  'worker_threads', 'async_hooks',
  'inspector', 'crypto', 'cluster', 'diagnostics_channel', 'repl', 'wasi', 'sqlite', 'test', 'trace_events', 'domain', 'perf_hooks', 'tty',
  'timers', 'http2',
]

// Every module is granted, so that never an absent module is what stops an attack.
function policyOf(item, ports) {
  const modules = {}
  for (const m of ALL) modules[m] = ['*']
  return {
    schemaVersion: 1, extension: 'acme.tested', modules, 'files.read': ['${extension}/**'], 'files.write': ['${extension}/work/**'],
    processes: [
      { command: 'echo', args: ['...'] }, { command: 'git', args: ['--version'] },
    ], 'env.read': ['ALLOWED_*'], 'network.connect': ['http://127.0.0.1:' + item.allowed], 'network.listen': ['127.0.0.1:*'],
    code: [
      { code: 'fork', path: '${extension}/**' }, { code: 'worker', path: '${extension}/**' },
    ], ...(typeof item.policy === 'function' ? item.policy(ports) : item.policy),
  }
}

const body = f => {
  const s = f.toString()
  return s.slice(s.indexOf('{') + 1, s.lastIndexOf('}'))
}

function layout(item, bundle, level, ports) {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'rf-attack-')))
  const ext = path.join(dir, 'ext')
  const out = path.join(dir, 'outside')
  fs.mkdirSync(path.join(ext, 'work'), { recursive: true })
  fs.mkdirSync(out)
  fs.mkdirSync(path.join(dir, 'home'))
  fs.writeFileSync(path.join(out, 'secret.txt'), SECRET)
  fs.writeFileSync(path.join(out, 'secret.js'), `module.exports = '${SECRET}'`)
  fs.writeFileSync(
    path.join(out, 'other.js'),
    'module.exports = { make: f => f, own: () => new Function("return 7")(), now: setTimeout(() => {}, 5000) }\n'
  )
  fs.writeFileSync(path.join(ext, 'data.txt'), 'data')
  fs.writeFileSync(path.join(ext, 'data.json'), '{"a":1}')
  fs.writeFileSync(path.join(ext, 'package.json'), '{"name":"tested","publisher":"acme","main":"main.js"}')
  const T = {
    secret: path.join(out, 'secret.txt'), secretJS: path.join(out, 'secret.js'), out, mark: path.join(out, 'mark'), ext,
    work: path.join(ext, 'work'), ...ports,
  }
  const head = `const T = ${JSON.stringify(T)}; const say = v => console.log('SAID', typeof v === 'string' ? v : String(v)); `
  const entry = item.entry ?? 'main.js'
  fs.mkdirSync(path.dirname(path.join(ext, entry)), { recursive: true })
  fs.writeFileSync(path.join(ext, entry), head + body(item.code))
  for (const [name, f] of Object.entries(item.files ?? {}))
    fs.writeFileSync(path.join(ext, name), typeof f === 'string' ? f : head + body(f))
  if (item.setup !== undefined) item.setup(T, fs)
  let main = entry
  if (level !== '') {
    main = path.join(path.dirname(entry), 'ringfence.main.cjs')
    const config = {
      version: 1, extension: 'acme.tested', mode: 'enforce', level, policy: policyOf({ ...item, allowed: ports.allowed }, { ...T, dir }),
      entry, logDir: item.logDir === undefined ? path.join(dir, 'log') : path.join(dir, item.logDir),
    }
    fs.writeFileSync(path.join(ext, main), bundle + `start(module, require, ${JSON.stringify(config)})\n`)
  }
  // A second fenced extension beside the one that attacks: with a policy and a loader
  // of its own, before it or after it, or with a loader of another version.
  const beside = item.neighbour
  const second = path.join(dir, 'ext2')
  if (beside !== undefined) {
    fs.mkdirSync(second)
    fs.writeFileSync(path.join(second, 'main.js'), head + body(beside.code ?? (() => {})))
    fs.writeFileSync(path.join(second, 'package.json'), '{"name":"second","publisher":"acme","main":"main.js"}')
    if (level !== '') {
      const policy = { ...policyOf({ ...item, policy: beside.policy, allowed: ports.allowed }, { ...T, dir }), extension: 'acme.second' }
      fs.writeFileSync(path.join(second, 'ringfence.main.cjs'), (beside.other === true
        ? bundle.replace('const digest = "', 'const digest = "another')
        : bundle) +
        `start(module, require, ${JSON.stringify({
        version: 1, extension: 'acme.second', mode: 'enforce', level, policy, entry: 'main.js', logDir: path.join(dir, 'log2'),
      })})\n`)
    }
  }
  const loadSecond = first => (beside !== undefined && (beside.first === true) === first
    ? `require(${JSON.stringify(path.join(second, level === '' ? 'main.js' : 'ringfence.main.cjs'))})`
    : '')
  // The host: another extension is there before and after.
  fs.writeFileSync(path.join(dir, 'host.js'), `
    globalThis.other = require(${JSON.stringify(path.join(out, 'other.js'))}); globalThis.hostSecret = '${SECRET}'
    process.on('unhandledRejection', () => {}); process.on('uncaughtException', e => console.log('THREW', e && e.message))
    ;(${(item.before ?? (() => {})).toString()})()
    ${loadSecond(true)}
    const m = require(${JSON.stringify(path.join(ext, main))})
    ${loadSecond(false)}
    ;(${(item.after ?? (() => {})).toString()})()
    setTimeout(() => process.exit(0), ${item.wait ?? 450})`)
  return { dir, T }
}

async function once(item, bundle, level, node) {
  let reached = false
  let allowedHit = false
  const server = net.createServer(s => { reached = true; s.on('error', () => {}); s.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n') })
  await new Promise(r => server.listen(0, '127.0.0.1', r))
  const allowed = require('node:http').createServer((q, a) => {
    allowedHit = true
    // What a grant of one path of this server, by its own name, does not reach.
    if (q.url.includes('beyond') || q.headers.host === 'beyond.test') reached = true
    if (q.url === '/redirect') { a.writeHead(302, { location: `http://127.0.0.1:${server.address().port}/` }); return a.end() }
    a.end('hello')
  })
  await new Promise(r => allowed.listen(0, '127.0.0.1', r))
  const ports = { port: server.address().port, allowed: allowed.address().port }
  const udp = require('node:dgram').createSocket('udp4')
  udp.on('message', () => { reached = true })
  await new Promise(r => udp.bind(0, '127.0.0.1', r))
  ports.udp = udp.address().port
  const { dir, T } = layout(item, bundle, level, ports)
  const child = spawn(node, [...(item.flags ?? []), path.join(dir, 'host.js')], {
    env: { PATH: process.env.PATH + (item.path?.(T) ?? ''), HOME: path.join(dir, 'home'), SECRET_TOKEN: SECRET, ALLOWED_NAME: 'yes' },
    cwd: dir,
    stdio: ['ignore', 'pipe', 'pipe'], detached: true,
  })
  // Its own process group: what it started goes with it, or it would hold the pipes.
  const kill = () => { try { process.kill(-child.pid, 'SIGKILL') } catch { /* nothing of it is left */ } }
  let text = ''
  child.stdout.on('data', d => { text += d })
  child.stderr.on('data', d => { text += d })
  const goals = {
    secret: () => text.includes('SAID ' + SECRET) || text.includes(
      'SAID ' + [...SECRET].reverse().join('')
    ), mark: () => fs.existsSync(T.mark), reach: () => reached, said: () => text.includes('SAID yes'),
    allowed: () => allowedHit && text.includes('SAID yes'), poisoned: () => text.includes('POISONED'),
  }
  const timer = setTimeout(kill, LIMIT)
  const early = setInterval(() => { if (goals[item.goal ?? 'secret']()) kill() }, 40)
  child.on('exit', kill)
  const exit = await new Promise(r => child.on('close', code => r(code)))
  clearTimeout(timer)
  clearInterval(early)
  server.close()
  allowed.close()
  allowed.closeAllConnections()
  udp.close()
  const got = goals[item.goal ?? 'secret']()
  fs.rmSync(dir, { recursive: true, force: true })
  return { got, text: text.slice(0, 600), exit }
}

// The attacks of a class are in NAME.js and in NAME-SOMETHING.js.
const files = () => fs.readdirSync(__dirname).filter(f => f.endsWith('.js') && f !== 'run.js').sort().map(f => f.slice(0, -3))
const classOf = file => file.split('-')[0]
const listed = () => [...new Set(files().map(classOf))]
// An attack may need a newer Node than the one that runs.
const major = Number(process.env.ATTACK_MAJOR || process.versions.node.split('.')[0])
const only = process.env.ATTACK_ONLY
const round = process.env.ATTACK_ROUND
// Those that say inChild run once more in a child that the extension forks: whoever
// is fenced there is fenced by what the loader handed on.
const FORK = () => { require('child_process').fork(__dirname + '/attack.js') }
function everyOf(name) {
  const list = files().filter(file => classOf(file) === name).flatMap(
    file => require('./' + file + '.js')
  ).map(item => ({ ...item, class: name }))
  const again = list.filter(item => item.inChild === true).map(item => ({
    ...item, name: item.name + ', in a child', code: FORK, files: { ...item.files, 'attack.js': item.code },
    wait: (item.wait ?? 450) + 1800,
  }))
  return [...list, ...again]
}
// ATTACK_EACH=4 runs every fourth: a part of each class, for the versions that are
// not run at full width.
const each = Number(process.env.ATTACK_EACH || 1)
// ATTACK_UNTIL counts those of rounds up to that one.
const until = Number(process.env.ATTACK_UNTIL || Infinity)
const items = name => everyOf(name).filter(item => (item.round ?? 0) <= until).filter((item, i) =>
  i % each === 0 && (item.needs ?? 0) <= major &&
  (only === undefined || item.name.includes(only)) && (round === undefined || String(item.round ?? 0) === round))

async function main() {
  const [bundleFile, ...classes] = process.argv.slice(2)
  if (bundleFile === '--count') {
    const counts = {}
    for (const name of listed()) counts[name] = items(name).length
    process.stdout.write(Object.keys(counts).sort().filter(c => counts[c] > 0).map(c => c + ' ' + counts[c] + '\n').join(''))
    return
  }
  const bundle = fs.readFileSync(bundleFile, 'utf8')
  const node = process.env.ATTACK_NODE || process.execPath
  const work = []
  for (const name of listed()) {
    if (classes.length > 0 && !classes.includes(name)) continue
    work.push(...items(name))
  }
  const results = []
  let next = 0
  const one = async () => {
    while (next < work.length) {
      const i = next++
      let item = work[i]
      let raw = await once(item, bundle, '', node)
      if (!raw.got) {
        // Perhaps the machine was only slow: once more, with more time for everybody.
        item = { ...item, wait: (item.wait ?? 450) * 4 }
        raw = await once(item, bundle, '', node)
      }
      const r = {
        class: item.class, name: item.name, invariant: item.inv ?? 0, round: item.round ?? 0, kind: item.kind ?? 'authority',
        without: raw.got, levels: {}, detail: {},
      }
      for (const level of ['shared', 'host']) {
        let x = await once(item, bundle, level, node)
        if (item.class === 'ordinary' && !x.got) x = await once({ ...item, wait: (item.wait ?? 450) * 4 }, bundle, level, node)
        r.levels[level] = x.got
        const wrong = item.class === 'ordinary' ? !x.got : x.got
        if (wrong || !raw.got) r.detail[level] = x.text
      }
      if (!raw.got) r.detail.without = raw.text
      results[i] = r
      if (process.env.ATTACK_PROGRESS) fs.appendFileSync(process.env.ATTACK_PROGRESS, JSON.stringify(r) + '\n')
    }
  }
  await Promise.all(Array.from({ length: Number(process.env.ATTACK_JOBS || 4) }, one))
  for (const r of results) process.stdout.write(JSON.stringify(r) + '\n')
}

main()
