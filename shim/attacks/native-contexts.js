'use strict'

// Machine code by what TLS keeps behind a server and a context (invariants 3 and 5): an engine is a library.

const { twelfth, TRIES } = require('./lib/twelve.js')

module.exports = [
  twelfth('an engine for a server, by a context that is added later', 5, () => {
    require('./own').tries(() => require('tls').createServer().addContext('x', { clientCertEngine: T.out + '/none.so' }))
  }, TRIES),
  twelfth('an engine for a server, by a context that is set later', 5, () => {
    require('./own').tries(() =>
      require('tls').createServer().setSecureContext({ privateKeyEngine: T.out + '/none.so', privateKeyIdentifier: 'x' }))
  }, TRIES),
  twelfth('an engine, by what is behind a context', 5, () => {
    require('./own').tries(() => require('tls').createSecureContext({}).context.setClientCertEngine(T.out + '/none.so'))
  }, TRIES),
  twelfth('an engine for an https server, by a context that is added later', 5, () => {
    require('./own').tries(() => require('https').createServer().addContext('x', { clientCertEngine: T.out + '/none.so' }))
  }, { ...TRIES, inChild: true }),
]
