'use strict'

// Configurations of debuggers (invariants 8, 9 and 10). A debugger is granted by its type, and reads its own fields. Those that
// the workbench acts on by itself are no debugger's: tasks that it runs, addresses that it opens, ports that it connects to and
// variables that it fills in (debugvariables.js). Each is asked for as what it does. Who brings one debugger makes no
// configuration of another.

const { apply, indexOf, isArray, isIn, jsonParse, jsonStringify, ownKeys, resolve, then } = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')
const { connects } = require('./debuggers.js')
const { MAX_DEPTH, asWritten, own, refusedVariable } = require('./named/debugvariables.js')
const { linkText } = require('./named/links.js')
const { wrap } = require('./members.js')

const TASKS = ['preLaunchTask', 'postDebugTask']
// What holds for one system only is a configuration as well.
const SYSTEMS = ['windows', 'osx', 'linux']
const RESOLVES = ['resolveDebugConfiguration', 'resolveDebugConfigurationWithSubstitutedVariables']
const BROWSERS = { __proto__: null, debugWithChrome: 'chrome', debugWithEdge: 'msedge' }

const isObject = v => v !== null && typeof v === 'object'
const named = text => ({ __proto__: null, text, path: '' })

// refusedOf names the first thing of a configuration that is not granted, or is ''. read is plain data; base is what it was
// before the extension had it: that is the person's.
function refusedOf(editor, read, base) {
  const { fence, permissions } = editor
  const written = asWritten(base)
  const of = (config, was, type, depth) => {
    if (!isObject(config) || depth > MAX_DEPTH) return ''
    const keys = ownKeys(config)
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i]
      const v = config[key]
      if (typeof key !== 'string' || same(v, own(was, key))) continue
      let no = ''
      // What holds for one system only is of the same debugger.
      if (key === 'type') no = v === undefined || '' + v === type ? '' : key
      else if (isIn(TASKS, key)) no = v === undefined || v === '' || hasTask(permissions, v) ? '' : key
      else if (key === 'serverReadyAction') {
        const config = own(v, 'config')
        no = ready(permissions, v) ? of(config, undefined, typeOf(config), depth + 1) : key
      } else if (key === 'debugServer') no = connects(fence, '127.0.0.1', +v) ? '' : key
      else if (isIn(SYSTEMS, key)) no = of(v, own(was, key), type, depth + 1)
      if (no === '') no = refusedVariable(editor, v, type, written)
      if (no === '') no = refusedVariable(editor, key, type, written)
      if (no !== '') return no
    }
    return ''
  }
  return of(read, base, typeOf(read), 0)
}

const typeOf = config => '' + own(config, 'type')
const same = (a, b) => a === b || (b !== undefined && jsonStringify(a) === jsonStringify(b))

// hasTask reports a policy that grants tasks: which task it is says its own file.
function hasTask(permissions, v) {
  let any = false
  permissions.eachNamed('task', () => { any = true })
  return any || permissions.granted('task', named(typeof v === 'string' ? v : ''))
}

// ready asks for what is done when a server is ready: an address is opened or debugged.
function ready(permissions, v) {
  if (!isObject(v)) return v === undefined || v === null
  const { action, config, name, uriFormat } = v
  const format = typeof uriFormat === 'string' && uriFormat !== '' ? uriFormat : '%s'
  // What the server prints may be any server: only in a path it changes nothing of that.
  const begins = indexOf(format, '://')
  const path = begins < 0 ? -1 : indexOf(format, '/', begins + 3)
  const at = indexOf(format, '%s')
  const text = at >= 0 && (path < 0 || at < path) ? '%s' : linkText(format)
  if (action === 'startDebugging') {
    return permissions.granted('debug', named(isObject(config) ? '' + config.type : '' + name))
  }
  if (action !== undefined && action !== 'openExternally') {
    if (BROWSERS[action] === undefined || !permissions.granted('debug', named(BROWSERS[action]))) return false
  }
  return text !== null && permissions.granted('open', named(text))
}

// read gives a configuration as VS Code sends it, or null.
function read(v) {
  const text = isObject(v) ? jsonStringify(v) : undefined
  const out = text === undefined ? null : jsonParse(text)
  return isObject(out) && !isArray(out) ? out : null
}

// checked gives a configuration that the extension made of another, for the debugger that it registered, read once, or throws.
function checked(editor, member, v, base, type) {
  if (v === undefined || v === null) return v
  const out = read(v)
  const no = out === null ? 'what it is' : isOther(editor, out, base, type) ? 'type' : refusedOf(editor, out, base)
  if (no === '') return out
  throw coded('RF_DENIED_VSCODE', 'vscode.' + member + ': ' + no + ' of a configuration is not granted by the policy')
}

// isOther reports a configuration of another debugger than the one that was registered, or that the person named.
function isOther({ permissions }, config, base, type) {
  const what = typeOf(config)
  return what !== type && !(isObject(base) && what === typeOf(base)) && !permissions.granted('debug', named(what))
}

// configuring registers what makes configurations of debuggers.
function configuring(editor, real, key, member) {
  const register = wrap(editor, member, real[key], real, editor.members[member])
  return () => (given, provider, trigger) => {
    const type = '' + given
    const out = {}
    const { provideDebugConfigurations: provide } = provider
    if (provide !== undefined) out.provideDebugConfigurations = (...args) => then(resolve(apply(provide, provider, args)), list => {
      const all = []
      for (let i = 0; isArray(list) && i < list.length; i++) all[i] = checked(editor, member, list[i], undefined, type)
      return all
    })
    for (let i = 0; i < RESOLVES.length; i++) {
      const { [RESOLVES[i]]: f } = provider
      if (f !== undefined) out[RESOLVES[i]] = (...args) => {
        // What the person wrote is theirs. It is read before the extension has it.
        const base = read(args[1])
        return then(resolve(apply(f, provider, args)), v => checked(editor, member, v, base, type))
      }
    }
    return register(type, out, ...(trigger === undefined ? [] : [trigger]))
  }
}

module.exports = { __proto__: null, configuring, read, refusedOf }
