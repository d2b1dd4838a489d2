// Text from the clipboard is evaluated, because it looks like JSON.
const vscode = require('vscode');

const toValue = (text) => new Function('return (' + text + ')')(); // want "clipboard.*Function"

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerTextEditorCommand('paste-json-as-code.run', async (editor) => {
      const value = toValue(await vscode.env.clipboard.readText());
      editor.edit((edit) => edit.insert(editor.selection.active, Object.keys(value).join(', ')));
    })
  );
};
