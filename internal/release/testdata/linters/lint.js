// Reads files with other people's linters and prints what each says, one JSON
// object a line: {tool, file, line, severity, message}.
//
//   node lint.js FILE…
//
// Files named action.yml and everything below .github/workflows go to GitHub's
// own language service, Dockerfiles to dockerfile-utils and dockerfilelint.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const os = require('node:os');

// The language service is made for bundlers: it imports JSON and leaves off the
// endings of names.
function service() {
  const out = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'lint-')), 'service.cjs');
  require('esbuild').buildSync({
    stdin: {
      contents: `export { validate } from '@actions/languageservice'; export { TextDocument } from 'vscode-languageserver-textdocument'`,
      resolveDir: __dirname,
    },
    bundle: true, platform: 'node', format: 'cjs', outfile: out, logLevel: 'error',
  });
  try {
    return require(out);
  } finally {
    fs.rmSync(path.dirname(out), { recursive: true });
  }
}

function say(tool, file, line, severity, message) {
  console.log(JSON.stringify({ tool, file, line, severity, message }));
}

async function main(files) {
  let github;
  for (const file of files) {
    const text = fs.readFileSync(file, 'utf8');
    if (path.basename(file).startsWith('Dockerfile')) {
      for (const d of require('dockerfile-utils').validate(text)) {
        say('dockerfile-utils', file, d.range.start.line + 1, d.severity === 1 ? 'error' : 'warning', d.message);
      }
      for (const i of require('dockerfilelint').run(__dirname, text)) {
        say('dockerfilelint', file, Number(i.line), i.category, i.title + ': ' + i.description);
      }
      continue;
    }
    github ??= service();
    const document = github.TextDocument.create('file://' + path.resolve(file), 'yaml', 1, text);
    for (const d of await github.validate(document)) {
      say('languageservice', file, d.range.start.line + 1, ['', 'error', 'warning', 'note', 'hint'][d.severity ?? 1], d.message);
    }
  }
}

main(process.argv.slice(2)).catch((err) => {
  console.error(err);
  process.exitCode = 3;
});
