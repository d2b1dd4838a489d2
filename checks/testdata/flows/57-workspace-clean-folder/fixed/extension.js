// The repaired form of the program beside it.
const vscode = require('vscode');
const fs = require('fs');
const path = require('path');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('workspace-clean-folder.run', async () => {
      const root = vscode.workspace.workspaceFolders[0].uri.fsPath;
      const settings = JSON.parse(await fs.promises.readFile(path.join(root, 'build.json'), 'utf8'));
      const output = path.resolve(root, settings.output ?? 'out');
      if (!output.startsWith(root + path.sep)) {
        return;
      }
      await fs.promises.rm(output, { recursive: true, force: true });
    })
  );
};
