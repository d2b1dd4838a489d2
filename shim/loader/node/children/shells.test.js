'use strict'

const assert = require('node:assert')
const test = require('node:test')
const { askedOf, isShell, wordsOf } = require('./shells.js')

const says = (command, ...args) => {
  const { line, file, harmless } = askedOf(command, args)
  return harmless ? 'harmless' : line !== undefined ? 'line ' + line : file !== undefined ? 'file ' + file : 'nothing'
}

test('what a shell is started for', () => {
  for (const [words, want] of [
    [['bash', '-c', 'id'], 'line id'], [['bash', '-lc', 'id', 'x'], 'line id'], [['bash', '-c', '-x', 'id'], 'line id'],
    [['sh', 'run.sh', '-c'], 'file run.sh'], [['bash', '--norc', 'run.sh'], 'file run.sh'], [['sh', '-eu', '--', 'run.sh'], 'file run.sh'],
    [['fish', '--command', 'id'], 'line id'], [['zsh', '--version'], 'harmless'],
    [['cmd.exe', '/d', '/s', '/c', 'echo', 'hi'], 'line echo hi'],
    [['powershell', '-NoProfile', '-Command', 'Get-Item', 'x'], 'line Get-Item x'],
    [['pwsh.exe', '-ExecutionPolicy', 'Bypass', '-File', 'a.ps1'], 'file a.ps1'],
  ]) assert.strictEqual(says(...words), want, words.join(' '))
})

test('a shell that would take its lines from elsewhere is for nothing that could be asked', () => {
  for (const words of [['sh'], ['sh', '-'], ['bash', '-s', 'x'], ['bash', '-o', 'posix', 'run.sh'], ['bash', '-O', 'x', 'run.sh'],
    ['bash', '+c', 'id'], ['bash', '--rcfile', 'x', '-c', 'id'], ['bash', '--init-file', 'x'], ['fish', '-C', 'id', 'run.fish'],
    ['bash', '-c'], ['bash', '-c', '+x'], ['powershell', '-Command', '-'], ['powershell', '-EncodedCommand', 'x'],
    ['cmd', '/x', '/c', 'id'], ['cmd', '/c']]) {
    assert.strictEqual(says(...words), 'nothing', words.join(' '))
  }
})

test('which programs are shells', () => {
  for (const name of ['sh', '/bin/bash', 'CMD.EXE', 'powershell.exe', 'pwsh', 'zsh']) assert.ok(isShell(name), name)
  for (const name of ['git', '/usr/bin/bashful', 'shellcheck']) assert.ok(!isShell(name), name)
})

test('a line that is nothing but a program with its arguments has words', () => {
  for (const [line, want] of [
    ['git status', ['git', 'status']], ['"/a b/tool" --version', ['/a b/tool', '--version']], ["tool 'a $b' \"\"", ['tool', 'a $b', '']],
    [' tool  --x=1 ', ['tool', '--x=1']], ['a"b c"d', ['ab cd']],
  ]) assert.deepStrictEqual([...wordsOf(line)], want, line)
})

test('a line with which a shell does more has none', () => {
  for (const line of ['', '  ', '""', 'a; b', 'a && b', 'a | b', 'a > b', 'a $(b)', 'a "$b"', 'a `b`', 'a "`b`"', 'A=1 b', 'a *', 'a ~',
    'a {b,c}', 'a \\; b', 'a "\\"', 'a #b', '!a', 'a "b', "a 'b", 'a\tb', 'a\nb', "a 'b\nc'", 'a (b)', 'a %b%',
    'a "%b%"', 'a ?', 'a [b]', 'ä b']) {
    assert.strictEqual(wordsOf(line), null, line)
  }
})
