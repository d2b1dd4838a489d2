'use strict'

// What the editor may fix by itself (invariant 9). Where a person has it fix files as they are saved, it runs the command of an
// action whose kind is a source action, and nobody clicks. Such an action has a command that the extension may run by itself, or
// none. What VS Code reads of an action's kind is read once.

const { startsWith } = require('../kernel/primordials.js')

const SOURCE = 'source'

// isSource reports a kind, as VS Code has it, of actions that the editor runs by itself. What is no kind of VS Code's own may say
// something else the next time.
function isSource(api, kind) {
  if (kind === undefined || kind === null) return false
  if (!(kind instanceof api.CodeActionKind)) return true
  return kind.value === SOURCE || startsWith('' + kind.value, SOURCE + '.')
}

// actionCommands makes both members of an action ask: those of VS Code's class as they are set, those of another object as VS
// Code reads them (extensionviews.js).
function actionCommands(editor) {
  const { api, border, permissions } = editor
  // allowed gives the command of an action, as VS Code gets it.
  const allowed = (kind, command) => {
    if (command === undefined || command === null || !isSource(api, kind)) return command
    const name = '' + command.command
    return permissions.mayRun(name) ? { title: '' + command.title, command: name, arguments: command.arguments } : undefined
  }
  border.actionCommand = allowed
  border.ways['CodeAction.command'] = { __proto__: null, set: ({ real }, v) => {
    real.command = allowed(real.kind, border.inward(v, 'Command'))
  } }
  border.ways['CodeAction.kind'] = { __proto__: null, set: ({ real }, v) => {
    const kind = border.inward(v, 'CodeActionKind')
    real.command = allowed(kind, real.command)
    real.kind = kind
  } }
}

module.exports = { __proto__: null, actionCommands, isSource }
