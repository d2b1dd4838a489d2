'use strict';
// Each line that should be recorded ends in "// module.member".
const vscode = require('vscode');
const assert = require('assert');
const fs = require('fs');
const { createRequire } = require('module');
const http = require('http');
const path = require('path');
const util = require('util');
const cp = require('child_process');
const net = require('net');
const https = require('https');
const { Worker } = require('worker_threads');

class Connection extends net.Socket {
  constructor() {
    super(); // net.Socket
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('calls.greet', (name) => `hello ${name}`));
  const here = path.join(context.extensionPath, 'main.js'); // path.join
  fs.readFileSync(here); // fs.readFileSync
  await fs.promises.readFile(here); // fs.promises.readFile
  await util.promisify(fs.stat)(here); // fs.stat
  const handle = await fs.promises.open(here); // fs.promises.open
  await handle.read(new Uint8Array(1)); // fs.FileHandle().read
  await handle.close();
  const load = createRequire(here); // module.createRequire
  load('./server.js'); // module.createRequire()
  const { stdout } = await util.promisify(cp.exec)('echo out'); // child_process.exec
  assert.strictEqual(stdout, 'out\n');
  const socket = new Connection();
  assert(socket instanceof net.Socket && socket.constructor === Connection);
  socket.on('error', () => {});
  socket.connect(9, '127.0.0.1'); // net.Socket().connect
  https.get('https://127.0.0.1:9/').on('error', () => {}); // https.get
  const request = http.request('http://127.0.0.1:9/', { method: 'POST' }); // http.request
  request.on('error', () => {});
  request.write('a'); // http.ClientRequest().write
  request.end(); // http.ClientRequest().end
  fetch('http://127.0.0.1:9/').catch(() => {}); // globals.fetch
  process.exit(); // process.exit
  await vscode.workspace.fs.readFile(vscode.Uri.file(here)); // the host's own reading is not ours
  assert.strictEqual(fs.readFile.length, 3);
  assert.strictEqual(fs.readFile.name, 'readFile');
  await ended(cp.fork(`${context.extensionPath}/server.js`, [], { execArgv: [] })); // child_process.fork
  await ended(new Worker(`${context.extensionPath}/worker.js`)); // worker_threads.Worker
};

const ended = (child) => new Promise((resolve) => child.once('exit', resolve));
