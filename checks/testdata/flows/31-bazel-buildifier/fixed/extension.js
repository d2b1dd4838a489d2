// The repaired form of the program beside it.
const vscode = require('vscode');
const child_process = require('child_process');

async function buildifierLint(document) {
  const executable = vscode.workspace.getConfiguration('bazel').get('buildifierExecutable') || 'buildifier';
  const process = child_process.execFile(executable, ['--mode=check', '--type=auto']);
  process.stdin.end(document.getText());
}

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(buildifierLint));
};
