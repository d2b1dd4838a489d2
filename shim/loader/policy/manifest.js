'use strict'

// What an extension reads of its own package.json: what stood there before it was wrapped
// (manifest.go in the Go package shim/wrap says what wrapping adds).

const { append, isArray, startsWith } = require('../kernel/primordials.js')

/** @typedef {import('./fence.js').Fence} Fence */

// The command that opens a fence's menu begins so (menuPrefix in manifest.go).
const MENU = 'ringfence.menu.'

// asItWas changes a manifest that was just read, nobody else's, to what it was. Without a mark of wrapping it stays.
/** @param {Fence} fence */
function asItWas(fence, manifest) {
  if (manifest === null || typeof manifest !== 'object' || manifest.realEntryPoint === undefined) return manifest
  manifest.main = fence.config.manifest === undefined ? manifest.realEntryPoint : fence.config.manifest.main
  delete manifest.realEntryPoint
  if (manifest.realBrowserEntryPoint !== undefined) {
    manifest.browser = manifest.realBrowserEntryPoint
    delete manifest.realBrowserEntryPoint
  }
  const { ringfence: about, contributes } = manifest
  const at = about === undefined || about === null ? undefined : about.command
  // Somebody may have changed the file since.
  const listed = contributes !== undefined && contributes !== null && isArray(contributes.commands)
  if (at === '/contributes') delete manifest.contributes
  else if (at === '/contributes/commands' && listed) delete contributes.commands
  else if (typeof at === 'string' && listed) contributes.commands = without(contributes.commands)
  delete manifest.ringfence
  return manifest
}

// without is a list of commands but for the loader's own.
function without(commands) {
  const out = []
  for (let i = 0; i < commands.length; i++) {
    const { [i]: c } = commands
    if (c === null || typeof c !== 'object' || !startsWith('' + c.command, MENU)) append(out, c)
  }
  return out
}

module.exports = { __proto__: null, asItWas, MENU }
