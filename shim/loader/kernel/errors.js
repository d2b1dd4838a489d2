'use strict'

const { constants } = require('node:os')
const { Error, TypeError, defineProperty } = require('./primordials.js')

// Every code the loader uses; docs/reference/loader-errors.md has a section for each.
const CODES = {
  __proto__: null,
  RF_DENIED_MODULE: 'the policy does not grant this module',
  RF_DENIED_MEMBER: 'the loader does not know this member of a module',
  RF_DENIED_CALL: 'the policy does not grant this call',
  RF_DENIED_FILE: 'a file outside the extension, or one that the table of its files does not have',
  RF_DENIED_CODE: 'the policy does not grant code from text',
  RF_DENIED_VSCODE: 'the policy does not grant this part of the vscode API',
  RF_CHANGED_FILE: 'a file of the extension is not the one that was wrapped',
  RF_POLICY: 'the policy cannot be read',
  RF_LOG: 'the log of an observation is damaged or cannot be written',
  RF_STATE: 'what is remembered of an observation is lost',
  RF_LEVEL: 'somebody in this host stands before the language, so that level host is not reached',
  RF_CONSENT: 'nobody consented to the permissions',
  RF_INTERNAL: 'the loader itself failed, and denied',
}

function put(error, key, value) {
  defineProperty(error, key, { __proto__: null, value, writable: true, enumerable: true, configurable: true })
}

function coded(code, text) {
  const e = new Error(text + ' [' + code + ']')
  put(e, 'code', code)
  put(e, 'ringfence', code)
  return e
}

// missing looks like a module that is not installed, for programs that try.
function missing(code, name) {
  const e = new Error("Cannot find module '" + name + "'\n" + CODES[code] + ' [' + code + ']')
  put(e, 'code', 'MODULE_NOT_FOUND')
  put(e, 'requireStack', [])
  put(e, 'ringfence', code)
  return e
}

// refused has the shape Node gives what a system refuses.
function refused(code, syscall, subject) {
  const e = new Error('EACCES: permission denied, ' + syscall + (subject === '' ? '' : " '" + subject + "'") + ' [' + code + ']')
  put(e, 'errno', -13)
  put(e, 'code', 'EACCES')
  put(e, 'syscall', syscall)
  if (subject !== '') put(e, 'path', subject)
  put(e, 'ringfence', code)
  return e
}

// absent has the shape Node gives what is not there: what may not be looked at is answered alike, whether or
// not something is there.
function absent(code, syscall, subject) {
  const e = new Error('ENOENT: no such file or directory, ' + syscall + (subject === '' ? '' : " '" + subject + "'") + ' [' + code + ']')
  put(e, 'errno', -constants.errno.ENOENT)
  put(e, 'code', 'ENOENT')
  put(e, 'syscall', syscall)
  if (subject !== '') put(e, 'path', subject)
  put(e, 'ringfence', code)
  return e
}

// misused is for an argument of a type Node would refuse as well.
function misused(what) {
  const e = new TypeError('The argument ' + what + ' is not one that can be checked')
  put(e, 'code', 'ERR_INVALID_ARG_TYPE')
  return e
}

module.exports = { __proto__: null, CODES, absent, coded, missing, refused, misused }
