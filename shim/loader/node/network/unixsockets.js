'use strict'

// A server on a socket that is a file (invariant 7). The system makes the file by its path and removes it by
// that path when the server is closed: by then the folder may be a link to another. Where descriptors have names
// both go through the folder as it was when it was asked for.

const fs = require('node:fs')
const net = require('node:net')
const { basename, dirname } = require('node:path')
const EventEmitter = require('node:events')
const { apply, defineProperty } = require('../../kernel/primordials.js')
const { FDS, possible } = require('../fs/fdpins.js')

const { openSync, closeSync, readlinkSync, constants } = fs
const { once } = EventEmitter.prototype
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

module.exports = { __proto__: null, hold }
