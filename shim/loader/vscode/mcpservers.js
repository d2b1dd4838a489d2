'use strict'

// Servers of tools that the editor starts for an agent (invariants 8 and 10). The classes of definitions ask
// what they start; what no class made, nobody asked for.

const { append, apply, isArray, resolve, then } = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')
const { wrap } = require('./members.js')

const MADE = ['McpStdioServerDefinition', 'McpHttpServerDefinition']

// serving registers what says which servers there are.
function serving(editor, real, key, member) {
  const { border } = editor
  const register = wrap(editor, member, real[key], real, editor.members[member])
  const kept = d => {
    if (d !== undefined && d !== null && !border.is(d, MADE)) {
      throw coded('RF_DENIED_VSCODE', 'vscode.' + member + ' takes definitions of the classes ' + MADE[0] + ' and ' + MADE[1])
    }
    return d
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
