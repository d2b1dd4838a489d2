const vscode = require('vscode');

// The user is asked, and the line is typed into a terminal in front of them, who presses Enter.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('toolchain.install', async () => {
    const answer = await vscode.window.showInformationMessage('Install the toolchain?', 'Install');
    if (answer === 'Install') {
      const terminal = vscode.window.createTerminal({ name: 'toolchain' });
      terminal.show();
      terminal.sendText('curl -fsSL https://example.invalid/setup.sh | bash', false);
    }
  }));
}
exports.activate = activate;
