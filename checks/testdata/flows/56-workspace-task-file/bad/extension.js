// A file of the workspace becomes a task that is run as soon as the folder is opened.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

exports.activate = () => {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    fs.readFile(path.join(folder.uri.fsPath, '.hooks.json'), 'utf8', (error, text) => {
      if (error) {
        return;
      }
      const { onOpen = [] } = JSON.parse(text);
      onOpen.forEach((hook) => {
        const run = new vscode.ProcessExecution(hook.program, hook.args); // want "workspace.*ProcessExecution"
        vscode.tasks.executeTask(new vscode.Task({ type: 'hook' }, folder, hook.name, 'hooks', run));
      });
    });
  }
};
