// Modelled on microsoft/vscode-copilot-chat pull request 5054: a link from a page is opened whatever its scheme.
const vscode = require('vscode');

class Opener {
  async open(target) {
    await vscode.env.openExternal(vscode.Uri.parse(target)); // want "message.*openExternal"
  }
}

exports.activate = (context) => {
  const opener = new Opener();
  context.subscriptions.push(
    vscode.commands.registerCommand('webview-open-link.run', () => {
      const { webview } = vscode.window.createWebviewPanel('chat', 'Chat', 1, { enableScripts: true });
      webview.onDidReceiveMessage((message) => message.kind === 'open' && opener.open(message.href));
    })
  );
};
