'use strict'

// What the person has open, and how the editor shows it (invariants 10 and 13). Without a grant of documents an extension sees the tabs
// of what it may know of: files of the workspace, what it may read or had shown itself, its own pages and addresses. A tab
// says by its title what it is of, so that others are not there.

const { append, isIn, setHas, slice, startsWith } = require('../kernel/primordials.js')
const { access } = require('../policy/access.js')
const { tell } = require('../policy/fence.js')
const { allows, isSensitive } = require('../policy/policy.js')
const { inFolder } = require('./webviews.js')
const { anyMember } = require('./types.js')

// What a tab is of, by what its input has. One of another kind (a page of the editor's, a neighbour's) says nothing of itself.
const ADDRESSES = ['uri', 'original', 'modified']
// What VS Code puts before the kind of a page.
const PAGES = 'mainThreadWebview-'
// Lists of tabs and of groups, and one of either.
const LISTS = [['TabGroup', 'tabs'], ['TabChangeEvent', 'opened'], ['TabChangeEvent', 'closed'], ['TabChangeEvent', 'changed']]
const OPTIONS = ['tabSize', 'indentSize', 'insertSpaces', 'cursorStyle', 'lineNumbers']

// createKnown gives what says whether the extension may know that something is there, by its address. Nobody is told.
function createKnown({ addresses, api, border, permissions, fence }) {
  const may = fields => fence.policy !== null && allows(fence.policy, fence.scope, fence.trusted, access(fields))
  return uri => {
    const { scheme } = uri
    if (scheme === 'untitled' || setHas(border.named, border.addressOf(uri))) return true
    if (scheme !== 'file') return setHas(permissions.schemes, scheme) || isIn(permissions.pages, scheme) || inFolder(api, uri)
    const path = addresses.fsPath(uri)
    const at = permissions.onDisk(path)
    if (at === null) return false
    const { canonical } = at
    return (permissions.inWorkspace(path) && fence.policy !== null && !isSensitive(fence.policy, fence.scope, canonical)) ||
      may({ section: 'files.read', path: canonical }) || may({ section: 'vscode', name: 'files.read', path: canonical })
  }
}

// opened says how tabs are handed out, and who changes how the editor shows what it shows.
function opened(editor) {
  const { api, border, fence, permissions } = editor
  const isKnown = createKnown(editor)
  const all = () => fence.observe || permissions.whole('documents')
  const isSeen = ({ input }) => {
    if (input === null || typeof input !== 'object') return false
    const { viewType } = input
    let any = false
    for (let i = 0; i < ADDRESSES.length; i++) {
      const { [ADDRESSES[i]]: uri } = input
      if (uri === undefined) continue
      if (!isKnown(uri)) return false
      any = true
    }
    if (any || typeof viewType !== 'string') return any
    return startsWith(viewType, PAGES) && permissions.whole('webview', slice(viewType, PAGES.length))
  }
  for (let i = 0; i < LISTS.length; i++) {
    const { 0: type, 1: key } = LISTS[i]
    border.ways[type + '.' + key] = { __proto__: null, get: ({ real }) => {
      const { [key]: list } = real
      if (all()) return border.outward(list, anyMember([type], key))
      const out = []
      for (let j = 0; j < list.length; j++) if (isSeen(list[j])) append(out, list[j])
      return border.outward(out, anyMember([type], key))
    } }
  }
  border.ways['TabGroup.activeTab'] = { __proto__: null, get: ({ real }) => {
    const { activeTab: tab } = real
    return tab === undefined || all() || isSeen(tab) ? border.outward(tab, 'Tab') : undefined
  } }
  // How an editor shows a document belongs to whoever looks at it: an extension says it of what it may know.
  const changes = shown => {
    if (all() || (shown !== undefined && isKnown(shown.document.uri))) return true
    tell(fence, 'RF_DENIED_VSCODE', 'how an editor shows a document')
    return false
  }
  border.ways['TextEditor.options'] = { __proto__: null, get: ({ real }) => border.outward(real.options, 'TextEditorOptions'),
    set: ({ real }, v) => { if (changes(real)) real.options = border.inward(v, 'TextEditorOptions') } }
  const shownWith = options => {
    const { visibleTextEditors: list } = api.window
    for (let i = 0; i < list.length; i++) if (list[i].options === options) return list[i]
    return undefined
  }
  for (let i = 0; i < OPTIONS.length; i++) border.ways['TextEditorOptions.' + OPTIONS[i]] = { __proto__: null, set: ({ real }, v) => {
    if (changes(shownWith(real))) real[OPTIONS[i]] = border.inward(v, 0)
  } }
}

module.exports = { __proto__: null, opened }
