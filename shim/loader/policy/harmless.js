'use strict'

// Which programs, scripts and variables observation may grant by itself: the twin of
// harmless.go in the Go package policygen/observation. The forms of programs are a
// closed list in the table; what is not in it waits for consent.

const pattern = require('../../pattern/index.js')
const table = require('./table.json')
const { append, bareList, endsWith, slice, startsWith, toUpperCase } = require('../kernel/primordials.js')
const { compilePolicy, allows } = require('./policy.js')
const { access } = require('./access.js')
const { rootsOf, relativeUse } = require('./uses.js')

const { own: ownRoots, roots: rootNames, forms, systems, launchers, steering, harmlessCommands } = table

const contains = (list, text) => {
  for (let i = 0; i < list.length; i++) if (list[i] === text) return true
  return false
}

// steers reports a variable that decides what a tool runs or trusts.
function steers(name) {
  const upper = toUpperCase(name)
  for (let i = 0; i < steering.length; i++) {
    const s = steering[i]
    if (endsWith(s, '*') ? startsWith(upper, slice(s, 0, s.length - 1)) : upper === s) return true
  }
  return false
}

function isForm(form, name, args) {
  if (form.program !== name || args.length < form.words.length) return false
  for (let i = 0; i < args.length; i++) {
    if (i < form.words.length ? args[i] !== form.words[i] : !contains(form.flags, args[i])) return false
  }
  return true
}

// isHarmless reports a program by its bare name, or by its path where the system keeps
// its programs, with arguments of a form.
function isHarmless(use) {
  let name = use.program
  for (let i = 0; i < systems.length; i++) {
    if (!startsWith(name, systems[i])) continue
    name = slice(name, systems[i].length)
    break
  }
  for (let i = 0; i < forms.length; i++) if (isForm(forms[i], name, use.args)) return true
  return false
}

// scopeOf is where the roots of one run were.
function scopeOf(platform, roots) {
  const names = bareList()
  const values = bareList()
  for (let i = 0; i < rootNames.length; i++) {
    const list = []
    for (let j = 0; j < roots.length; j++) if (roots[j].name === rootNames[i]) append(list, roots[j].path)
    if (list.length === 0) continue
    names[names.length] = rootNames[i]
    values[values.length] = list
  }
  return pattern.createScope(platform, names, values)
}

// createChange returns the function that says what an extension, or whoever made its
// workspace, can change.
function createChange(records, document, platform) {
  const policy = compilePolicy(platform, document, table.places)
  const wrote = []
  let at = []
  for (let i = 0; i < records.length; i++) {
    const r = records[i]
    if (r.e === 'roots') at = rootsOf(r.roots)
    if (r.e !== 'use' || (r.section !== 'files.write' && (r.section !== 'vscode' || r.name !== 'files.write'))) continue
    append(wrote, relativeUse(r, at).path)
  }

  // change reports a file that the policy lets the extension write, that it wrote or
  // moved while it was observed, or that lies in the workspace or in a folder of the
  // extension's other than the one that is given.
  function change(use, roots, own) {
    const { path } = use
    if (startsWith(path, '${workspace}')) return true
    for (let i = 0; i < ownRoots.length; i++) if (ownRoots[i] !== own && startsWith(path, '${' + ownRoots[i] + '}')) return true
    for (let i = 0; i < wrote.length; i++) if (path === wrote[i] || startsWith(path, wrote[i] + '/')) return true
    if (policy === null) return true
    const scope = scopeOf(platform, roots)
    return allows(policy, scope, true, access({ section: 'files.write', path: use.at })) ||
      allows(policy, scope, true, access({ section: 'vscode', name: 'files.write', path: use.at }))
  }
  return change
}

// waits is the name of the reason why a use is not granted by itself although it
// answers an open question and the code names it, or ''.
function waits(use, roots, change) {
  switch (use.section) {
    case 'processes': return isHarmless(use) ? '' : 'program'
    // A file elsewhere may be another program's to write, which no log tells.
    case 'code': return use.path !== '' && (!startsWith(use.path, '${extension}/') || change(use, roots, 'extension')) ? 'writable' : ''
    case 'env.read': return steers(use.text) ? 'steers' : ''
    case 'vscode':
      if (contains(launchers, use.name)) return 'launcher'
      if (use.name === 'settings.write') return 'setting'
      return use.name === 'command' && !contains(harmlessCommands, use.text) ? 'command' : ''
  }
  return ''
}

module.exports = { __proto__: null, createChange, waits, steers, scopeOf }
