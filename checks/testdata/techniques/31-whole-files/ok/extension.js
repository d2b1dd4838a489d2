const vscode = require('vscode');

// What the user selects, and asks about, goes to the service they signed up with.
function activate(context) {
  context.subscriptions.push(vscode.commands.registerCommand('explain.selection', async () => {
    const editor = vscode.window.activeTextEditor;
    const key = await context.secrets.get('explain.key');
    if (!editor || !key) {
      return;
    }
    const answer = await fetch('https://example.invalid/v1/explain', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ text: editor.document.getText(editor.selection) }),
    });
    vscode.window.showInformationMessage((await answer.json()).text);
  }));
}
exports.activate = activate;
