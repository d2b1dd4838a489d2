'use strict'

const { append, codeAt, indexOf, lastIndexOf, slice } = require('./primordials.js')
const { startsWith, endsWith, contains, split, lower, allOf, trimStart } = require('./text.js')

// The twin of policygen/pattern/host.go: null is a refusal.

const HEX = '0123456789abcdef'
const DECIMAL = '0123456789'

function canonicalHost(host) {
  if (typeof host !== 'string' || host.length > 512) return null
  if (simple(host)) return host
  for (let i = 0; i < host.length; i++) if (codeAt(host, i) > 0x7e) return null
  let inner = host
  if (host[0] === '[') {
    if (!endsWith(host, ']') || !contains(host, ':')) return null
    inner = slice(host, 1, host.length - 1)
  }
  if (contains(inner, ':')) return canonicalIPv6(lower(inner))
  let name = lower(host)
  if (endsWith(name, '.')) name = slice(name, 0, name.length - 1)
  if (isNumber(lastLabel(name))) return canonicalIPv4(name)
  if (name === '' || name.length > 253) return null
  const labels = split(name, '.')
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === '' || labels[i].length > 63 || !allOf(labels[i], 'abcdefghijklmnopqrstuvwxyz0123456789-_')) return null
  }
  return name
}

// simple reports a name as it is spelled here: most of what is asked. Its last
// part begins with a letter and holds one past f, so that it is no number.
function simple(host) {
  const n = host.length
  if (n === 0 || n > 253) return false
  let length = 0
  let letters = false
  for (let i = 0; i < n; i++) {
    const c = codeAt(host, i)
    if (c === 0x2e) {
      if (length === 0) return false
      length = 0
      letters = false
      continue
    }
    if (!((c >= 97 && c <= 122) || (c >= 48 && c <= 57) || c === 45) || ++length > 63) return false
    if (c > 102 && c !== 120) letters = true
  }
  return length > 0 && letters
}

const lastLabel = name => slice(name, lastIndexOf(name, '.') + 1)

function isNumber(label) {
  if (label === '') return false
  return startsWith(label, '0x') ? allOf(slice(label, 2), HEX) : allOf(label, DECIMAL)
}

function canonicalIPv4(host) {
  const parts = split(host, '.')
  if (parts.length > 4) return null
  let address = 0
  for (let i = 0; i < parts.length; i++) {
    const last = i === parts.length - 1
    const n = number(parts[i])
    if (n === null || n >= (last ? 256 ** (5 - parts.length) : 256)) return null
    address += last ? n : n * 256 ** (3 - i)
  }
  return ipv4Text(address)
}

const ipv4Text = n => `${(n / 16777216) & 255}.${(n / 65536) & 255}.${(n / 256) & 255}.${n & 255}`

// number reads decimal, octal or hexadecimal digits; null past four bytes.
function number(s) {
  if (!isNumber(s)) return null
  let base = 10
  if (startsWith(s, '0x')) {
    base = 16
    s = slice(s, 2)
  } else if (s.length > 1 && s[0] === '0') {
    base = 8
  }
  s = trimStart(s, '0')
  let n = 0
  for (let i = 0; i < s.length; i++) {
    const d = indexOf(HEX, s[i])
    n = n * base + d
    if (d >= base || n > 0xffffffff) return null
  }
  return n
}

function canonicalIPv6(text) {
  const halves = split(text, '::')
  if (halves.length > 2) return null
  const head = groups(halves[0], halves.length === 1)
  const tail = halves.length === 2 ? groups(halves[1], true) : []
  if (head === null || tail === null) return null
  const n = head.length + tail.length
  if (halves.length === 2 ? n > 7 : n !== 8) return null
  const all = []
  for (let i = 0; i < head.length; i++) append(all, head[i])
  for (let i = n; i < 8; i++) append(all, 0)
  for (let i = 0; i < tail.length; i++) append(all, tail[i])
  if (all[0] + all[1] + all[2] + all[3] + all[4] === 0 && all[5] === 0xffff) return ipv4Text(all[6] * 65536 + all[7])
  return ipv6Text(all)
}

// groups reads the numbers on one side of "::"; the last of an address may be
// two in the form of IPv4.
function groups(text, end) {
  const out = []
  if (text === '') return out
  const parts = split(text, ':')
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (contains(part, '.')) {
      const four = end && i === parts.length - 1 ? octets(part) : null
      if (four === null) return null
      append(out, four[0] * 256 + four[1])
      append(out, four[2] * 256 + four[3])
      continue
    }
    if (part === '' || part.length > 4 || !allOf(part, HEX)) return null
    let n = 0
    for (let j = 0; j < part.length; j++) n = 16 * n + indexOf(HEX, part[j])
    append(out, n)
  }
  return out
}

function octets(text) {
  const parts = split(text, '.')
  if (parts.length !== 4) return null
  const out = []
  for (let i = 0; i < 4; i++) {
    const part = parts[i]
    if (part === '' || part.length > 3 || !allOf(part, DECIMAL) || (part.length > 1 && part[0] === '0')) return null
    let n = 0
    for (let j = 0; j < part.length; j++) n = 10 * n + indexOf(DECIMAL, part[j])
    if (n > 255) return null
    append(out, n)
  }
  return out
}

// ipv6Text shortens the longest run of two zeros or more, the first of equals.
function ipv6Text(all) {
  let from = -1
  let length = 1
  for (let i = 0; i < 8; i++) {
    let j = i
    while (j < 8 && all[j] === 0) j++
    if (j - i > length) {
      from = i
      length = j - i
    }
  }
  let out = ''
  for (let i = 0; i < 8; i++) {
    if (i === from) {
      out += '::'
      i += length - 1
      continue
    }
    out += (out === '' || endsWith(out, ':') ? '' : ':') + hex(all[i])
  }
  return out
}

function hex(n) {
  let out = ''
  do {
    out = HEX[n & 15] + out
    n >>= 4
  } while (n > 0)
  return out
}

module.exports = { __proto__: null, canonicalHost, isNumber, lastLabel }
