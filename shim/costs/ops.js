'use strict'

// What is measured of each kind of fence: a call, n times, in an extension's file.

const fs = require('fs')
const path = require('path')
const EventEmitter = require('events')

const data = __dirname + '/data.txt'
const out = path.join(__dirname, 'work', 'out.txt')
const emitter = new EventEmitter()
emitter.on('x', () => {})

module.exports = {
  'fs.readFileSync': n => { for (let i = 0; i < n; i++) fs.readFileSync(data, 'utf8') },
  'fs.statSync': n => { for (let i = 0; i < n; i++) fs.statSync(data) },
  'fs.existsSync': n => { for (let i = 0; i < n; i++) fs.existsSync(data) },
  'fs.writeFileSync': n => { for (let i = 0; i < n; i++) fs.writeFileSync(out, 'some text') },
  'path.join (ungated)': n => { for (let i = 0; i < n; i++) path.join('/a', 'b', '../c', 'd') },
  'emitter.emit (ungated)': n => { for (let i = 0; i < n; i++) emitter.emit('x', i) },
}
