'use strict'

const assert = require('node:assert')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const test = require('node:test')
const { reaches, buildSQLite } = require('./sqlite.js')
const { createFence } = require('../policy/fence.js')

test('a statement that reaches another file is known by its words', () => {
  const all = [
    ["ATTACH DATABASE '/x' AS y", 'ATTACH'], ["select 1;/**/aTtAcH\n'/x' as y", 'ATTACH'], ['"a"attach\'/x\'as y', 'ATTACH'],
    ["explain attach 'x' as y", 'ATTACH'],
    ["vacuum main into '/x'", 'VACUUM INTO'], ["VACUUM/**/INTO'/x'", 'VACUUM INTO'],
    ["pragma temp_store_directory='/x'", 'PRAGMA of a directory'],
    ['vacuum', ''], ['select attachment from attachments', ''], ['select attached_at, reattach, attach2 from t', ''],
    ['insert into t values (1)', ''], ['DETACH x', ''],
  ]
  for (const [sql, want] of all) assert.strictEqual(reaches(sql), want, sql)
})

let lib
try {
  lib = require('node:sqlite')
} catch {
  lib = undefined
}
const here = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'rf-sqlite-'))
test.after(() => fs.rmSync(here, { recursive: true }))

test('a database is opened where the policy allows, and stays with its file', { skip: lib === undefined && 'this Node has no sqlite' },
    () => {
  fs.mkdirSync(path.join(here, 'ext'))
  fs.mkdirSync(path.join(here, 'data'))
  const may = path.join(here, 'data', 'a.db')
  const policy = { schemaVersion: 1, extension: 'a.b', 'files.write': ['${tmp}/' + path.basename(here) + '/data/a.db'] }
  const fence = createFence({ extension: 'a.b', mode: 'enforce', policy, roots: {} }, path.join(here, 'ext'), [])
  const { DatabaseSync, StatementSync } = buildSQLite(fence, lib)
  const denied = path.join(here, 'data', 'b.db')
  const db = new DatabaseSync(may)
  db.exec('create table t (n); insert into t values (1), (2)')
  const st = db.prepare('select n from t where n > ?')
  assert.deepStrictEqual(st.all(1).map(r => r.n), [2])
  assert.deepStrictEqual([...st.iterate(0)].map(r => r.n), [1, 2])
  assert.strictEqual(st.get(0).n, 1)
  assert.ok(st instanceof StatementSync && db.isOpen && st.sourceSQL.includes('select'))
  db.function('twice', n => n * 2)
  assert.strictEqual(db.prepare('select twice(2) as n').get().n, 4)

  // Without the fence each of these makes a file.
  const bare = new lib.DatabaseSync(may)
  bare.exec("attach database '" + denied + "' as x; create table x.t (n)")
  assert.ok(fs.existsSync(denied))
  bare.close()
  fs.rmSync(denied)
  for (const attempt of [
    () => new DatabaseSync(denied), () => new DatabaseSync('file:' + denied), () => new DatabaseSync(''), () =>
      new DatabaseSync(denied, { open: false }).open(),
    () => db.exec("attach database '" + denied + "' as x; create table x.t (n)"), () =>
      db.prepare("attach database '" + denied + "' as x").run(),
    () => db.exec("vacuum into '" + denied + "'"), () => new DatabaseSync(may, { allowExtension: true }), () => db.loadExtension('/x.so'),
    () => db.enableLoadExtension(true),
    () => db.exec({ toString: () => "vacuum into '" + denied + "'" }), () => new StatementSync(), () => db.exec.call({}, 'select 1'),
    () => { fs.symlinkSync(denied, path.join(here, 'data', 'link')); return new DatabaseSync(path.join(here, 'data', 'link')) },
  ]) assert.throws(attempt, undefined, '' + attempt)
  assert.ok(!fs.existsSync(denied))
  // The realm's classes are reached from nothing.
  for (const x of [db, st]) for (let p = x; p !== null; p = Object.getPrototypeOf(p)) {
    assert.ok(p !== lib.DatabaseSync.prototype && p !== lib.StatementSync.prototype && p.constructor !== lib.DatabaseSync)
  }
  const memory = new DatabaseSync(':memory:', { readBigInts: true })
  assert.strictEqual(memory.prepare('select 1 as n').get().n, 1n)
  memory.close()
  assert.strictEqual(memory.isOpen, false)
  db.close()
})

test('a journal that names another file is none to go on with', { skip: lib === undefined && 'this Node has no sqlite' }, () => {
  const dir = fs.mkdtempSync(path.join(here, 'j'))
  const policy = { schemaVersion: 1, extension: 'a.b', 'files.write': ['${tmp}/' + path.basename(here) + '/**'] }
  const fence = createFence({ extension: 'a.b', mode: 'enforce', policy, roots: {} }, dir, [])
  const { DatabaseSync } = buildSQLite(fence, lib)
  const at = path.join(dir, 'a.db')
  const d = new DatabaseSync(at)
  d.exec('create table t (x)')
  const magic = Buffer.from([0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7])
  fs.writeFileSync(at + '-journal', 'short')
  d.exec('insert into t values (1)')
  fs.writeFileSync(at + '-journal', Buffer.concat([Buffer.alloc(600), Buffer.from('/x/victim'), magic]))
  for (const f of [() => d.exec('insert into t values (2)'), () => d.prepare('select * from t'), () => new DatabaseSync(at)]) {
    assert.throws(f, e => e.ringfence === 'RF_DENIED_CALL')
  }
  fs.rmSync(at + '-journal')
  assert.strictEqual(d.prepare('select count(*) as n from t').get().n, 1)
  d.close()
})
