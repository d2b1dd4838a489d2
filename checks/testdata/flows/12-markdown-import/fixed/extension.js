// The repaired form of the program beside it.
const vscode = require('vscode');
const { transform } = require('./transform');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('markdown-import.run', async () => {
      const document = vscode.window.activeTextEditor.document;
      return transform(document.getText());
    })
  );
};
