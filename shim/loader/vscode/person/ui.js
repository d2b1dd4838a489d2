'use strict'

// What the person in front of the editor sees: an output channel with every
// denial, its code, its place and the line that would allow it; a status item once
// there is something to say; a command that shows the permissions in words, and the
// last denials, as a page that cannot be edited; and questions, where the loader
// waits for consent. Nothing here decides by itself,
// and nothing of it can end the host.

const { statSync } = require('node:fs')
const { append, apply, defineProperty, now, resolve, slice, then } = require('../../kernel/primordials.js')
const { createLooks } = require('./looks.js')
const { createMenu } = require('./menu.js')
const { permissions, subject, shown } = require('./permissiontext.js')
const { createQuestions, quietly } = require('./questions.js')

/** @typedef {import('../../policy/fence.js').Fence} Fence */

const MAX_LINES = 2000
const DAY = 24 * 60 * 60 * 1000
const MAX_KEPT = 200
// Denials that programs provoke all day long are listed, and interrupt nobody.
const LOUD = { __proto__: null, 'files.read': 1, 'files.write': 1, 'network.connect': 1, 'network.listen': 1,
  processes: 1, vscode: 1, code: 1 }

// page is what the command shows: how the extension runs, what it may do and what it was denied.
/** @param {Fence} fence */
function page(fence, about, name, ui) {
  let text = name + ' ' + about.version + '\n\n'
  if (fence.off) text += 'Its fence is switched off until the editor is started again: nothing is denied.'
  else text += fence.observe ? 'It is observed: nothing is denied yet but what would last longer' +
    (about.left() === '' ? '.' : ' (' + about.left() + ').')
    : 'Its policy is enforced.'
  if (fence.config.browser === 'unfenced') text += '\nIts browser entry, which VS Code for the Web runs, is not fenced.'
  if (fence.config.browser === 'drop') text += '\nIts browser entry was taken out: it does not run in VS Code for the Web.'
  text += loaderText(fence)
  text += '\nLevel ' + fence.reached + '. The workspace is ' + (fence.trusted ? '' : 'not ') + 'trusted.'
  text += '\nWhat is written down stays on this machine, in ' + fence.log.state.file + '\n\n'
  const list = permissions(about.document())
  for (let i = 0; i < list.length; i++) text += list[i] + '\n'
  text += '\ndenied in this session: ' + (ui.denied === 0 ? 'nothing' : ui.denied) + '\n'
  for (let i = 0; i < ui.kept.length; i++) text += ui.kept[i] + '\n'
  return text
}

// loaderText says which loader this is, and since when it lies there.
/** @param {Fence} fence */
function loaderText(fence) {
  const { loader } = fence.config
  if (loader === undefined || loader === null) return ''
  let since = ''
  try {
    const days = (now() - statSync(fence.loaderFile).mtimeMs) / DAY
    since = ', in place for ' + (days < 1 ? 'less than a day' : (days - days % 1) + ' days')
  } catch {
    // Nobody knows since when.
  }
  return '\nIts loader is ' + slice('' + loader.sha256, 0, 12) + since + '; ringfence wrap --refresh brings a newer one.'
}

// denialText is what the channel says of a denial.
const denialText = r => 'denied [' + r.code + '] ' + shown(subject(r), 400) +
  (r.place === undefined ? '' : '\n    at ' + shown(r.place, 200)) + '\n    would be allowed by  ' + shown(r.allow, 300) +
  (r.trusted === false ? '\n    (the workspace is not trusted)' : '')

/** @param {Fence} fence */
function createUI(fence, api, about) {
  const ui = { __proto__: null, denied: 0, warned: false, channel: null, item: null, disposables: [], lines: 0, state: '', kept: [],
    provides: false, shown: 0 }
  const name = shown(about.title, 80)
  const { window, commands, Uri } = api
  const { lost, menu } = createMenu(fence, window, about, name, () => show())
  const from = Uri === undefined ? undefined : Uri.from

  function channel() {
    if (ui.channel === null) {
      ui.channel = window.createOutputChannel('ringfence: ' + name)
      append(ui.disposables, ui.channel)
    }
    return ui.channel
  }

  function write(text) {
    if (ui.lines++ < MAX_LINES) channel().appendLine(text)
    else if (ui.lines === MAX_LINES + 1) channel().appendLine('… more is in ' + fence.log.state.file)
  }

  // status says in a few words how the extension runs; '' hides the item.
  function status() {
    const parts = []
    if (ui.state !== '') append(parts, ui.state)
    if (ui.denied > 0) append(parts, ui.denied + ' denied')
    if (parts.length === 0) return
    let text = parts[0]
    for (let i = 1; i < parts.length; i++) text += ', ' + parts[i]
    if (ui.item === null) {
      ui.item = window.createStatusBarItem('ringfence', 2, -1000)
      ui.item.name = 'ringfence: ' + name
      ui.item.command = about.menu
      append(ui.disposables, ui.item)
    }
    ui.item.text = '$(shield) ' + name + ': ' + text
    ui.item.tooltip = 'ringfence: what ' + name + ' may do, what it was denied, and a way to switch its fence off.'
    ui.item.show()
  }

  function show() {
    const scheme = 'ringfence.' + fence.id
    if (!ui.provides) {
      ui.provides = true
      append(ui.disposables,
        api.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent: () => page(fence, about, name, ui) }))
    }
    const uri = apply(from, Uri, [{ scheme, path: '/permissions ' + (++ui.shown) + '.txt' }])
    return then(resolve(api.workspace.openTextDocument(uri)), d => window.showTextDocument(d, { preview: true }))
  }

  // warn tells the person one thing, with a way to the rest.
  function warn(text) {
    const said = window.showWarningMessage('ringfence: ' + name + text, 'Show details')
    then(resolve(said), v => { if (v === 'Show details') quietly(show) }, () => {})
  }

  const looked = createLooks(fence, text => warn(text))
  const { question, announce } = createQuestions(window, name, write)

  // heard is told every new record of the log.
  function heard(r) {
    if (r.e === 'denied' && r.look === true) {
      const text = denialText(r)
      if (ui.kept.length < MAX_KEPT) append(ui.kept, text)
      quietly(() => write(text))
      quietly(() => looked(r))
    } else if (r.e === 'denied') {
      ui.denied++
      const text = denialText(r)
      if (ui.kept.length < MAX_KEPT) append(ui.kept, text)
      status()
      quietly(() => write(text))
      if (!ui.warned && LOUD[r.section] === 1) {
        ui.warned = true
        warn(' was denied ' + shown(subject(r), 160) + ' (' + r.code + '). Its policy does not allow it.')
      }
    } else if (r.e === 'full') {
      write('The log is full: what else this session does for the first time is not written down.')
    } else if (r.e === 'failure') {
      write('failure [' + r.code + '] ' + shown('' + (r.text === undefined ? '' : r.text), 300))
    }
  }

  fence.log.state.listener = r => quietly(() => heard(r))
  quietly(() => append(ui.disposables, commands.registerCommand(about.command, () => quietly(show))))
  quietly(() => append(ui.disposables, commands.registerCommand(about.menu, () => quietly(menu))))
  const out = { __proto__: null }
  const give = (key, value) => defineProperty(out, key, { __proto__: null, value })
  give('question', question)
  give('lost', again => quietly(() => lost(again)))
  give('announce', (waiting, taken) => quietly(() => announce(waiting, taken)))
  give('status', text => quietly(() => { ui.state = text; status() }))
  give('dispose', () => {
    fence.log.state.listener = null
    for (let i = 0; i < ui.disposables.length; i++) quietly(() => apply(ui.disposables[i].dispose, ui.disposables[i], []))
  })
  return out
}

module.exports = { __proto__: null, createUI }
