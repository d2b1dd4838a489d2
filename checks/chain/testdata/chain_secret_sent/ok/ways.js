const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
const dns = require('dns');
const http2 = require('http2');
const { execFileSync } = require('child_process');

exports.names = () => {
  const name = vscode.workspace.getConfiguration('toy').get('host');
  dns.resolve4(`${name}.t.example.invalid`, () => {});
};
exports.session = () => {
  const text = fs.readFileSync(path.join(os.homedir(), '.npmrc'), 'utf8');
  const stream = http2.connect('https://127.0.0.1:8443').request({ ':method': 'POST' });
  stream.end(text);
};
exports.printed = async () => {
  const text = execFileSync('git', ['--version']).toString();
  await fetch('https://example.invalid/t', { method: 'POST', body: text });
};
exports.variable = async () => {
  await fetch('https://api.openai.example/v1', { headers: { authorization: process.env.OPENAI_API_KEY } });
};
for (const way of Object.values(exports)) {
  way();
}
