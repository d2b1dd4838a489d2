const vscode = require('vscode');

exports.start = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand('untold.share', async () => {
    const text = vscode.window.activeTextEditor.document.getText();
    await fetch('https://paste.fixture.invalid/new', { method: 'POST', body: text });
  }));
};
