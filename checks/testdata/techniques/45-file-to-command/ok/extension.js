const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

// The folder's file names snippets, which are inserted as text.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('snippets.insert', async () => {
    const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
    const config = JSON.parse(fs.readFileSync(path.join(root, '.vscode', 'snippets.json'), 'utf8'));
    const pick = await vscode.window.showQuickPick(config.snippets.map(s => s.name));
    const snippet = config.snippets.find(s => s.name === pick);
    if (snippet) {
      await vscode.window.activeTextEditor.edit(e => e.insert(vscode.window.activeTextEditor.selection.active, snippet.body));
    }
  }));
}
exports.activate = activate;
