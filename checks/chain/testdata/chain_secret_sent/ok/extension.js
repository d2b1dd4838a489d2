require('./runner').look();
require('./picked');
require('./flat');
require('./second');
const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');
const https = require('https');
require('./ways');

// The names of the user's clusters are shown in a view; elsewhere, the extension asks whether it is current.
function contexts() {
  const text = fs.readFileSync(path.join(os.homedir(), '.kube', 'config'), 'utf8');
  return [...text.matchAll(/^- name: (.*)$/gm)].map(m => m[1]);
}

function activate() {
  vscode.window.registerTreeDataProvider('clusters', {
    getChildren: () => contexts(),
    getTreeItem: name => new vscode.TreeItem(name),
  });
  https.get('https://example.invalid/latest-version', response => response.resume());
}
exports.activate = activate;
