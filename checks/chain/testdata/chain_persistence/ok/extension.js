const vscode = require('vscode');
const fs = require('fs');
const os = require('os');
const path = require('path');

// The start file is opened for its owner to edit, and a unit is written into the folder that is open.
function activate(context) {
  const home = os.homedir();
  context.subscriptions.push(
    vscode.commands.registerCommand('shell.edit', async () => {
      const file = path.join(home, '.bashrc');
      const aliases = fs.readFileSync(file, 'utf8').split('\n').filter(l => l.startsWith('alias ')).length;
      vscode.window.setStatusBarMessage(`${aliases} aliases`, 3000);
      await vscode.window.showTextDocument(vscode.Uri.file(file));
    }),
    vscode.commands.registerCommand('unit.create', () => {
      const folder = vscode.workspace.workspaceFolders[0].uri.fsPath;
      fs.writeFileSync(path.join(folder, 'app.service'), '[Service]\nExecStart=/usr/bin/app\n\n[Install]\nWantedBy=default.target\n');
    }),
  );
}
exports.activate = activate;
