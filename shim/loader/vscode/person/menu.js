'use strict'

// What the person in front of the editor may do about a fence: see what it holds, observe the extension
// again, switch the fence off until the editor restarts. What takes a fence away is asked once more, in
// a message of the editor's that no extension can answer.

const { append, resolve, then } = require('../../kernel/primordials.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const SHOW = 'Show what it may do'
const AGAIN = 'Observe it again'
const OFF = 'Switch its fence off until the editor restarts'

// createMenu gives menu(), which offers it all, and lost(again), which tells that what was decided is
// not known any more. show shows the permissions; about.again and about.off do what was chosen.
/** @param {Fence} fence */
function createMenu(fence, window, about, name, show) {
  // menu offers what a person may do about the fence.
  function menu() {
    const items = [{ label: SHOW, description: 'and what it was denied' }]
    if (about.again !== undefined && !fence.off) {
      append(items, { label: AGAIN, description: 'little is denied meanwhile; what was decided before is forgotten' })
    }
    if (!fence.off) append(items, { label: OFF, description: 'nothing is denied until then' })
    return then(resolve(window.showQuickPick(items, { title: 'ringfence: ' + name })), chosen => {
      const label = chosen === undefined || chosen === null ? '' : chosen.label
      return label === SHOW ? show() : label === AGAIN ? anew(about.again) : label === OFF ? off() : undefined
    })
  }

  // off asks before the fence is switched off.
  function off() {
    const detail = 'Until the editor is started again it runs with all the rights of your account, as it would without ringfence.'
    return then(resolve(window.showWarningMessage('Switch the fence of ' + name + ' off?', { modal: true, detail }, 'Switch it off')),
      v => { if (v === 'Switch it off') about.off() })
  }

  // lost tells that what was decided is not known any more, and begins anew for a person who wants that.
  function lost(again) {
    const said = window.showWarningMessage('ringfence: what was observed of ' + name +
      ' is lost. Its policy is enforced, and nothing beyond it is allowed.', 'Observe it again')
    then(then(resolve(said), v => (v === 'Observe it again' ? anew(again) : undefined)), undefined, () => {})
  }

  // anew asks before everything is allowed once more.
  function anew(again) {
    const detail = 'While it is observed nothing is denied to it but what would last longer. ' +
      'What was decided and accepted before is forgotten.'
    return then(resolve(window.showWarningMessage('Observe ' + name + ' again?', { modal: true, detail }, 'Observe it again')),
      v => (v !== 'Observe it again' ? undefined : then(again(), () => {
        window.showInformationMessage('ringfence: ' + name + ' is observed from the next start of the editor on.')
      })))
  }
  return { __proto__: null, lost, menu }
}

module.exports = { __proto__: null, createMenu }
