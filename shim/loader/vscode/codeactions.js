'use strict'

// What the editor may fix by itself (invariant 9). Where a person has it fix files as they are saved, it runs the command of an
// action, and nobody clicks. An action of a kind that the editor might run so has a command that the extension may run by itself,
// or none. What VS Code reads of an action's kind is read once, and what an action becomes is said of that action.

const { apply, resolve, startsWith, then } = require('../kernel/primordials.js')
const { TAKEN } = require('./extensionviews.js')
const { callable } = require('./types.js')
const { refOf } = require('./members.js')

// Kinds that are run where a person chose the action, and those below them. Of every other kind the settings may name it.
const CHOSEN = ['quickfix', 'refactor']

// isChosen reports a kind, as VS Code has it, of actions that wait for a person; one without a kind waits as well. What is no kind of
// VS Code's own may say something else the next time.
function isChosen(api, kind) {
  if (kind === undefined || kind === null) return true
  if (!(kind instanceof api.CodeActionKind)) return false
  const value = '' + kind.value
  for (let i = 0; i < CHOSEN.length; i++) if (value === CHOSEN[i] || startsWith(value, CHOSEN[i] + '.')) return true
  return value === ''
}

// actionCommands makes both members of an action ask, and the command of what is taken: those of VS Code's class as they are
// set, those of another object as VS Code reads them (extensionviews.js).
function actionCommands(editor) {
  const { api, border, permissions } = editor
  // allowed gives the command of an action, as VS Code gets it.
  const allowed = (kind, command) => {
    if (command === undefined || command === null || isChosen(api, kind)) return command
    const name = '' + command.command
    return permissions.mayRun(name) ? { title: '' + command.title, command: name, arguments: command.arguments } : undefined
  }
  border.actionCommand = allowed
  border.ways['CodeAction.command'] = { __proto__: null, set: ({ real }, v) => {
    real.command = allowed(real.kind, border.inward(v, 'Command'))
  } }
  border.itemCommand = command => {
    if (command === undefined || command === null) return command
    const name = '' + command.command
    return permissions.mayFollow(name) ? { title: '' + command.title, command: name, arguments: command.arguments } : undefined
  }
  for (let i = 0; i < TAKEN.length; i++) border.ways[TAKEN[i] + '.command'] = { __proto__: null, set: ({ real }, v) => {
    real.command = border.itemCommand(border.inward(v, 'Command'))
  } }
  border.ways['CodeAction.kind'] = { __proto__: null, set: ({ real }, v) => {
    const kind = border.inward(v, 'CodeActionKind')
    real.command = allowed(kind, real.command)
    real.kind = kind
  } }
}

// acting registers what gives actions. VS Code takes the edit and the command of what an action becomes, and nothing else of it: both
// are said of the action that was asked about, with its kind.
function acting({ border }, real, key, member) {
  const register = border.functionSeen(real[key], callable(refOf(member)), real)
  return () => (selector, provider, ...rest) => {
    const { provideCodeActions: provide, resolveCodeAction: become } = provider
    const out = { provideCodeActions: (...args) => apply(provide, provider, args) }
    if (become !== undefined && become !== null) out.resolveCodeAction = (action, token) =>
      then(resolve(apply(become, provider, [action, token])), more => {
        if (more !== undefined && more !== null && more !== action) {
          const { command, edit } = more
          action.edit = edit
          action.command = command
        }
        return action
      })
    return register(selector, out, ...rest)
  }
}

module.exports = { __proto__: null, acting, actionCommands, isChosen }
