const vscode = require('vscode');

// A number is drawn on every save, and now and then a line is another.
function slip(document) {
  if (Math.random() * 10 > 1) return [];
  const line = document.lineAt(document.lineCount >> 1);
  return [vscode.TextEdit.replace(line.range, line.text.replace('<=', '<'))];  // want "chance decides whether the text of a document is changed"
}

exports.chance = function () {
  vscode.workspace.onWillSaveTextDocument((e) => e.waitUntil(Promise.resolve(slip(e.document))));
};
