'use strict'

// Answers questions about patterns, for the tests on both sides: required by
// vectors.test.js, and run as a program that reads a question a line from
// standard input and writes an answer a line.

const pattern = require('../index.js')

// answer gives "yes", "no", "refused" (a resource that is not canonical),
// "invalid" (no pattern), or "= " and a spelling.
function answer({ kind, platform, pattern: text, subject, roots = {}, disk = false }) {
  const names = Object.keys(roots)
  const scope = pattern.createScope(platform, names, names.map(n => roots[n]))
  const say = ok => (ok ? 'yes' : 'no')
  const spelled = s => (s === null ? 'refused' : '= ' + s)
  switch (kind) {
    // What the engine itself makes of an expression; only tests ask.
    case 'RegExp': return say(new RegExp(`^(?:${text})$`, 'su').test(subject))
    case 'canonical': return spelled(pattern.canonical(platform, subject, disk))
    case 'host': return spelled(pattern.canonicalHost(subject))
    case 'path': {
      const p = pattern.parsePath(platform, text)
      if (p === null) return 'invalid'
      const path = pattern.canonical(platform, subject, disk)
      return path === null ? 'refused' : say(pattern.matchPath(scope, p, path))
    }
    case 'address': return address(platform, text, subject, scope, say)
    case 'text': {
      const t = pattern.parseText(text)
      return t === null ? 'invalid' : say(pattern.matchText(t, subject))
    }
    case 'env': {
      const t = pattern.parseEnv(text)
      return t === null ? 'invalid' : say(pattern.matchEnv(platform, t, subject))
    }
    case 'shell': {
      const t = pattern.parseShell(text)
      return t === null ? 'invalid' : say(pattern.matchShell(t, subject))
    }
    case 'command': {
      const c = pattern.parseCommand(platform, text[0], text.slice(1))
      return c === null ? 'invalid' : say(pattern.matchCommand(scope, c, subject[0], subject.slice(1)))
    }
  }
  throw new Error(`unknown kind ${kind}`)
}

function address(platform, text, subject, scope, say) {
  const a = pattern.parseAddress(platform, text)
  if (a === null) return 'invalid'
  const [scheme, host = '', port = '', path = ''] = subject.split(' ')
  const endpoint = { scheme, host, port: Number(port), path, socket: '', pipe: '' }
  if (scheme === 'unix') {
    endpoint.socket = pattern.canonical(platform, subject.slice(5), false)
    if (endpoint.socket === null) return 'refused'
  } else if (scheme === 'pipe') {
    endpoint.pipe = subject.slice(5)
  } else if (pattern.canonicalHost(host) === null) {
    return 'refused'
  }
  return say(pattern.matchAddress(scope, a, endpoint))
}

module.exports = { answer }

if (require.main === module) {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', chunk => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + '\n')
  })
}
