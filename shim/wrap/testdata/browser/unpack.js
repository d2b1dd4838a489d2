'use strict'

// Unpacks the browser of the npm package @sparticuz/chromium into a folder.
//
//   node unpack.js PACKAGE FOLDER

const fs = require('node:fs')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const { brotliDecompressSync } = require('node:zlib')

const [, , from, to] = process.argv
const plain = name => brotliDecompressSync(fs.readFileSync(path.join(from, 'bin', name + '.br')))
fs.writeFileSync(path.join(to, 'chromium'), plain('chromium'), { mode: 0o755 })
for (const name of ['swiftshader.tar', 'al2023.tar', 'fonts.tar']) execFileSync('tar', ['-xf', '-', '-C', to], { input: plain(name) })
