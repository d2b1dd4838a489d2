'use strict'

// The vscode object (invariant 10), inside VS Code's own extension host: the classes of the editor's API and what stands
// behind its objects, which every extension of the host has in common.

const { a, grant } = require('./lib.js')

// classOf finds the prototype that has a member of an object.
const above = `(o, key) => {
  for (let p = o; p !== null; p = Object.getPrototypeOf(p)) if (Object.getOwnPropertyDescriptor(p, key)) return p
}`
const withAbove = f => eval('(' + f.toString().replace('ABOVE', above) + ')')

module.exports = [
  a('the events of others, by the class of emitters', ({ vscode, other }) => {
    let got = 'no'
    const { fire } = vscode.EventEmitter.prototype
    vscode.EventEmitter.prototype.fire = function (e) {
      if (typeof e === 'string') got = e
      return fire.call(this, e)
    }
    try { other('emits') } finally { vscode.EventEmitter.prototype.fire = fire }
    return got
  }),
  a('the addresses of others, by a getter of their class', withAbove(({ vscode, other }) => {
    let got = 'no'
    const p = (ABOVE)(vscode.Uri.file('/x'), 'fsPath')
    const d = Object.getOwnPropertyDescriptor(p, 'fsPath')
    Object.defineProperty(p, 'fsPath', { configurable: true, get() {
      const v = d.get.call(this)
      if (v.includes('canary')) got = v
      return v
    } })
    try { other('address') } finally { Object.defineProperty(p, 'fsPath', d) }
    return got
  })),
  a('what is within reach is marked, and a neighbour has it', ({ vscode, context, other }) => {
    const seen = new Set()
    const queue = [vscode, context, vscode.Uri.file('/x'), new vscode.EventEmitter(), vscode.window.createOutputChannel('x'),
      vscode.workspace.textDocuments, vscode.window.tabGroups, vscode.languages.createDiagnosticCollection('x')]
    while (queue.length > 0 && seen.size < 20000) {
      const o = queue.shift()
      if (o === null || (typeof o !== 'object' && typeof o !== 'function') || seen.has(o)) continue
      seen.add(o)
      if (o === Object.prototype || o === Function.prototype || o === Array.prototype) continue
      try { Object.defineProperty(o, '__marked', { value: true, configurable: true }) } catch { /* it is fixed */ }
      queue.push(Object.getPrototypeOf(o))
      for (const k of Reflect.ownKeys(o)) {
        try { queue.push(o[k]) } catch { /* a getter that throws */ }
        const d = Reflect.getOwnPropertyDescriptor(o, k)
        if (d !== undefined && d.get !== undefined) queue.push(d.get)
      }
    }
    return other('marked') ? 'yes' : 'no'
  }),
  a('an address that says another to the workbench', withAbove(async ({ vscode, T }) => {
    const u = vscode.Uri.file(T.own)
    const p = (ABOVE)(u, 'toJSON')
    const d = Object.getOwnPropertyDescriptor(p, 'toJSON')
    const parts = vscode.Uri.file(T.secret).toJSON()
    p.toJSON = () => parts
    try { return (await vscode.workspace.openTextDocument(u)).getText() } finally { Object.defineProperty(p, 'toJSON', d) }
  }), grant({ surface: 'files.read', resource: '${extension}/**' }, 'documents')),
  a('the environment, by the functions that another exports and calls', async ({ vscode }) => {
    const { exports } = vscode.extensions.getExtension('other.victim')
    let got = 'no'
    exports.call(f => { got = f.constructor('return process.env.SECRET_TOKEN')() })
    return got
  }, grant({ surface: 'extensions', resource: 'other.victim' })),
  a('the environment, by the object that a function is called on', async ({ vscode }) => {
    const { self } = vscode.extensions.getExtension('other.victim').exports
    return self().process.env.SECRET_TOKEN
  }, grant({ surface: 'extensions', resource: 'other.victim' })),
  a('the environment, by a promise of another\'s', async ({ vscode }) => {
    const p = vscode.extensions.getExtension('other.victim').exports.later()
    const f = await p
    return f.constructor('return process.env.SECRET_TOKEN')()
  }, grant({ surface: 'extensions', resource: 'other.victim' })),
]
