'use strict'

// Rules for a language (invariant 10): VS Code inserts what they name while the person types. For a
// language that the extension's own manifest contributes, and no other's, they are its own; for every other they may
// name marks, and no words.

const { append, getPrototypeOf, isArray, isIn, ownKeys, toLowerCase } = require('../kernel/primordials.js')
const { coded } = require('../kernel/errors.js')
const { activated } = require('./named/commandnames.js')
const { refOf, wrap } = require('./members.js')
const { callable } = require('./types.js')

const { RegExp } = globalThis
const RegExpPrototype = RegExp.prototype
const MAX_MARK = 12
const MAX_DEPTH = 6
// Marks begin and end comments, strings and blocks, each by itself or with white space between: none of them makes a line of a program
// of its own. Letters would not do: a shell runs the file that "./_" names, and the first of a folder by ". *".
const MARKS = ('/* */ /** **/ /*! /*: /*/ * ** *** // /// //// //! //: //- //# # ## ### #! #: #; #- #= =# #| |# - -- --- --! --[[ ' +
  ']]-- --]] [[ ]] {- -} {-- --} (* *) (** **) <!-- --> <%-- --%> <%# <% %> <%= <? ?> <?= % %% %%% %{ %} {% %} {%- -%} {{ }} {{- -}} ' +
  '{{!-- --}} {# #} @* *@ ; ;; ;;; ;;;; ! !! : :: = == === => -> < > << >> <> </ /> ( ) [ ] { } () [] {} " "" ' +
  '""" ^ + ++ +++ , \\ $( ${ #{ $$ _ __ ' +
  "~~ ~~~ | ' '' ''' \x60 \x60\x60 \x60\x60\x60").split(' ')
// Languages that are the editor's own, and stand in no manifest.
const EDITORS = ['plaintext', 'code-text-binary', 'scminput', 'log', 'output', 'comment-input', 'chat-input']
// Of a rule these are words that VS Code compares, and never inserts. Every other text counts as inserted.
const COMPARED = ['notIn']
// What a manifest contributes for a language, and what the language is called there.
const FOR_LANGUAGES = [['grammars', 'language'], ['snippets', 'language'], ['breakpoints', 'language'], ['notebooks', 'type']]

const isMark = text => {
  if (text.length > MAX_MARK) return false
  let mark = ''
  for (let i = 0; i <= text.length; i++) {
    if (i < text.length && text[i] !== ' ' && text[i] !== '\t') {
      mark += text[i]
      continue
    }
    if (mark !== '' && !isIn(MARKS, mark)) return false
    mark = ''
  }
  return true
}

// marksOnly reports rules that insert marks only.
function marksOnly(v) {
  if (typeof v === 'string') return isMark(v)
  if (v === null || typeof v !== 'object' || getPrototypeOf(v) === RegExpPrototype) return true
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] !== 'string' || (isArray(v) && keys[i] === 'length') || isIn(COMPARED, keys[i])) continue
    if (!marksOnly(v[keys[i]])) return false
  }
  return true
}

// plainOf reads rules once: what was looked at is what VS Code gets. A function among them would say later what
// the text is, and is left out.
function plainOf(v, depth) {
  if (typeof v === 'function' || typeof v === 'symbol' || depth > MAX_DEPTH) return undefined
  if (v === null || typeof v !== 'object') return v
  if (getPrototypeOf(v) === RegExpPrototype) return new RegExp(v)
  const out = isArray(v) ? [] : {}
  const keys = ownKeys(v)
  for (let i = 0; i < keys.length; i++) {
    if (typeof keys[i] === 'string' && !(isArray(v) && keys[i] === 'length')) out[keys[i]] = plainOf(v[keys[i]], depth + 1)
  }
  return out
}

// contributes reports a language of the manifest's.
function contributes(manifest, language) {
  const list = manifest !== undefined && manifest !== null && manifest.contributes ? manifest.contributes.languages : undefined
  for (let i = 0; isArray(list) && i < list.length; i++) {
    if (list[i] !== null && typeof list[i] === 'object' && list[i].id === language) return true
  }
  return false
}

// isNamedLanguage reports a language that a manifest names: by contributing something for it, or by waiting for it.
function isNamedLanguage(manifest, language) {
  if (typeof language !== 'string' || manifest === undefined || manifest === null) return false
  if (contributes(manifest, language) || isIn(activated(manifest, 'onLanguage:'), language)) return true
  const { contributes: given } = manifest
  if (given === undefined || given === null) return false
  for (let i = 0; i < FOR_LANGUAGES.length; i++) {
    const { 0: point, 1: key } = FOR_LANGUAGES[i]
    const { [point]: list } = given
    for (let j = 0; isArray(list) && j < list.length; j++) {
      if (list[j] !== null && typeof list[j] === 'object' && list[j][key] === language) return true
    }
  }
  return false
}

// ruling gives the function that sets the rules of a language.
function ruling(editor, real, key, member) {
  const { border, permissions } = editor
  return () => (language, rules) => {
    const name = '' + language
    const plain = plainOf(rules, 0)
    if (!isOwn(editor, name) && !marksOnly(plain) && !permissions.asks('documents')) {
      throw coded('RF_DENIED_VSCODE', 'vscode.' + member + " '" + name + "': rules that insert words, for a language that " +
        'package.json does not contribute, need documents, which the policy does not grant')
    }
    return border.call(real[key], real, [name, plain], refOf(member))
  }
}

// isOwn reports a language that the manifest contributes, and no other's, and that is none of the editor's.
function isOwn(editor, language) {
  const { names } = editor
  return !isIn(EDITORS, toLowerCase(language)) && contributes(editor.manifest(), language) && !names.isShared('languages', 'id', language)
}

// formatting registers what formats documents: VS Code asks it as they are saved. For its own languages alone the extension is
// asked for nothing.
function formatting(editor, real, key, member) {
  const { border, members } = editor
  const free = border.functionSeen(real[key], callable(refOf(member)), real)
  const asked = wrap(editor, member, real[key], real, members[member])
  return () => (selector, ...rest) => {
    const list = isArray(selector) ? selector : [selector]
    const read = []
    let own = list.length > 0
    for (let i = 0; i < list.length && own; i++) {
      const filter = list[i]
      const language = typeof filter === 'string' || filter === null || typeof filter !== 'object' ? filter : filter.language
      own = typeof language === 'string' && isOwn(editor, language)
      // What was read is what VS Code gets.
      append(read, typeof filter === 'string' || !own ? language : { ...plainOf(filter, 0), language })
    }
    return own ? free(read, ...rest) : asked(selector, ...rest)
  }
}

module.exports = { __proto__: null, formatting, isNamedLanguage, ruling }
