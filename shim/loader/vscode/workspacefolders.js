'use strict'

// Folders that the extension adds to the workspace (invariant 10). What a policy grants of the workspace it
// grants of every folder in it, so that a folder from elsewhere is added when the person at the editor says so; while
// everything is observed too, since it stays in the workspace afterwards.

const { append, apply, resolve, setHas, then } = require('../kernel/primordials.js')
const { surfaceOf } = require('./permissions.js')
const { shown } = require('./person/permissiontext.js')

// adding gives the function that changes the list of folders.
function adding({ addresses, api, border, fence, members, permissions }, real, key, member) {
  const entry = members[member]
  return () => (start, count, ...folders) => {
    const e = permissions.check(member, surfaceOf(entry), entry, [])
    if (e !== null) throw e
    const args = [+start, count === null || count === undefined ? count : +count]
    let paths = ''
    for (let i = 0; i < folders.length; i++) {
      const uri = addresses.made(folders[i].uri)
      const path = uri.scheme === 'file' ? addresses.fsPath(uri) : ''
      if (path !== '' ? !permissions.inWorkspace(path) : !setHas(permissions.schemes, uri.scheme)) {
        paths += (path === '' ? addresses.textOf(uri) : path) + '\n'
      }
      append(args, { uri: border.real(uri), name: typeof folders[i].name === 'string' ? folders[i].name : undefined })
    }
    if (paths === '') return apply(real[key], real, args)
    const question = 'Add a folder to the workspace, as ' + shown(fence.id, 80) + ' wants?'
    const detail = 'What it may do in the workspace it may do there too:\n' + shown(paths, 600)
    const asked = apply(api.window.showWarningMessage, api.window, [question, { modal: true, detail }, 'Add'])
    then(then(resolve(asked), v => { if (v === 'Add') apply(real[key], real, args) }), undefined, () => {})
    return true
  }
}

module.exports = { __proto__: null, adding }
