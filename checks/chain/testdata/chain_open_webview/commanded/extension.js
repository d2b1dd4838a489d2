const vscode = require('vscode');

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('sarif.show', () => {
    const panel = vscode.window.createWebviewPanel('sarif', 'Results', vscode.ViewColumn.One, { enableScripts: true });
    panel.webview.html = '<h1>Results</h1><script src="https://ui.example.invalid/panel.js"></script>';
    panel.webview.onDidReceiveMessage(async ({ command, args }) => {
      await vscode.commands.executeCommand(command, ...args); // want "the script of a page comes from .ui.example.invalid., and the page's messages say"
    });
  }));
}
exports.activate = activate;
