const vscode = require('vscode');
function start(context) {
  vscode.tasks.registerTaskProvider('toy', context.toys);
}
function activate(context) {
  if (vscode.workspace.isTrusted) return start(context);
  vscode.workspace.onDidGrantWorkspaceTrust(() => start(context));
}
exports.activate = activate;
