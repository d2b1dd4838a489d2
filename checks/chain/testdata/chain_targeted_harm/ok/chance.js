const vscode = require('vscode');

// Somebody asks for a number, and every save is tidied alike.
exports.chance = function () {
  vscode.commands.registerCommand('clock.coin', () => {
    const editor = vscode.window.activeTextEditor;
    editor.edit((edit) => {
      if (Math.random() < 0.5) edit.replace(editor.selection, 'heads');
      else edit.replace(editor.selection, 'tails');
    });
    if (Math.random() < 0.01) {
      const whole = new vscode.WorkspaceEdit();
      whole.replace(editor.document.uri, editor.selection, 'edge');
      vscode.workspace.applyEdit(whole);
    }
  });
  vscode.workspace.onWillSaveTextDocument((e) => {
    if (Math.random() < 0.01) console.log('saved');
    const line = e.document.lineAt(e.document.lineCount - 1);
    e.waitUntil(Promise.resolve([vscode.TextEdit.replace(line.range, line.text.trimEnd())]));
  });
};
