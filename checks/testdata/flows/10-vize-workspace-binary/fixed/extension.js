// The repaired form of the program beside it.
const vscode = require('vscode');
const cp = require('child_process');
const fs = require('fs');
const path = require('path');

function candidates() {
  const found = [];
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    for (const profile of ['release', 'debug']) {
      found.push(path.join(folder.uri.fsPath, 'target', profile, 'vize'));
    }
  }
  return found.filter((file) => fs.existsSync(file));
}

exports.activate = function () {
  if (!vscode.workspace.isTrusted) {
    return;
  }
  const [binary] = candidates();
  if (!binary) {
    return;
  }
  const server = cp.spawn(binary, ['lsp']);
  server.stderr.on('data', (chunk) => console.error(String(chunk)));
};
