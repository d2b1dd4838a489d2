'use strict'

// The argument of activate (invariant 10), with its secrets and the environment of
// terminals asked for.

const { append, apply, reject, resolve, then } = require('../kernel/primordials.js')
const { access } = require('../policy/access.js')
const { ask } = require('../policy/fence.js')
const { keep } = require('../policy/lasting.js')
const { allows } = require('../policy/policy.js')
const { coded } = require('../kernel/errors.js')
const { isReserved } = require('./observed/memory.js')

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
  secretNames(fence, border)
  variables(fence, real)
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

// variables takes back what the extension put into the environment of terminals while everything was observed, when the policy holds
// and does not grant terminals: the editor keeps it from one session to the next.
/** @param {Fence} fence */
function variables(fence, real) {
  const take = () => {
    const grants = access({ section: 'vscode', name: 'terminal' })
    if (fence.off || (fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, grants))) return
    const { environmentVariableCollection: collection } = real
    if (collection === undefined || collection === null) return
    const { clear, forEach } = collection
    // Those of one folder are listed with that folder alone. What was never observed has put them when it was not fenced.
    let any = fence.config.mode === 'observe'
    if (!any) apply(forEach, collection, [() => { any = true }])
    if (!any) return
    apply(clear, collection, [])
  }
  if (fence.observe) keep(fence, take)
  else take()
}

// secretNames keeps the loader's own names from the extension: what it remembers lies beside the
// extension's secrets.
/**
 * @param {Fence} fence
 * @param {Border} border
 */
function secretNames(fence, border) {
  // Whoever was given the storage while everything was observed is asked again.
  const may = () => ask(fence, { section: 'vscode', name: 'secrets' })
  const denied = () => reject(coded('RF_DENIED_VSCODE', 'vscode secrets is not granted by the policy'))
  const named = nothing => ({ __proto__: null, call: ({ real }, args, f, ref) => {
    if (!may()) return denied()
    // VS Code has no secret of no name, and says nothing of it.
    if (nothing && args[0] === undefined) return resolve(undefined)
    if (typeof args[0] !== 'string') return reject(coded('RF_DENIED_VSCODE', 'The name of a secret is a text'))
    if (isReserved(args[0])) return reject(coded('RF_DENIED_VSCODE', "vscode secrets '" + args[0] + "' is the loader's own"))
    return apply(border.functionSeen(f, ref, real), undefined, args)
  } })
  border.ways['SecretStorage.get'] = named(true)
  border.ways['SecretStorage.store'] = named(false)
  border.ways['SecretStorage.delete'] = named(true)
  const others = list => {
    const out = []
    for (let i = 0; i < list.length; i++) if (!isReserved('' + list[i])) append(out, list[i])
    return out
  }
  border.ways['SecretStorage.keys'] = {
    __proto__: null, call: ({ real }, args, f) => (may()
      ? border.answered(() => then(resolve(apply(f, real, [])), others), ['p', ['a', 0]]) : denied()),
  }
  border.ways['SecretStorage.onDidChange'] = { __proto__: null, call: ({ real }, args, f, ref) => {
    const others = heard => apply(f, real, [e => { if (!isReserved('' + e.key) && may()) heard(e) }])
    return border.subscribed(others, ref[1], undefined, args[0], args[1], args[2])
  } }
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
