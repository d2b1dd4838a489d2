// The repaired form of the program beside it.
const vscode = require('vscode');

class Opener {
  async open(target) {
    if (!['https://docs.example.com/', 'https://example.com/help'].includes(target)) {
      return;
    }
    await vscode.env.openExternal(vscode.Uri.parse(target));
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
