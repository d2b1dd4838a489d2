// Prints what the vscode API exports, read by the TypeScript compiler's parser
// from @types/vscode: "member kind" a line. Members of interfaces follow a dot
// ("Terminal.sendText"), those of class instances "()." ("Task().execution").
'use strict';

const fs = require('node:fs');
const [, , typescript, declarations] = process.argv;
const ts = require(typescript);

const seen = new Map();
const out = (member, kind) => { if (!seen.has(member)) seen.set(member, kind); };
const has = (node, kind) => node.modifiers?.some((m) => m.kind === kind);

function members(name, node) {
  for (const m of node.members) {
    if (!m.name || !ts.isIdentifier(m.name) || has(m, ts.SyntaxKind.PrivateKeyword)) continue;
    const instance = ts.isClassDeclaration(node) && !has(m, ts.SyntaxKind.StaticKeyword);
    const method = ts.isMethodSignature(m) || ts.isMethodDeclaration(m);
    out(`${name}${instance ? '()' : ''}.${m.name.text}`, method ? 'method' : 'property');
  }
}

function walk(prefix, body) {
  for (const s of body.statements) {
    const name = prefix + (s.name?.text ?? '');
    if (ts.isModuleDeclaration(s) && s.body) {
      out(name, 'namespace');
      walk(`${name}.`, s.body);
    } else if (ts.isFunctionDeclaration(s)) {
      out(name, 'function');
    } else if (ts.isClassDeclaration(s)) {
      out(name, 'class');
      members(name, s);
    } else if (ts.isInterfaceDeclaration(s)) {
      out(name, 'interface');
      members(name, s);
    } else if (ts.isEnumDeclaration(s)) {
      out(name, 'enum');
    } else if (ts.isVariableStatement(s)) {
      for (const d of s.declarationList.declarations) out(prefix + d.name.text, 'const');
    }
  }
}

const source = ts.createSourceFile('index.d.ts', fs.readFileSync(declarations, 'utf8'), ts.ScriptTarget.Latest, true);
for (const s of source.statements) {
  if (ts.isModuleDeclaration(s) && s.name.text === 'vscode') walk('', s.body);
}
process.stdout.write([...seen].map(([member, kind]) => `${member} ${kind}\n`).sort().join(''));
