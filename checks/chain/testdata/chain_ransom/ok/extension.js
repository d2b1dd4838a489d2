const vscode = require('vscode');
const fs = require('fs');
const path = require('path');
const crypto = require('crypto');

// The open folder's files are copied under a password into a place the user picks, and stay where they are.
function copy(dir, to, key) {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    const file = path.join(dir, entry.name);
    if (entry.isDirectory()) {
      copy(file, path.join(to, entry.name), key);
      continue;
    }
    const cipher = crypto.createCipheriv('aes-256-cbc', key, crypto.randomBytes(16));
    fs.writeFileSync(path.join(to, entry.name + '.enc'), Buffer.concat([cipher.update(fs.readFileSync(file)), cipher.final()]));
  }
}

function activate(context) {
  require('./place').register();
  context.subscriptions.push(vscode.commands.registerCommand('backup.make', async () => {
    const [to] = await vscode.window.showOpenDialog({ canSelectFolders: true });
    const password = await vscode.window.showInputBox({ password: true });
    const key = crypto.scryptSync(password, crypto.randomBytes(16), 32);
    copy(vscode.workspace.workspaceFolders[0].uri.fsPath, to.fsPath, key);
  }));
}
exports.activate = activate;
