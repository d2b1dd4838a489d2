// The repaired form of the program beside it.
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('sarif-viewer-markup.run', async () => {
      const panel = vscode.window.createWebviewPanel('sarif', 'SARIF', 1, { enableScripts: true });
      const source = panel.webview.asWebviewUri(vscode.Uri.joinPath(context.extensionUri, 'webview.js'));
      panel.webview.html = `<body><ul id="results"></ul><script src="${source}"></script></body>`;
      const [log] = await vscode.workspace.findFiles('**/*.sarif');
      const text = Buffer.from(await vscode.workspace.fs.readFile(log)).toString();
      panel.webview.postMessage({ kind: 'log', log: JSON.parse(text) });
    })
  );
};
