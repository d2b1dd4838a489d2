'use strict';
const vscode = require('vscode');

exports.activate = (context) => {
  const seen = [vscode.workspace.isTrusted];
  context.subscriptions.push(
    vscode.workspace.onDidGrantWorkspaceTrust(() => seen.push('granted')),
    vscode.commands.registerCommand('trust.asked', () => [...seen, vscode.workspace.isTrusted]),
  );
};
