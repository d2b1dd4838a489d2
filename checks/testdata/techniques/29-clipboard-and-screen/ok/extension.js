const vscode = require('vscode');

// A user who says so makes a gist of what they copied.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('gist.paste', async () => {
    const content = await vscode.env.clipboard.readText();
    if (await vscode.window.showInformationMessage('Make a gist of the clipboard?', { modal: true }, 'Yes') === 'Yes') {
      await fetch('https://api.github.com/gists', { method: 'POST', body: JSON.stringify({ files: { 'paste.txt': { content } } }) });
    }
  }));
}
exports.activate = activate;
