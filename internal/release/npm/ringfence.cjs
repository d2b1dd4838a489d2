#!/usr/bin/env node
'use strict'

// Starts the program of the package for this platform, with everything it was given.

const { spawnSync } = require('node:child_process')

const name = `@ringfence-dev/cli-${process.platform}-${process.arch}`
let program
try {
  program = require.resolve(`${name}/bin/ringfence${process.platform === 'win32' ? '.exe' : ''}`)
} catch {
  console.error(`ringfence: the package ${name} is not installed. ` +
    'npm leaves it out with --omit=optional, and where there is none for this platform: npm install --include=optional @ringfence-dev/cli')
  process.exit(2)
}
const ended = spawnSync(program, process.argv.slice(2), { stdio: 'inherit', windowsHide: true })
if (ended.error) {
  console.error(`ringfence: starting ${program}: ${ended.error.message}`)
  process.exit(3)
}
if (ended.signal) process.kill(process.pid, ended.signal)
else process.exit(ended.status)
