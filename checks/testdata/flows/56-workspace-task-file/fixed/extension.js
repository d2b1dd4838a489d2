// The repaired form of the program beside it.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

exports.activate = () => {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    fs.readFile(path.join(folder.uri.fsPath, '.hooks.json'), 'utf8', (error, text) => {
      if (error || !vscode.workspace.isTrusted) {
        return;
      }
      const { onOpen = [] } = JSON.parse(text);
      onOpen.forEach((hook) => {
        const run = new vscode.ProcessExecution(hook.program, hook.args);
        vscode.tasks.executeTask(new vscode.Task({ type: 'hook' }, folder, hook.name, 'hooks', run));
      });
    });
  }
};
