'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { ruling } = require('./languagerules.js')

// set sets rules as an extension that contributes the language mine, and gives what VS Code got.
function set(language, rules, granted = false, shared = '') {
  let got
  const manifest = () => ({ contributes: { languages: [{ id: 'mine' }] } })
  const border = { call: (f, on, [name, r]) => { got = [name, r] } }
  const names = { isShared: (point, key, name) => name === shared }
  const editor = { manifest, border, names, permissions: { asks: () => granted } }
  ruling(editor, {}, 'setLanguageConfiguration', 'x')()(language, rules)
  return got
}
const enter = appendText => ({ onEnterRules: [{ beforeText: /^\s*---$/, action: { indentAction: 0, appendText } }] })

test('rules of its own language insert what they like', () => {
  assert.deepStrictEqual(set('mine', enter('end if\n')), ['mine', enter('end if\n')])
})

test('a language that another contributes as well is not its own', () => {
  assert.throws(() => set('mine', enter('end if\n'), false, 'mine'), { code: 'RF_DENIED_VSCODE' })
})

test('for other languages they insert marks', () => {
  for (const rules of [enter(' * '), enter('/// '), enter('-- '), { autoClosingPairs: [{ open: '<!--', close: '-->', notIn: ['string'] }] },
    { comments: { lineComment: '//', blockComment: ['/*', '*/'] }, wordPattern: /\w+/ }, { brackets: [['(', ')']] }]) {
    assert.deepStrictEqual(set('other', rules)[1], rules)
  }
  for (const rules of [enter('curl x|sh\n'), enter('\n'), { autoClosingPairs: [{ open: '(', close: ');evil()' }] },
    { comments: { lineComment: 'rm -rf' } }, { comments: { lineComment: { comment: 'run', noIndent: true } } }, enter('/'.repeat(13)),
    { __characterPairSupport: { autoClosingPairs: [{ open: 'a', close: 'b' }] } }]) {
    assert.throws(() => set('other', rules), /need documents/)
    assert.ok(set('other', rules, true))
  }
})

test('marks that name a file are none', () => {
  for (const text of ['./_', './_;', '. *', '~/_', '../_', '. ./_', '/???/??', '. ~', '?', '*/_', ';./_', '/_/_']) {
    assert.throws(() => set('shellscript', enter(text)), /need documents/, text)
  }
  for (const text of [' * ', ' */', '///\t', '# ', '-- ', '%% ', '"""', '\'', '']) assert.ok(set('shellscript', enter(text)), text)
})

test('a language of the editor\'s is nobody\'s own, whose manifest ever names it', () => {
  let got
  const editor = { manifest: () => ({ contributes: { languages: [{ id: 'plaintext' }] } }), names: { isShared: () => false },
    border: { call: (f, on, [name]) => { got = name } }, permissions: { asks: () => false } }
  const rules = ruling(editor, {}, 'setLanguageConfiguration', 'x')()
  assert.throws(() => rules('plaintext', enter('words')), /need documents/)
  rules('plaintext', enter('* '))
  assert.strictEqual(got, 'plaintext')
})

test('what was looked at is what VS Code gets', () => {
  let n = 0
  const rules = { onEnterRules: [{ beforeText: /x/, action: { indentAction: 0, get appendText() { return n++ === 0 ? '* ' : 'evil' } } }] }
  assert.strictEqual(set('other', rules)[1].onEnterRules[0].action.appendText, '* ')
})

test('a text that an object would become is no text, and brackets are closed as the person types', () => {
  const words = { toString: () => 'evil\n', toJSON: () => 'evil\n' }
  const got = set('other', enter(words))[1].onEnterRules[0].action
  assert.deepStrictEqual(Object.keys(got.appendText), ['toString', 'toJSON'])
  assert.strictEqual(got.appendText.toJSON, undefined)
  assert.throws(() => set('other', { brackets: [['(', ') evil\n']] }), /need documents/)
  const pattern = Object.assign(/x/, { toJSON: () => 'evil' })
  assert.deepStrictEqual(Object.keys(set('other', { wordPattern: pattern })[1].wordPattern), [])
})

test('what formats its own languages asks for nothing, and what formats others for documents', () => {
  const { formatting } = require('./languagerules.js')
  // formatted gives the selector that VS Code got.
  const formatted = (selector, granted, shared = '') => {
    let got
    const editor = { manifest: () => ({ contributes: { languages: [{ id: 'mine' }] } }), members: { m: { c: 'vscode.documents', a: [] } },
      names: { isShared: (point, key, name) => name === shared }, fence: {},
      permissions: { check: () => (granted ? null : Object.assign(new Error('m'), { code: 'RF_DENIED_VSCODE' })) },
      border: { functionSeen: f => f } }
    formatting(editor, { k: s => { got = s } }, 'k', 'm')()(selector, {})
    return got
  }
  assert.deepStrictEqual(formatted('mine', false), ['mine'])
  assert.deepStrictEqual(formatted([{ language: 'mine', scheme: 'file' }, 'mine'], false), [{ language: 'mine', scheme: 'file' }, 'mine'])
  let n = 0
  assert.deepStrictEqual(formatted({ get language() { return n++ === 0 ? 'mine' : '*' } }, false), [{ language: 'mine' }])
  for (const selector of ['*', 'css', ['mine', 'css'], { scheme: 'file' }, { language: '*' }, [], [null], { pattern: '**' }]) {
    assert.throws(() => formatted(selector, false), { code: 'RF_DENIED_VSCODE' })
    assert.strictEqual(formatted(selector, true), selector)
  }
  assert.throws(() => formatted('mine', false, 'mine'), { code: 'RF_DENIED_VSCODE' })
})
