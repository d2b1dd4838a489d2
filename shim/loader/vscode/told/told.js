'use strict'

// What is told of terminals, tasks and debug sessions without their surface (invariant 10): that one began, ended or changed, and
// what it is called. Whoever listens sees objects with the members listed here. All else asks for the surface when it is read, or by
// itself when it is called: by none of it does anybody act, and no environment, no line of a shell and no configuration is in it.

const { defineProperty, isIn, ownKeys, weakGet } = require('../../kernel/primordials.js')

// Members of the API that the catalogue calls harmless and whose values are of these types: by surface.
const TOLD = {
  __proto__: null,
  terminal: ['window.terminals', 'window.activeTerminal', 'window.onDidChangeActiveTerminal', 'window.onDidCloseTerminal',
    'window.onDidChangeTerminalState'],
  debug: ['debug.activeDebugSession', 'debug.activeStackItem', 'debug.onDidStartDebugSession', 'debug.onDidTerminateDebugSession',
    'debug.onDidChangeActiveDebugSession', 'debug.onDidChangeActiveStackItem'],
  task: ['tasks.taskExecutions', 'tasks.onDidStartTask', 'tasks.onDidEndTask', 'tasks.onDidStartTaskProcess', 'tasks.onDidEndTaskProcess'],
}
// Members of which nothing is left without the surface: the catalogue says that they need it. What it does not know is a proposed
// part of the API, which a policy names as a function of the module vscode.
const ASKED = {
  __proto__: null,
  terminal: ['window.onDidWriteTerminalData', 'window.onDidChangeTerminalDimensions', 'window.onDidExecuteTerminalCommand'],
  debug: ['debug.breakpoints', 'debug.onDidChangeBreakpoints', 'debug.onDidReceiveDebugSessionCustomEvent'],
  env: ['env.onDidChangeShell'],
}

// What is told of each type: numbers, names and objects of these types.
const SHAPES = {
  __proto__: null,
  Terminal: ['name', 'processId', 'exitStatus', 'state'],
  DebugSession: ['id', 'name', 'type', 'parentSession', 'workspaceFolder'],
  DebugThread: ['session', 'threadId'],
  DebugStackFrame: ['session', 'threadId', 'frameId'],
  TaskStartEvent: ['execution'],
  TaskEndEvent: ['execution'],
  TaskProcessStartEvent: ['execution', 'processId'],
  TaskProcessEndEvent: ['execution', 'exitCode'],
  TaskExecution: ['task'],
  Task: ['name', 'source', 'isBackground', 'definition', 'group', 'scope'],
  TaskDefinition: ['type'],
}
// Types that are told whole: they hold nothing but such.
const WHOLE = ['TerminalExitStatus', 'TerminalState', 'TaskGroup', 'WorkspaceFolder', 'Uri']
const MAX_DEPTH = 8

const isPrimitive = v => (typeof v !== 'object' || v === null) && typeof v !== 'function'

/** @typedef {import('../border.js').Border} Border */

// Told is that of one fence. Its fields are declared: an assignment in a constructor would ask the prototype of every object for
// a setter.
class Told {
  /** @type {Border} */
  border
  permissions
  terminalName

  /** @param {Border} border */
  constructor(border, permissions, terminalName) {
    this.border = border
    this.permissions = permissions
    this.terminalName = terminalName
  }

  // see gives what the extension sees of a value: what is reached by it asks for the surface.
  see(v, ref, surface) {
    const { border } = this
    return border.lasting.since(false, undefined, () => border.outward(v, ref), { __proto__: null, surface, text: '' })
  }

  // nameOf is what a policy may name of a surface: a terminal by the name it was made with, a debugger by its type.
  nameOf({ kinds, real, telling }) {
    if (isIn(kinds, 'Terminal')) return this.terminalName(real)
    return isIn(kinds, 'DebugSession') && typeof real.type === 'string' ? real.type : telling.text
  }

  // grants says whether the policy grants the surface, and asks nobody.
  grants(state) {
    const { permissions } = this
    return permissions.whole(state.telling.surface, this.nameOf(state))
  }

  // isWhole reports an object that is told whole.
  isWhole({ kinds }) {
    for (let i = 0; i < kinds.length; i++) if (!isIn(WHOLE, kinds[i])) return false
    return kinds.length > 0
  }

  // isListed reports a member that is told.
  isListed({ kinds }, key) {
    for (let i = 0; i < kinds.length; i++) {
      const shape = typeof kinds[i] === 'string' ? SHAPES[kinds[i]] : undefined
      if (shape !== undefined && isIn(shape, key)) return true
    }
    return false
  }

  // asksItself reports a member that asks whenever it is used.
  asksItself({ kinds }, key) {
    const { border } = this
    for (let i = 0; i < kinds.length; i++) {
      const way = typeof kinds[i] === 'string' ? border.ways[kinds[i] + '.' + key] : undefined
      if (way !== undefined && way.call !== undefined) return true
    }
    return border.power(kinds, key) !== undefined
  }

  asks(state) {
    const { permissions } = this
    return permissions.granted(state.telling.surface, { __proto__: null, text: this.nameOf(state), path: '' })
  }

  // read gives a member: read(telling) is what it is where the surface is granted, and what lies in it is told of so.
  read(state, key, ref, read) {
    const { telling } = state
    if (this.isWhole(state)) return read(telling)
    const listed = this.isListed(state, key)
    if (!listed) {
      const may = this.asksItself(state, key) || this.asks(state)
      return may ? read({ __proto__: null, surface: telling.surface, text: this.nameOf(state) }) : undefined
    }
    // A terminal is called what its shell says, which may be the line that runs in it.
    if (key === 'name' && isIn(state.kinds, 'Terminal') && !this.grants(state)) return this.terminalName(state.real)
    const v = read(telling)
    return ref === 0 && !isPrimitive(v) ? undefined : v
  }

  // shows says whether a member is seen by who goes through all of them.
  shows(state, key) { return this.isWhole(state) || this.isListed(state, key) || this.grants(state) }

  // changes says whether something may be set or taken away.
  changes(state) { return this.isWhole(state) || this.asks(state) }

  // given is what VS Code gets of an object that is told: what is told of it, as data. VS Code writes down what it gets, and hands it
  // back as what an extension said. undefined: the object itself.
  given(seen, depth = 0) {
    const { border } = this
    const state = weakGet(border.states, seen)
    if (state === undefined || state.telling === undefined || this.isWhole(state)) return undefined
    if (border.fence.observe || this.grants(state)) return undefined
    const out = {}
    const put = (key, value) => defineProperty(out, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
    const { kinds } = state
    for (let i = 0; i < kinds.length; i++) {
      const shape = typeof kinds[i] === 'string' ? SHAPES[kinds[i]] : undefined
      for (let j = 0; shape !== undefined && j < shape.length; j++) {
        const v = seen[shape[j]]
        if (isPrimitive(v)) put(shape[j], v)
        else if (depth < MAX_DEPTH && weakGet(border.states, v) !== undefined) {
          const below = this.given(v, depth + 1)
          put(shape[j], below === undefined ? border.real(v) : below)
        }
      }
    }
    return out
  }
}

// surfaces lists members by name: which surface they are of.
function surfaces(lists) {
  const out = { __proto__: null }
  const names = ownKeys(lists)
  for (let i = 0; i < names.length; i++) for (let j = 0; j < lists[names[i]].length; j++) out[lists[names[i]][j]] = names[i]
  return out
}

module.exports = { __proto__: null, ASKED, SHAPES, TOLD, Told, WHOLE, askedBy: surfaces(ASKED), toldBy: surfaces(TOLD) }
