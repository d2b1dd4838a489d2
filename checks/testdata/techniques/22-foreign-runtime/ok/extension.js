const vscode = require('vscode');
const { execFile } = require('child_process');

// The user's own Bun lints the user's own folder; where there is none, a page is shown.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('lint.run', () => {
    execFile('bun', ['run', 'lint'], { cwd: vscode.workspace.workspaceFolders[0].uri.fsPath }, error => {
      if (error && error.code === 'ENOENT') {
        vscode.env.openExternal(vscode.Uri.parse('https://bun.sh/docs/installation'));
      }
    });
  }));
}
exports.activate = activate;
