'use strict'

// Webviews (invariant 10): their options decide what of the disk they show.

const {
  append, apply, endsWith, isArray, isIn, setEach, setHas, startsWith, WeakMap, weakGet, weakSet,
} = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')
const { ask, tell } = require('../policy/fence.js')
const { keep } = require('../policy/lasting.js')
const { own } = require('../policy/table.json')
const { sep } = require('node:path')

/** @typedef {import('../policy/fence.js').Fence} Fence */

// rootsOf keeps of the folders that a webview shows those that are the extension's, the
// workspace's, or may be read.
function rootsOf(editor, options) {
  const { addresses, api, border, fence, permissions } = editor
  if (options === null || typeof options !== 'object' || fence.observe) return options
  const out = { ...options }
  if (out.enableCommandUris !== undefined && !permissions.whole('command')) {
    out.enableCommandUris = commandsOf(editor, out.enableCommandUris)
  }
  if (out.portMapping !== undefined) out.portMapping = portsOf(editor, out.portMapping)
  if (out.localResourceRoots === undefined || out.localResourceRoots === null) return out
  const kept = []
  // VS Code maps whatever has a method of that name.
  if (!isArray(out.localResourceRoots)) out.localResourceRoots = []
  for (let i = 0; i < out.localResourceRoots.length; i++) {
    const given = out.localResourceRoots[i]
    if (given === null || typeof given !== 'object') continue
    const uri = addresses.made(given)
    const file = addresses.fsPath(uri)
    if (uri.scheme === 'file' ? mayShow(fence, file) : setHas(permissions.schemes, uri.scheme) || inFolder(api, border.real(uri))) {
      append(kept, uri)
    } else tell(fence, 'RF_DENIED_VSCODE', 'a webview that shows ' + addresses.textOf(uri))
  }
  out.localResourceRoots = kept
  return out
}

// commandsOf keeps of the commands that a page may run those that are the extension's or granted: a page's
// script follows its links without anybody.
function commandsOf({ commandNames, permissions }, given) {
  const out = []
  const add = name => { if (typeof name === 'string' && !isIn(out, name) && permissions.mayRun(name)) append(out, name) }
  if (isArray(given)) for (let i = 0; i < given.length; i++) add(given[i])
  else if (given === true) {
    const list = commandNames.own()
    for (let i = 0; i < list.length; i++) add(list[i])
    setEach(permissions.own, add)
    permissions.eachNamed('command', add)
  }
  return out
}

// portsOf keeps of the ports of this machine that a page gets those that the extension listens on or may
// connect to.
function portsOf({ fence }, given) {
  const out = []
  for (let i = 0; isArray(given) && i < given.length; i++) {
    const webviewPort = +given[i].webviewPort
    const port = +given[i].extensionHostPort
    const endpoint = { __proto__: null, scheme: 'tcp', host: '127.0.0.1', port, path: '', socket: '', pipe: '' }
    if (setHas(fence.ports, port) || ask(fence, { section: 'network.connect', endpoint })) {
      append(out, { webviewPort, extensionHostPort: port })
    }
  }
  return out
}

// pages says what may be shown on pages that were made while everything was observed, in whatever way, and gives what takes
// note of one: VS Code's own panel or view. When nothing is observed any more it shows of the disk what every page may,
// and one that the policy does not grant shows nothing.
function pages(editor) {
  const { border, fence, permissions } = editor
  // What the policy would grant each of them by.
  const known = new WeakMap()
  const granted = webview => {
    const r = weakGet(known, webview)
    return r === undefined || fence.observe || permissions.granted('webview', r)
  }
  const options = (webview, v) => { webview.options = border.inward(rootsOf(editor, v), 'WebviewOptions') }
  // narrow has a page show what every page may, once: when the policy holds, or when the extension touches it before.
  const narrow = webview => {
    const r = weakGet(known, webview)
    if (r === undefined || r.narrowed || fence.observe) return
    r.narrowed = true
    options(webview, border.outward(webview.options, 'WebviewOptions'))
  }
  const check = webview => {
    narrow(webview)
    if (!granted(webview)) {
      throw coded('RF_DENIED_VSCODE', "vscode webview '" + weakGet(known, webview).text + "' is not granted by the policy")
    }
  }
  const note = real => {
    const { onDidDispose, viewType, webview } = real
    if (weakGet(known, webview) !== undefined) return
    weakSet(known, webview, { __proto__: null, text: '' + viewType, path: '', narrowed: false })
    const forget = keep(fence, () => {
      narrow(webview)
      if (!granted(webview)) webview.html = ''
    })
    apply(onDidDispose, real, [forget])
  }
  const holders = ['WebviewPanel', 'WebviewView']
  for (let i = 0; i < holders.length; i++) border.ways[holders[i] + '.webview'] = { __proto__: null, get: ({ real, observed }) => {
    if (observed) note(real)
    return border.outward(real.webview, 'Webview')
  } }
  border.ways['Webview.options'] = {
    __proto__: null,
    get({ real }) {
      narrow(real)
      return border.outward(real.options, 'WebviewOptions')
    },
    set({ real }, v) {
      check(real)
      options(real, v)
    },
  }
  border.ways['Webview.html'] = { __proto__: null, set: ({ real }, v) => {
    check(real)
    real.html = '' + v
  } }
  border.ways['Webview.postMessage'] = { __proto__: null, call: ({ real }, args, f, ref) => {
    check(real)
    return border.call(f, real, args, ref)
  } }
  return note
}

// inFolder reports an address off the disk that is a folder of the workspace or lies in one.
function inFolder(api, uri) {
  const { workspace } = api
  const { workspaceFolders: folders } = workspace
  for (let i = 0; folders !== undefined && folders !== null && i < folders.length; i++) {
    const { uri: root } = folders[i]
    const below = endsWith(root.path, '/') ? root.path : root.path + '/'
    const same = root.scheme === uri.scheme && root.authority === uri.authority
    if (same && (uri.path === root.path || startsWith(uri.path, below))) return true
  }
  return false
}

/** @param {Fence} fence */
function mayShow(fence, file) {
  const at = fence.paths.onDisk(file, true)
  if (at === null) return false
  for (let i = 0; i < own.length; i++) if (liesBelow(fence, own[i], at.canonical)) return true
  if (liesBelow(fence, 'workspace', at.canonical)) return true
  const below = at.canonical + sep + 'x'
  return ask(fence, { section: 'files.read', path: below }) || ask(fence, { section: 'vscode', name: 'files.read', path: below })
}

// liesBelow reports a path that is a root or lies in one.
/** @param {Fence} fence */
function liesBelow(fence, root, path) {
  const list = fence.scope.roots[root]
  for (let i = 0; list !== undefined && i < list.length; i++) if (path === list[i] || startsWith(path, list[i] + '/')) return true
  return false
}

module.exports = { __proto__: null, inFolder, pages, rootsOf }
