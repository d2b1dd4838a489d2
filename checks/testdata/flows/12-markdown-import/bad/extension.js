// Modelled on CVE-2022-45025 (shd101wyy/vscode-markdown-preview-enhanced issue 639): the file name in an @import of
// a document becomes part of a shell's line.
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
