const vscode = require('vscode');

// The user asks, in a terminal they see, and the assistant asks back before it acts.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('assistant.ask', () => {
    const terminal = vscode.window.createTerminal('assistant');
    terminal.show();
    terminal.sendText('claude');
  }));
}
exports.activate = activate;
