'use strict'

// Sockets that are files (invariant 7). The system makes the file of a server by its path and removes it by
// that path when the server is closed: by then the folder may be a link to another. A connection goes by the path too.
// Where descriptors have names a server goes through the folder as it was when it was asked for, and a connection
// through the socket itself.

const fs = require('node:fs')
const net = require('node:net')
const { basename, dirname } = require('node:path')
const EventEmitter = require('node:events')
const { apply, defineProperty, getPrototypeOf } = require('../../kernel/primordials.js')
const { FDS, grab, last, possible } = require('../fs/fdpins.js')

const { openSync, closeSync, readlinkSync, constants } = fs
const { on, once } = EventEmitter.prototype
/** @type {any} */
const SocketPrototype = net.Socket.prototype
const { connect, destroy } = SocketPrototype
const { nextTick } = process
/** @type {any} */
const ServerPrototype = net.Server.prototype
const { _listen2: bind } = ServerPrototype

// hold has a server that is about to listen at a path without links do that through the folder of it. It
// reports whether the folder is still the one that was asked for.
function hold(server, path) {
  if (!possible() || typeof bind !== 'function') return true
  const folder = dirname(path)
  let fd
  try {
    fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  } catch {
    // Node says why nothing can be made there.
    return true
  }
  if (readlinkSync(FDS + fd) !== folder) {
    closeSync(fd)
    return false
  }
  defineProperty(server, '_listen2', { __proto__: null, configurable: true, value(_, ...rest) {
    delete server._listen2
    const answer = apply(bind, server, [FDS + fd + '/' + basename(path), ...rest])
    // Without a handle it does not listen, and tells that as an error, which is nobody's but the extension's to hear.
    if (server._handle === null || server._handle === undefined) closeSync(fd)
    else apply(once, server, ['close', () => closeSync(fd)])
    return answer
  } })
  return true
}

// What Node connects with, and its own way to do it. A socket that leads nowhere shows it.
/** @type {any} */
let pipe
let native
function pipes() {
  if (pipe !== undefined) return pipe !== null
  /** @type {any} */
  const shows = new net.Socket()
  apply(on, shows, ['error', () => {}])
  apply(connect, shows, [{ path: FDS + 'none/s' }])
  const handle = shows._handle
  pipe = handle === null || handle === undefined ? null : getPrototypeOf(handle)
  native = pipe === null ? undefined : pipe.connect
  apply(destroy, shows, [])
  if (typeof native !== 'function') pipe = null
  return pipe !== null
}

// The one connection that is about to be made: Node makes it before the call returns.
let aimed = null

function release() {
  if (aimed === null) return
  if (pipe.connect === through) {
    defineProperty(pipe, 'connect', { __proto__: null, value: native, writable: true, enumerable: true, configurable: true })
  }
  if (aimed.fd >= 0) closeSync(aimed.fd)
  aimed = null
}

// through stands for Node's own way for that one call, so that what Node says of it, and its errors, name the path.
function through(request, path, ...rest) {
  if (aimed === null || path !== aimed.real) return apply(native, this, [request, path, ...rest])
  const answer = apply(native, this, [request, aimed.name, ...rest])
  release()
  return answer
}

// aim opens the socket that a path without links names, and has the connection that is made next by that path go there.
// It returns the path, or an error: judge asks for where the socket turned out to be.
function aim(real, judge) {
  release()
  if (!possible() || !pipes()) return real
  let g
  try {
    g = grab(real, 0)
  } catch {
    // Node says why it cannot be had.
    return real
  }
  // What is a link by now was not asked for, as what comes to be there later.
  const name = g.fd >= 0 ? FDS + g.fd : FDS + 'none/' + last(real)
  const no = g.fd < 0 || g.where === real ? null : judge(g.where)
  if (no !== null) {
    closeSync(g.fd)
    return no
  }
  const own = { __proto__: null, real, name, fd: g.fd }
  aimed = own
  defineProperty(pipe, 'connect', { __proto__: null, value: through, writable: true, enumerable: true, configurable: true })
  // A call that Node refuses makes no connection.
  nextTick(() => { if (aimed === own) release() })
  return real
}

module.exports = { __proto__: null, aim, hold }
