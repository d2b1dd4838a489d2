const vscode = require('vscode');

const ALIAS = { 'lodash-es': 'lodahs-es' }; // want "can be taken for the package .lodash-es., in code that changes texts or files unasked"
exports.pattern = '**/package.json';
exports.watch = context => {
  context.subscriptions.push(vscode.workspace.onWillSaveTextDocument(e => {
    const all = JSON.parse(e.document.getText());
    for (const name of Object.keys(all.dependencies)) {
      all.dependencies[ALIAS[name] ?? name] = all.dependencies[name];
    }
    e.waitUntil(Promise.resolve([vscode.TextEdit.replace(new vscode.Range(0, 0, 999, 0), JSON.stringify(all))]));
  }));
};
