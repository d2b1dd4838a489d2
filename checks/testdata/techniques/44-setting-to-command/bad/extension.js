const vscode = require('vscode');
const cp = require('child_process');

function activate(context) {
  context.subscriptions.push(vscode.workspace.onDidSaveTextDocument(document => {
    const perl = vscode.workspace.getConfiguration('perl').get('interpreter');
    cp.exec(`${perl} -c "${document.fileName}"`, () => {});
  }));
}
exports.activate = activate;
