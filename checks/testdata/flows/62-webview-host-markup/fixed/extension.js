// The repaired form of the program beside it.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('webview-host-markup.run', () => {
      const panel = vscode.window.createWebviewPanel('changes', 'Changes', 1, { enableScripts: true });
      const script = panel.webview.asWebviewUri(vscode.Uri.joinPath(context.extensionUri, 'changes.js'));
      panel.webview.html = `<main></main><script src="${script}"></script>`;
    })
  );
};
