// The repaired form of the program beside it.
const vscode = require('vscode');
const { ModuleResolver } = require('./ModuleResolver');

exports.activate = (context) => {
  const resolver = new ModuleResolver();
  context.subscriptions.push(
    vscode.languages.registerDocumentFormattingEditProvider('javascript', {
      async provideDocumentFormattingEdits(document) {
        const prettier = await resolver.getPrettierInstance(document.uri);
        const text = await prettier.format(document.getText(), { parser: 'babel' });
        return [vscode.TextEdit.replace(new vscode.Range(0, 0, document.lineCount, 0), text)];
      },
    })
  );
};
