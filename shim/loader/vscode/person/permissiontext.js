'use strict'

// A policy in words, for the person in front of the editor. What a stranger wrote
// is bounded and made harmless to show: notifications turn brackets into links.

const { append, codeAt, isArray, ownKeys, slice } = require('../../kernel/primordials.js')

const { sections } = require('../../policy/table.json')

// shown makes text fit for a message: one line, no links, bounded.
function shown(text, most) {
  let out = ''
  for (let i = 0; i < text.length && out.length < most; i++) {
    const c = codeAt(text, i)
    const control = c < 32 || (c >= 127 && c < 160) || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
      (c >= 0x2066 && c <= 0x2069) || c === 0xfeff
    if (control) out += ' '
    else if (c === 91 || c === 93) out += c === 91 ? '⟦' : '⟧'
    else out += text[i]
  }
  return text.length > most ? out + '…' : out
}

// line says what one entry of a section is about.
function line(section, entry) {
  if (typeof entry === 'string') return entry
  let text = ''
  if (section === 'processes') {
    if (entry.shell !== undefined) text = 'in a shell: ' + entry.shell
    else {
      text = entry.command
      for (let i = 0; isArray(entry.args) && i < entry.args.length; i++) text += ' ' + entry.args[i]
    }
  } else {
    const keys = ['path', 'address', 'name', 'surface', 'code', 'function']
    for (let i = 0; i < keys.length; i++) {
      if (entry[keys[i]] === undefined || (keys[i] === 'path' && entry.code !== undefined)) continue
      text = '' + entry[keys[i]]
      break
    }
    const about = entry.resource !== undefined ? entry.resource : entry.code !== undefined ? entry.path : undefined
    if (about !== undefined) text += ': ' + about
  }
  return entry.trustedOnly === true ? text + ' (only in a trusted workspace)' : text
}

// permissions gives the lines that say what a policy grants.
function permissions(document) {
  const out = []
  if (document === null || typeof document !== 'object') return ['nothing: the policy cannot be read']
  for (let i = 0; i < sections.length; i++) {
    const { name, title } = sections[i]
    const list = document[name]
    if (!isArray(list) || list.length === 0) {
      append(out, title + ': nothing')
      continue
    }
    append(out, title + ':')
    for (let j = 0; j < list.length; j++) append(out, '  ' + shown(line(name, list[j]), 200))
  }
  const modules = document.modules === undefined || document.modules === null ? [] : ownKeys(document.modules)
  append(out, modules.length === 0 ? 'may load: no module of Node' : 'may load, of Node:')
  for (let i = 0; i < modules.length; i++) {
    let text = '  ' + modules[i] + ':'
    const list = document.modules[modules[i]]
    for (let j = 0; isArray(list) && j < list.length; j++) text += ' ' + (line('modules', list[j]) || '(only loads)')
    append(out, shown(text, 400))
  }
  return out
}

// subject says what a record of the log is about.
function subject(r) {
  switch (r.section) {
    case 'modules': return r.text === undefined ? 'the module ' + r.name : r.name + '.' + r.text
    case 'files.read': return 'reading ' + r.path
    case 'files.write': return 'writing ' + r.path
    case 'network.connect': return 'connecting to ' + r.address
    case 'network.listen': return 'accepting connections at ' + r.address
    case 'env.read': return 'the variable ' + r.text
    case 'processes': {
      if (r.program === undefined) return 'running in a shell: ' + r.text
      let text = 'running ' + r.program
      for (let i = 0; isArray(r.args) && i < r.args.length; i++) text += ' ' + r.args[i]
      return text
    }
    case 'code': return 'code: ' + r.name + (r.path === undefined ? '' : ' ' + r.path)
    case 'vscode': return "the editor's " + r.name + (r.text === undefined ? '' : ' ' + r.text) + (r.path === undefined ? '' : ' ' + r.path)
  }
  return slice('' + (r.text === undefined ? r.code : r.text), 0, 200)
}

module.exports = { __proto__: null, permissions, subject, line, shown }
