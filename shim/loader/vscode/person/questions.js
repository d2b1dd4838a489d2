'use strict'

// What the person is asked: whether the extension may run with its permissions, and which of those that an
// observation found it gets. Nothing here decides by itself.

const { append, isArray, resolve, slice, then } = require('../../kernel/primordials.js')
const { permissions, line, shown } = require('./permissiontext.js')

// A label holds so much, and its whole text no more than a program with its arguments takes.
const MOST = 200
const WHOLE = 8000

// quietly keeps what fails here from whoever called.
const quietly = f => {
  try {
    return f()
  } catch {
    return undefined
  }
}

// wholeOf says what one thing that waits is about.
const wholeOf = ({ section, name, entry }) => section + ': ' + (section === 'modules' ? name + '.' : '') + line(section, entry)

// offered lists what a person may choose of what waits; of the rest it writes why not.
function offered(waiting, write) {
  const items = []
  for (let i = 0; i < waiting.length; i++) {
    const { section, entry, reason, sensitive } = waiting[i]
    if (sensitive) {
      write('not offered: ' + section + ' ' + shown(line(section, entry), 200) +
        ' lies in a sensitive place; only an override in the policy opens it')
      continue
    }
    const whole = wholeOf(waiting[i])
    const item = { label: shown(whole, MOST), description: reason, index: i }
    // Nobody consents to what is not shown.
    if (whole.length > MOST) {
      item.detail = '…' + shown(slice(whole, MOST), WHOLE)
      write('waits: ' + shown(whole, WHOLE))
    }
    append(items, item)
  }
  return items
}

// createQuestions gives what asks, of the editor's window, the extension's name and what writes a line for the person.
function createQuestions(window, name, write) {
  // question asks before the extension runs for the first time; it answers true
  // when the person allowed it.
  function question(document) {
    const list = permissions(document)
    let detail = ''
    for (let i = 0; i < list.length && i < 60; i++) detail += list[i] + '\n'
    return then(resolve(window.showWarningMessage('Allow ' + name + ' to run with these permissions?', { modal: true, detail }, 'Allow')),
      v => v === 'Allow')
  }

  // review lets the person choose from what waits for consent. What lies in a
  // sensitive place is named and cannot be chosen. A notification and a list of choices are answered by commands of the
  // editor's that any extension may run: what was chosen counts when a message of the editor's that no extension can answer
  // was answered too.
  function review(waiting, taken) {
    const items = offered(waiting, write)
    if (items.length === 0) return
    const title = 'ringfence: allow ' + name + ' these as well'
    const asked = window.showQuickPick(items, { canPickMany: true, title, placeHolder: 'What was observed and is not in the policy' })
    then(resolve(asked), chosen => {
      const out = []
      if (isArray(chosen)) for (let i = 0; i < chosen.length; i++) append(out, waiting[chosen[i].index])
      if (out.length > 0) quietly(() => confirm(out, taken))
    }, () => {})
  }

  // confirm asks once more for all that was chosen, each in whole.
  function confirm(chosen, taken) {
    let detail = ''
    for (let i = 0; i < chosen.length; i++) detail += shown(wholeOf(chosen[i]), WHOLE) + '\n'
    then(resolve(window.showWarningMessage('ringfence: allow ' + name + ' these as well?', { modal: true, detail }, 'Allow')),
      v => { if (v === 'Allow') quietly(() => taken(chosen)) }, () => {})
  }

  // announce tells that the observation is over, and what waits.
  function announce(waiting, taken) {
    const more = waiting.length === 0 ? '' : ' ' + waiting.length + ' things it did wait for your consent.'
    const said = waiting.length === 0 ? window.showInformationMessage('ringfence: the policy of ' + name + ' is enforced from now on.')
      : window.showInformationMessage('ringfence: the policy of ' + name + ' is enforced from now on.' + more, 'Review')
    then(resolve(said), v => { if (v === 'Review') quietly(() => review(waiting, taken)) }, () => {})
  }
  return { __proto__: null, question, announce }
}

module.exports = { __proto__: null, createQuestions, quietly }
