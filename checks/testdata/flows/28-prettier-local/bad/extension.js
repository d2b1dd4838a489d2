// Modelled on prettier/prettier-vscode issue 1933: the copy of a library in the workspace's node_modules is loaded.
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
