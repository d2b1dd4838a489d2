// The repaired form of the program beside it.
const vscode = require('vscode');

const toValue = (text) => JSON.parse(text);

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerTextEditorCommand('paste-json-as-code.run', async (editor) => {
      const value = toValue(await vscode.env.clipboard.readText());
      editor.edit((edit) => edit.insert(editor.selection.active, Object.keys(value).join(', ')));
    })
  );
};
