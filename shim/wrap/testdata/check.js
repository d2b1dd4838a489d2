'use strict';
// Reads a wrapped extension as the loader will: node check.js FOLDER LOADER.
// Prints what it found as JSON. It runs nothing of the extension.
const fs = require('fs'), path = require('path'), crypto = require('crypto'), vm = require('vm'), Module = require('module');
const sha256 = data => crypto.createHash('sha256').update(data).digest('hex');
const [folder, loader] = process.argv.slice(2);
const file = fs.readFileSync(path.join(folder, loader));
let config;
const start = (module, require, text, digest) => {
  if (sha256(text) !== digest) throw new Error('the digest of the configuration is wrong');
  config = JSON.parse(text);
};
const text = file.toString('utf8');
vm.runInThisContext('(function (start, module, require) {' + text.slice(text.lastIndexOf('\nstart(module') + 1) + '\n})')(start, {});
const problems = [];
const problem = (name, words) => problems.push(name + ': ' + words);
if (sha256(file.subarray(0, config.loader.bytes)) !== config.loader.sha256) problem(loader, 'the bundle is not the one described');
if (path.resolve(folder, path.dirname(config.loader.file), config.root) !== path.resolve(folder))
  problem(loader, 'the root is ' + config.root);
let edits = 0, compiled = 0, rest = 0;
const compile = (name, data, source) => {
  let text = data.toString('utf8');
  for (const [offset, length, by] of [...source.edits || []].reverse()) {
    const word = by.startsWith('__ringfence_import') ? 'import' : 'eval';
    if (text.slice(offset, offset + length) !== word) problem(name, 'no ' + word + ' at ' + offset);
    text = text.slice(0, offset) + by + text.slice(offset + length);
    edits++;
  }
  if (text.charCodeAt(0) === 0xFEFF) text = text.slice(1);
  if (text.startsWith('#!')) text = '//' + text;
  try {
    // What is still an import() asks this and is refused; nothing is run.
    new vm.Script('(function (__ringfence_import) {' + (source.strict ? '"use strict";' : '') + text + '\n})', {filename: name});
    compiled++;
  } catch (e) {
    problem(name, String(e));
  }
  // V8 is asked whether an import() was overlooked: what is code does not compile
  // with something between the two, what is in a string or a comment does.
  let left = 0;
  const broken = text.replace(/(?<![\w$.#])import(?=\s*\()/g, word => (left++, word + '~~'));
  if (left > 0) {
    rest += left;
    try {
      new vm.Script('(function (__ringfence_import) {' + broken + '\n})', {filename: name});
    } catch (e) {
      problem(name, 'an import() was overlooked: ' + e);
    }
  }
};
for (const [name, f] of Object.entries(config.files)) {
  const data = fs.readFileSync(path.join(folder, name));
  if (sha256(data) !== f.sha256) problem(name, 'another digest');
  if (f.kind === 'cjs') compile(name, data, f);
  if (f.cjs) {
    const copy = fs.readFileSync(path.join(folder, f.cjs.file));
    if (sha256(copy) !== f.cjs.sha256) problem(f.cjs.file, 'another digest');
    compile(f.cjs.file, copy, f.cjs);
  }
  for (const name of [...f.free || [], ...(f.cjs && f.cjs.free) || []]) {
    if (!/^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u.test(name)) problem(name, 'no identifier');
  }
}
console.log(JSON.stringify({config, problems, edits, compiled, rest}));
