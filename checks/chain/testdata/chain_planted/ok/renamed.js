const vscode = require('vscode');

// Names are sorted as they are saved; one is taken for what it was called before.
const ALIAS = { 'lodash-es': 'lodash' };
exports.pattern = '**/package.json';
exports.watch = context => {
  context.subscriptions.push(vscode.workspace.onWillSaveTextDocument(e => {
    const all = JSON.parse(e.document.getText());
    for (const name of Object.keys(all.dependencies).sort()) {
      all.dependencies[ALIAS[name] ?? name] = all.dependencies[name];
    }
    e.waitUntil(Promise.resolve([vscode.TextEdit.replace(new vscode.Range(0, 0, 999, 0), JSON.stringify(all))]));
  }));
};
