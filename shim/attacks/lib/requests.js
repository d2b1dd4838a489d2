'use strict'

// What attacks on requests share (invariant 9): the policy grants one path of a server, and the goal is another
// path of it, or the server under another name.

const BEYOND = 'GET /beyond HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'

// a makes an attack of a round. Its code has options of a request that is granted, and the text of one that is not.
const a = (round, name, code, more) => ({
  name, inv: 9, round, goal: 'reach', wait: 900, policy: p => ({ 'network.connect': [`http://127.0.0.1:${p.allowed}/v1/**`] }),
  code: eval('(' + code.toString().replace('{', `{
    const http = require('http')
    const asked = more => ({ host: '127.0.0.1', port: T.allowed, path: '/v1/a', ...more })
    const quiet = q => q.on('error', () => {}).on('response', r => r.resume())
    const BEYOND = '${BEYOND}'
  `) + ')'), ...more,
})

module.exports = { a }
