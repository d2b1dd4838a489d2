const vscode = require('vscode');

// Who wants help is shown a page, and starts the program there.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('support.open', () => {
    vscode.env.openExternal(vscode.Uri.parse('https://anydesk.com/download'));
  }));
}
exports.activate = activate;
