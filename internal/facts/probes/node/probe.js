'use strict';
// Reading probes: a probe is one source file, or a txtar archive of several,
// under testdata. Its first comment lines say what must be found in it (the Go
// test's package comment has the grammar); this reader needs only a few of
// them.
const fs = require('node:fs');
const path = require('node:path');

/** Lists the probes below root, sorted by name ("esm/named"). */
function readAll(root) {
  return fs.readdirSync(root, { recursive: true })
    .map((f) => f.split(path.sep).join('/'))
    .filter((f) => /\.(js|mjs|ts|tsx|txtar)$/.test(f))
    .sort()
    .map((f) => parse(f, fs.readFileSync(path.join(root, f), 'utf8')));
}

function parse(file, text) {
  const ext = path.extname(file);
  const probe = { name: file.slice(0, -ext.length), files: {}, entries: [], not: {}, want: [], may: [], norun: '' };
  if (ext !== '.txtar') {
    probe.main = 'main' + ext;
    probe.files[probe.main] = text;
  } else {
    let name = '';
    for (const line of text.split(/(?<=\n)/)) {
      const m = /^-- (\S+) --\n?$/.exec(line);
      if (m) probe.files[name = m[1]] = '';
      else if (name) probe.files[name] += line;
    }
    probe.main = Object.keys(probe.files)[0];
  }
  for (const line of text.split('\n')) {
    if (line.startsWith('-- ')) break;
    const m = /^\/\/ (want|may|not|norun|entry): (.*)$/.exec(line);
    if (!m) continue;
    const [, key, value] = m;
    if (key === 'not') {
      const at = value.indexOf(': ');
      for (const b of value.slice(0, at).split(', ')) probe.not[b] = value.slice(at + 2);
    } else if (key === 'entry') probe.entries.push(value);
    else if (key === 'norun') probe.norun = value;
    else probe[key].push(parseUse(value));
  }
  return probe;
}

/** Parses `fs.readFile call "a" ["b"]`. */
function parseUse(text) {
  const [symbol, kind, ...rest] = text.split(' ');
  const args = rest.length ? JSON.parse('[' + rest.join(' ').replace(/(["\]\d]) (?=["[\d])/g, '$1, ') + ']') : [];
  return { symbol, kind: kind || '', args };
}

module.exports = { readAll };
