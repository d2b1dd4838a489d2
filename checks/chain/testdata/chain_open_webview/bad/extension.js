const vscode = require('vscode');

function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('sarif.show', () => {
    const panel = vscode.window.createWebviewPanel('sarif', 'Results', vscode.ViewColumn.One, { enableScripts: true, localResourceRoots: [vscode.Uri.file('/')] });
    const text = vscode.window.activeTextEditor.document.getText();
    const results = JSON.parse(text).runs[0].results;
    panel.webview.html = '<html><body>' + results.map(r => '<p>' + r.message.text + '</p>').join('') + '</body></html>';  // want "a webview that runs any script is given "
  }));
}
exports.activate = activate;
