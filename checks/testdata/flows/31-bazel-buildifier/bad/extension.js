// Modelled on CVE-2021-22539 (vscode-bazel): a JSON file in the project names the executable.
const vscode = require('vscode');
const fs = require('fs/promises');
const path = require('path');
const child_process = require('child_process');

async function readConfig(folder) {
  const text = await fs.readFile(path.join(folder.uri.fsPath, '.bazel-lint.json'), { encoding: 'utf8' });
  return { executable: 'buildifier', type: 'auto', ...JSON.parse(text) };
}

async function buildifierLint(document) {
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  const { executable, type } = await readConfig(folder);
  const process = child_process.execFile(executable, ['--mode=check', `--type=${type}`]); // want "workspace.*child_process.execFile"
  process.stdin.end(document.getText());
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(buildifierLint));
};
