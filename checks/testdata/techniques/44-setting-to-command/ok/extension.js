const vscode = require('vscode');
const cp = require('child_process');

// Only the user, on this machine, says which program runs.
function activate(context) {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(document => {
    const perl = vscode.workspace.getConfiguration('perl').get('interpreter');
    cp.execFile(perl, ['-c', document.fileName], () => {});
  }));
}
exports.activate = activate;
