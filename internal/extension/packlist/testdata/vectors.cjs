// Writes vectors.json: what minimatch itself answers, pattern by pattern, for
// a list of paths. Run it where minimatch can be found:
//
//     npm install --no-save minimatch@10.2.6 && node vectors.cjs
'use strict';
const fs = require('fs');
const path = require('path');
const { minimatch, braceExpand } = require('minimatch');

const paths = [
  'a', 'b', 'c', '.a', 'a.js', 'b.ts', 'a.b.js', '.js', 'ab', 'abc', 'aab', 'x', '-', ']', '[', '!a', '#a', 'a b', 'é', '😀', '{a}', '{a,b}', '(a)', '+(a)', 'a|b', '\\', 'a\\b', '*', '?', '$', 'A', 'A.JS', '1', '01', '3', '10', 'é.ts',
  'a/b', 'a/c', 'a/b/c', 'a/.b', '.a/b', 'a/b.js', 'a/b/c.js', 'b/a', 'a/a', 'a/x/b', 'a/x/y/b', 'x/a', 'x/y/a', 'x/a/y', 'a/b/a/b',
  'src/a.ts', 'src/test/a.test.ts', 'src/.hidden/a.ts', 'out/a.js', 'out/a.js.map', 'out/test/a.js', 'dist/extension.js', 'node_modules/a/index.js', 'node_modules/a/node_modules/b/index.js', 'node_modules/.bin/a',
  '.vscode/launch.json', '.vscodeignore', '.git/config', '.gitignore', '.eslintrc.json', 'x.vsix', 'sub/x.vsix', 'tsconfig.json', 'tsconfig.base.json', 'README.md', 'docs/README.md', 'package.json', 'a/package.json', 'media/logo.png', 'media/b/logo.svg', 'foo.todo', 'a/foo.todo', '.github/workflows/ci.yml', '**', 'a/**', 'a**b', 'aXb', 'axxb', 'images/a/b/c/d.png',
];
const hand = [
  '', '#a', '\\#a', '!a', '!!a', 'a', '*', '**', '***', '?', '??', '*.js', '*.*', '.*', '**/*', '**/*.js', '*.js.map', 'a*', '*a*', 'a**b', '**a', 'a/**', 'a/**/b', '**/a', '**/a/**', 'a/*', 'a/*/b', '*/b', '*/*', '*/*/*',
  'a/', 'a//b', '/a', './a', './**', '../a', 'a/../b', 'a/b/../c', 'a/./b', '**/../a', 'a/**/**/b', '**/**', '**/', 'a/**/', '**/*/', '.', '..',
  '{a,b}', '{a,b}.js', '*.{js,ts}', '**/*.{js,ts,map}', '{a,b}/c', 'a/{b,c}/**', '{a,{b,c}}', '{{a,b},c}', '{a}', '{a', 'a}', '{a,b', '{}', '{},a', '{,a}', '{a,}', 'a{,b}', 'a{b,}c', '{1..3}', '{01..3}', '{3..1}', '{1..10..3}', '{a..c}', '{c..a}', '{a..c..2}', '{a..b}.js', '\\{a,b\\}', '{a\\,b}', '{a,b}{c,d}', '${a,b}', '{a},b}', '{{a}}', '{{a,b}}', 'x{a,b}y', '{a,b}/**/{c,d}', '{.a,a}', '{..,a}/b', '{1..1}', '{-1..1}', '{a..1}', '{,}', '{a,b,}', '{a\\}', '{a,b\\}',
  '[ab]', '[!a]', '[^a]', '[a-c]', '[c-a]', '[a-c', '[]a]', '[]', '[!]', '[!]a]', '[a-]', '[-a]', '[\\]]', '[\\a]', '[a]', '[*]', '[?]', '[[]', '[]]', '[a-a]', '[[:alpha:]]', '[[:digit:]]', '[[:upper:]]', '[[:lower:]]*', '[[:alnum:]]*', '[[:space:]]', '[[:punct:]]', '[![:alpha:]]', '[[:graph:]]', '[[:print:]]', '[[:word:]]', '[[:xdigit:]]', '[[:nope:]]', '[a[:digit:]]', '[a-[:alpha:]]', '[[:graph:]a]', '[![:graph:]a]', '**/[ab].js', '*.[jt]s', '[.]a', 'a[/]b', 'a[b', '[a',
  '\\a', '\\*', '\\?', '\\[a]', 'a\\', '\\\\', 'a\\/b', 'a\\b', '\\!a', '\\(a)', '{\\a,b}',
  '!(a)', '!(a|b)', '*(a)', '+(a)', '?(a)', '@(a)', '@(a|b)', '@(a|b).js', '!(*.js)', '!(*.js|*.ts)', '*.!(js)', '*.!(js|map)', 'a!(b)', '!(a)b', '!(a)*', '*!(a)', '+(a|b)c', '+(a|b)', '*(a|b)c', '?(a)b', '?(a|.)b', '@(a*|b)', '@(.*|a)', '!(.*)', '**/!(a)', '!(a)/**', '!(src|out)/**', 'a/!(b)', 'a/!(b)/c', '!(node_modules)/**', '**/!(*.ts)', '**/*.!(ts|md)', '!()', '!()a', '!()*', '+(a', '@(a|b', '!(a', '!(a|', 'a+', 'a@', '?', 'a?(b)', '@(a|)', '@(|a)b', '!(|a)', '!(a)!(b)', '@([ab])', '@([)a])', '@(\\))', '[@(a)', '+([a-c])', '+([[:alpha:]])', '!(*.test).ts', '**/!(*.test).ts', '*(*.js)', '+(*)', '?(*)', '@(?)', '@(é|😀)', '?.ts', '??.ts', '**/test/**', '**/{test,tests}/**', '.vscode/**', '.vscode-test/**', '**/.git/**', '.eslintrc*', '**/*.vsix', '*.vsix', 'src/**', '**/tsconfig.json', '**/tsconfig*.json', '**/*.map', 'out/test/**', '!out/**', 'node_modules/**', 'node_modules/*/index.js', '**/node_modules/**/index.js', 'README.md', '**/README.md', 'readme.md', '*.md', 'media/**/*.{png,svg}', 'images/**/d.png', 'images/*/d.png', 'images/**/*', '*a*b*c*', '**/*a*/**/b', 'a b', 'a*b', '  a',
];
// Random patterns from pieces, with a generator that always gives the same.
let seed = 20240607;
const rnd = n => { seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff; return (seed >>> 8) % n; };
const pieces = ['a', 'b', 'c', 'x', '.js', '.ts', '*', '*', '**', '/', '/', '/**/', '?', '{a,b}', '{b,c/d}', '{', '}', ',', '[ab]', '[!a]', '[', ']', '.', '..', '\\', '!', '!(a)', '@(a|b)', '+(a|b)', '*(b)', '?(a)', '(', ')', '|', '-', '{1..3}', '$', 'é', 'src', 'out', 'test', '.vscode', 'node_modules', '!(*.js)', '{,a}', '[a-c]', '#'];
const random = [];
while (random.length < 1500) {
  let s = '';
  for (let n = 1 + rnd(6); n > 0; n--) s += pieces[rnd(pieces.length)];
  random.push(s);
}
const bits = p => {
  let hex = '', acc = 0;
  paths.forEach((f, i) => {
    acc = acc * 2 + (minimatch(f, p, { dot: true }) ? 1 : 0);
    if (i % 4 === 3) { hex += acc.toString(16); acc = 0; }
  });
  const left = paths.length % 4;
  if (left) hex += (acc << (4 - left)).toString(16);
  return hex;
};
const vectors = [...new Set([...hand, ...random])].map(p => [p, bits(p)]);
const lines = vectors.map(v => JSON.stringify(v)).join(',\n');
const version = require(path.join(path.dirname(require.resolve('minimatch')), '../../package.json')).version;
fs.writeFileSync(path.join(__dirname, 'vectors.json'), `{"minimatch": ${JSON.stringify(version)},\n"paths": ${JSON.stringify(paths)},\n"vectors": [\n${lines}\n]}\n`);
