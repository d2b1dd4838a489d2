'use strict'

// Debug adapters are programs that the editor starts for an extension, not the
// extension itself, so no gate of child_process sees them (invariants 8 and 10).
// What a factory answers is read once and made anew: a Node script starts through
// the loader, another program has to be granted with its arguments, and an address
// is asked for as a connection.

const { append, apply, isArray, isIn, resolve, setHas, then } = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { readPath } = require('../policy/paths.js')
const { coded } = require('../kernel/errors.js')
const { ANY } = require('./types.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { execPath } = process

const LOCAL = ['127.0.0.1', 'localhost', '::1']
const endpoint = (host, port, socket) =>
  ({ __proto__: null, scheme: socket === '' ? 'tcp' : 'unix', host, port, path: '', socket, pipe: '' })

// connects says whether the editor may connect to a port: to one that the extension listens on itself, or that is granted.
/** @param {Fence} fence */
const connects = (fence, host, port) => (isIn(LOCAL, host) && setHas(fence.ports, port)) ||
  ask(fence, { section: 'network.connect', endpoint: endpoint(host, port, '') })

// fencedFactory gives the factory that the editor is handed.
function fencedFactory({ api, border, fence }, factory) {
  const answer = d => {
    const made = descriptor(fence, api, border.real(d))
    return made === null || made === undefined ? made : border.outward(made, ANY)
  }
  return {
    createDebugAdapterDescriptor(session, executable) {
      const d = apply(factory.createDebugAdapterDescriptor, factory, [session, executable])
      return d !== null && typeof d === 'object' && typeof d.then === 'function' ? then(resolve(d), answer) : answer(d)
    },
  }
}

/** @param {Fence} fence */
function descriptor(fence, api, d) {
  if (d === undefined || d === null) return d
  const no = what => coded('RF_DENIED_CALL', 'The debug adapter ' + what + ' is not granted by the policy')
  if (d instanceof api.DebugAdapterInlineImplementation) return d
  if (d instanceof api.DebugAdapterExecutable) {
    const command = '' + d.command
    const args = []
    const given = d.args
    if (isArray(given)) for (let i = 0; i < given.length; i++) append(args, '' + given[i])
    const options = d.options === undefined || d.options === null ? {} : { cwd: d.options.cwd, env: { ...d.options.env } }
    // "node" is the editor's own word for the program that it runs on itself.
    const plan = fence.plan(command === 'node' ? execPath : command, args, options)
    if (plan.file === undefined) throw plan
    const o = { env: { ...plan.o.env } }
    if (plan.o.cwd !== undefined) o.cwd = plan.o.cwd
    return command === 'node' ? new api.DebugAdapterExecutable('node', plan.args, o)
      : new api.DebugAdapterExecutable(plan.file, plan.args, o)
  }
  if (d instanceof api.DebugAdapterServer) {
    const host = d.host === undefined || d.host === null ? '127.0.0.1' : '' + d.host
    const port = +d.port
    if (!connects(fence, host, port)) throw no('at ' + host + ':' + port)
    return new api.DebugAdapterServer(port, host)
  }
  if (d instanceof api.DebugAdapterNamedPipeServer) {
    const text = readPath(d.path)
    const at = text === null ? null : fence.paths.onDisk(text, true)
    if (at === null || !ask(fence, { section: 'network.connect', endpoint: endpoint('', 0, at.canonical) })) throw no('at a socket')
    return new api.DebugAdapterNamedPipeServer(at.real)
  }
  throw no('of an unknown kind')
}

module.exports = { __proto__: null, connects, fencedFactory }
