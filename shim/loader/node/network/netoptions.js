'use strict'

// What Node is told of connections, servers and agents: plain words only (invariant 9). A function
// or a class among the options would be called with the real object.

const { append, isArray, ownKeys } = require('../../kernel/primordials.js')
const { freshOptions } = require('../../kernel/gate.js')

/** @typedef {import('../../kernel/membrane.js').Views} Views */

// What servers and sockets are told in plain words. A function or a class among the
// options would be called with the real object; an engine is a library to be loaded.
const PLAIN = ['allowHalfOpen', 'pauseOnConnect', 'noDelay', 'keepAlive', 'keepAliveInitialDelay', 'highWaterMark', 'readable', 'writable',
  'signal', 'insecureHTTPParser', 'maxHeaderSize',
  'requireHostHeader', 'joinDuplicateHeaders', 'uniqueHeaders', 'headersTimeout', 'requestTimeout', 'keepAliveTimeout',
  'connectionsCheckingInterval', 'rejectNonStandardBodyWrites',
  'ca', 'cert', 'key', 'passphrase', 'pfx', 'crl', 'dhparam', 'ecdhCurve', 'sigalgs', 'ciphers', 'honorCipherOrder', 'minVersion',
  'maxVersion', 'secureProtocol', 'secureOptions',
  'sessionIdContext', 'sessionTimeout', 'ticketKeys', 'handshakeTimeout', 'requestCert', 'rejectUnauthorized', 'ALPNProtocols',
    'allowPartialTrustChain', 'secureContext']
function plainOptions(given) {
  const o = freshOptions(given)
  if (o === null || typeof o !== 'object') return undefined
  const out = { __proto__: null }
  for (let i = 0; i < PLAIN.length; i++) {
    const v = o[PLAIN[i]]
    if (v !== undefined && typeof v !== 'function') out[PLAIN[i]] = v
  }
  return out
}

const portOf = v => (typeof v === 'number' ? v : typeof v === 'string' && v !== '' ? +v : -1)

// textOf is a value of a header: a text, or several.
function textOf(v) {
  if (!isArray(v)) return '' + v
  const out = []
  for (let i = 0; i < v.length; i++) append(out, '' + v[i])
  return out
}

function headers(given) {
  if (given === undefined || given === null) return undefined
  const out = { __proto__: null }
  if (isArray(given)) {
    const list = []
    // Pairs, or names and values in turns.
    const nested = given.length > 0 && isArray(given[0])
    for (let i = 0; i < given.length; i++) append(list, nested ? ['' + given[i][0], textOf(given[i][1])] : textOf(given[i]))
    return list
  }
  const keys = ownKeys(given)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string') continue
    const v = given[keys[i]]
    if (v === undefined) continue
    if (isArray(v)) {
      const list = []
      for (let j = 0; j < v.length; j++) append(list, '' + v[j])
      out[keys[i]] = list
    } else out[keys[i]] = typeof v === 'number' ? v : '' + v
  }
  return out
}

function keepAgent(given) {
  const o = freshOptions(given)
  const kept = { __proto__: null }
  if (o === undefined || o === null || typeof o !== 'object') return kept
  const names = ['keepAlive', 'keepAliveMsecs', 'maxSockets', 'maxTotalSockets', 'maxFreeSockets', 'scheduling', 'timeout',
    'rejectUnauthorized', 'ca', 'cert', 'key']
  for (let i = 0; i < names.length; i++) if (o[names[i]] !== undefined) kept[names[i]] = o[names[i]]
  return kept
}

// A secure context is one the loader gave a view of.
/** @param {Views} views */
function withContext(views, o) {
  if (o === undefined) return { __proto__: null }
  if (o.secureContext === undefined) return o
  const real = views.real(o.secureContext)
  o.secureContext = real === o.secureContext ? undefined : real
  return o
}

module.exports = { __proto__: null, plainOptions, portOf, headers, keepAgent, withContext }
