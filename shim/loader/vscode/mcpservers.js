'use strict'

// Servers of tools that the editor starts for an agent (invariants 8 and 10). What a definition
// starts or where it leads is read once, asked for and made anew; what no class made says neither.

const { append, apply, isArray, resolve, then, URL, urlParts } = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')
const { askConnect, bareHost, endpoint } = require('../policy/endpoint.js')
const { ANY } = require('./types.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */

const { wrap } = require('./members.js')

const MADE = ['McpStdioServerDefinition', 'McpHttpServerDefinition']

// planned is a definition made anew of what was read of one once and asked for.
/** @param {Fence} fence */
function planned(fence, api, fileUri, d) {
  if (d instanceof api.McpStdioServerDefinition) {
    const args = []
    for (let i = 0; isArray(d.args) && i < d.args.length; i++) append(args, '' + d.args[i])
    const options = { env: { ...d.env }, ...(d.cwd === undefined ? undefined : { cwd: d.cwd.fsPath }) }
    const plan = fence.plan('' + d.command, args, options)
    if (plan.file === undefined) throw plan
    const out = new api.McpStdioServerDefinition('' + d.label, plan.file, plan.args, { ...plan.o.env }, d.version)
    if (d.cwd !== undefined) out.cwd = fileUri(plan.o.cwd)
    return out
  }
  const { scheme, authority, path } = d.uri
  const e = endpointOf('' + scheme, '' + authority, '' + path)
  if (e === null || askConnect(fence, e, 'connect') !== null) {
    throw coded('RF_DENIED_CALL', 'The server of tools at ' + d.uri + ' is not granted by the policy')
  }
  return new api.McpHttpServerDefinition('' + d.label, d.uri, { ...d.headers }, d.version)
}

// endpointOf is the end of a connection that an address leads to, or null for one of another kind.
function endpointOf(scheme, authority, path) {
  if (scheme !== 'http' && scheme !== 'https') return null
  const url = urlParts(new URL(scheme + '://' + authority + '/'))
  if (url.username !== '' || url.password !== '') return null
  return endpoint(scheme, bareHost(url.hostname), url.port === '' ? (scheme === 'https' ? 443 : 80) : +url.port,
    path === '' ? '/' : path, '')
}

// serving registers what says which servers there are.
function serving(editor, real, key, member) {
  const { api, border, fence } = editor
  const { file } = api.Uri
  const fileUri = path => apply(file, api.Uri, [path])
  const register = wrap(editor, member, real[key], real, editor.members[member])
  const kept = d => {
    if (d !== undefined && d !== null && !border.is(d, MADE)) {
      throw coded('RF_DENIED_VSCODE', 'vscode.' + member + ' takes definitions of the classes ' + MADE[0] + ' and ' + MADE[1])
    }
    return d === undefined || d === null ? d : border.outward(planned(fence, api, fileUri, border.real(d)), ANY)
  }
  const all = list => {
    const out = []
    for (let i = 0; isArray(list) && i < list.length; i++) append(out, kept(list[i]))
    return out
  }
  return () => (id, provider) => {
    const { onDidChangeMcpServerDefinitions: changed, provideMcpServerDefinitions: provide, resolveMcpServerDefinition: more } = provider
    return register(id, {
      ...(changed === undefined ? undefined : { onDidChangeMcpServerDefinitions: changed }),
      provideMcpServerDefinitions: (...args) => then(resolve(apply(provide, provider, args)), all),
      ...(more === undefined ? undefined
        : { resolveMcpServerDefinition: (...args) => then(resolve(apply(more, provider, args)), kept) }),
    })
  }
}

module.exports = { __proto__: null, serving }
