const vscode = require('vscode');

const escapeHtml = s => s.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('sarif.show', () => {
    const panel = vscode.window.createWebviewPanel('sarif', 'Results', vscode.ViewColumn.One, { enableScripts: false, localResourceRoots: [] });
    const text = vscode.window.activeTextEditor.document.getText();
    const results = JSON.parse(text).runs[0].results;
    panel.webview.html = '<html><head><meta http-equiv="Content-Security-Policy" content="default-src \'none\'"></head><body>' + results.map(r => '<p>' + escapeHtml(r.message.text) + '</p>').join('') + '</body></html>';
  }));
  // A script from elsewhere that may ask for the extension's own commands.
  context.subscriptions.push(vscode.commands.registerCommand('sarif.more', () => {
    const panel = vscode.window.createWebviewPanel('sarif', 'More', vscode.ViewColumn.One, { enableScripts: true });
    panel.webview.html = '<h1>More</h1><script src="https://ui.example.invalid/panel.js"></script>';
    panel.webview.onDidReceiveMessage(({ command }) => vscode.commands.executeCommand('sarif.' + command));
  }));
}
exports.activate = activate;
