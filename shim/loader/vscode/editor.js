'use strict'

// The vscode API an extension gets (invariant 10): new namespaces over VS Code's,
// in which what has power asks first. Classes and values stay VS Code's own, so
// that it recognises what it gave and what it is given.

const { append, apply, construct, defineProperty, getOwn, getPrototypeOf, indexOf, isArray, isIn, Object, ownKeys, Proxy, reject, slice, startsWith, Set, setAdd, setDelete, setHas, then, WeakMap, weakGet, weakSet } = require('../kernel/primordials.js')
const { ask, ownFile } = require('../policy/fence.js')
const { access, allows } = require('../policy/policy.js')
const { createEdits } = require('./edits.js')
const { coded } = require('../kernel/errors.js')
const { fencedFactory } = require('./debuggers.js')
const { createAddresses } = require('./addresses.js')
const { createDocuments } = require('./documents.js')
const { createSettings } = require('./settings.js')
const table = require('../policy/table.json')

// The role that names what of a surface is meant.
const RESOURCES = ['commandId', 'url', 'providerId', 'extensionId', 'id', 'settingSection', 'settingKey', 'secretKey', 'envName', 'protocol']
// Events that hand out what other lines gate.
const ALSO = {
  __proto__: null, 'window.onDidChangeActiveTerminal': 'terminal', 'window.onDidCloseTerminal': 'terminal', 'window.onDidChangeTerminalState': 'terminal', 'window.onDidWriteTerminalData': 'terminal',
  'window.onDidChangeTerminalDimensions': 'terminal', 'window.onDidExecuteTerminalCommand': 'terminal', 'debug.onDidStartDebugSession': 'debug', 'debug.onDidTerminateDebugSession': 'debug',
  'debug.onDidChangeActiveDebugSession': 'debug', 'debug.onDidReceiveDebugSessionCustomEvent': 'debug', 'debug.activeStackItem': 'debug', 'tasks.onDidStartTask': 'task', 'tasks.onDidEndTask': 'task',
  'tasks.onDidStartTaskProcess': 'task', 'tasks.onDidEndTaskProcess': 'task',
}
// Values of these types are gated where they are handed out, not member by member.
const HANDED = { __proto__: null, 'window.terminals': 'terminal', 'window.activeTerminal': 'terminal', 'debug.activeDebugSession': 'debug', 'tasks.taskExecutions': 'task' }
const FREE = ['trust']
const ObjectPrototype = Object.prototype
// What these make is seen through an object with its members only.
const MADE = ['window.createOutputChannel', 'window.createStatusBarItem', 'window.createQuickPick', 'window.createInputBox', 'window.createTextEditorDecorationType', 'languages.createDiagnosticCollection', 'window.createTreeView']
// What names one thing has to be a text.
const NAMES = ['commandId', 'extensionId', 'providerId', 'settingKey', 'secretKey', 'envName', 'protocol']
function buildEditor(fence, api) {
  const members = table.modules.vscode
  const own = new Set()
  const ownId = fence.id

  const addresses = createAddresses(api)
  const docs = createDocuments(fence, addresses, args => throughAll(args))
  const settings = createSettings(fence, api)

  const surfaceOf = entry => (startsWith(entry.c, 'vscode.') ? slice(entry.c, 7) : '')
  const free = surface => surface === '' || surface === FREE[0]

  // fresh makes an address anew of what is read of it once: the one that was given may
  // answer VS Code otherwise.
  function fresh(v) {
    if (v === null || typeof v !== 'object' || typeof v.scheme !== 'string') return v
    return addresses.made(v)
  }

  // resource reads what of a surface a call is about, once, and puts what it read in
  // the place of what was given.
  function resource(surface, entry, args) {
    const r = { __proto__: null, text: '', path: '', real: '', odd: false }
    for (let i = 0; i < entry.a.length; i++) {
      const index = entry.a[i][0]
      const role = entry.a[i][2]
      if (entry.a[i][1] !== '' || index < 0 || index >= args.length) continue
      if (startsWith(role, 'path') || role === 'url') args[index] = fresh(args[index])
      // VS Code asks an object for its name in its own way.
      else if (isIn(NAMES, role) && args[index] !== undefined && typeof args[index] !== 'string') r.odd = true
      const v = args[index]
      if (startsWith(role, 'path') && startsWith(surface, 'files.')) {
        const p = v !== null && typeof v === 'object' ? filePath(v) : typeof v === 'string' ? v : ''
        const at = p === '' ? null : fence.paths.onDisk(p, true)
        r.path = at === null ? '/ringfence-unknown' : at.canonical
        r.real = at === null ? '' : at.real
        return r
      }
      for (let j = 0; j < RESOURCES.length; j++) {
        if (role !== RESOURCES[j]) continue
        if (typeof v === 'string') r.text = v
        else if (v !== null && typeof v === 'object' && role === 'url' && typeof v.scheme === 'string') r.text = addresses.textOf(v)
        else if (v !== null && typeof v === 'object' && typeof v.name === 'string') r.text = '' + v.name
        if (role !== 'settingSection') return r
      }
    }
    return r
  }

  function filePath(uri) {
    const u = typeof uri.scheme !== 'string' && uri.uri !== undefined ? uri.uri : uri
    return u.scheme === 'file' ? addresses.fsPath(u) : ''
  }

  // What is about files and names none (a search, a file system for addresses of its own)
  // is granted by its own name, as a function of the module vscode, or with the surface as
  // a whole.
  const nameless = (surface, entry) => {
    if (!startsWith(surface, 'files.')) return false
    for (let i = 0; i < entry.a.length; i++) if (startsWith(entry.a[i][2], 'path')) return false
    return true
  }
  const byName = (surface, member) => {
    const whole = fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, access({ section: 'vscode', name: surface }))
    return whole || ask(fence, { section: 'modules', name: 'vscode', text: member })
  }
  const edits = createEdits(api, uri => {
    const r = { __proto__: null, text: '', path: '', odd: false }
    if (uri.scheme !== 'file' && uri.scheme !== 'vscode-userdata') return null
    // The settings of the person at the editor lie on the disk under a scheme of their own.
    const at = uri.scheme === 'file' ? fence.paths.onDisk(addresses.fsPath(uri), true) : null
    r.path = at === null ? '/ringfence-unknown' : at.canonical
    return at !== null && !ownFile(fence, at.real, true) && question('files.write', r) ? null : r
  }, fresh, addresses.textOf)

  const question = (surface, r) => ask(fence, { section: 'vscode', name: surface, text: r.text, path: r.path })
  const error = (member, r) => coded('RF_DENIED_VSCODE', 'vscode.' + member + (r.text === '' ? '' : " '" + r.text + "'") + ' is not granted by the policy')

  function wrap(member, f, self, entry) {
    const surface = surfaceOf(entry)
    if (free(surface)) return (...args) => apply(f, self, throughAll(args, member))
    const unnamed = nameless(surface, entry)
    const check = args => {
      if (member === 'workspace.applyEdit') {
        const r = edits(args)
        return r === null ? null : error(member, r)
      }
      const r = resource(surface, entry, args)
      if (unnamed && !r.odd) return byName(surface, member) ? null : error(member, r)
      if (r.odd) return error(member, r)
      if (surface === 'command' && member === 'commands.executeCommand' && setHas(own, r.text)) return null
      if (surface === 'extensions' && r.text === ownId) return null
      // A file that VS Code keeps elsewhere than on the disk is no file of the disk's.
      if (r.path !== '' && virtual(args)) return null
      // The loader, its log and what it remembers are nobody's to write (invariant 11).
      if (surface === 'files.write' && ownFile(fence, r.real, member === 'workspace.fs.delete' || member === 'workspace.fs.rename')) return error(member, r)
      if (question(surface, r)) return moved(surface, entry, args) || null
      return error(member, r)
    }
    if (isClass(f)) {
      return new Proxy(f, { __proto__: null, construct(target, args, newTarget) {
        const e = check(args)
        if (e !== null) throw e
        return construct(target, args, newTarget)
      } })
    }
    return (...args) => {
      const e = check(args)
      if (e === null) return apply(f, self, throughAll(args, member))
      if (member === 'extensions.getExtension') return undefined
      if (entry.f === 'promise') return reject(e)
      throw e
    }
  }

  // What VS Code calls later stands on the stack with a name of the fence's, and what it
  // was given a stand-in for is itself again.
  const throughAll = (args, member) => {
    const registers = member !== undefined && indexOf(member, '.register') > 0
    const out = []
    for (let i = 0; i < args.length; i++) {
      const v = args[i]
      append(out, isClass(v) ? v : typeof v === 'function' ? fence.through(v) : registers ? guarded(docs.unwrap(v)) : docs.unwrap(v))
    }
    return out
  }

  // guarded gives what VS Code calls in the place of a provider: its functions, each
  // called through the fence, with what VS Code shows it of webviews.
  const providers = new WeakMap()
  function guarded(provider) {
    if (provider === null || typeof provider !== 'object' || isArray(provider) || !provides(provider)) return provider
    let p = weakGet(providers, provider)
    if (p !== undefined) return p
    const functions = new WeakMap()
    p = new Proxy({}, {
      __proto__: null,
      get: (_, key) => {
        const v = provider[key]
        if (typeof v !== 'function' || isClass(v)) return v
        let f = weakGet(functions, v)
        if (f === undefined) {
          const call = fence.through(v)
          weakSet(functions, v, (f = (...args) => {
            for (let i = 0; i < args.length; i++) args[i] = docs.panel(args[i])
            return apply(call, provider, args)
          }))
        }
        return f
      },
      set: (_, key, v) => { provider[key] = v; return true },
      has: (_, key) => key in provider,
      getPrototypeOf: () => getPrototypeOf(provider),
    })
    weakSet(providers, provider, p)
    return p
  }
  // provides reports an object that has a function of the extension's.
  function provides(v) {
    for (let p = v, n = 0; p !== null && p !== ObjectPrototype && n < 6; p = getPrototypeOf(p), n++) {
      if (isVSCodes(p)) return false
      const keys = ownKeys(p)
      for (let i = 0; i < keys.length; i++) {
        const d = getOwn(p, keys[i])
        if (keys[i] !== 'constructor' && (typeof d.value === 'function' || d.get !== undefined)) return true
      }
    }
    return false
  }
  // VS Code knows the objects of its own classes.
  let classes
  function isVSCodes(proto) {
    if (classes === undefined) {
      classes = new Set()
      const keys = ownKeys(api)
      for (let i = 0; i < keys.length; i++) {
        const d = getOwn(api, keys[i])
        const f = d === undefined ? undefined : 'value' in d ? d.value : undefined
        if (isClass(f)) setAdd(classes, f.prototype)
      }
    }
    return setHas(classes, proto)
  }

  // moved asks for the second path of a copy or a rename.
  function moved(surface, entry, args) {
    for (let i = 0; i < entry.a.length; i++) {
      if (entry.a[i][2] !== 'path.dest' || args[entry.a[i][0]] === undefined) continue
      const p = filePath(args[entry.a[i][0]])
      const at = p === '' ? null : fence.paths.onDisk(p, true)
      const r = { __proto__: null, text: '', path: at === null ? '/ringfence-unknown' : at.canonical }
      if (p !== '' && (!question(surface, r) || (at !== null && ownFile(fence, at.real, true)))) return error('workspace.fs', r)
    }
    return null
  }
  const virtual = args => args[0] !== null && typeof args[0] === 'object' && typeof args[0].scheme === 'string' && args[0].scheme !== 'file' && args[0].scheme !== 'vscode-userdata'

  const isClass = f => typeof f === 'function' && getOwn(f, 'prototype') !== undefined && getOwn(f, 'prototype').writable === false

  function namespace(real, prefix) {
    const out = {}
    const keys = ownKeys(real)
    for (let i = 0; i < keys.length; i++) if (typeof keys[i] === 'string') put(out, real, keys[i], prefix + keys[i])
    return out
  }

  function put(out, real, key, member) {
    const entry = members[member]
    const define = get => defineProperty(out, key, { __proto__: null, enumerable: true, configurable: true, get })
    const handed = HANDED[member] || ALSO[member]
    if (handed !== undefined) {
      define(() => {
        const v = real[key]
        if (typeof v === 'function') return gated(member, v, real, handed)
        if (v === undefined || ask(fence, { section: 'vscode', name: handed })) return v
        return isArray(v) ? [] : undefined
      })
      return
    }
    if (special[member] !== undefined) {
      define(special[member](real, key, member))
      return
    }
    if (entry !== undefined && entry !== 0 && entry !== 1) {
      const surface = surfaceOf(entry)
      let f
      let wrapped
      define(() => {
        const v = real[key]
        if (typeof v === 'function') {
          if (f !== v) {
            f = v
            wrapped = wrap(member, v, real, entry)
          }
          return wrapped
        }
        if (free(surface) || ask(fence, { section: 'vscode', name: surface })) return v
        return isArray(v) ? [] : typeof v === 'string' ? '' : undefined
      })
      return
    }
    const d = getOwn(real, key)
    const value = d !== undefined && 'value' in d ? d.value : undefined
    if (value !== undefined && typeof value === 'object' && value !== null && has(member + '.') && !isArray(value)) {
      const ns = namespace(value, member + '.')
      define(() => ns)
      return
    }
    if (entry !== undefined && !startsWith(member, 'l10n') && !isClass(value)) {
      let f
      let called
      define(() => {
        const v = real[key]
        if (typeof v !== 'function' || isClass(v)) return v
        if (f !== v) {
          f = v
          const made = isIn(MADE, member)
          called = (...args) => {
            const answer = apply(v, real, throughAll(args, member))
            return made ? docs.standIn(answer, { __proto__: null }) : answer
          }
        }
        return called
      })
    } else if (startsWith(member, 'l10n') || isClass(value)) define(() => real[key])
    // What the catalogue does not know (a proposed part of the API) is named in the
    // policy as a function of the module vscode, or is not there. Numbers, texts and lists of
    // them have no power.
    else define(() => {
      const v = d !== undefined && 'value' in d ? d.value : real[key]
      if (powerless(v) || isClass(v) || ask(fence, { section: 'modules', name: 'vscode', text: member })) return bound(real, key)
      return typeof v === 'function' && subscribes(key) ? silent : isArray(v) ? [] : undefined
    })
  }

  const powerless = v => {
    if ((typeof v !== 'object' && typeof v !== 'function') || v === null) return true
    if (typeof v === 'function' || isArray(v)) return false
    const keys = ownKeys(v)
    for (let i = 0; i < keys.length; i++) {
      const d = getOwn(v, keys[i])
      if (!('value' in d) || ((typeof d.value === 'object' || typeof d.value === 'function') && d.value !== null)) return false
    }
    return keys.length > 0
  }
  // What subscribes or registers and is denied is never called back.
  const subscribes = key => startsWith(key, 'register') || startsWith(key, 'onDid') || startsWith(key, 'onWill')
  const silent = () => ({ dispose() {} })

  const bound = (real, key) => (typeof real[key] === 'function' && !isClass(real[key]) ? (...args) => apply(real[key], real, args) : real[key])

  const gated = (member, f, self, surface) => (...args) => {
    if (!ask(fence, { section: 'vscode', name: surface })) {
      // An event that never comes: programs subscribe without a thought.
      return { dispose() {} }
    }
    return apply(f, self, args)
  }

  const prefixes = { __proto__: null }
  const all = ownKeys(members)
  for (let i = 0; i < all.length; i++) {
    for (let j = 0; j < all[i].length; j++) if (all[i][j] === '.') prefixes[slice(all[i], 0, j + 1)] = true
  }
  const has = prefix => prefixes[prefix] === true

  const special = {
    __proto__: null,
    'commands.registerCommand': (real, key) => () => owning(registers(real, key)),
    'commands.registerTextEditorCommand': (real, key) => () => owning(registers(real, key)),
    'workspace.getConfiguration': real => () => (...args) => settings.configuration(apply(real.getConfiguration, real, args), args),
    'workspace.textDocuments': real => () => docs.shown(real.textDocuments),
    'window.activeTextEditor': real => () => docs.shown(real.activeTextEditor),
    'window.visibleTextEditors': real => () => docs.shown(real.visibleTextEditors),
    'window.onDidChangeActiveTextEditor': showing,
    'window.onDidChangeVisibleTextEditors': showing,
    'window.onDidChangeTextEditorOptions': showing,
    'window.onDidChangeTextEditorViewColumn': showing,
    'window.onDidChangeTextEditorVisibleRanges': showing,
    'window.showTextDocument': real => () => (...args) => then(apply(real.showTextDocument, real, throughAll(args)), docs.shown),
    'window.createWebviewPanel': (real, key, member) => {
      const make = wrap(member, real[key], real, members[member])
      return () => (...args) => {
        args[3] = docs.roots(args[3])
        return docs.panel(apply(make, undefined, args))
      }
    },
    'debug.registerDebugAdapterDescriptorFactory': (real, key, member) => () => {
      const register = wrap(member, real[key], real, members[member])
      return (type, factory) => register('' + type, fencedFactory(fence, api, factory))
    },
    'extensions.all': real => () => (ask(fence, { section: 'vscode', name: 'extensions' }) ? real.all : onlyOwn(real)),
    'env.clipboard': real => { const c = namespace2(real.clipboard, 'env.clipboard.'); return () => c },
    'workspace.fs': real => { const c = namespace2(real.fs, 'workspace.fs.'); return () => c },
  }
  // showing subscribes to what shows editors.
  function showing(real, key) {
    const seen = e => (e !== null && typeof e === 'object' && e.textEditor !== undefined ? { ...e, textEditor: docs.shown(e.textEditor) } : docs.shown(e))
    return () => (f, self, disposables) => {
      const call = typeof f === 'function' ? fence.through(f) : f
      return apply(real[key], real, [typeof f === 'function' ? e => apply(call, self, [seen(e)]) : f, undefined, disposables])
    }
  }
  // An id is the extension's own as long as VS Code has its handler under it.
  const owning = register => (id, ...rest) => {
    const name = '' + id
    const args = [name]
    for (let i = 0; i < rest.length; i++) append(args, rest[i])
    const registration = apply(register, undefined, args)
    setAdd(own, name)
    return construct(api.Disposable, [() => {
      setDelete(own, name)
      registration.dispose()
    }])
  }
  const onlyOwn = real => {
    const e = real.getExtension(ownId)
    return e === undefined ? [] : [e]
  }
  const registers = (real, key) => (id, ...rest) => {
    const args = [id]
    const [f] = rest
    const call = fence.through(f)
    const editors = key === 'registerTextEditorCommand' && typeof f === 'function'
    for (let i = 0; i < rest.length; i++) append(args, i === 0 ? (editors ? function (editor, ...more) { return apply(call, this, [docs.shown(editor), ...more]) } : call) : rest[i])
    return apply(real[key], real, args)
  }
  // These are objects whose methods may stand on a prototype.
  function namespace2(real, prefix) {
    const out = {}
    for (let i = 0; i < all.length; i++) {
      if (!startsWith(all[i], prefix)) continue
      const key = slice(all[i], prefix.length)
      const f = real[key]
      if (typeof f === 'function') out[key] = members[all[i]] === 0 ? (...args) => apply(f, real, args) : wrap(all[i], f, real, members[all[i]])
    }
    if (prefix === 'workspace.fs.') out.isWritableFileSystem = (...args) => real.isWritableFileSystem(...args)
    return out
  }
  return namespace(api, '')
}

// buildContext is the argument of activate, with its secrets and the environment of
// terminals asked for.
function buildContext(fence, real) {
  const out = {}
  const keys = ownKeys(real)
  const surfaces = { __proto__: null, secrets: 'secrets', environmentVariableCollection: 'terminal' }
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]
    const surface = surfaces[key]
    defineProperty(out, key, {
      __proto__: null, enumerable: true, configurable: true,
      get: () => (surface === undefined || ask(fence, { section: 'vscode', name: surface }) ? kept(key) : refusing(surface)),
    })
  }
  // VS Code's stores hold the service behind them, and whose they are, in plain fields.
  const stores = { __proto__: null, secrets: ['get', 'store', 'delete', 'keys', 'onDidChange'], globalState: ['get', 'update', 'keys', 'setKeysForSync'], workspaceState: ['get', 'update', 'keys'] }
  const made = { __proto__: null }
  function kept(key) {
    const names = stores[key]
    const store = real[key]
    if (names === undefined || store === undefined || store === null) return store
    if (made[key] === undefined) {
      const facade = {}
      for (let i = 0; i < names.length; i++) {
        const f = store[names[i]]
        if (typeof f === 'function') defineProperty(facade, names[i], { __proto__: null, value: (...args) => apply(f, store, args), enumerable: true, writable: true, configurable: true })
      }
      made[key] = facade
    }
    return made[key]
  }
  return out
}

// refusing stands for an object whose every method is refused.
function refusing(surface) {
  const no = () => reject(coded('RF_DENIED_VSCODE', 'vscode ' + surface + ' is not granted by the policy'))
  const quiet = () => undefined
  return surface === 'secrets' ? { get: no, store: no, delete: no, keys: no, onDidChange: () => ({ dispose() {} }) }
    : { persistent: true, description: undefined, replace: quiet, append: quiet, prepend: quiet, get: quiet, forEach: quiet, delete: quiet, clear: quiet, getScoped() { return this } }
}

module.exports = { __proto__: null, buildEditor, buildContext }
