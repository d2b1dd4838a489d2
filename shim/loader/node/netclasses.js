'use strict'

// The classes of sockets, servers, agents and messages, as extensions get them (invariants 5 and 9).

const net = require('node:net')
const tls = require('node:tls')
const http = require('node:http')
const https = require('node:https')
const { checkMember } = require('../policy/checks.js')
const { misused } = require('../kernel/errors.js')
const { freshOptions } = require('../kernel/gate.js')
const { plainOptions, keepAgent, withContext } = require('./netoptions.js')

// createClasses returns the classes that stand for Node's. messages are those of a server's
// requests and answers.
function createClasses(fence, views, messages, { readConnect, readListen }, requests) {
  // Node's own code calls Server.listen and Socket.connect on real objects; only
  // what an extension calls comes through here.
  const SOCKET = { checks: { connect: f => readConnect(f, false) }, closed: { destroySoon: true, constructor: true }, make: f => {
    const o = freshOptions(f[0])
    if (o !== null && typeof o === 'object' && (o.fd !== undefined || o.handle !== undefined || o.onread !== undefined)) {
      throw misused('"options"')
    }
    const e = checkMember(fence, 'net', 'Socket')
    if (e !== null) throw e
    const kept = plainOptions(o)
    return kept === undefined ? [] : [kept]
  } }
  const SERVER = { checks: { listen: readListen }, make: f => {
    const i = typeof f[0] === 'function' ? 0 : 1
    const o = withContext(views, plainOptions(f[0]))
    return f[i] === undefined ? [o] : [o, f[i]]
  } }
  const Socket = views.facade('Socket', net.Socket, SOCKET)
  const Server = views.facade('Server', net.Server, SERVER)
  const TLSSocket = views.facade('TLSSocket', tls.TLSSocket, { closed: { ssl: true } })
  const TLSServer = views.facade('Server', tls.Server, { checks: SERVER.checks, make: SERVER.make })
  const WEB = { checks: SERVER.checks, make: f => {
    const i = typeof f[0] === 'function' ? 0 : 1
    const o = { __proto__: null, ...withContext(views, plainOptions(f[0])), ...messages }
    return f[i] === undefined ? [o] : [o, f[i]]
  } }
  const HTTPServer = views.facade('Server', http.Server, WEB)
  const HTTPSServer = views.facade('Server', https.Server, WEB)
  const AGENT = { closed: { createConnection: true, createSocket: true, addRequest: true, sockets: true, freeSockets: true,
    requests: true, options: true },
    make: f => [keepAgent(f[0])] }
  const Agent = views.facade('Agent', http.Agent, AGENT)
  const HTTPSAgent = views.facade('Agent', https.Agent, AGENT)
  const OutgoingMessage = views.facade('OutgoingMessage', http.OutgoingMessage,
    { closed: { agent: true }, checks: requests.checks, settable: { sendDate: true, shouldKeepAlive: true } })
  const ClientRequest = views.facade('ClientRequest', http.ClientRequest, {})
  const ServerResponse = views.facade('ServerResponse', http.ServerResponse, { settable: { statusCode: true, statusMessage: true } })
  const IncomingMessage = views.facade('IncomingMessage', http.IncomingMessage, {})
  return { __proto__: null, Socket, Server, TLSSocket, TLSServer, HTTPServer, HTTPSServer, Agent, HTTPSAgent, OutgoingMessage,
    ClientRequest, ServerResponse, IncomingMessage }
}

module.exports = { __proto__: null, createClasses }
