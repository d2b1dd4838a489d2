'use strict'

// The argument of activate (invariant 10), with its secrets and the environment of
// terminals asked for.

const { append, apply, reject } = require('../kernel/primordials.js')
const { ask } = require('../policy/fence.js')
const { coded } = require('../kernel/errors.js')

/** @typedef {import('../policy/fence.js').Fence} Fence */
/** @typedef {import('./border.js').Border} Border */

const SURFACES = { __proto__: null, secrets: 'secrets', environmentVariableCollection: 'terminal' }
const TYPES = { __proto__: null, secrets: 'SecretStorage', environmentVariableCollection: 'GlobalEnvironmentVariableCollection' }

/**
 * @param {Fence} fence
 * @param {Border} border
 */
function buildContext(fence, border, real) {
  const asking = key => ({
    __proto__: null,
    get: () => (ask(fence, { section: 'vscode', name: SURFACES[key] }) ? border.outward(real[key], TYPES[key]) : refusing(SURFACES[key])),
  })
  border.ways['ExtensionContext.secrets'] = asking('secrets')
  border.ways['ExtensionContext.environmentVariableCollection'] = asking('environmentVariableCollection')
  // The list is the extension's own. VS Code has one entry in its own, which goes through it.
  const mine = []
  if (real.subscriptions !== undefined) {
    append(real.subscriptions, { dispose: () => {
      for (let i = 0; i < mine.length; i++) {
        try {
          const d = border.inward(mine[i], 'Disposable')
          if (d !== null && d !== undefined) apply(d.dispose, d, [])
        } catch {
          // The others are still to go.
        }
      }
    } })
  }
  border.ways['ExtensionContext.subscriptions'] = { __proto__: null, get: () => mine }
  return border.outward(real, 'ExtensionContext')
}

// refusing stands for an object whose every method is refused.
function refusing(surface) {
  const no = () => reject(coded('RF_DENIED_VSCODE', 'vscode ' + surface + ' is not granted by the policy'))
  const quiet = () => undefined
  if (surface === 'secrets') return { get: no, store: no, delete: no, keys: no, onDidChange: () => ({ dispose() {} }) }
  return {
    persistent: true, description: undefined, replace: quiet, append: quiet, prepend: quiet, get: quiet, forEach: quiet,
    delete: quiet, clear: quiet,
    getScoped() { return this },
  }
}

module.exports = { __proto__: null, buildContext }
