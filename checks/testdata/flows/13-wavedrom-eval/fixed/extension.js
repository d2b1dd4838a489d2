// The repaired form of the program beside it.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('wavedrom-eval.run', () => {
      const panel = vscode.window.createWebviewPanel('preview', 'Preview', vscode.ViewColumn.Two, { enableScripts: true });
      const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(context.extensionUri, 'media', 'preview.js'));
      panel.webview.html = `<!DOCTYPE html><html><body><div id="out"></div><script src="${script}"></script></body></html>`;
      panel.webview.postMessage({ command: 'update', text: vscode.window.activeTextEditor.document.getText() });
    })
  );
};
